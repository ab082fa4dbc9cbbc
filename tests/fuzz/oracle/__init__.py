"""A second, small reading of the rules, independent of the engine: slow, brute force, written from the booklet.

It reads the sheet and the counters as printed (`sheet`) and keeps its own record of the game (`record`), so that it can
judge orders without asking the engine. Hexes are printed numbers and units are ids. It uses the engine's records of
boards, scenarios, orders and events, but none of its rules.
"""
