"""What the computer does with its phases: moves, attacks, and what comes after the die."""
