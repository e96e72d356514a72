"""A game looked at afterwards: what each decision lost, and what luck each card was."""
