"""Boards, counters and scenarios: their files, what is found in them, and which there are."""
