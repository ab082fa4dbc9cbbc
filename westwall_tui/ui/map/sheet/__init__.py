"""The printed map sheet, which does not change in a game: ground, numbers, and the spots that names may take."""
