"""Pages to read and leaf through: the rules, the keys, tables, lists, the account of points."""
