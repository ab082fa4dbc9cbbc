"""One game at several terminals: a host has the game, and guests play or watch it (docs/hosting.md)."""
