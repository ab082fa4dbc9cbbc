"""Pages at the end of a game and during it: the winner, points by cause, losses, reinforcements, keys, tables."""

from dataclasses import replace

import pytest

from tests.drawn import drawn, play
from tests.pilot import running, showing
from tests.ui.desk import text_of
from tests.ui.looks import situation_of
from westwall_tui.engine import queries
from westwall_tui.engine.board import Place
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.around.widepanel import account_rows
from westwall_tui.ui.pages.catalog import SHORT, WITHOUT_KEYS, keys_rows
from westwall_tui.ui.pages.end import result_rows
from westwall_tui.ui.pages.rules import rules_anchors, rules_rows
from westwall_tui.ui.pages.tables import (
    WIDEST_CALENDAR,
    calendar_rows,
    losses_rows,
    reinforcement_rows,
    reinforcements_screen,
    tables_rows,
)
from westwall_tui.words.keymap import KEYS, KEYSETS, Keymap
from westwall_tui.words.places import hex_in_short
from westwall_tui.words.rulebook import sections

WIDTH = 78


def spearhead() -> Game:
    """Return a game of Spearhead that was conceded at once."""
    game = Game(load_scenario("bastogne/spearhead"), seed=1)
    play(game, "concede")
    return game


def test_the_account_by_cause_with_its_sums():
    """15.17."""
    game = spearhead()
    told = text_of(account_rows(game, WIDTH))
    assert "The Germans win: the U.S. conceded, on Game-Turn 1 of 7" in text_of(result_rows(game, WIDTH))
    german, us = queries.totals(game)
    assert f"German: {german} Victory Points" in told
    assert f"U.S.: {us} Victory Points" in told
    for line in queries.account(game):
        assert f"{line.points:>3}  {line.cause}" in told


def test_a_battle_without_points_shows_none():
    """15.27: the Relief is won by a line."""
    game = Game(load_scenario("bastogne/relief"), seed=1)
    assert account_rows(game, WIDTH) == []
    assert "has no Victory Points" in situation_of(game)
    play(game, "concede")
    assert " : " not in text_of(result_rows(game, WIDTH))


def test_losses_of_both_sides():
    wet = "\n".join(["~~~~~~~~~"] * 3 + ["~~~~.~~~~"] * 2 + ["~~~~.~~~~"] * 4)
    game = drawn(wet, blue=["A 9-4-7 0505"], red=["X 1-1-7 0504", "Y 1-1-7 0509"], phase="combat")
    play(game, "attack A > X", "roll 1")
    told = text_of(losses_rows(game, WIDTH))
    assert "Blue: 0 lost, 1 on the map" in told
    assert "Red: 1 lost, 1 on the map" in told
    assert "X (1-1-7, turn 1)" in told


def test_reinforcements_by_turn_with_their_whereabouts():
    """11.0, 15.14, 15.15."""
    game = Game(load_scenario("bastogne/spearhead"), seed=1)
    told = text_of(reinforcement_rows(game, WIDTH))
    assert "Game-Turn 1, 18 Dec a.m.: German <- now" in told
    assert "at 2913, near Allerborn\n" in told
    assert "anywhere on the western edge" in told
    assert "anywhere on the southern edge or the western edge" in told
    assert "at 2908 to 2915 on the eastern edge" in told
    assert "to come" in told
    assert "waiting to enter" in told  # the US sets up first
    first = told.splitlines()[0]
    assert first.startswith("Game-Turn 1")


def test_the_calendar_shows_what_arrives_from_now_on():
    """11.0."""
    game = drawn(blue=["A 4-4-7", "B 4-4-7"], red=["X 3-3-7 0904"], arrivals=[(1, "A", "0101"), (2, "B", "0101 0102")])
    told = text_of(calendar_rows(game, 50)).splitlines()
    assert [line.split() for line in told] == [
        ["[1]", "2"], ["Blue", "0101", "0101-0102"], ["INF", "INF"], ["4-4", "4-4"],
        ["Red", "-", "-"],
    ]  # fmt: skip
    play(game, "enter A 0101", "done", "done")
    assert text_of(calendar_rows(game, 50)).splitlines()[0].split() == ["[2]"]
    assert "A " in text_of(reinforcement_rows(game, WIDTH)).partition("B ")[2], "those who are there come last"


@pytest.mark.parametrize(("size", "turns"), [((80, 24), 3), ((120, 40), 6)])
async def test_a_wide_page_shows_more_turns_of_the_calendar(tmp_path, size, turns):
    session = LocalSession.new(load_scenario("arnhem/historical"), seed=1, folder=tmp_path)
    app = showing(session)
    async with running(app, size) as pilot:
        page = reinforcements_screen(session.game)
        app.push_screen(page)
        await pilot.pause()
        assert page.shown_text.splitlines()[1].count(" Sep") == turns


@pytest.mark.parametrize("key", ["arnhem/historical", "remagen/historical", "bastogne/campaign", "hurtgen/historical"])
def test_the_calendar_fits_every_turn_of_the_battles(key):
    game = Game(load_scenario(key), seed=1)
    for turn in range(game.scenario.first_turn, game.scenario.last_turn + 1):
        game.state.turn = turn
        for width in (50, WIDTH, WIDEST_CALENDAR):
            assert all(len(line) <= width for line in text_of(calendar_rows(game, width)).splitlines())


def test_18_13_landings_name_a_town_beside_the_hex():
    told = text_of(reinforcement_rows(Game(load_scenario("arnhem/historical"), seed=1), WIDTH))
    assert "by air, within one hex of 1308 Veghel\n" in told, "its own name"
    assert "by air, within one hex of 1007, near Eerde\n" in told
    assert "by air, within one hex of 2023, near Groesbeek\n" in told


def test_entered_reinforcements_say_where_they_are():
    game = drawn(blue=["A 4-4-7", "B 4-4-7"], red=["X 3-3-7 0904"], arrivals=[(1, "A", "0101"), (2, "B", "0101 0102")])
    play(game, "enter A 0101")
    told = text_of(reinforcement_rows(game, WIDTH))
    assert "at 0101" in told
    assert "to come" in told
    named = replace(game.scenario.board, places=(Place("Foy", "village", (game.scenario.board.hex("0304"),)),))
    found = [hex_in_short(named, named.hex(number), 13) for number in ("0304", "0303", "0301", "0101")]
    assert found == ["0304 Foy", "0303 near Foy", "0301 near Foy", "0101"]
    assert hex_in_short(named, named.hex("0303"), 12) == "0303", "there is no room for more"
    play(game, "done", "done")
    assert "may enter now" in text_of(reinforcement_rows(game, WIDTH))
    play(game, "done")
    assert "waiting to enter" in text_of(reinforcement_rows(game, WIDTH))  # the other side moves
    play(game, "done", "done", "done")
    assert "late, may enter" in text_of(reinforcement_rows(game, WIDTH))


def test_pages_fit_the_smallest_screen():
    for key in ("bastogne/spearhead", "bastogne/relief", "bastogne/campaign"):
        game = Game(load_scenario(key), seed=1)
        for rows in (
            reinforcement_rows(game, WIDTH),
            tables_rows(game, WIDTH),
            rules_rows(game.scenario.rules, WIDTH),
            keys_rows(WIDTH, Keymap()),
        ):
            assert all(len(line) <= WIDTH for line in text_of(rows).splitlines())


@pytest.mark.parametrize("keyset", KEYSETS)
def test_the_list_of_keys_cuts_nothing_and_keeps_its_columns(keyset):
    keymap = Keymap(keyset=keyset)
    lines = text_of(keys_rows(WIDTH, keymap, named=True)).splitlines()
    for key in KEYS:
        line = f"{keymap.about(key):<41} {key.name}"
        assert any(each.endswith(f" {line}") for each in lines), key.name
    assert not any("f1" in line or "f2" in line or "f10" in line for line in lines)


@pytest.mark.parametrize("keyset", KEYSETS)
def test_the_short_list_of_keys_has_every_action_and_fits_a_third_of_a_screen(keyset):
    keymap = Keymap(keyset=keyset)
    rows = text_of(keys_rows(24, keymap)).splitlines()
    assert max(map(len, rows)) <= 24
    short = [name for names in (*SHORT, *WITHOUT_KEYS) for name in names.split()]
    assert sorted(short) == sorted(key.name for key in KEYS if key.group != "cursor" and key.name != "all_keys")
    told = " ".join(rows)
    assert [name for name in short if keymap.first(name) not in told] == []


def test_one_screen_has_all_keys_of_the_map():
    rows = text_of(keys_rows(24, Keymap())).splitlines()
    assert rows.index("In a box, on a page") <= 3 * 21


def test_an_action_that_got_a_key_is_in_its_group():
    rows = text_of(keys_rows(24, Keymap({"coach": "f9"}))).splitlines()
    assert "F9    coach" in rows
    assert ":coach" not in " ".join(rows)


def test_the_cursors_letters_form_a_compass():
    assert text_of(keys_rows(24, Keymap())).splitlines()[1:6] == [
        " y  k  u   or the",
        "  \\ | /    arrows;",
        " h -o- l   Shift: five",
        "  / | \\    hexes",
        " b  j  n",
    ]
    assert "cursor up" in text_of(keys_rows(38, Keymap(keyset="arrows"))), "without letters there is a list"


def test_a_case_leads_to_its_row():
    rows = text_of(rules_rows("bastogne", WIDTH)).split("\n")
    for case, at in rules_anchors("bastogne", WIDTH).items():
        assert rows[at].startswith(case)
    assert len(sections("bastogne")) > len(sections("standard"))


def test_the_table_marks_the_combat_under_way():
    """7.61."""
    game = drawn(blue=["A 9-4-7 0505"], red=["X 3-3-7 0504"], phase="combat")
    play(game, "attack A > X")
    rows = tables_rows(game, WIDTH)
    assert "[+6-8]" in text_of(rows)
    best = next(line for line in rows if line[0].text.startswith("die 1"))
    roles = {span.text.strip(" []"): span.style for span in best[1:]}
    sides = [f"chip_{game.scenario.colors(side)}" for side in (0, 1)]
    assert [roles[result] for result in ("A1", "Br", "De")] == [sides[0], "chip_both", sides[1]]
