"""Folders and files: their places, and safe reading and writing."""
