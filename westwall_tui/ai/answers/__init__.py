"""What the computer answers besides moves and attacks, how it sets up, and when it offers to stop."""
