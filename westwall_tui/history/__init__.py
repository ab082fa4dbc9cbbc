"""The history of a game: positions by Player-Turn, events and their causes, points and losses, luck. No screen."""
