"""Where the map is shown: the pane with its window and cursor, rows that stand still, lines of text."""
