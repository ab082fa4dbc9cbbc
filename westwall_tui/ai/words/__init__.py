"""What the computer says about its orders: reasons and advice."""
