"""Saved games: what is in their files, and which there are."""
