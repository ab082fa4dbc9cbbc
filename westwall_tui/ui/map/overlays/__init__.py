"""Overlays of the map, as texts and marks: Lines of Communication, fronts, places that score, a planned attack."""
