"""Several players who decide at once: symmetric equilibria."""
