"""One game, several terminals: a host that owns the game, and guests who play or watch (docs/hosting.md)."""
