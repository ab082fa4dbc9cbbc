"""What a hex shows over the ground: counters, marks, numbers of a reach; and how it looks without colors."""
