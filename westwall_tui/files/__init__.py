"""TOML in and out: boards, scenarios, saves and settings."""
