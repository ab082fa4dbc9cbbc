"""The computer's set-up, its offers, and its decisions other than moves and attacks."""
