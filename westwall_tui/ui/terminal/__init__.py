"""The screen's building blocks: rows of text, panes, pages, frames of boxes."""
