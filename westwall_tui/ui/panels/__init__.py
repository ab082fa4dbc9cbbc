"""What stands round the map: phase bar, side panel, log, prompt and keys."""
