"""What the tests of the screen share."""

from functools import cache
from itertools import count

import pytest

from tests.conftest import keep_in
from tests.pilot import press_at_once
from westwall_tui.ui.map.drawn.sheet import DrawnSheet
from westwall_tui.ui.map.hexes.marks import sign_cells
from westwall_tui.ui.map.sheet.picture import Picture

press_at_once()


def keep_pictures() -> None:
    """The same board is drawn once at each size, and the same signs have their places in a hex found once.

    Its picture is printed, and games lay their counters over it; signs are half of what a board's first painting takes.
    """
    patch = pytest.MonkeyPatch()
    patch.setattr("westwall_tui.ui.map.pane.view.Picture", cache(Picture))
    patch.setattr("westwall_tui.ui.map.drawn.window.sheet_of", cache(DrawnSheet))
    patch.setattr("westwall_tui.ui.map.names.room.sign_cells", cache(sign_cells))


keep_pictures()


@pytest.fixture(autouse=True)
def nothing_of_the_users(request, monkeypatch, each_its_own):
    """No test of the screen reads or writes what the user has; a folder is made for who asks for one."""
    if {"folders", "tmp_path"} & {*request.fixturenames}:
        request.getfixturevalue("folders")
    else:
        keep_in(next(each_its_own), monkeypatch)


@pytest.fixture(scope="session")
def each_its_own(tmp_path_factory):
    """Names of folders that nobody has made."""
    whole = tmp_path_factory.mktemp("kept")
    return (whole / str(number) for number in count())
