"""Overlays of the map, as texts and marks: lines, places that score, a planned attack."""
