"""Words: the rules by case, help with decisions, and texts about combats, places and the log. No screen."""
