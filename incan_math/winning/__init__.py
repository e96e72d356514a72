"""Playing to win the last expedition: win shares against given strategies, and of everybody at one table."""
