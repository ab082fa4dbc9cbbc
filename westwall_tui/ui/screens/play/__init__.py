"""A game in play on the screen: its keys, its panes, and what happens around its decisions."""
