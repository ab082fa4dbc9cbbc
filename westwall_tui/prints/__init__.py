"""Prints: boards, counters and reports as SVG, PDF, HTML and Markdown, without a screen."""
