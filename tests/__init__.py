"""The tests mirror the package; whole games are in games/, old saves in saves/."""

RECIPE = 'see the recipe "A battle" in docs/architecture.md'
"""The message of tests that fail for an incomplete new battle."""
