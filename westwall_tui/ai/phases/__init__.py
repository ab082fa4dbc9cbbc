"""The computer's phases: moves, attacks, and the decisions after each roll."""
