"""One router: which solver answers a question."""
