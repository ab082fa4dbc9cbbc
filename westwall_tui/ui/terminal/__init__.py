"""What everything on the screen is made of: rows of text, panes, pages, and the frame of dialogs."""
