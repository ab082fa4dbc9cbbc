"""The game in a browser (`westwall web`, extra `web`), with a process and a folder for each visitor."""
