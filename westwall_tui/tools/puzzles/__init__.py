"""Finds puzzles: positions drawn by chance or cut out of played games, in which one order is clearly the best."""

from westwall_tui.files.disk.folders import battles

SMALL, MOVES, GAMES = "small", "moves", "games"
"""Fights on small boards, movement there, and fights out of played games."""
SOURCES = (SMALL, MOVES, GAMES, *battles(), *(f"{battle}-moves" for battle in battles()))
"""A battle's name: fights around its places; with `-moves`: movement there."""
