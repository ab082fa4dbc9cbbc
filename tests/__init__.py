"""The tests mirror the package; whole games are in games/, old saves in saves/."""
