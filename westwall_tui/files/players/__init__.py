"""Players: seats, options and settings."""
