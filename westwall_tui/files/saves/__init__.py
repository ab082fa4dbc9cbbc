"""Saved games: the contents of their files, and lists of them."""
