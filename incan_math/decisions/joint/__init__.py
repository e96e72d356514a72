"""Several players with equal bags who decide at once: symmetric equilibria."""
