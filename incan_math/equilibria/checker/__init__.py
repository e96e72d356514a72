"""The checker of equilibrium certificates: it shares no code with the solvers, on purpose."""
