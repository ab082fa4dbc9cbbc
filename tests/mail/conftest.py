"""Fixtures for games by mail."""

import os
from hashlib import sha256
from itertools import count

import pytest

from tests.mail.post import Player
from westwall_tui.mail import notes


@pytest.fixture
def same_secrets(monkeypatch):
    """Give the players the same secrets, and therefore the same dice, in every run of the tests."""
    monkeypatch.setattr(os, "urandom", drawn_alike())


def drawn_alike(start=0):
    """Return a replacement for `os.urandom` that always draws the same bytes."""
    numbers = count(start)
    return lambda size: b"".join(sha256(f"{next(numbers)}".encode()).digest() for _ in range(size // 32 + 1))[:size]


@pytest.fixture
def quick_keys(monkeypatch):
    """Derive keys of passphrases with little work."""
    monkeypatch.setattr(notes, "WORK", 2)


@pytest.fixture
def anna(tmp_path, monkeypatch, same_secrets, quick_keys):
    """Return the player who begins."""
    return Player("Anna", tmp_path / "anna", monkeypatch)


@pytest.fixture
def bert(tmp_path, monkeypatch, same_secrets, quick_keys):
    """Return the player who is invited."""
    return Player("Bert", tmp_path / "bert", monkeypatch)
