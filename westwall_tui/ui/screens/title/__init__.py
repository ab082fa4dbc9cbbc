"""The title and its menus: games to begin, to go on with, to host and to join."""
