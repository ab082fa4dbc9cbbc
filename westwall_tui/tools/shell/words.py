"""The kinds of names that `westwall list --names` prints; it imports nothing, since the command line needs it early."""

NAMES = ("scenarios", "saves", "battles", "lessons", "puzzles", "sides", "seats", "options")
SHELLS = ("bash", "zsh", "fish")
