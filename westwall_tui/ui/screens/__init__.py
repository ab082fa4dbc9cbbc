"""The screens: the title with its menus, and a game in play, from its keys to its panes."""
