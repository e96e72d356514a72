"""The rules in integers: cards, editions, the public state of an expedition, and the game around it."""
