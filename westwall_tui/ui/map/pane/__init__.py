"""Views of the map: the pane with its window and cursor, maps without a cursor, and boards as lines of text."""
