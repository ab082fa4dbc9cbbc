"""Attacks on the game's promises by random play (`python -m tests.fuzz`, tests/README.md).

A game is a list of steps, each a line of text: an order, legal or not, or a check (`steps`). `promises` has the
conditions that must hold after each step. `next_step` draws the next step. `trial` plays the game, shortens a
failing one, and writes it to a file that reproduces the fault. `oracle` is a second reading of the rules: `table`
compares it with the orders that were played, `questions` with the legal orders. `skirmish` draws small maps.
`hosted_trial` plays at two terminals with a hostile guest or host, whose messages are in `hostile`; `leaks` compares
games that differ only in a secret.
"""
