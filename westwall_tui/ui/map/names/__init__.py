"""Names of places: where they stand in a window, and who makes way for whom."""
