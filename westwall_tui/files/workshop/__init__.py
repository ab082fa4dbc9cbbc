"""Battles in the making: the texts of a battle, and lines that change them."""
