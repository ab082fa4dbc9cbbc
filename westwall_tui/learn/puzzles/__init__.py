"""Puzzles: their files, their goals, the prover of the best chance, and tries, which are compared with best play."""
