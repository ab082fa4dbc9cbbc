"""Programs that make the numbers that ship: the computer's weights, fears and forecasts, and the balance."""
