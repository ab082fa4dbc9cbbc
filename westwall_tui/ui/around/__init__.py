"""What stands around the map: phase bar, side panel, log, prompt and keys."""
