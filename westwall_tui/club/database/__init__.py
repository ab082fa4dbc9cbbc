"""The club's database: its tables, and all that reads and writes them."""
