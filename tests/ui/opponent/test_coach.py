"""The coach: what you may regret before a phase ends, and the best and the worst after your turn."""

import asyncio
import re

import pytest

from tests.drawn import scenario
from tests.games import record
from tests.pilot import running, showing
from tests.ui.desk import text_of
from tests.ui.looks import box_of, laid_over, prompt_of, screen_of
from tests.ui.test_play import go
from westwall_tui.ai.thinker import Thought
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Roll, parse
from westwall_tui.engine.state import ELIMINATED
from westwall_tui.files.players.seats import SEATS
from westwall_tui.files.players.settings import load_settings
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.boxes.end_of_phase import MAX_REGRETS, regrets, risk_taken
from westwall_tui.ui.opponent.coach import Coach
from westwall_tui.ui.opponent.hint import HintDialog

pytestmark = pytest.mark.slow

PERSON, LEVEL_1 = SEATS[:2]


def trap(**what):
    """Return a scenario in which Y can surround A1; the gun and B are safe."""
    return scenario(blue=["A1 4-4-7 0505", "B 1-1-7 0909"], red=["X 5-4-7 0504", "Y 5-4-7 0107"], **what)


def app_of(start, *, coach=True, seats=(PERSON, LEVEL_1)):
    session = LocalSession.new(start, seed=1, seats=seats)
    return showing(session, handover="never", coach=coach, computer_speed="once")


async def told(app, pilot):
    """Wait until the coach has looked at everything."""
    for _ in range(200):
        await pilot.pause()
        if "still looking" not in box_of(app):
            return
        await asyncio.sleep(0.05)
    raise AssertionError(box_of(app))


async def test_e_names_what_you_may_regret_and_enter_shows_it():
    app = app_of(trap())
    async with running(app) as pilot:
        await pilot.press("E")
        await told(app, pilot)
        box = box_of(app)
        assert "End the Movement Phase?" in box
        assert "what you may regret" in box
        assert "1. A1 can be surrounded at 0505 by" in box or "A1 at 0505 must attack X" in box
        await pilot.press("enter")
        assert screen_of(app).play.dialog is None
        assert "E: back to the coach" in prompt_of(app)
        assert laid_over(app)
        assert screen_of(app).play.game.prompt.kind == "movement"
        await pilot.press("E")
        assert "what you may regret" in box_of(app)
        await pilot.press("E")
        assert screen_of(app).play.game.prompt.kind == "combat"


async def test_plus_shows_the_full_list_and_plus_again_the_coach():
    app = app_of(trap())
    async with running(app) as pilot:
        await pilot.press("E", "plus")
        assert "You will have to fight:" in box_of(app)
        await pilot.press("plus")
        await told(app, pilot)
        assert "what you may regret" in box_of(app)
        await pilot.press("plus", "escape")
        assert screen_of(app).play.game.prompt.kind == "movement"


async def test_the_coach_needs_a_computer_and_can_be_off():
    for app in (app_of(trap(), seats=(PERSON, PERSON)), app_of(trap(), coach=False)):
        async with running(app) as pilot:
            await pilot.press("E")
            assert "You will have to fight:" in box_of(app)
            assert "regret" not in box_of(app)


async def test_the_command_coach_turns_the_coach_on():
    async with running(app_of(trap(), coach=False)) as pilot:
        await pilot.press("colon", *"coach", "enter")
        assert "The coach is on" in prompt_of(pilot.app)
        assert load_settings()[0].coach
        await pilot.press("E")
        assert "regret" in box_of(pilot.app)


def corner():
    """Return a scenario in which X, in the corner, cannot retreat from A and B, who attack."""
    blue = ["A 9-9-7 0102", "B 9-9-7 0201"]
    return scenario(blue=blue, red=["X 4-4-7 0101", "Y 1-1-7 0909"], phase="combat")


async def until(pilot, done):
    """Wait until something holds."""
    for _ in range(200):
        await pilot.pause()
        if done():
            return
        await asyncio.sleep(0.02)
    raise AssertionError


def coached_lines(app):
    return [line.text for line in screen_of(app).play.log.lines if line.text.startswith("Coach. ")]


@pytest.mark.parametrize("coach", [True, False])
async def test_after_your_turn_the_coach_says_one_sentence(coach):
    app = app_of(corner(), coach=coach)
    async with running(app) as pilot:
        play = screen_of(app).play
        await pilot.press("tab", "enter", "d")
        await until(pilot, lambda: play.game.prompt.kind == "advance")
        await pilot.press("s")
        assert coached_lines(app) == []
        await pilot.press("space", "E")
        await until(pilot, lambda: play.game.state.side == 1 or play.game.state.turn == 2)
        said = "Coach. Best: A and B attacked X at +14; every roll eliminates a unit."
        assert coached_lines(app) == ([said] if coach else [])
        await until(pilot, lambda: play.decision.is_here and play.game.state.turn == 2)
        assert coached_lines(app) == ([said] if coach else []), (
            "the sentence comes once, and not after the computer's turn"
        )
        assert play.coach.says == ""
        assert (said in "".join(span.text for span in play.message)) == coach, (
            "the sentence is repeated at the start of your next turn"
        )


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (
            "spearhead-busy",
            [
                "Coach. Worst: 1/902 can be surrounded at 2414.",
                "Coach. Best: your attack on 1/304 at 0. Worst: unit 2 can be surrounded at 2511.",
                "Coach. Best: you took Bastogne (22 points).",
                "Coach. Best: your attack on unit 52 at +6; every roll eliminates a unit.",
            ],
        ),
        (
            "remagen-historical-busy",
            [
                "Coach. Worst: your attack on unit 27 at -5.",
                "Coach. Best: you took Honningen (10 points).",
                "Coach. Best: the enemy lost Honningen. Worst: your attack on unit 27 at -4.",
                "Coach. Worst: your attack on unit 27 at -4.",
                "Coach. Best: you took Rheinbreitbach. Worst: 11A can be surrounded at 0920.",
                "Coach. Best: you took Linz (5 points).",
                "Coach. Best: you now score west of the Rhine. Worst: you lost Rheinbreitbach.",
            ],
        ),
        (
            "relief-greedy",
            [
                "Coach. Best: your attack on unit 22 at +8; every roll eliminates a unit.",
                "Coach. Worst: unit 704 can be surrounded at 0819.",
            ],
        ),
    ],
)
def test_the_lines_of_recorded_turns(name, lines):
    header, orders = record.read((record.FOLDER / f"{name}.orders").read_text(encoding="utf-8"))
    session = LocalSession.new(load_scenario(header.scenario), seats=(PERSON, PERSON), manual=True)
    coach = Coach(session, lambda: True)
    coach.note()
    found = []
    for line in orders:
        session.apply(parse(line))
        if text := coach.note():
            found.append(text)
        if len(found) == len(lines):
            break
    assert found == lines


def test_7_41_an_attack_at_zero_has_no_sign():
    start = scenario(blue=["A 2-9-7 0102", "B 2-9-7 0201"], red=["X 4-4-7 0101", "Y 1-1-7 0909"], phase="combat")
    session = LocalSession.new(start, seats=(PERSON, LEVEL_1), manual=True)
    coach = Coach(session, lambda: True)
    coach.note()
    session.apply(parse("attack A B > X"))
    while (game := session.game).state.side == 0:
        session.apply(Roll(1) if game.prompt.kind == "roll" else next(iter(game.legal())))
    assert coach.note().startswith("Coach. Best: A and B attacked X at 0; ")


async def test_the_coachs_words_replace_the_prompt_while_the_computer_plays():
    async with running(app_of(corner())) as pilot:
        play = pilot.screen.play
        play.computer.play = lambda: None  # the computer never gives an order
        await pilot.press("tab", "enter", "d")
        await until(pilot, lambda: play.game.prompt.kind == "advance")
        await pilot.press("s", "space", "E")
        await until(pilot, lambda: not play.decision.is_here)
        await pilot.pause()
        assert pilot.screen.prompt_line.text.strip().startswith("Coach. Best: A and B attacked X")


async def test_5_15_undo_does_not_confuse_the_coach():
    async with running(app_of(trap())) as pilot:
        go(pilot.app, "0909")
        await pilot.press("enter")
        go(pilot.app, "0907")
        await pilot.press("enter", "less_than_sign")
        await pilot.press("E", "E")
        assert pilot.screen.play.game.prompt.kind == "combat"


def before_the_trap():
    """Return a game in which A1 can be surrounded at 0505, as in `trap`."""
    return scenario(blue=["A1 3-3-7 0509"], red=["X 5-4-7 0504", "Y 5-4-7 0107"])


async def test_the_coach_says_if_your_attacks_may_change_a_risk():
    """A gun is alone whatever you attack."""
    app = app_of(scenario(blue=["A1 3-3-7 0505", "G 2-2-8/1-3 0506"], red=["X 5-4-7 0502"]))
    async with running(app):
        play = screen_of(app).play
        hint = HintDialog(play, Thought(parse("move A1 0909"), ("It gets away from X.",)), None)
        told = " ".join(text_of(hint.rows(76)).split())
        assert "- Risk: A1 leaves G at 0506 alone, and X can move next to it." in told


async def test_the_hint_box_leaves_a_long_prompt_visible():
    app = app_of(scenario(blue=["A1 3-3-7 0502"], red=["X 1-1-7 0909"]))
    async with running(app):
        play, feet = screen_of(app).play, []
        for prompt in ("short", "a prompt of many words " * 6):
            play.mode.prompt = lambda prompt=prompt: prompt
            play.open(HintDialog(play, Thought(parse("move A1 0503"), ("It gets next to X.",)), None))
            screen_of(app).draw()
            feet.append(screen_of(app).map.box.region.bottom)
            play.close()
        assert feet == [22, 21], "the first of its two lines is above the prompt line"


@pytest.mark.parametrize("advice", ["move A1 0506", "move A1 0505"])
async def test_the_coach_knows_the_warnings_of_a_hint(advice):
    app = app_of(before_the_trap())
    async with running(app):
        play = screen_of(app).play
        play.coach.hinted(parse(advice))
        play.apply(parse("move A1 0505"))
        hinted = advice == "move A1 0505"
        assert play.coach.sent() == ({0} if hinted else set())
        found = [each for each in regrets(play.game, None, play.coach.sent()) if "A1 can be surr" in each.text]
        assert len(found) == (not hinted), "the coach calls it no mistake"
        taken = "You followed a hint and took this risk: A1 can be surrounded."
        assert risk_taken(play.game, play.coach.sent()) == (taken if hinted else "")


async def test_the_coach_is_silent_if_no_attack_is_left():
    app = app_of(scenario(blue=["A 9-9-7 0102", "B 9-9-7 0201"], red=["X 4-4-7 0101", "Y 1-1-7 0909"], phase="combat"))
    async with running(app) as pilot:
        play = screen_of(app).play
        await pilot.press("tab", "enter", "d")
        await until(pilot, lambda: play.game.prompt.kind == "advance")
        await pilot.press("s", "space")
        assert play.game.prompt.kind == "combat"
        await pilot.press("E")
        await until(pilot, lambda: play.game.state.side == 1 or play.game.state.turn == 2)


# -- the list


def test_the_three_worst_regrets_are_named_worst_first():
    red = [f"X{i} 9-9-7 0{column}08" for i, column in enumerate((1, 3, 5, 7, 9))]
    blue = [f"A{i} {i + 1}-4-7 0{column}09" for i, column in enumerate((1, 3, 5, 7, 9))]
    found = regrets(Game(scenario(blue=blue, red=red), seed=None))
    assert len(found) == MAX_REGRETS
    assert [each.weight for each in found] == sorted((each.weight for each in found), reverse=True)
    assert all(each.hexes for each in found)


@pytest.mark.parametrize(
    ("attack", "told"), [(4, ["A1 can be surrounded at 0502 by Y and X if X is still there"]), (9, [])]
)
def test_7_11_the_coach_ignores_enemies_that_an_attack_removes(attack, told):
    """X at the mapedge cannot retreat: at +5 every roll removes it, and without it Y cannot surround A1."""
    game = Game(scenario(blue=[f"A1 {attack}-4-7 0502"], red=["X 5-4-7 0501", "Y 5-4-7 0106"]), seed=None)
    found = [each.text.partition(";")[0] for each in regrets(game) if "surrounded" in each.text]
    assert found == told


def test_trifles_are_named_only_if_nothing_weighs_more():
    game = Game(scenario(blue=["A1 1-1-7 0909"], red=["X 5-4-7 0507"]), seed=None)
    (found,) = regrets(game)
    assert "A1 can be surrounded" in found.text
    assert not found.counts


def test_the_computers_own_move_is_one_of_the_regrets():
    game = Game(scenario(blue=["A1 4-4-7 0505"], red=["X 5-4-7 0101"]), seed=None)
    thought = Thought(parse("move A1 0506"), ("At 0506 it helps to hold Bastogne. (+2.8)",))
    (found,) = regrets(game, thought)
    assert found.text == "You could still move A1 from 0505 to 0506 (+2.8). At 0506 it helps to hold Bastogne."
    assert found.weight == pytest.approx(2.8)
    assert game.state.numbers(found.hexes) == ("0505", "0506")
    assert regrets(game, Thought(parse("done"), ("It gets next to X. (+2.0)",))) == []
    assert regrets(game, Thought(parse("move A1 0506"), ("But it gets next to X. (-2.8)",))) == []


async def test_a_risk_taken_with_a_hint_is_one_quiet_line():
    async with running(app_of(before_the_trap())) as pilot:
        play = pilot.screen.play
        play.coach.hinted(parse("move A1 0505"))
        play.apply(parse("move A1 0505"))
        await pilot.press("E")
        box = box_of(pilot.app)
        assert box.count("A1 can be surrounded") == 1
        assert "You followed a hint and took this risk: A1 can be surrounded." in box


def test_a_unit_lost_where_a_hint_sent_it_is_the_worst():
    """A1 follows the hint to 0505, where Red removes it."""
    start = scenario(blue=["A1 3-3-7 0509"], red=["X 9-9-7 0502", "Y 9-9-7 0107"])
    session = LocalSession.new(start, seats=(PERSON, LEVEL_1), manual=True)
    coach = Coach(session, lambda: True)
    coach.note()
    coach.hinted(parse("move A1 0505"))
    for line in ("move A1 0508 0507 0506 0505", "done"):
        session.apply(line)
        coach.note()
    game = session.game
    assert game.state.side == 1
    game.state.place(0, ELIMINATED)
    game.state.side = 0
    assert coach.recall() == "Coach. Worst: A1 was lost at 0505, where a hint had sent it."
    assert coach.recall() == ""


async def test_a_hint_weighs_the_risk_that_it_names():
    app = app_of(before_the_trap())
    async with running(app):
        play = screen_of(app).play
        for reason, outweighs in (
            ("It gets next to X. (+9.0)", True),
            ("It gets next to X. (+0.1)", False),
        ):
            hint = HintDialog(play, Thought(parse("move A1 0505"), (reason,)), None)
            told = " ".join(text_of(hint.rows(76)).split())
            assert re.search(r"can be surrounded at 0505 .* eliminates? it\. \(-\d\.\d\)", told)
            assert ("The gain outweighs this." in told) == outweighs


def hidden(app):
    """Return the hexes of the map that the open box covers."""
    view, box = screen_of(app).map, screen_of(app).map.box.region
    window = screen_of(app).window
    found = set()
    for h in view.board.playable:
        x, y, *_ = view.picture.box(h)
        if box.contains(x - window.left + window.region.x, y - window.top + window.region.y):
            found.add(h)
    return found


async def test_the_hint_box_leaves_its_hex_visible_and_marked():
    """The test tries the smallest screen and every part of the board."""
    app = app_of(scenario(blue=["A1 3-3-7 0503"], red=["X 1-1-7 0101"]))
    async with running(app):
        play = screen_of(app).play
        for number in ("0509", "0901", "0505", "0103"):
            h = play.game.scenario.board.hex(number)
            play.open(HintDialog(play, Thought(parse(f"move A1 {number}"), ("It gets next to X.",)), None))
            screen_of(app).draw()
            assert h not in hidden(app), number
            assert play.marks()[h] == ("*", "reach")
            play.close()


async def test_the_coach_marks_the_hex_that_it_proposes_until_the_next_order():
    async with running(app_of(scenario(blue=["A1 3-3-7 0503"], red=["X 1-1-7 0909"]))) as pilot:
        play = pilot.screen.play
        await pilot.press("E")
        play.dialog._insert_thought(Thought(parse("move A1 0506"), ("It gets next to X. (+2.8)",)))
        pilot.screen.draw()
        await pilot.press("enter")
        h = play.game.scenario.board.hex("0506")
        assert play.marks()[h] == ("*", "reach")
        assert h in play.goals()
        play.apply(parse("move A1 0504"))
        assert h not in play.marks()


async def test_a_hint_names_a_risk_once():
    """The coach's words replace the computer's own, except where warnings are off."""
    app = app_of(before_the_trap())
    async with running(app):
        play = screen_of(app).play
        against = "Risk: X and Y could surround it there, from 0506; then any roll eliminates it. (-0.4)"
        for warns in (True, False):
            play.preferences.change(play.preferences.settings._replace(warnings=warns))
            hint = HintDialog(play, Thought(parse("move A1 0505"), ("A1 is nearer (+9.0)", against)), None)
            told = " ".join(text_of(hint.rows(76)).split())
            assert ("could surround it" in told, "can be surrounded" in told) == (not warns, warns)
