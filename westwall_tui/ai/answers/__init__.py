"""The computer's decisions besides moves and attacks, its set-up, and its offers."""
