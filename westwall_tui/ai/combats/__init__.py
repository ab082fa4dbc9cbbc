"""Combats in numbers: the effects of dice, the worth of a combat, and the division of units in contact into combats."""
