"""Boxes over the map that decide nothing in the game: find, help, lists, talk, the end of a phase, leaving."""
