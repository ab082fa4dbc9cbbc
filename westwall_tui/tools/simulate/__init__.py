"""Whole games without a screen: who wins how often, and by what (`westwall simulate`)."""
