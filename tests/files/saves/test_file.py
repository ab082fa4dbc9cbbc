"""Saves and sessions: nothing is lost, whatever happens to the disk, the rules, the scenario or the file."""

import os
from pathlib import Path
from shutil import rmtree

import pytest
import tomli_w

from tests import long
from tests.files.example import SCENARIO, load_example, swap
from tests.long import paired
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, parse
from westwall_tui.files.disk import writing
from westwall_tui.files.disk.folders import saves_folder, shipped_root
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.seats import LEVELS, SEATS, Seat
from westwall_tui.files.saves import catalog
from westwall_tui.files.saves import file as save
from westwall_tui.files.saves.catalog import find_save, list_saves
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.saves.old_orders import reread
from westwall_tui.files.saves.positions import decode_position, encode_position
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions import dice
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.tables import SourceFile

OLD = sorted((Path(__file__).parents[2] / "saves").glob("*.toml"))


@pytest.fixture
def start(tmp_path):
    """Return a session of the example in the middle of the combat over the bridge."""
    (tmp_path / "files").mkdir()
    (tmp_path / "saves").mkdir()
    begun = LocalSession.new(load_example(tmp_path / "files"), seed=3, folder=tmp_path / "saves")
    begun.apply(parse("attack K 1/9 > 1/8 + 9A"))
    return begun


def play(game: Game, draw: Draw, count: int) -> list[str]:
    """Return random orders, as they were given."""
    given: list[str] = []
    while game.outcome is None and len(given) < count:
        order = game.random_order(draw)
        game.apply(order)
        given.append(str(order))
    return given


# -- the contents of a save


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "manual"), paired(["bastogne/spearhead", "bastogne/relief", "bastogne/campaign"], [False, True])
)
def test_resumed_at_any_point_the_game_is_the_same(tmp_path, key, manual):
    begun = LocalSession.new(load_scenario(key), seed=5, manual=manual, folder=tmp_path)
    draw = Draw(8)
    kinds = set()
    while begun.game.outcome is None and len(begun.game.log) < 300:
        begun.game.apply(begun.game.random_order(draw))
        kind = begun.game.prompt.kind
        if kind in kinds and len(begun.game.log) % 60:
            continue
        kinds.add(kind)
        begun.save()
        again = LocalSession.resume(begun.path)
        assert again.notes == ()
        assert again.game.digest() == begun.game.digest()
        assert again.game.state.encode() == begun.game.state.encode()
        assert again.game.log == begun.game.log
        assert again.game.can_undo == begun.game.can_undo
        assert again.game.prompt == begun.game.prompt
    assert len(kinds) > 2


def test_resumed_in_mid_combat_both_games_continue_alike(start):
    assert start.game.prompt.kind == "fpf"
    again = LocalSession.resume(start.path)
    assert play(again.game, Draw(1), 99) == play(start.game, Draw(1), 99)
    assert again.game.digest() == start.game.digest()


@pytest.mark.parametrize(
    "seats",
    [
        (Seat("person", "Anna"), Seat("person", "[b]Bob")),
        (Seat("computer", level=1), Seat()),
        (Seat(), Seat("computer", "Deep", level=4)),
        (SEATS[2], SEATS[3]),
    ],
)
def test_seats_and_options_are_kept(tmp_path, seats):
    begun = LocalSession.new(load_example(tmp_path), manual=True, strict=True, seats=seats, folder=tmp_path / "s")
    begun.save()
    again = LocalSession.resume(begun.path)
    assert again.seats == seats
    assert again.game.seed is None
    assert again.game.strict


def test_a_changed_player_is_saved(tmp_path):
    begun = LocalSession.new(load_example(tmp_path), folder=tmp_path / "s")
    begun.sit(1, SEATS[3])
    again = LocalSession.resume(begun.path, at_once=True)
    assert again.seats == (Seat(), SEATS[3])
    again.sit(1, Seat())
    again.sit(0, SEATS[1])
    assert LocalSession.resume(begun.path).seats == (SEATS[1], Seat())


def test_a_finished_game_is_listed_as_finished(tmp_path):
    session = LocalSession.new(load_scenario("bastogne/spearhead"), seed=1, folder=tmp_path)
    session.apply(parse("concede"))
    assert list_saves(tmp_path)[0].about == "Bastogne: Spearhead, finished"


def test_a_hosted_game_names_its_host_until_it_continues_at_one_keyboard(tmp_path):
    session = LocalSession.new(load_scenario("bastogne/spearhead"), seed=1, folder=tmp_path)
    session.set_host("Anna")
    session.apply(parse("deploy 52 2614"))
    (info,) = list_saves(tmp_path)
    assert (info.host, info.about) == ("Anna", "Bastogne: Spearhead, hosted, turn 1, 18 Dec a.m.")
    assert LocalSession.resume(session.path).host == "Anna"
    again = LocalSession.resume(session.path, at_once=True)
    assert (again.host, again.notes) == ("Anna", ())
    again.set_host("")
    again.verify()
    assert again.notes[0].startswith("Anna hosted this game. It continues here at one keyboard")
    assert list_saves(tmp_path)[0].host == "Anna", "nothing has been played here yet"
    again.apply(parse("deploy 2 2611"))
    (info,) = list_saves(tmp_path)
    assert (info.host, info.about) == ("", "Bastogne: Spearhead, turn 1, 18 Dec a.m.")
    assert LocalSession.resume(session.path).notes == ()


def test_there_are_as_many_levels_as_the_computer_has():
    from westwall_tui.ai.search.levels import LEVELS as PLAYED

    assert len(LEVELS) == len(PLAYED)


@pytest.mark.parametrize("weather", [False, True])
def test_options_of_the_battle_are_kept(tmp_path, weather):
    begun = LocalSession.new(load_scenario("arnhem/historical"), seed=3, options={"weather": weather}, folder=tmp_path)
    play(begun.game, Draw(1), 30)
    begun.save()
    assert f"\nweather = {'true' if weather else 'false'}\n" in begun.path.read_text()
    again = LocalSession.resume(begun.path)
    assert again.notes == ()
    assert again.game.rules.options == begun.game.rules.options == ({"weather": 1} if weather else {})
    assert again.game.copy().rules.options == begun.game.rules.options
    assert again.game.digest() == begun.game.digest()


def test_points_at_the_start_are_kept(tmp_path):
    loaded = load_scenario("arnhem/historical")
    begun = LocalSession.new(loaded, seed=3, options={"start-german": 6}, folder=tmp_path)
    begun.save()
    assert "\nstart-german = 6\n" in begun.path.read_text()
    assert "start-allied" not in begun.path.read_text(), "without points, the file is as it always was"
    again = LocalSession.resume(begun.path)
    assert queries.totals(again.game) == (0, 6)
    assert queries.totals(again.another(swapped=True).game) == (0, 6)
    begun.path.write_text(begun.path.read_text().replace("start-german = 6", "start-german = -6"))
    with pytest.raises(FileError, match=r"\[options\]: start-german: must be from 0 to 999"):
        LocalSession.resume(begun.path)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("weather = 1", "[options]: weather: must be true or false, not a whole number"),
        ("wether = true", '[options]: wether: unknown key (did you mean "weather"?)'),
    ],
)
def test_an_unknown_option(tmp_path, line, fault):
    begun = LocalSession.new(load_scenario("arnhem/historical"), seed=3, folder=tmp_path)
    begun.save()
    begun.path.write_text(swap(begun.path.read_text(), "weather = false", line))
    with pytest.raises(FileError) as raised:
        read_save(begun.path)
    assert any(fault in str(found) for found in raised.value.faults), raised.value.faults


def test_an_option_of_another_battle(start):
    start.path.write_text(swap(start.path.read_text(), "strict = false", "strict = false\nweather = true"))
    with pytest.raises(FileError, match=r"\[options\]: weather: unknown key"):
        read_save(start.path)


def test_a_game_continues_from_its_snapshot_with_its_options(tmp_path):
    begun = LocalSession.new(load_scenario("arnhem/historical"), seed=3, options={"weather": True}, folder=tmp_path)
    play(begun.game, Draw(1), 30)
    begun.save()
    begun.path.write_text(swap(begun.path.read_text(), begun.game.log[0], "done"))
    again = LocalSession.resume(begun.path)
    assert again.notes
    assert again.game.rules.options == {"weather": True}
    again.save()
    assert LocalSession.resume(begun.path).game.digest() == begun.game.digest()


def test_a_secret_note_that_cannot_be_replayed_is_not_revealed(tmp_path):
    begun = LocalSession.new(load_scenario("arnhem/free"), seed=3, folder=tmp_path)
    play(begun.game, Draw(1), 12)
    begun.save()
    note = begun.game.log[0]
    begun.path.write_text(swap(begun.path.read_text(), f'"{note}"', '"zone 101 2622"'))
    (told,) = LocalSession.resume(begun.path).notes
    assert note.startswith("zone ")
    assert "order 1, which notes a drop zone, is now refused. You cannot undo earlier orders." in told


@pytest.mark.slow
def test_a_game_that_begins_with_a_die(tmp_path):
    """A position from later in the battle: the weather is rolled before the first order."""
    text = (shipped_root() / "arnhem" / "historical.toml").read_text()
    (tmp_path / "late.toml").write_text(swap(text, "[[place]]", "[start]\nturn = 3\n\n[[place]]"))
    scenario = load_scenario(tmp_path / "late.toml")
    begun = LocalSession.new(scenario, seed=1, options={"weather": True}, folder=tmp_path / "saves")
    assert begun.game.prompt.kind == "movement"
    assert any("(roll " in str(event) for event in begun.game.opening)
    assert not begun.game.can_undo
    play(begun.game, Draw(1), 30)
    begun.save()
    again = LocalSession.resume(begun.path)
    assert again.notes == ()
    assert again.game.digest() == begun.game.digest()
    manual = LocalSession.new(scenario, manual=True, options={"weather": True}, folder=tmp_path / "saves")
    assert manual.game.prompt.kind == "roll"
    play(manual.game, Draw(1), 30)
    manual.save()
    assert LocalSession.resume(manual.path).notes == ()


def test_undo_is_saved_too(start):
    start.apply(parse("fpf none"))
    while start.game.prompt.kind in ("retreat", "advance"):
        start.apply(next(iter(start.game.legal())) if start.game.prompt.kind == "retreat" else parse("stand"))
    start.apply(parse("done"))
    assert start.game.prompt.kind in ("movement", "combat")
    before = start.game.digest()
    order = next(order for order in start.game.legal() if str(order) != "done")
    start.apply(order)
    after = start.game.digest()
    start.undo()
    assert LocalSession.resume(start.path).game.digest() == before
    start.redo()
    assert LocalSession.resume(start.path).game.digest() == after


def test_a_refused_order_changes_neither_game_nor_file(start):
    before = start.path.read_bytes(), start.game.digest()
    with pytest.raises(IllegalOrder):
        start.apply(parse("done"))
    assert (start.path.read_bytes(), start.game.digest()) == before


def test_a_seed_is_drawn():
    seeds = {dice.new_seed() for _ in range(5)}
    assert len(seeds) > 1


def test_a_save_contains_the_files_of_a_players_own_scenario(start, tmp_path):
    for path in (tmp_path / "files").iterdir():
        path.unlink()
    again = LocalSession.resume(start.path)
    assert again.game.digest() == start.game.digest()
    again.apply(parse("fpf none"))
    assert LocalSession.resume(start.path).game.digest() == again.game.digest()


@pytest.mark.slow
@pytest.mark.parametrize(("key", "seed"), [("bastogne/spearhead", None), ("bastogne/campaign", 1)])
def test_a_game_can_continue_from_every_position(key, seed):
    game, draw = Game(load_scenario(key), seed=seed), Draw(3)
    while game.outcome is None:
        play(game, draw, long.sample(1, 6))
        state, trouble = decode_position(Game(game.scenario, seed=seed), encode_position(game.state))
        assert trouble == ""
        assert state is not None
        assert state.digest() == game.digest()


# -- old saves


@pytest.mark.slow
@pytest.mark.parametrize("path", OLD, ids=lambda path: path.name)
def test_all_old_saves_can_be_read(path):
    save = read_save(path)
    assert save.game.prompt.text
    if save.game.outcome is None:
        play(save.game, Draw(1), 20)


def test_a_game_of_format_1_keeps_the_dice_of_its_seed():
    """Neighboring seeds shared a stream then. Saved again in the current format, the game has the same dice."""
    old = read_save(next(path for path in OLD if path.name == "v1-arnhem-direct-steps.toml"))
    assert sum(line.startswith("roll") for line in old.game.log) == 16
    text = save.write_save(old)
    again = save.build_save(SourceFile("again", text))
    assert again.notes == ()
    assert (again.game.log, again.game.digest()) == (old.game.log, old.game.digest())
    assert again.game.root().replay(old.game.log)
    (note,) = save.build_save(SourceFile("new", swap(text, "stream = 1", "stream = 2"))).notes
    assert "the die shows" in note


def test_under_rules_1_a_hex_next_to_the_unit_was_the_direct_step():
    """Twenty moves and entries of this game are steps although another path is cheaper."""
    path = next(path for path in OLD if path.name == "v1-arnhem-direct-steps.toml")
    save = read_save(path)
    (note,) = save.notes
    assert "the rules changed since this game was saved; the game continues as it was" in note
    text = path.read_text()
    assert f'digest = "{save.game.digest()}"' in text
    assert '"move 1/506 0703",' in text
    assert "move 1/506 0703 0703" in save.game.log
    assert "enter 3I/32 0106 0206 0206" in save.game.log
    pinned = [line for line in save.game.log if line.split()[-1:] == line.split()[-2:-1]]
    assert len(pinned) == 20


def test_a_game_continues_on_changed_ground():
    """The game was saved in mid-march, when no road led into 2620: the march costs half a Movement Point less now."""
    path = next(path for path in OLD if path.name == "v1-arnhem-old-ground.toml")
    save = read_save(path)
    (note,) = save.notes
    assert "because the scenario's files and the rules changed: its orders now lead to another position" in note
    assert f'digest = "{save.game.digest()}"' in path.read_text()
    assert save.history[-1] == "move 1/502 2518 2519 2520 2620"
    assert save.game.prompt.text == "The Germans may try to demolish bridge 2518/2519"
    save.game.apply(parse("demolish no"))
    assert save.game.prompt.text == "The Allies may move units or end the phase"


def test_a_game_continues_on_corrected_heights():
    """A unit retreated over 0214 when the heights by Oedingen were Clear."""
    path = next(path for path in OLD if path.name == "v1-remagen-old-ground.toml")
    save = read_save(path)
    (note,) = save.notes
    assert "because the scenario's files changed" in note
    assert f'digest = "{save.game.digest()}"' in path.read_text()
    assert save.history[-2:] == ["retreat 32 0214", "advance 3/47 0213"]
    save.game.apply(next(iter(save.game.legal())))


def test_old_orders_keep_their_meaning():
    old = ["move A 0102", "move A 0102 0103", "enter R 0101", "enter R 0101 0102", "exit A 0101 west", "exit A west"]
    assert reread([*old, "deploy A 0101"], 1) == [
        "move A 0102 0102",
        "move A 0102 0103",
        "enter R 0101",
        "enter R 0101 0102 0102",
        "exit A 0101 0101 west",
        "exit A west",
        "deploy A 0101",
    ]
    assert reread(old, 2) == old


def test_there_is_a_save_of_each_format():
    assert {f"v{number}" for number in range(1, save.FORMAT + 1)} == {path.name.partition("-")[0] for path in OLD}


def test_a_newer_format_is_reported(start):
    start.path.write_text(swap(start.path.read_text(), "format = 2", "format = 3"))
    with pytest.raises(FileError, match="format: is 3, but this version of the game reads only up to 2"):
        read_save(start.path)


def test_older_formats_are_brought_up_step_by_step(start, monkeypatch):
    steps = []

    def step(data):
        steps.append(data["format"])
        return {**data, "format": data["format"] + 1}

    monkeypatch.setattr(save, "FORMAT", 4)
    monkeypatch.setattr(save, "MIGRATIONS", {2: step, 3: step})
    assert read_save(start.path).game.digest() == start.game.digest()
    assert steps == [2, 3]


# -- when the rules or the scenario have changed


def test_files_changed_without_effect(start):
    start.path.write_text(swap(start.path.read_text(), "made up for this page", "made up elsewhere"))
    again = LocalSession.resume(start.path)
    assert again.notes == ("The scenario's files changed since this game was saved; the game continues as it was.",)
    assert again.game.log == start.game.log
    assert again.game.digest() == start.game.digest()


def test_on_changed_ground_every_path_is_the_one_taken_before(tmp_path):
    """A new road makes a detour cheaper. The same order, given now, would take it."""
    text = swap(SCENARIO, 'side = "German"\nphase = "combat"', 'side = "US"\nphase = "movement"')
    scenario = load_example(tmp_path, scenario=swap(text, 'unit = "29"\nhex = "0605"', 'unit = "29"\nhex = "0704"'))
    begun = LocalSession.new(scenario, seed=3, folder=tmp_path / "saves")
    begun.apply(parse("move 29 0703"))
    assert begun.game.log == ["move 29 0703"]
    road = '[[roads]]\nname = "Upper road"\npath = "0704 0603 0703"\n\n[[streams]]'
    begun.path.write_text(swap(begun.path.read_text(), "[[streams]]", road))
    again = LocalSession.resume(begun.path)
    assert again.notes == ("The scenario's files changed since this game was saved; the game continues as it was.",)
    assert again.past() == begun.past()
    assert again.game.log == ["move 29 0703 0703"]
    again.undo()
    assert again.apply(parse("move 29 0703")) != begun.past()[1]


def fallen_back(path: Path) -> LocalSession:
    """Make the log unplayable, as a changed rule would, and resume."""
    path.write_text(swap(path.read_text(), "attack 1/9 K > 1/8 + 9A", "attack K > 1/8 + 9A"))
    return LocalSession.resume(path)


def test_a_log_that_is_now_refused_is_replaced_by_the_snapshot(start):
    again = fallen_back(start.path)
    assert again.game.digest() == start.game.digest()
    assert len(again.notes) == 1
    assert "order 1, 'attack K > 1/8 + 9A', is now refused (7.12: 1/9 must also attack" in again.notes[0]
    assert again.history == ["attack K > 1/8 + 9A"]
    assert not again.game.can_undo


def test_the_new_game_is_saved_and_resumed(start):
    again = fallen_back(start.path)
    again.apply(parse("fpf 29"))
    third = LocalSession.resume(again.path)
    assert third.notes == ()
    assert third.game.digest() == again.game.digest()
    assert third.game.log == again.game.log
    assert third.history == ["attack K > 1/8 + 9A"]
    third.apply(next(iter(third.game.legal())))
    assert LocalSession.resume(again.path).game.digest() == third.game.digest()


def test_a_log_that_leads_elsewhere_is_replaced_by_the_snapshot(start):
    begun = LocalSession.new(start.game.scenario, seed=4, folder=start.path.parent)
    begun.apply(parse("attack K 1/9 > 1/8 + 9A"))
    begun.path.write_text(swap(begun.path.read_text(), "seed = 4", "seed = 5"))
    again = LocalSession.resume(begun.path)
    assert "its orders now lead to another position" in again.notes[0]
    assert again.game.digest() == begun.game.digest()


# -- resumed at once


def in_play(folder: Path) -> LocalSession:
    """Return a game of Spearhead in which the last orders can be undone."""
    begun = LocalSession.new(load_scenario("spearhead"), seed=2, folder=folder)
    draw = Draw(2)
    while len(begun.game.log) < 60 or not begun.game.can_undo:
        begun.game.apply(begun.game.random_order(draw))
    begun.save()
    return begun


def test_resumed_at_once_the_position_is_there_and_the_orders_follow(tmp_path):
    begun = in_play(tmp_path)
    before = begun.path.read_bytes()
    again = LocalSession.resume(begun.path, at_once=True)
    assert (again.is_verified, again.game.log, again.game.can_undo, again.notes) == (False, [], False, ())
    assert again.game.state.encode() == begun.game.state.encode()
    again.verify()
    assert (again.is_verified, again.game.log, again.game.can_undo, again.notes) == (True, begun.game.log, True, ())
    assert again.game.state.encode() == begun.game.state.encode()
    assert again.past() == LocalSession.resume(begun.path).past()
    assert begun.path.read_bytes() == before


@pytest.mark.parametrize("change", ["apply", "apply_all", "undo"])
def test_a_game_resumed_at_once_is_verified_before_any_change(tmp_path, change):
    """The save then has the whole log."""
    begun = in_play(tmp_path)
    again = LocalSession.resume(begun.path, at_once=True)
    order = next(iter(again.game.legal()))
    what = {
        "apply": lambda: again.apply(order),
        "apply_all": lambda: again.apply_all([order]),
        "undo": lambda: again.undo("turn"),
    }
    what[change]()
    assert again.is_verified
    wanted = [] if change == "undo" else begun.game.log
    assert LocalSession.resume(begun.path).game.log[: len(wanted)] == wanted
    assert LocalSession.resume(begun.path).game.digest() == again.game.digest()


def test_saving_what_is_resumed_at_once_loses_no_order(tmp_path):
    begun = in_play(tmp_path)
    again = LocalSession.resume(begun.path, at_once=True)
    assert again.save()
    assert LocalSession.resume(begun.path).game.log == begun.game.log


def test_resumed_at_once_a_refused_log_is_replaced_by_the_snapshot(start):
    fallen_back(start.path)
    again = LocalSession.resume(start.path, at_once=True)
    assert list(again.notes) == []
    again.verify()
    assert "is now refused (7.12: 1/9 must also attack" in again.notes[0]
    assert again.history == ["attack K > 1/8 + 9A"]
    assert again.game.digest() == start.game.digest()


def test_resumed_at_once_a_damaged_snapshot_is_replaced_by_the_log(start):
    start.path.write_text(swap(start.path.read_text(), 'location = "21', 'location = "22'))
    again = LocalSession.resume(start.path, at_once=True)
    assert again.is_verified
    assert again.game.log == start.game.log
    assert again.game.digest() == start.game.digest()


def test_rules_revised(start, monkeypatch):
    monkeypatch.setattr(save, "RULES_REVISION", save.RULES_REVISION + 1)
    assert LocalSession.resume(start.path).notes == (
        "The rules changed since this game was saved; the game continues as it was.",
    )


def test_units_changed(tmp_path):
    begun = LocalSession.new(load_scenario("spearhead"), seed=1, folder=tmp_path)
    begun.save()
    begun.path.write_text(swap(begun.path.read_text(), '    "1/3",\n', ""))
    with pytest.raises(FileError, match="the units or the board of bastogne/spearhead have changed since"):
        LocalSession.resume(begun.path)


def test_a_save_on_another_part_of_the_board_is_refused(tmp_path):
    """The part has since moved by two columns, so the hexes of the snapshot would be other hexes."""
    begun = LocalSession.new(load_scenario("noville"), seed=1, folder=tmp_path)
    begun.save()
    grid, digest = begun.game.scenario.board.grid, begun.game.scenario.digest
    text = begun.path.read_text()
    numbers = [grid.columns, grid.odd_rows, grid.even_rows, grid.left, grid.above]
    sheet = tomli_w.dumps({"sheet": numbers})
    assert sheet in text
    begun.path.write_text(swap(text, sheet, tomli_w.dumps({"sheet": numbers[:3]})))
    assert LocalSession.resume(begun.path).notes == ()
    changed = swap(text, digest, "0" * len(digest))
    begun.path.write_text(changed)
    assert "files changed since" in LocalSession.resume(begun.path).notes[0]
    for moved in ([*numbers[:3], grid.left - 2, grid.above], numbers[:3]):
        begun.path.write_text(swap(changed, sheet, tomli_w.dumps({"sheet": moved})))
        for at_once in (True, False):
            with pytest.raises(FileError, match="the units or the board of quick/noville have changed since"):
                LocalSession.resume(begun.path, at_once=at_once)


def test_log_and_snapshot_both_damaged(start):
    text = swap(start.path.read_text(), "attack 1/9 K > 1/8 + 9A", "attack K > 1/8 + 9A")
    start.path.write_text(swap(text, 'location = "21', 'location = "22'))
    with pytest.raises(FileError) as raised:
        LocalSession.resume(start.path)
    assert {fault.table for fault in raised.value.faults} >= {"[snapshot]", "[orders]"}


# -- the disk


class Crash(Exception):
    """The power fails."""


@pytest.mark.parametrize("step", ["fsync", "link", "replace", "replace the second time"])
def test_a_crash_at_any_moment_leaves_a_whole_save(start, monkeypatch, step):
    start.apply(parse("fpf none"))
    before = start.path.read_bytes()
    count = 0

    def crash(*_):
        nonlocal count
        count += 1
        if step != "replace the second time" or count == 2:
            raise Crash
        return real(*_)

    real = Path.replace
    target = ("os." + step) if step in ("fsync", "link") else "pathlib.Path.replace"
    with monkeypatch.context() as patch:
        patch.setattr(target, crash)
        with pytest.raises(Crash):
            start.save()
    assert start.path.read_bytes() == before
    assert LocalSession.resume(start.path).game.digest() == start.game.digest()
    start.save()
    assert [path.name for path in start.path.parent.iterdir() if path.name.startswith(".")] == []


def test_a_full_disk_does_not_end_the_game(start, monkeypatch):
    before = start.path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", _full)
        start.apply(parse("fpf none"))
        assert "No space left on device" in start.trouble
        assert start.path.read_bytes() == before
    order = next(iter(start.game.legal()))
    start.apply(order)
    assert start.trouble == ""
    assert LocalSession.resume(start.path).game.digest() == start.game.digest()


def _full(_: int) -> None:
    raise OSError(28, "No space left on device")


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    begun = LocalSession.new(load_example(tmp_path), seed=3, folder=tmp_path / "file" / "saves")
    begun.apply(parse("attack K 1/9 > 1/8 + 9A"))
    assert begun.trouble.startswith("not saved: ")
    assert begun.game.prompt.kind == "fpf"


def test_the_previous_save_is_kept(start):
    before = start.path.read_bytes()
    start.apply(parse("fpf none"))
    assert writing.backup_of(start.path).read_bytes() == before


def test_without_hard_links_the_backup_is_a_copy(start, monkeypatch):
    def refuse(*_):
        raise OSError(1, "Operation not permitted")

    before = start.path.read_bytes()
    monkeypatch.setattr("os.link", refuse)
    start.apply(parse("fpf none"))
    assert writing.backup_of(start.path).read_bytes() == before


def test_a_damaged_save_is_never_overwritten_and_its_backup_is_named(start):
    start.apply(parse("fpf none"))
    start.path.write_text("spoilt")
    with pytest.raises(
        FileError, match=r"the previous save still exists; open it with: westwall resume mills\.toml\.bak"
    ):
        LocalSession.resume(start.path)
    begun = LocalSession.new(start.game.scenario, seed=3, folder=start.path.parent)
    begun.save()
    assert begun.path.name == "mills-2.toml"
    again = LocalSession.resume(find_save("mills.toml.bak", start.path.parent))
    again.apply(parse("fpf none"))
    assert again.path.name == "mills-3.toml"
    assert start.path.read_text() == "spoilt"


def test_a_save_that_another_program_wrote_is_not_overwritten(start):
    other = LocalSession.resume(start.path)
    other.apply(parse("fpf none"))
    theirs = start.path.read_bytes()
    start.apply(parse("fpf 29"))
    assert start.path.name == "mills-2.toml"
    assert other.path.read_bytes() == theirs


def test_a_removed_save_is_written_again_without_news(start):
    """A removed folder is made again. Nothing is overwritten, so the name stays, and there is no news."""
    rmtree(start.path.parent)
    start.apply(parse("fpf none"))
    assert (start.path.name, start.trouble, start.news()) == ("mills.toml", "", "")
    assert read_save(start.path).game.digest() == start.game.digest()


def test_names_are_safe_and_free(tmp_path):
    scenario = load_example(tmp_path)
    folder = tmp_path / "s"
    for key, name in (("../../etc/x", "etc-x"), ("..", "game"), ("a" * 200, "a" * 60), ("Über\n", "ber")):
        made = catalog.free_path(folder, key)
        assert (made.parent, made.name) == (folder, f"{name}.toml")
    first = LocalSession.new(scenario, seed=1, folder=folder)
    assert first.save()
    assert LocalSession.new(scenario, seed=1, folder=folder).path.name == "mills-2.toml"


def test_a_link_is_not_followed_to_be_written_over(tmp_path):
    folder = tmp_path / "s"
    folder.mkdir()
    (folder / "mills.toml").symlink_to(tmp_path / "elsewhere.toml")
    begun = LocalSession.new(load_example(tmp_path), seed=1, folder=folder)
    begun.save()
    assert begun.path.name == "mills-2.toml"
    assert not (tmp_path / "elsewhere.toml").exists()


def test_two_programs_with_one_save_learn_of_each_other(tmp_path):
    """The second program to save continues in its own file, and says so once; nothing is lost."""
    first = LocalSession.new(load_scenario("spearhead"), seed=1, folder=tmp_path)
    first.apply(parse("deploy 52 2614"))
    assert first.news() == ""
    second = LocalSession.resume(first.path)
    first.apply(parse("deploy 2 2611"))
    second.apply(parse("deploy 2 2414"))
    news = second.news()
    assert f"Another program has changed {first.path.name}" in news
    assert f"saved as {second.path.name}. To continue the other one, quit and type: " in news
    assert news.endswith(f"westwall resume {first.path.stem}")
    assert find_save(first.path.stem, tmp_path) == first.path
    assert second.path != first.path
    assert second.news() == ""
    second.apply(parse("deploy 811 2611"))
    first.apply(parse("deploy 811 2414"))
    assert (first.news(), second.news()) == ("", "")
    assert read_save(first.path).game.log == first.game.log
    assert read_save(second.path).game.log == second.game.log


# -- lists of saves


def test_list_has_the_newest_first_and_marks_damaged_saves(start):
    folder = start.path.parent
    (folder / "spoilt.toml").write_text("x = ")
    (folder / "notes.txt").write_text("")
    os.utime(folder / "spoilt.toml", (1, 1))
    found = list_saves(folder)
    assert [info.path.name for info in found] == ["mills.toml", "spoilt.toml"]
    assert (found[0].title, found[0].turn, found[0].date, found[0].trouble) == (
        "The bridge at Upper Mill", 3, "a.m.", "",
    )  # fmt: skip
    assert "is not TOML" in found[1].trouble
    assert find_save("", folder) == start.path
    assert find_save("mills", folder) == start.path
    with pytest.raises(FileError, match="is neither a file nor a saved game"):
        find_save("other", folder)
    with pytest.raises(FileError, match="has no saved game"):
        find_save("", folder / "none")


def test_names_of_saves_do_not_leave_the_folder(start):
    with pytest.raises(FileError):
        find_save("../files/nothing", start.path.parent)


def test_the_folder_of_saves(monkeypatch, tmp_path):
    monkeypatch.setenv("WESTWALL_SAVES", str(tmp_path))
    assert saves_folder() == tmp_path
    monkeypatch.delenv("WESTWALL_SAVES")
    assert saves_folder().name == "saves"


# -- saves changed by people or accidents

FAULTS = [
    ('kind = "save"', 'kind = "saved"', 'kind: must be "save"'),
    ("rules = 6", "rules = 0", "rules: must be from 1 to"),
    ('dice = "seeded"', 'dice = "loaded"', "[options]: dice: 'loaded' is not one of seeded, manual"),
    ("seed = 3", "seed = -3", "[options]: seed: must be from 0 to"),
    ("strict = false", "strict = 0", "[options]: strict: must be true or false, not a whole number"),
    ('kind = "person"', 'kind = "robot"', "[[seats]] 1 \"German\": kind: 'robot' is not one of person, computer"),
    ('kind = "person"', 'kind = "computer"', '[[seats]] 1 "German": level: is missing'),
    ('kind = "person"', 'kind = "computer", level = 6', '[[seats]] 1 "German": level: must be from 1 to 5'),
    ('kind = "person"', 'kind = "person", level = 2', '[[seats]] 1 "German": level: unknown key'),
    ('side = "US", kind', 'side = "UK", kind', "seats: must be those of German and US, in that order"),
    ('key = "mills"', "", "[scenario]: key: is missing"),
    ("[scenario.files]", "[scenario.texts]", "scenario.texts.scenario: contains the character U+000A"),
    ("columns = 7", "columns = 8", "[scenario.files] board: terrain: row 01 has 7 characters"),
    ("[orders]", "[order]", "orders: is missing; add a table [orders]"),
    ("[snapshot]\n", "[snapshot]\nx = 1\n", "[snapshot]: x: unknown key"),
]


@pytest.mark.parametrize(("old", "new", "fault"), FAULTS, ids=[fault for *_, fault in FAULTS])
def test_fault(start, old, new, fault):
    start.path.write_text(swap(start.path.read_text(), old, new))
    with pytest.raises(FileError) as raised:
        read_save(start.path)
    found = [str(f).removeprefix(f"{start.path}: ") for f in raised.value.faults]
    assert any(line.startswith(fault) for line in found), found


def test_shipped_scenarios_are_not_embedded(tmp_path):
    begun = LocalSession.new(load_scenario("spearhead"), seed=1, folder=tmp_path)
    begun.save()
    assert "files" not in begun.path.read_text()
    begun.path.write_text(swap(begun.path.read_text(), '"bastogne/spearhead"', '"bastogne/nothing"'))
    with pytest.raises(
        FileError, match=r"\[scenario\]: key: 'bastogne/nothing' is not a scenario that comes with the game"
    ):
        LocalSession.resume(begun.path)


def test_a_key_is_not_a_path(tmp_path, start, monkeypatch):
    begun = LocalSession.new(load_scenario("spearhead"), seed=1, folder=tmp_path)
    begun.save()
    begun.path.write_text(swap(begun.path.read_text(), '"bastogne/spearhead"', f'"{tmp_path}/files/mills.toml"'))
    wanted = rf"{begun.path}: \[scenario\]: key: '.*mills\.toml' is not a scenario that comes with the game$"
    with pytest.raises(FileError, match=wanted):
        LocalSession.resume(begun.path)
    # The save must not lie about where the program was started either.
    begun.path.write_text(begun.path.read_text().replace(f"{tmp_path}/files/mills.toml", "nearby"))
    (tmp_path / "nearby").write_text((tmp_path / "files" / "mills.toml").read_text())
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileError, match="'nearby' is not a scenario that comes with the game"):
        LocalSession.resume(begun.path)


def test_a_base_without_history_says_that_the_game_does_not_start_at_its_beginning(start):
    start.path.write_text(swap(start.path.read_text(), "1/9 K > 1/8", "1/9 > 1/8"))
    again = LocalSession.resume(start.path)
    again.apply(parse("fpf none"))
    assert read_save(again.path).notes == ()
    text = again.path.read_text()
    cut = text.index("history = [")
    again.path.write_text(text[:cut] + text[text.index("]", cut) + 2 :])
    assert "begins in mid-game" in read_save(again.path).notes[0]
