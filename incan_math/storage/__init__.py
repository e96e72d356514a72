"""On-disk cache of solver results."""
