"""Attacks on the game's promises by random play (`python -m tests.fuzz`, tests/README.md).

A game is a list of steps, each a line of text: an order given, legal or not, or a look (`steps`). What has to hold
after each is in `promises`. `next_step` draws the next step, `trial` plays, makes what breaks short, and keeps it
in a file that shows it again. `oracle` is a second reading of the rules: `table` holds what was played
against it, `questions` what may be played. `skirmish` draws small maps, `company` a table with somebody who means harm.
"""
