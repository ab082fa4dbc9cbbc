"""The map: its signs, the picture of a board at three sizes, and the pane that shows it."""
