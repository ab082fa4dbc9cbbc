"""The computer at the table: how it thinks while you look around, how its turn is shown, and the hint."""
