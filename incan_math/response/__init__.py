"""Given strategies: what each brings its player, and the best response to them."""
