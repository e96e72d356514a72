"""One player, or one whose opponents never leave: optimal stopping, policies, the whole game."""
