"""The box with the result of a combat, and the last result in the boxes of the next combat."""

from typing import Any

import pytest
from textual.events import Event, Key

from tests.drawn import scenario, where
from tests.engine.queries.test_sources import begun
from tests.games import record
from tests.pilot import running, showing, until
from tests.ui.desk import BareDesk, text_of
from tests.ui.looks import box_of, prompt_of, screen_of
from westwall_tui.engine.orders import Attack, Order, Roll, Stand, parse
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import Save
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.history.entries import Chronicle
from westwall_tui.ui.decisions.attack import AttackDialog
from westwall_tui.ui.decisions.combat import CombatMode
from westwall_tui.ui.decisions.fpf import FpfDialog
from westwall_tui.ui.decisions.result import Fought, ResultDialog
from westwall_tui.ui.screens.play.game import GameInPlay
from westwall_tui.ui.screens.play.screen import PlayScreen

TWO_FIGHTS = scenario(blue=["A 9-4-7 0505", "B 3-3-7 0102"], red=["X 3-3-7 0504", "Y 2-2-7 0101"], phase="combat")
SIZES = ((80, 24), (72, 22), (120, 40))


@pytest.fixture(autouse=True)
def opponent_elsewhere(monkeypatch):
    """Have the box appear after every combat: two people at this keyboard would have seen the die in a question."""
    monkeypatch.setattr(GameInPlay, "shares_keyboard", False)


def app_of(start=TWO_FIGHTS, seats=None, **settings):
    session = LocalSession.new(start, manual=True)
    if seats is not None:
        session.seat(seats)
    return showing(session, **{"handover": "never", **settings})


async def fought(pilot: Any, app: Any, order: Order, die: int) -> Any:
    """Give an attack, type its die, and give the first legal order until the combat is over."""
    given = screen_of(app).play
    given.apply(order)
    while given.game.state.combat is not None:
        given.close()
        rolls = given.game.prompt.kind == "roll"
        given.apply(Roll(die) if rolls else next(iter(given.game.legal())))
    screen_of(app).draw()
    await pilot.pause()
    return given


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_the_box_shows_the_odds_the_roll_and_the_fate_of_every_unit(size):
    async with running(app_of(), size) as pilot:
        given = await fought(pilot, pilot.app, Attack(("A",), ("X",)), 3)
        assert isinstance(given.dialog, ResultDialog)
        box = " ".join(box_of(pilot.app).split())
        assert "Result at 0504" in box
        assert "A on X: 9 - 3 = +6" in box
        assert "column +6-8" in box
        assert "[3]" not in box, "the panel showed the six faces while the retreat was decided"
        assert "The die: 3. D2: the defender retreats two hexes" in box
        assert "retreats two hexes: " in box
        assert f"advances to {where(given.game, 'A')}" in box
        assert given.game.state.number(given.cursor) == "0504"


@pytest.mark.slow
async def test_the_sum_of_a_combat_with_many_units_is_in_one_line():
    """It was broken after the `=`."""
    many = scenario(
        blue=["Battalion11 5-5-7 0505", "Battalion12 5-5-7 0404", "Battalion13 6-4-7 0604", "Battalion14 6-4-7 0503"],
        red=["811 5-4-7 0504"],
        phase="combat",
    )
    app = app_of(many)
    async with running(app) as pilot:
        await fought(pilot, app, Attack(tuple(f"Battalion{n}" for n in range(11, 15)), ("811",)), 1)
        assert "22 - 4 = +18" in box_of(app)
        assert "Battalion14 on unit 811:" in box_of(app)


@pytest.mark.slow
async def test_space_and_enter_go_to_the_next_fight_and_escape_stays():
    for key, number in (("space", "0101"), ("enter", "0101"), ("escape", "0504")):
        async with running(app_of()) as pilot:
            given = await fought(pilot, pilot.app, Attack(("A",), ("X",)), 3)
            assert "1 of your units and 1 enemy must fight" in prompt_of(pilot.app)
            await pilot.press(key)
            assert given.dialog is None
            assert isinstance(given.mode, CombatMode)
            assert given.game.state.number(given.cursor) == number


@pytest.mark.slow
async def test_enter_that_is_held_or_pressed_twice_does_not_skip_a_result():
    async with running(app_of()) as pilot:
        given = await fought(pilot, pilot.app, Attack(("A",), ("X",)), 3)
        screen = pilot.screen
        now = Event().time
        screen.presses.repeats(key_at("enter", now - 0.1))  # this key gave the last order
        for late in (0.0, 0.2, 0.4, 0.6):  # each too soon after the one before
            screen.on_key(key_at("enter", now + late))
            assert isinstance(given.dialog, ResultDialog)
        screen.on_key(key_at("enter", now + 1))
        assert given.dialog is None


def key_at(key, time):
    """Return a key that was pressed at a given time."""
    event = Key(key, None)
    event.time = time
    return event


@pytest.mark.slow
async def test_7_74_the_box_shows_the_cause_of_a_loss():
    ring = ["A 9-4-7 0505", "B 5-4-7 0503", "C 5-4-7 0404", "D 5-4-7 0604"]
    async with running(app_of(scenario(blue=ring, red=["X 3-3-7 0504"], phase="combat"))) as pilot:
        given = await fought(pilot, pilot.app, Attack(("A", "B", "C", "D"), ("X",)), 4)
        assert isinstance(given.dialog, ResultDialog)
        lost = next(line for line in box_of(pilot.app).splitlines() if "is eliminated at" in line)
        assert "X       inf  is eliminated at 0504, because it had no way out: Blue units at" in lost


@pytest.mark.slow
async def test_15_17_the_box_shows_the_points_before_and_after():
    header, orders = record.read((record.FOLDER / "spearhead-greedy.orders").read_text(encoding="utf-8"))
    session = LocalSession.of_save(Save(record.begin(*header[:3])))
    session.game.replay(orders[:556])
    async with running(showing(session, handover="never")) as pilot:
        given = pilot.screen.play
        for order in orders[556:573]:
            given.close()
            given.apply(parse(order))
        pilot.screen.draw()
        await pilot.pause()
        assert "Points   German 11 > 21   U.S. 6 > 0" in box_of(pilot.app)
        assert "Bastogne" in box_of(pilot.app).rpartition("US 6 > 0")[2]


async def test_the_box_can_be_turned_off():
    app = app_of(results=False)
    async with running(app) as pilot:
        given = await fought(pilot, app, Attack(("A",), ("X",)), 3)
        assert given.dialog is None
        assert "X retreats" in prompt_of(app) or "advances" in prompt_of(app)


async def test_the_panel_shows_the_computers_attacks():
    app = app_of(seats=(Seat("computer", level=1), Seat()))
    async with running(app):
        play = screen_of(app).play
        play.computer.stop()
        play.close()  # a decision may already be pending
        assert not play._shows_result(0)
        assert play._shows_result(1)


@pytest.mark.slow
async def test_undoing_an_advance_shows_the_result_again():
    async with running(app_of()) as pilot:
        given = await fought(pilot, pilot.app, Attack(("A",), ("X",)), 3)
        given.close()
        given.undo()
        assert given.game.state.combat is not None, "the advance is open again"
        given.apply(Stand())
        pilot.screen.draw()
        await pilot.pause()
        assert isinstance(given.dialog, ResultDialog)
        assert "advances" not in box_of(pilot.app)


@pytest.mark.slow
async def test_defensive_fire_does_not_hide_the_last_result():
    """8.4: the box of the defender's answer starts with the last result."""
    red = ["X 3-3-7 0504", "Y 2-2-7 0101", "Gun 3-2-9/1-7 0305"]
    start = scenario(blue=["A 9-4-7 0505", "B 3-3-7 0102"], red=red, phase="combat")
    async with running(app_of(start)) as pilot:
        given = await fought(pilot, pilot.app, Attack(("A",), ("X",)), 3)
        given.close()
        given.apply(Attack(("B",), ("Y",)))
        pilot.screen.draw()
        await pilot.pause()
        assert isinstance(given.dialog, FpfDialog)
        first, *rest = box_of(pilot.app).splitlines()[1:]
        assert first.startswith("| Last: A on X: +6, die 3, D2")
        assert any("B attacks Y" in line for line in rest)


@pytest.mark.slow
async def test_q_quits_from_a_box_with_a_decision_and_goes_back_from_one_that_informs():
    app = app_of()
    async with running(app) as pilot:
        given = await fought(pilot, app, Attack(("A",), ("X",)), 3)
        assert "q quit" in screen_of(app).key_bar.text
        await pilot.press("escape")
        assert not box_of(app), "Escape never leaves the game"
        await pilot.press("question_mark")
        assert box_of(app)
        assert " q " not in screen_of(app).key_bar.text, "a box that only tells has one way back"
        await pilot.press("q")
        assert not box_of(app)
        given.open(AttackDialog(given, (given.game.scenario.by_id["y"],)))
        screen_of(app).draw()
        await pilot.pause()
        await pilot.press("q")
        await until(pilot, lambda: not isinstance(app.screen, PlayScreen))


SENTENCES = {
    56: [
        "The die: 1. D3: the defender retreats three hexes",
        "",
        "73      SPG  retreats three hexes: 1813, 1713, 1612",
        "2/3     tnk  advances to 1814",
        "1/304   mec  advances to 1813",
    ],
    68: [
        "The die: 1. Br: both sides retreat one hex",
        "",
        "420     SPG  is eliminated at 1416, because it had no way out: German units",
        "                 at 1415, 1517, 1417 and 1316, and German zones at 1516 and",
        "                 1317",
        "2R      rec  retreats one hex: 1516",
    ],
    129: [
        "The die: 3. Br: both sides retreat one hex",
        "",
        "90      REC  retreats one hex: 1217",
        "1/304   mec  retreats one hex: 1415",
        "             displaced: 2/501, unit 2, 2/78, 2A, 2R and 2/2",
    ],
}
"""By number of orders in a recorded game: the sentences of the box."""


def test_the_sentences_of_recorded_combats():
    game, orders = begun("spearhead-greedy")
    chronicle, found = Chronicle(game), {}
    declared, fight = game.copy(), None
    for number, order in enumerate(orders[: max(SENTENCES)], 1):
        if order.startswith("attack"):
            declared = game.copy()
        entry = chronicle.carry_out(order)
        fight = entry.fight if entry.rolls else fight
        if number in SENTENCES and fight is not None:
            box = ResultDialog(BareDesk(game), Fought(declared, fight), "", lambda: None)
            rows = text_of(box.rows(76)).splitlines()
            start = next(i for i, line in enumerate(rows) if line.startswith("The die: "))
            found[number] = [line.rstrip() for line in rows[start:]]
    assert found == SENTENCES
