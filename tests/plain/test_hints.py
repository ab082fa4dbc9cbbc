"""`hint` and `do` in plain lines: `do` carries out the order of the hint, which is the same in every program."""

import pytest

from tests.drawn import scenario
from tests.plain.lines import COMPUTER, Table, table
from westwall_tui.ai.thinker import Thinker, Thought
from westwall_tui.engine.orders import parse
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.plain.console import TYPED


def small() -> Table:
    start = scenario(blue=["A1 4-4-7 0505", "A2 3-3-7 0307"], red=["X 1-1-7 0502"])
    return Table(LocalSession.new(start, seed=5, seats=(Seat(), COMPUTER)))


def announced(said: list[str]) -> str:
    line = [line for line in said if TYPED in line and not line.startswith("Or ")][-1]
    return line.partition(TYPED)[2].removesuffix(".")


@pytest.mark.parametrize("voice", [(), ("voice",)])
def test_do_follows_the_hint(voice):
    for unit in ("", " A2"):
        found = small()
        said = found.type(*voice, f"hint{unit}", "do", "quit")
        order = announced(said)
        assert found.session.game.log
        same = small()
        same.type(order, "quit")
        assert found.session.game.log == same.session.game.log, "also if it is typed as the hint shows it"


def test_a_hint_is_the_same_in_another_program_and_after_other_questions():
    assert small().type("hint") == small().type("hint")
    assert announced(small().type("hint A2", "hint")) == announced(small().type("hint"))


def test_after_an_order_do_thinks_again(monkeypatch):
    advice = {0: "move A1 0506", 1: "move A2 0308"}
    monkeypatch.setattr(
        Thinker, "hint", lambda self, game, level, unit="": lambda: Thought(parse(advice[len(game.log)]))
    )
    found = small()
    found.type("hint", "do", "do", "undo", "do", "quit")
    assert [line.split()[1] for line in found.session.game.log] == ["A1", "A2"]


def test_do_follows_the_hint_about_a_unit_until_another_is_named():
    found = small()
    found.type("hint A2", "do A1", "quit")
    assert [line.split()[1] for line in found.session.game.log] in (["A1"], [])


@pytest.mark.slow
def test_do_follows_the_hint_in_a_battle():
    found = table("bastogne/spearhead", Seat(), COMPUTER, seed=1)
    order = announced(found.type("hint", "do", "quit"))
    same = table("bastogne/spearhead", Seat(), COMPUTER, seed=1)
    same.type(order, "quit")
    assert found.session.game.log == same.session.game.log
