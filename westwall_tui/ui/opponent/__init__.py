"""The opponent: the computer at the table, how it thinks while you look around, and the hint."""
