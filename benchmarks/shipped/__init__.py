"""Programs that make the numbers that ship: the computer's weights and forecasts, and the balance."""
