"""Folders and files: where they are, how they are read, and how they are written whole."""
