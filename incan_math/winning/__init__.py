"""Everybody plays to win the last expedition: one equilibrium of two and more players with their scores."""
