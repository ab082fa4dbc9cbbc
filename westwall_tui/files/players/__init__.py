"""Who plays a game, and what a player has set."""
