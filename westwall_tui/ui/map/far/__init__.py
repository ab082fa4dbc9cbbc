"""The overview: the whole board, with a character or two per hex."""
