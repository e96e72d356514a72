"""At the table: a game that is written down card by card while it is played, with advice, or against strategies."""
