"""Conditions in sentences: at least three printed examples of each."""

import pytest

from tests.drawn import drawn, play
from tests.every import every
from westwall_tui.conditions import Decided, Gap, Trial, decided_by, parse
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse as order_of
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.words.conditions import (
    carried_out,
    condition_in_words,
    gap_in_words,
    how_to_write,
    line_in_words,
    never_decides,
    table_heading,
    trial_in_words,
    tried_in_words,
)

SPEARHEAD, ARNHEM = "bastogne/spearhead", "arnhem/historical"
FIRES = "If any unit is attacked"


@every(
    ("scenario", "line", "sentence"),
    [
        (SPEARHEAD, "fire none for 52 at ..+1", "If unit 52 is attacked at +1 or less, no artillery fires."),
        (
            SPEARHEAD,
            "fire 101 for 52 2 at +2..+6",
            "If unit 52 or unit 2 is attacked at +2 to +6, unit 101 fires if that changes the column.",
        ),
        (
            SPEARHEAD,
            "fire 101 to +1",
            f"{FIRES}, unit 101 fires if that brings the attack to +1 or less; otherwise a later line decides.",
        ),
        (
            SPEARHEAD,
            "fire 420 58 101 for foy at +3",
            "If any unit at Foy is attacked at +3, unit 420, then unit 58 and then unit 101 fire, as few as give the "
            "same column as all of them.",
        ),
        (
            SPEARHEAD,
            "fire 420 58 for near noville 1 at +2..+6 to +1",
            "If any unit within one hex of Noville is attacked at +2 to +6, unit 420 and then unit 58 fire, as few as "
            "bring the attack to +1 or less; if they cannot, a later line decides.",
        ),
        (
            SPEARHEAD,
            "fire all at +1.. to 0",
            f"{FIRES} at +1 or more, artillery in range fires, as few units as bring the attack to 0 or less; if they "
            "cannot, a later line decides.",
        ),
        (
            ARNHEM,
            "fire all support 3",
            f"{FIRES}, artillery in range fires, helped by up to three Ground Support Points, as few units as give the "
            "same column as all of them.",
        ),
        (
            ARNHEM,
            "fire support 1 for city",
            "If any unit in a city is attacked, one Ground Support Point helps the defense if that changes the column.",
        ),
        (
            SPEARHEAD,
            "retreat all toward bastogne prefer town cover away never 2614 noville",
            "If any unit retreats or is displaced, it prefers, in this order, hexes nearer to Bastogne, a town, the "
            "best cover and distance from the enemy; it enters 2614 Longvilly or Noville only if there is no other "
            "way.",
        ),
        (
            SPEARHEAD,
            "retreat 52 never near noville 2",
            "If unit 52 retreats or is displaced, it enters a hex within two hexes of Noville only if there is no "
            "other way.",
        ),
        (
            ARNHEM,
            "retreat woods stay",
            "If any unit in woods retreats or is displaced, it prefers the shortest retreat.",
        ),
        (SPEARHEAD, "advance none", "After you have beaten off an attack, no unit advances."),
        (
            SPEARHEAD,
            "advance none for 52 2",
            "After you have beaten off an attack, unit 52 or unit 2 does not advance.",
        ),
        (
            SPEARHEAD,
            "advance 101st into foy town",
            "After you have beaten off an attack, any 101st Airborne unit advances, but only into Foy or else a town.",
        ),
        (ARNHEM, "demolish all yes", "If you may blow a wired bridge, you try."),
        (ARNHEM, "demolish 2518/2519 no", "If you may blow the bridge 2518/2519, you leave it standing."),
        (
            ARNHEM,
            "demolish 2518/2519 2619/2720 yes",
            "If you may blow the bridge 2518/2519 or 2619/2720, you try.",
        ),
    ],
)
def test_lines(scenario, line, sentence):
    loaded = load_scenario(scenario)
    assert condition_in_words(loaded, parse(line, loaded, 1)) == sentence


@every(
    ("gap", "sentence"),
    [
        (Gap("advance", True), "Nothing covers advances after combat: the game will wait for you."),
        (Gap("retreat", True), "Nothing covers retreats and displacement: the game will wait for you."),
        (Gap("fpf", False), "Not every attack is covered: where no line applies, the game will wait for you."),
        (
            Gap("demolition", False),
            "Not every wired bridge is covered: where no line applies, the game will wait for you.",
        ),
    ],
)
def test_gaps(gap, sentence):
    assert gap_in_words(gap) == sentence


@every(
    ("order", "lines", "sentence"),
    [
        ("fpf none", (3,), "By your conditions (line 3), no artillery fires."),
        ("fpf 52", (2,), "By your conditions (line 2), unit 52 fires."),
        ("fpf 2A gs 2", (2,), "By your conditions (line 2), 2A and two Ground Support Points fire."),
        ("fpf gs 1", (2,), "By your conditions (line 2), one Ground Support Point helps the defense."),
        ("retreat 52 1417 1418", (1, 4), "By your conditions (lines 1 and 4), unit 52 retreats to 1418."),
        ("displace 2A 1418", (1,), "By your conditions (line 1), 2A is displaced to 1418."),
        ("advance 2R 1418", (6,), "By your conditions (line 6), 2R advances to 1418."),
        ("stand", (6,), "By your conditions (line 6), no unit advances."),
        ("demolish yes", (7,), "By your conditions (line 7), the bridge 1007/1008 is to be blown."),
        ("demolish no", (7,), "By your conditions (line 7), the bridge 1007/1008 is left standing."),
    ],
)
def test_decisions_carried_out(order, lines, sentence):
    decided = Decided(order_of(order), lines)
    assert carried_out(decided, bridge="1007/1008") == sentence
    place = sentence.partition(", ")[0]
    assert carried_out(decided, "German", "1007/1008") == sentence.replace(place, "By the German conditions")


def test_trials():
    game = drawn(blue=["A 8-4-7 0505"], red=["X 3-2-7 0504", "Q 3-1-18/1-7 0301"], phase="combat")
    play(game, "attack A > X")

    def said(given: str, *lines: str) -> str:
        return trial_in_words(Trial(1, game, order_of(given), decided_by(game, lines)))

    asked = "X at 0504 is attacked at +6. The decision was to"
    assert said("fpf none", "fire none") == (
        f"{asked} use no Final Protective Fire; your conditions would decide the same (line 1)."
    )
    assert said("fpf none", "advance none", "fire all") == (
        f"{asked} use no Final Protective Fire; your conditions (line 2) would use the Final Protective Fire of Q."
    )
    assert said("fpf Q", "fire none for Q") == (
        f"{asked} use the Final Protective Fire of Q; your conditions would wait for you."
    )
    play(game, "fpf none", "roll 5")
    assert game.prompt.kind == "retreat"
    assert said("retreat X 0503 0502", "retreat all prefer 0303") == (
        "The Red forces must retreat X by two hexes. The decision was to retreat X to 0502 through 0503; your "
        "conditions (line 1) would retreat X to 0303 through 0403."
    )


@every(
    ("lines", "number"),
    [
        (("advance none", "advance 52 into foy"), 1),
        (("fire none for 52 at +2..", "fire 101 for 52 at +3..+5"), 1),
        (("demolish all no", "demolish all yes"), 1),
        (("fire none for 52", "fire 101"), 0),
        (("fire none at +2..", "fire 101"), 0),
        (("advance 52", "advance none"), 0),
        (("retreat all away", "retreat all stay"), 0),
        (("fire none", "advance none"), 0),
    ],
)
def test_a_line_below_one_that_always_decides_is_named(lines, number):
    told = never_decides(load_scenario(SPEARHEAD), 1, lines, 1)
    assert told == (f"This line never decides, because line {number} always decides first." if number else "")


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("key", [SPEARHEAD, "quick/noville", ARNHEM])
def test_the_examples_of_the_notation_are_lines_of_the_battle(key, side):
    scenario = load_scenario(key)
    told = how_to_write(Game(scenario, seed=1), side)
    lines = [line for form in told for line in form.partition(": as in ")[2].split(", or ") if line]
    assert {line.split()[0] for line in lines} >= {"fire", "retreat", "advance"}
    for line in lines:
        assert line_in_words(scenario, side, line)[1] is None


def test_the_decisions_of_the_last_enemy_turn_are_counted():
    game = drawn(blue=["A 8-4-7 0505"], red=["X 3-2-7 0504", "Q 3-1-18/1-7 0301"], phase="combat")
    play(game, "attack A > X")
    waits = Trial(3, game, order_of("fpf none"), None)
    decides = waits._replace(decided=decided_by(game, ["fire none"]))
    assert tried_in_words([]) == ["There has been no enemy Player-Turn yet in which you had to decide something."]
    assert tried_in_words([decides])[0] == "In Game-Turn 3 you had one decision to make in the enemy's turn."
    for trials, made in ([decides, waits], "one"), ([waits, waits], "none"), ([decides, decides], "all"):
        first, *others = tried_in_words(trials)
        told = "In Game-Turn 3 you had two decisions to make in the enemy's turn."
        assert first.startswith(told)
        assert len(others) == 2
        assert first == f"{told} Your conditions would have made {made} of them."


@every(
    ("table", "heading"),
    [
        ((), "German conditions: none yet"),
        (("off", "fire all"), "German conditions: off"),
        (("fire all",), "German conditions: on"),
    ],
)
def test_headings(table, heading):
    assert table_heading("German", table) == heading
