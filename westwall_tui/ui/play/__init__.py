"""A game at the keyboard: whose decision it is, what its keys do, and what is heard of others who play."""
