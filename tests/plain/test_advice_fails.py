"""Failing advice in plain lines, in spite of which the game continues."""

import pytest

from tests.drawn import scenario
from tests.every import every
from tests.plain.lines import COMPUTER, Table
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.sessions.local import LocalSession

pytestmark = pytest.mark.advice_fails


def fails(*_: object, **__: object) -> None:
    raise KeyError("advice that fails")


@every(
    "adviser",
    [
        "westwall_tui.engine.planning.Outlook.of_move",
        "westwall_tui.engine.planning.risks_of_ending",
        "westwall_tui.engine.planning.price_of_ending",
        "westwall_tui.plain.table.hint_of",
        "westwall_tui.plain.table.hint_in_words",
        "westwall_tui.plain.table.Narrator.narrate",
        "westwall_tui.plain.table.Narrator.new",
        "westwall_tui.plain.table.undone",
        "westwall_tui.plain.table.PlainGame._decision_in_words",
        "westwall_tui.words.events.Turns.note",
        "westwall_tui.engine.queries.objectives",
        "westwall_tui.history.entries.Chronicle.carry_out",
    ],
)
def test_orders_are_carried_out_whatever_adviser_fails(adviser, advice_works):
    start = scenario(blue=["A1 4-4-7 0505", "A2 3-3-7 0307"], red=["X 5-4-7 0502", "Y 5-4-7 0107"])
    found = Table(LocalSession.new(start, seed=5, seats=(Seat(), COMPUTER)))
    advice_works.clear()
    found.session.save = lambda: True  # type: ignore[method-assign]  # the disk is slow
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adviser, fails)
        asked = ["hint", "do"] if adviser.endswith("hint_of") else ["hint"] if "hint" in adviser else ["points"]
        said = found.type(*asked, "move A2 0308", "undo", "move A1 0506", "done", "done", "done", "news")
    assert any("advice that fails" in each for each in advice_works), "the adviser was asked"
    assert any("because of a bug: see the error report" in line for line in said)
    assert found.session.game.log[0] == "move A1 0506"
    assert found.session.game.state.turn > 1, "the computer has played"
