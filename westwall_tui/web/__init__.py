"""The game in a browser (`westwall web`, extra `web`), by textual-serve: a process and a folder for each visitor."""
