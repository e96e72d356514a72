"""Whole games by the million: any strategies at any table, means with intervals, leagues."""
