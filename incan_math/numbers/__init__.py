"""Exact numbers beyond fractions: enclosures, algebraic numbers, balls, Bernstein polynomials and their roots."""
