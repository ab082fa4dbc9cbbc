"""Fixtures for the tests of the screen."""

from itertools import count

import pytest

from tests.conftest import keep_in
from tests.pilot import keep_pictures

keep_pictures()


@pytest.fixture(autouse=True)
def nothing_of_the_users(request, monkeypatch, each_its_own):
    """Keep every test away from the user's files; a folder is made for tests that ask for one."""
    if {"folders", "tmp_path"} & {*request.fixturenames}:
        request.getfixturevalue("folders")
    else:
        keep_in(next(each_its_own), monkeypatch)


@pytest.fixture(scope="session")
def each_its_own(tmp_path_factory):
    """Return names of folders that do not exist."""
    whole = tmp_path_factory.mktemp("kept")
    return (whole / str(number) for number in count())
