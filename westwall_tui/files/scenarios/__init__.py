"""Boards, counters and scenarios: their files, their readers and checks, and lists of them."""
