"""What tests of games by mail share."""

import os
from hashlib import sha256
from itertools import count

import pytest

from tests.mail.post import Player
from westwall_tui.mail import notes


@pytest.fixture
def same_secrets(monkeypatch):
    """The players' secrets, and so their dice, are the same whenever the tests run."""
    monkeypatch.setattr(os, "urandom", drawn_alike())


def drawn_alike(start=0):
    """What stands in for the system's randomness."""
    numbers = count(start)
    return lambda size: b"".join(sha256(f"{next(numbers)}".encode()).digest() for _ in range(size // 32 + 1))[:size]


@pytest.fixture
def quick_keys(monkeypatch):
    """Keys of passphrases take little work; that notes are sealed does not depend on how much."""
    monkeypatch.setattr(notes, "WORK", 2)


@pytest.fixture
def anna(tmp_path, monkeypatch, same_secrets, quick_keys):
    """Who begins."""
    return Player("Anna", tmp_path / "anna", monkeypatch)


@pytest.fixture
def bert(tmp_path, monkeypatch, same_secrets, quick_keys):
    """Who is invited."""
    return Player("Bert", tmp_path / "bert", monkeypatch)
