"""A second, small reading of the rules, kept apart from the engine: slow, brute force, written from the booklet.

It knows the sheet and the counters as they are printed (`sheet`), and keeps its own record of what was played
(`record`), so that it can say what an order may do without asking the engine. Hexes are printed numbers and units are
ids. Of the engine it reads the records of boards, scenarios, orders and events, and nothing that rules on them.
"""
