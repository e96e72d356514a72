"""The state space: the deck index, reachable positions, states between expeditions, graphs."""
