"""Pages to scroll through: rules, keys, tables, lists, the score."""
