"""Puzzles: their files, their goals, the prover of the best chance, and a try that is weighed against it."""
