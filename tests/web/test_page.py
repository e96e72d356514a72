"""The page in a real browser: every language, both widths, offline, by keyboard, and nothing for axe to find."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from serving import served

from incan_math import Expedition, Record, bust_probability, decide
from incan_math.web.server import STATIC

pytest.importorskip("playwright", reason="needs the package playwright")
CHROMIUM = os.environ.get("INCAN_MATH_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium; INCAN_MATH_CHROMIUM says where it is"),
]

WIDTHS = (390, 1280)
LANGUAGES = {"en-GB": "en", "pt-BR": "pt", "sr-RS": "sr-Cyrl", "sr-Latn-RS": "sr-Latn", "hu-HU": "hu"}
GAME = "#rules=bga-en&players=Ann,Bob,Cid&me=Ann&1=7+fire+11+-Bob,Cid+snakes+15"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served("--no-cache") as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def opened(browser: Any, address: str, width: int = 390, locale: str = "en-GB", **more: Any) -> Iterator[Any]:
    """The page; at its end there was no error and no request to another machine."""
    context = browser.new_context(viewport={"width": width, "height": 844}, locale=locale, **more)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "console",
        lambda message: (
            wrong.append(message.text) if message.type == "error" and "ERR_INTERNET" not in message.text else None
        ),
    )
    page.on("request", lambda request: None if request.url.startswith(address) else wrong.append(request.url))
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    yield page
    context.close()
    assert not wrong, wrong


def go(page: Any, address: str, game: str) -> None:
    page.goto(address + game)
    page.wait_for_selector(".advice")


def words(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((STATIC / "languages" / f"{language}.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_game_from_its_first_card_to_the_review(
    browser: Any, address: str, locale: str, width: int, tmp_path: Path
) -> None:
    said = words(LANGUAGES[locale])
    with opened(browser, address, width, locale) as page:
        assert page.get_attribute("html", "lang") == LANGUAGES[locale]
        for _ in range(2):
            page.click('[data-key="remove-1"]')
        page.click('[data-key="begin"]')
        page.wait_for_selector('[data-key="card-7"]')
        assert page.inner_text(".sentence") == said["advice.enter"]
        for card in ("fire", "15", "snakes", "3"):
            page.click(f'[data-key="card-{card}"]')
            page.wait_for_selector(f'.path .card:has-text("{said.get(f"card.{card}", card)}")')
        page.wait_for_selector(".advice.stay")
        answer = decide(Expedition.parse("fire 15 snakes 3"))
        assert page.inner_text(".sentence") == said["advice.stay"]
        assert page.inner_text("#live").startswith(said["advice.stay"])
        shown = page.inner_text(".bars").replace(",", ".")
        assert f"{float(answer.stay):.2f}" in shown and "15.4" in shown
        page.click('[data-key="numbers"]')
        _need_no_overflow(page)
        page.click('[data-key="leave-Ann"]')
        page.click('[data-key="leave"]')
        page.wait_for_selector('[data-key="next"]')
        assert page.inner_text(".players .points") == "18"
        page.click('[data-key="next"]')
        page.wait_for_selector('[data-key="card-7"]')
        page.click('[data-key="undo"]')
        page.wait_for_selector('[data-key="next"]')
        page.click('[data-key="review"]')
        page.wait_for_selector(".review table")
        assert said["review.losses"] in page.inner_text(".review")
        _need_no_overflow(page)


def _need_no_overflow(page: Any) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{wide} pixels too wide"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing(browser: Any, address: str, width: int, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-playwright-python")
    over = "#players=Ann&me=Ann&1=7+fire+fire"
    with opened(browser, address, width, color_scheme=scheme, reduced_motion="reduce") as page:
        faults = []
        for game, wanted in (("", "form"), (GAME, ".advice.stay, .advice.retire"), (over, ".advice.over")):
            page.goto(address + game)
            page.wait_for_selector(wanted)
            if game == GAME:
                page.click('[data-key="numbers"]')
                page.click('[data-key="record"]')
            faults += axe.Axe().run(page).response["violations"]
        page.click('[data-key="review"]')
        page.wait_for_selector(".review table")
        faults += axe.Axe().run(page).response["violations"]
        assert not faults, [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in faults]


def test_a_link_opens_the_same_position_and_back_takes_a_tap_back(browser: Any, address: str) -> None:
    with opened(browser, address) as page:
        go(page, address, GAME)
        page.click('[data-key="card-5"]')
        page.wait_for_selector('.path .card:nth-of-type(7):has-text("5")')
        link = page.url
        record = Record.parse("players: Ann,Bob,Cid\n1: 7 fire 11 -Bob,Cid snakes 15 5")
        with opened(browser, address) as other:
            go(other, address, link.removeprefix(address))
            other.click('[data-key="record"]')
            assert Record.parse(other.inner_text("pre")) == record
        page.go_back()
        page.wait_for_function("() => document.querySelectorAll('.path .card').length === 5")


def test_offline_the_page_opens_and_counts_on(browser: Any, address: str) -> None:
    with opened(browser, address) as page:
        go(page, address, GAME)
        page.wait_for_selector(".advice.stay, .advice.retire")
        page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
        page.reload()
        page.wait_for_selector(".advice")
        page.context.set_offline(True)
        page.reload()
        page.wait_for_selector(".advice")
        state = Expedition.parse("7 fire 11 -2 snakes 15 | players=3 expedition=1")
        for card in ("9", "mummy", "A", "5"):
            page.click(f'[data-key="card-{card}"]')
            state = state.reveal(card)
            percent = f"{float(bust_probability(state)) * 100:.1f}%"
            page.wait_for_function("text => document.querySelector('.bar-value').textContent === text", arg=percent)
            assert page.inner_text(".sentence") == words("en")["advice.offline"]
            assert [int(text) for text in page.locator(".facts dd").all_inner_texts()] == [
                state.bag, state.leftover, state.cards_left, state.deadly,
            ]  # fmt: skip
        page.select_option("#language", "hu")
        page.wait_for_function("() => document.documentElement.lang === 'hu'")
        page.context.set_offline(False)
        page.wait_for_selector(".advice.stay, .advice.retire")


def test_the_keyboard_is_enough(browser: Any, address: str) -> None:
    with opened(browser, address, 1280) as page:
        go(page, address, GAME)
        page.focus('[data-key="card-5"]')
        page.keyboard.press("Enter")
        page.wait_for_selector('.path .card:nth-of-type(7):has-text("5")')
        assert page.evaluate("document.activeElement.dataset.key") == "card-5"
        page.keyboard.press("Control+z")
        page.wait_for_function("() => document.querySelectorAll('.path .card').length === 5")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.dataset.key") == "card-7"


def test_a_link_that_holds_no_game_says_so(browser: Any, address: str) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(f"{address}#players=Ann&1=7+fier+<img src=x onerror=alert(1)>")
    page.wait_for_selector(".error")
    assert "fier" in page.inner_text(".error") and page.locator("main img").count() == 0
    page.click('[data-key="new"]')
    page.wait_for_selector("form")
    context.close()


def test_no_page_goes_wide_at_320_pixels(browser: Any, address: str) -> None:
    with opened(browser, address, 320) as page:
        _need_no_overflow(page)
        go(page, address, GAME)
        _need_no_overflow(page)
