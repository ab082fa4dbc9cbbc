"""The whole board at a glance, a character or two for a hex."""
