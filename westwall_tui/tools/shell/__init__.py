"""What the command line gives a shell: names to complete, completion for it, and a manual page."""
