"""Recorded screens: their characters, and how they are painted in three palettes."""
