"""Combats in numbers: what the dice do, what one is worth, and how units in contact divide into several."""
