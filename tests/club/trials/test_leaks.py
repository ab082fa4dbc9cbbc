"""The search for leaks finds planted leaks, and nothing else. `python -m tests.club.trials.leaks 1 9` tries more."""

import pytest

from tests.club.trials import leaks
from tests.long import sample
from westwall_tui.club import session
from westwall_tui.engine.game import Game
from westwall_tui.ui.around import bars
from westwall_tui.words.rows import row

pytestmark = pytest.mark.slow


def test_15_36_neither_player_nor_spectator_is_sent_a_secret_note(tmp_path, monkeypatch):
    monkeypatch.setattr(leaks, "SCREENS", 8)
    compared, found = leaks.leaks(tmp_path, 3, sample(16, 5))
    assert compared > sample(100, 30)
    assert found == []


def known_whole(self, viewer):
    """Return the whole game, in place of what a side may know."""
    return self.rolled_by_hand()


def asks_with_order(game):
    """Return a summary that contains the last order."""
    return session_summary(game)._replace(asks=game.log[-1] if game.log else "")


def heard_with_orders(self, head, new):
    """Return news whose line contains the orders."""
    return [heard._replace(text=" ".join(line for _, line, _ in new)) for heard in follow(self, head, new)]


session_summary, follow = session.position_summary, session.ClubSession._follow_lines


@pytest.mark.parametrize(
    ("of", "name", "planted", "where"),
    [
        (Game, "known", known_whole, "save"),
        (session, "position_summary", asks_with_order, "lists"),
        (session.ClubSession, "_follow_lines", heard_with_orders, "hears"),
    ],
)
def test_a_planted_leak_is_found(tmp_path, monkeypatch, of, name, planted, where):
    monkeypatch.setattr(of, name, planted)
    monkeypatch.setattr(leaks, "COMMANDS", (("save",),))
    _, found = leaks.leaks(tmp_path, 3, 2, screens=False)
    assert any(where in line and "German" in line for line in found)
    assert any(where in line and "who watches" in line for line in found)


def test_a_leak_on_the_screen_is_found(tmp_path, monkeypatch):
    """Return a phase bar that contains the orders."""
    monkeypatch.setattr(bars, "points_row", lambda game: row(" ".join(game.log[-3:]), "text"))
    monkeypatch.setattr(leaks, "SCREENS", 1)
    monkeypatch.setattr(leaks, "COMMANDS", (("save",),))
    _, found = leaks.leaks(tmp_path, 3, 1)
    assert any("screen" in line and "German" in line for line in found)
    assert any("screen" in line and "who watches" in line for line in found)
