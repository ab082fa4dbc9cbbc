"""The signs of a hex over its ground: counters, marks, numbers of a reach, and the look of these without colors."""
