"""What can be laid over the map: lines, what scores, a planned attack. Text and marks only."""
