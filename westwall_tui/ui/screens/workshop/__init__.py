"""The workshop: screens that make and test battles."""
