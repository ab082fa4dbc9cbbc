"""What `westwall.queries` and `westwall.planning` offer to programs (docs/library.md).

They are the screen's own answers, for a reader who has names: a unit is its id (`1/304`) or its index, a hex its
printed number (`2614`) or its index. The screen, which has the indices, asks `engine.queries` and `engine.planning`.
"""

UnitName = int | str
"""A unit's id, `1/304`, or its index in `Scenario.units`."""
HexName = int | str
"""A hex's printed number, `2614` in quotes, or its index on the board."""
