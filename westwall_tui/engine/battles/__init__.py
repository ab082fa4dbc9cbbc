"""The Exclusive Rules, a module a battle."""
