"""Boards on which nobody plays: a game to watch, and an example of play."""
