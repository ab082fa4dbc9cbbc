"""The referee: knows the rules, and nothing of files, clocks or screens."""
