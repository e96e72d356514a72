"""Equilibria enclosed for certain, and certificates that a small program checks."""
