"""The screen: a Textual application."""
