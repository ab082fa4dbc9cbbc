"""The signs of a hex over the ground: counters, marks, numbers of a reach, and how all of them look without colors."""
