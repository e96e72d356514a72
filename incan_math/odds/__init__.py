"""Exact odds: bust probabilities, distributions, the states that drawing can reach, deck design."""
