"""What is printed: boards and counters as SVG pictures. No screen."""
