"""What the tests of the screen share."""

import pytest

from tests.pilot import press_at_once

press_at_once()


@pytest.fixture(autouse=True)
def folders(folders):
    """No test of the screen reads or writes what the user has."""
    return folders
