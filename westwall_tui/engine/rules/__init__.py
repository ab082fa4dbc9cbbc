"""The Standard Rules, a module a section of the booklet."""
