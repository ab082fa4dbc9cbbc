"""The boxes that open over the map."""
