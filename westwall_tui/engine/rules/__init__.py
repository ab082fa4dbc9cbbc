"""The Standard Rules: one module for each section of the booklet."""
