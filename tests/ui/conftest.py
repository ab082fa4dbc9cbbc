"""What the tests of the screen share."""

import pytest


@pytest.fixture(autouse=True)
def folders(folders):
    """No test of the screen reads or writes what the user has."""
    return folders
