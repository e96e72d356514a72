"""The checker of certificates: independent of the solver on purpose."""
