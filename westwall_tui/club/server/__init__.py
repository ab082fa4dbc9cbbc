"""The club's processes: the door that takes SSH clients, the zygote and the players' processes, the thinker."""
