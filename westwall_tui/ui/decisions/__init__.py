"""A module for each pending decision: what its keys do, what it marks on the map, and its box."""
