"""What can be laid over the map: lines of communication, the front, the objectives."""
