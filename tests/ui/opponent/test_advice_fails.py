"""Failing advice: the player is told, the error report has the reason, and the game continues."""

import pytest

from tests.drawn import scenario
from tests.every import every
from tests.pilot import running, showing, until
from tests.ui.opponent.test_resumed import in_play
from westwall_tui.engine.orders import Order, Retreat, parse
from westwall_tui.files.players.seats import SEATS
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.decisions.attack import AttackDialog
from westwall_tui.ui.decisions.result import ResultDialog
from westwall_tui.ui.decisions.retreat import give_or_ask

pytestmark = pytest.mark.advice_fails

PERSON, LEVEL_1 = SEATS[:2]
UI = "westwall_tui.ui"


def fails(*_, **__):
    raise ValueError("advice that fails")


def session_of(**what):
    """Return a session in which A1 can be surrounded and no unit has to attack."""
    units = {"blue": ["A1 4-4-7 0505", "B 3-3-7 0304"], "red": ["X 5-4-7 0503", "Y 5-4-7 0107"]}
    return LocalSession.new(scenario(**{**units, **what}), seed=1, seats=(PERSON, LEVEL_1))


TURN = ("right", "E", "y")
"""Keys that look at a hex, ask to end the phase, and end it."""

PLAYED: list[tuple[str, tuple[str, ...]]] = [
    ("westwall_tui.ui.opponent.coach.Coach.note", TURN),
    ("westwall_tui.ui.opponent.coach.Coach.sent", TURN),
    ("westwall_tui.ui.opponent.coach.Coach.recall", TURN),
    ("westwall_tui.engine.planning.Outlook.of_move", ("tab", "enter", "down", "down", "enter")),
    ("westwall_tui.engine.planning.risks_of_ending", TURN),
    ("westwall_tui.engine.planning.price_of_ending", TURN),
    (f"{UI}.boxes.end_of_phase.regrets", TURN),
    (f"{UI}.boxes.end_of_phase.CoachDialog.rows", TURN),
    (f"{UI}.boxes.end_of_phase.CoachDialog.stake", TURN),
    (f"{UI}.opponent.hint.HintDialog.rows", ("I", "escape", *TURN)),
    (f"{UI}.opponent.hint.HintDialog.__init__", ("I", *TURN)),
    (f"{UI}.opponent.hint.HintDialog.hexes", ("I", "escape", *TURN)),
    (f"{UI}.opponent.hint.HintDialog._place_of_order", ("I", *TURN)),
    (f"{UI}.opponent.hint.HintDialog.keys", ("I", "escape", *TURN)),
    (f"{UI}.opponent.coach.Coach.hinted", ("I", *TURN)),
    (f"{UI}.opponent.computer.Computer.advise", ("I", *TURN)),
    (f"{UI}.screens.play.log.GameLog.write", TURN),
    (f"{UI}.screens.play.turn.LastDecision.entries", TURN),
    (f"{UI}.screens.play.turn.PhaseCombats.fought", TURN),
    (f"{UI}.screens.play.seats.OrdersElsewhere.note", TURN),
    (f"{UI}.screens.play.seats.OrdersElsewhere.follow", TURN),
    (f"{UI}.screens.play.seats.OrdersElsewhere.forget_last", TURN),
    (f"{UI}.screens.play.seats.OrdersElsewhere.begin", TURN),
    (f"{UI}.screens.play.seats.OrdersElsewhere.forget", TURN),
    (f"{UI}.screens.play.turn.LastDecision.mark", TURN),
    (f"{UI}.screens.play.turn.PhaseCombats.mark", TURN),
    (f"{UI}.screens.play.look.LookAround.proposed", TURN),
    ("westwall_tui.files.scenarios.briefings.briefings_of", TURN),
    ("westwall_tui.words.events.why_of", TURN),
    ("westwall_tui.words.odds.outcome_in_words", TURN),
    (f"{UI}.screens.play.panes.Panes._panel_rows", TURN),
    (f"{UI}.screens.play.panes.Panes.bar_row", TURN),
    (f"{UI}.screens.play.look.LookAround.panel", TURN),
    (f"{UI}.map.overlays.objectives.Objectives.signs", TURN),
    ("westwall_tui.engine.planning.EnemyTurn.hexes", ("Z", "Z", *TURN)),
    (f"{UI}.screens.play.look.zone_sign", ("z", "z", *TURN)),
    (f"{UI}.screens.play.keys.Keys._show_risks", ("exclamation_mark", "w", *TURN)),
    (f"{UI}.boxes.help.HelpDialog.rows", ("question_mark", "escape", *TURN)),
    (f"{UI}.pages.points.PointsScreen.paint", ("P", *TURN)),
    (f"{UI}.pages.rules.RulesScreen.paint", ("R", *TURN)),
    (f"{UI}.pages.whole_board.OverviewScreen.paint", ("W", *TURN)),
    (f"{UI}.pages.catalog.page_by_name", ("r", "t", "C", *TURN)),
    (f"{UI}.terminal.page.PageScreen.paint", ("r", "t", "C", *TURN)),
    (f"{UI}.screens.boards.watch.WatchScreen.paint", ("left_square_bracket", *TURN)),
    (f"{UI}.opponent.onlooker.ComputerMode.prompt", TURN),
]
"""By adviser, the keys of a turn in which it is asked."""


def two_fights():
    """Return a session in which A and B attack X, which cannot retreat, in the last turn."""
    return session_of(
        blue=["A 9-9-7 0102", "B 9-9-7 0201"], red=["X 4-4-7 0101", "Y 1-1-7 0909"], phase="combat", last_turn=1
    )


@every("adviser", [adviser for adviser, _ in PLAYED if adviser.partition("opponent.coach")[1] or ".turn." in adviser
                   or ".seats." in adviser or ".words." in adviser or ".log." in adviser])  # fmt: skip
def test_orders_are_carried_out_although_telling_fails(adviser, advice_works):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adviser, fails)
        play = in_play(two_fights(), Settings(handover="never", coach=True, computer_speed="fast"))
        for _ in range(40):
            if play.game.outcome is not None:
                break
            order = "attack A B > X" if play.game.explain("attack A B > X") is None else next(iter(play.game.legal()))
            play.computer.play = lambda: None
            play.apply(parse(order) if isinstance(order, str) else order)
            play.dialog = None
        assert play.game.state.turn > 1 or play.game.outcome is not None


def test_attacks_and_retreats_work_although_an_adviser_fails(monkeypatch, advice_works):
    play = in_play(two_fights(), Settings(handover="never"))
    for adviser in ("suggested", "needless_loss"):
        monkeypatch.setattr(f"westwall_tui.engine.planning.{adviser}", fails)
    enemy = play.game.scenario.unit("X")
    assert AttackDialog(play, (enemy,)).chosen == set()
    given: list[Order] = []
    monkeypatch.setattr(play, "apply", given.append)
    give_or_ask(play, Retreat("X", ("0202",)))
    assert [str(order) for order in given] == ["retreat X 0202"]
    assert len(advice_works) == 2


@pytest.mark.slow
@pytest.mark.parametrize(("adviser", "keys"), PLAYED, ids=lambda value: value if isinstance(value, str) else "")
async def test_the_game_continues_although_an_adviser_fails(adviser, keys, monkeypatch, advice_works):
    monkeypatch.setattr(adviser, fails)
    async with running(showing(session_of(), handover="never", coach=True, computer_speed="once")) as pilot:
        play = pilot.screen.play
        for key in keys:
            await pilot.press(key)
            if key == "I":
                await until(pilot, lambda: not play.computer.advises)
        if keys[-1] == "E":
            await until(pilot, lambda: play.game.state.turn > 1)
        else:
            assert play.game.log, "the order was given"
        assert any("advice that fails" in each for each in advice_works), "the adviser was asked"
        assert pilot.app.is_running


@pytest.mark.slow
@pytest.mark.parametrize(
    "adviser",
    [
        f"{UI}.decisions.result.ResultDialog.rows",
        f"{UI}.decisions.result.ResultDialog.__init__",
        f"{UI}.screens.play.turn.PhaseCombats.fought",
        f"{UI}.decisions.attack.AttackDialog.rows",
        f"{UI}.pages.end.VictoryScreen.paint",
        "westwall_tui.history.review.review",
        "westwall_tui.history.entries.Chronicle.carry_out",
        "westwall_tui.engine.planning.preview",
        "westwall_tui.engine.planning.risks_of_attack",
    ],
)
async def test_a_combat_and_the_end_of_the_game_survive_failing_advisers(adviser, monkeypatch, advice_works):
    async with running(showing(two_fights(), handover="never", coach=True, computer_speed="once")) as pilot:
        monkeypatch.setattr(adviser, fails)
        play = pilot.screen.play
        await pilot.press("tab", "enter", "d")
        for _ in range(30):
            if play.game.outcome is not None:
                break
            keys = {"advance": ["s"], "combat": ["E", "y"]} if not isinstance(play.dialog, ResultDialog) else {}
            here = keys if play.decision.is_here else {}
            await pilot.press(*here.get(play.game.prompt.kind, ["space"]))
        assert play.game.outcome is not None
        assert any("advice that fails" in each for each in advice_works), "the adviser was asked"
        assert pilot.app.is_running
