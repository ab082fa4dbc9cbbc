"""The club's screens: the lobby and its pages."""
