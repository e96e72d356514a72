"""Strategies: the protocol, heuristics, combinators, and the decision that a strategy or solver arrives at."""
