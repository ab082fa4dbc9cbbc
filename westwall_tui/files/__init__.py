"""TOML files: boards, scenarios, saves and settings."""
