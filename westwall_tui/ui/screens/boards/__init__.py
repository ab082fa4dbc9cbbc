"""Boards that nobody plays on: a game to watch, an example of play."""
