"""Pictograms for cards, drawn around the origin in about 40 units: each familiar hazard has a shape of its own."""

from __future__ import annotations

__all__ = ["ARTIFACT", "GEM", "PLAYER", "hazard_pictogram"]

_INK = "#1f1a17"
_LINE = f'fill="none" stroke="{_INK}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"'

GEM = (
    f'<path d="M-13 -5 L-7 -13 H7 L13 -5 L0 12 Z" fill="#6fb7a5" stroke="{_INK}" stroke-width="1.6"'
    ' stroke-linejoin="round"/>'
    f'<path d="M-13 -5 H13 M-5 -5 L0 12 L5 -5 L0 -13 Z" fill="none" stroke="{_INK}" stroke-width="1"/>'
)

ARTIFACT = (
    f'<path d="M-14 18 H14 V12 H9 V-2 L14 -8 V-18 H6 V-12 H-6 V-18 H-14 V-8 L-9 -2 V12 H-14 Z" fill="#e3b23c"'
    f' stroke="{_INK}" stroke-width="1.6" stroke-linejoin="round"/>'
    f'<circle cx="-4" cy="-4" r="1.8" fill="{_INK}"/><circle cx="4" cy="-4" r="1.8" fill="{_INK}"/>'
    f'<path d="M-4 4 H4" {_LINE}/>'
)

PLAYER = '<circle cx="0" cy="-10" r="5.5"/><path d="M-9 14 C-9 -1 -5 -3 0 -3 C5 -3 9 -1 9 14 Z"/>'

_FIRE = (
    f'<path d="M0 -20 C3 -10 14 -4 12 8 C11 17 5 20 0 20 C-6 20 -12 16 -12 8 C-12 1 -7 -1 -6 -8 C-3 -5 -2 -2 -2 1'
    f' C1 -4 2 -12 0 -20 Z" fill="#d96a3b" stroke="{_INK}" stroke-width="1.6" stroke-linejoin="round"/>'
    f'<path d="M0 20 C-4 18 -5 13 -2 8 C0 11 4 11 4 15 C4 18 2 20 0 20 Z" fill="#fdf0c4" stroke="{_INK}"/>'
)
_SNAKE = (
    f'<path d="M-14 18 C10 20 16 12 4 7 C-10 1 -16 -4 -2 -8 C4 -10 8 -11 7 -15" fill="none" stroke="{_INK}"'
    ' stroke-width="8" stroke-linecap="round"/>'
    '<path d="M-14 18 C10 20 16 12 4 7 C-10 1 -16 -4 -2 -8 C4 -10 8 -11 7 -15" fill="none" stroke="#7d9b52"'
    ' stroke-width="5" stroke-linecap="round"/>'
    f'<circle cx="6" cy="-16" r="1.3" fill="{_INK}"/><path d="M8 -19 L11 -24 M11 -24 L9 -26 M11 -24 L14 -25" {_LINE}/>'
)
_MUMMY = (
    f'<path d="M-11 20 C-11 8 -13 -4 -12 -9 C-11 -17 -6 -20 0 -20 C6 -20 11 -17 12 -9 C13 -4 11 8 11 20 Z"'
    f' fill="#efe6d2" stroke="{_INK}" stroke-width="1.8"/>'
    f'<path d="M-11 -13 L11 -10 M-12 0 L12 -3 M-11 6 L12 10 M-11 15 L11 13" {_LINE}/>'
    f'<circle cx="-4.5" cy="-6" r="2.3" fill="{_INK}"/><circle cx="4.5" cy="-6" r="2.3" fill="{_INK}"/>'
)
_ROCKS = (
    f'<path d="M-19 18 L-15 4 L-5 2 L1 18 Z" fill="#a8a29a" stroke="{_INK}" stroke-width="1.8"'
    ' stroke-linejoin="round"/>'
    f'<path d="M1 18 L3 6 L12 3 L19 18 Z" fill="#c4beb5" stroke="{_INK}" stroke-width="1.8" stroke-linejoin="round"/>'
    f'<path d="M-11 -3 L-7 -16 L4 -19 L11 -9 L5 0 Z" fill="#8f8981" stroke="{_INK}" stroke-width="1.8"'
    ' stroke-linejoin="round"/>'
)
_SPIDER = (
    f'<path d="M-6 -2 L-16 -12 L-19 -4 M-7 2 L-18 2 L-20 9 M-6 6 L-15 12 L-15 19 M6 -2 L16 -12 L19 -4 M7 2 L18 2 L20 9'
    f' M6 6 L15 12 L15 19" {_LINE}/>'
    f'<circle cx="0" cy="-7" r="5" fill="{_INK}"/><ellipse cx="0" cy="6" rx="8" ry="9.5" fill="{_INK}"/>'
    '<path d="M-3 2 L3 2 L-3 10 L3 10 Z" fill="#f6d9cc"/>'
)
_GAS = (
    f'<path d="M-13 8 A8 8 0 0 1 -12 -8 A10 10 0 0 1 6 -12 A8 8 0 0 1 14 2 A7 7 0 0 1 10 10 Z" fill="#b9c58a"'
    f' stroke="{_INK}" stroke-width="1.8" stroke-linejoin="round"/>'
    f'<path d="M-14 15 C-9 11 -5 19 0 15 C5 11 9 19 14 15 M-8 21 C-4 18 0 24 4 21" {_LINE}/>'
)
_RAM = (
    f'<path d="M-9 -8 C-22 -16 -22 8 -12 6 M9 -8 C22 -16 22 8 12 6" {_LINE}/>'
    f'<path d="M-9 -11 H9 L7 8 L0 19 L-7 8 Z" fill="#d9c2a0" stroke="{_INK}" stroke-width="1.8"'
    ' stroke-linejoin="round"/>'
    f'<circle cx="-4" cy="-3" r="1.8" fill="{_INK}"/><circle cx="4" cy="-3" r="1.8" fill="{_INK}"/>'
)
_ANY = (
    f'<path d="M0 -18 L19 16 H-19 Z" fill="#f2c14e" stroke="{_INK}" stroke-width="2" stroke-linejoin="round"/>'
    f'<path d="M0 -6 V5" fill="none" stroke="{_INK}" stroke-width="3.4" stroke-linecap="round"/>'
    f'<circle cx="0" cy="11" r="2.2" fill="{_INK}"/>'
)

_BY_NAME = {
    "fire": _FIRE,
    "explosion": _FIRE,
    "lava": _FIRE,
    "gas": _GAS,
    "rams": _RAM,
    "snake": _SNAKE,
    "mummy": _MUMMY,
    "zombie": _MUMMY,
    "rock": _ROCKS,
    "boulder": _ROCKS,
    "cave-in": _ROCKS,
    "spider": _SPIDER,
    "scorpion": _SPIDER,
}


def hazard_pictogram(name: str) -> str:
    """The pictogram of a hazard kind by its name; a sign of warning for names that have none."""
    low = name.lower()
    return next((drawn for part, drawn in _BY_NAME.items() if part in low), _ANY)
