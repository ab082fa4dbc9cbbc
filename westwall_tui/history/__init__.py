"""A game as it went: positions by Player-Turn, what happened and why, points and losses, luck. No screen."""
