"""Texts shared by all front ends: the rules by case, help with decisions, combats, places and the log. No screen."""
