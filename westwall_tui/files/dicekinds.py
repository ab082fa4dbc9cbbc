"""How a game's dice may come about. It loads nothing: the title and the command line need it without the engine."""

SEEDED, MANUAL, DRAWN, SHARED = "seeded", "manual", "drawn", "shared"
"""From a seed, the same again and again; rolled at the table and typed in; drawn when they are due; or, in a hosted
game, each made of a share of every player.

The engine knows the first two kinds. Drawn and shared dice are of the second: the system, or the host, rolls in the
players' place.
"""
DICE = (SEEDED, MANUAL, DRAWN)
"""What a save may say; shared dice are manual ones to it."""
HOSTED = (SEEDED, DRAWN, SHARED)
"""What a host may use."""
