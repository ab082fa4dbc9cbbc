"""What is printed on the map sheet and does not change in a game: ground, numbers, and where names may stand."""
