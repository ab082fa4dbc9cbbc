"""The title and its menus, where players begin, continue, host and join games."""
