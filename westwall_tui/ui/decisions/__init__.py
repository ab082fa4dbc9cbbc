"""One module for each kind of pending decision: its keys, its marks on the map, and its box."""
