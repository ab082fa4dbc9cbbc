"""The club's database: its tables, and all modules that read and write them."""
