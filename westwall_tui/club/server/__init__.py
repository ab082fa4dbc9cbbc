"""The club's processes: the SSH server, the prefork parent, the players' processes, and the thinker."""
