"""The modules `westwall.queries` and `westwall.planning`, for programs.

They give the screen's answers to callers with names: a unit is its id (`1/304`) or index, a hex its printed number
(`2614`) or index. The screen has indexes and asks `engine.queries` and `engine.planning`.
"""

UnitName = int | str
"""A unit's id, `1/304`, or its index in `Scenario.units`."""
HexName = int | str
"""A hex's printed number, `2614` in quotes, or its index on the board."""
