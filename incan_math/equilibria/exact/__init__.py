"""Equilibria of small positions in fractions and algebraic numbers."""
