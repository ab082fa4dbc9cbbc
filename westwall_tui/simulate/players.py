"""Who can play a side: anything legal, a simple script, or a level of the computer player."""

PLAYERS = ("random", "script", "1", "2", "3", "4")
