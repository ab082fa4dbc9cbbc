"""The hook that `make hooks` installs accepts imperatives and refuses other subjects."""

import subprocess
from pathlib import Path

import pytest

HOOK = Path(__file__).parents[1] / ".githooks/commit-msg"


def refusal(message: str, folder: Path) -> str:
    """Return what the hook says against a commit message, or an empty text."""
    path = folder / "COMMIT_EDITMSG"
    path.write_text(message, encoding="utf-8")
    run = subprocess.run(["sh", HOOK, path], check=False, capture_output=True, text=True)
    assert bool(run.returncode) == bool(run.stderr)
    return run.stderr


@pytest.mark.parametrize(
    "message",
    [
        "Show the skip key in the footer when a unit cannot enter",
        "Pass the seed to the host\n\nWho hosts decides, so the guest need not know.",
        "# a comment of git's\nIgnore eliminated units when judging enemy advances",
        "Merge branch 'main' into a-branch-with-a-name-that-takes-more-than-seventy-two-characters",
    ],
)
def test_good_messages_are_accepted(message, tmp_path):
    assert refusal(message, tmp_path) == ""


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ("Whom the judge has removed is feared no more", "imperative"),
        ("Fixed the host", "imperative"),
        ("Fixes the host", "imperative"),
        ("Nobody waits", "imperative"),
        ("fix the host", "capital"),
        ("Fix the host.", "period"),
        ("Fix the host: it waits", "one thing"),
        ("Wip", "one word"),
        ("Show the skip key in the footer when a unit cannot enter, as the message names it", "72 characters"),
    ],
)
def test_bad_subjects_are_refused(message, why, tmp_path):
    assert why in refusal(message, tmp_path)
