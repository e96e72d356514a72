"""Two players who play to win the whole game."""
