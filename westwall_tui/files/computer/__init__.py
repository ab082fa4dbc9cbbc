"""The computer player's numbers for a battle."""
