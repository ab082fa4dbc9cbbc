"""Games in play, each with the place that keeps it."""
