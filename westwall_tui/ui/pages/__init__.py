"""Pages to scroll through: the rules, the keys, tables, lists, the score."""
