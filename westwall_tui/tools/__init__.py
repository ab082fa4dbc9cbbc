"""For those who build with the game, and not for players."""
