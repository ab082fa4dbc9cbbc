"""Tools for developers, not for players."""
