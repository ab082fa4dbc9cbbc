"""Modes: what the keys do while a decision of one kind is pending."""
