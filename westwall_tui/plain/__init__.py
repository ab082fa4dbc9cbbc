"""The game in plain lines: for the ear, for a teletype, for a terminal that can do no more. No screen is loaded."""
