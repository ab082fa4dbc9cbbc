"""What can be laid over the map: Lines of Communication, the front, the objectives."""
