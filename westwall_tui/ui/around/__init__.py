"""The parts of the screen around the map: phase bar, side panel, log, prompt and key bar."""
