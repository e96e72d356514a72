"""Equilibria enclosed by ball arithmetic, and certificates of them."""
