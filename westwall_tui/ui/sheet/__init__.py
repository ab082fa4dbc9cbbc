"""The board outside a game: printed as text, and drawn as an SVG picture."""
