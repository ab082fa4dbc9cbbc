"""The computer's sentences about its orders: reasons and advice."""
