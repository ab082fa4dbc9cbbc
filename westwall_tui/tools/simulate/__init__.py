"""Whole games without a screen, with statistics of results and points (`westwall simulate`)."""
