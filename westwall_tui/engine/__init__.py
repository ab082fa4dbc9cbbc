"""The referee: the rules of the game, without any files, clocks or screens."""
