"""The title: its menus, a new game, the options."""
