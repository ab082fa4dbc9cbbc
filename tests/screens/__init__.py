"""Screens as they were accepted: characters, and how they are painted in three palettes."""
