"""Choice: when to stay and when to retire, alone, against given opponents, and over the whole game."""
