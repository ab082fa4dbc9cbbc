"""The tests mirror the package; whole games are in games/, old saves in saves/."""

RECIPE = 'see the recipe "A battle" in docs/architecture.md'
"""What tests say that fail for a new battle."""
