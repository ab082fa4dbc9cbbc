"""Games in play, and the places where they are stored."""
