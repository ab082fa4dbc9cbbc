"""The search for puzzles: positions drawn at random or taken from games, in which one order is clearly the best."""

from westwall_tui.files.disk.folders import battles

SMALL, MOVES, GAMES = "small", "moves", "games"
"""Sources of positions: combats on small boards, movement on small boards, and combats from games."""
SOURCES = (SMALL, MOVES, GAMES, *battles(), *(f"{battle}-moves" for battle in battles()))
"""All sources. The name of a battle stands for combats around its places, `NAME-moves` for movement there."""
