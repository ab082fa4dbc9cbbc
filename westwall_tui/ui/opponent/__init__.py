"""The opponent: the computer as a player, the mode while it thinks, the hint and the coach."""
