"""Boxes over the map that make no decision in the game: search, help, lists, the end of a phase, quitting."""
