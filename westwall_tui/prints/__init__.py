"""What is printed: boards, counters and reports, as SVG, PDF and HTML. No screen."""
