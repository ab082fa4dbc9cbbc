"""The list of commands finds what people type."""

import re
from itertools import takewhile

import pytest

from tests.drawn import drawn, play, scenario, where
from tests.every import every
from tests.pilot import running, showing
from tests.ui.desk import BareDesk, text_of
from westwall_tui.engine.game import Game
from westwall_tui.files.disk.folders import saves_folder
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.boxes.search import CommandsDialog, GotoDialog, SavesDialog
from westwall_tui.words.keymap import ALSO, KEYS, Keymap


def first_for(text: str) -> str:
    """Return the action that Enter takes for a text."""
    done: list[str] = []
    desk = BareDesk(drawn(blue=["A1 4-4-7 0205"]))
    dialog = CommandsDialog(desk, done.append, Keymap())
    for character in text:
        dialog.typed(character)
    dialog.act("confirm")
    return done[0] if done else ""


@every(
    ("typed", "action"),
    [
        ("victory", "objectives"), ("win", "objectives"), ("score", "objectives"), ("points", "objectives"),
        ("how", "briefing"),
        ("save", "saves"), ("objectives", "objectives"), ("goals", "objectives"), ("options", "options"),
        ("settings", "options"), ("quit", "leave"), ("exit", "exit"), ("why", "briefing"), ("resign", "concede"),
        ("computer", "players"), ("zones", "zones"), ("next enemy", "next_enemy"), ("concede", "concede"),
        ("briefing", "briefing"), ("rules", "rules"), ("undo", "undo"),
    ],
)  # fmt: skip
def test_what_people_type_finds_the_action_they_mean(typed, action):
    assert first_for(typed) == action


def test_other_words_belong_to_actions_that_exist():
    assert set(ALSO) <= {key.name for key in KEYS}


@pytest.mark.parametrize(("width", "named"), [(50, False), (68, True), (76, True)])
def test_no_command_is_cut_and_a_tall_box_lists_more(width, named):
    """A box in place of the panel of a wide screen has 50 columns."""
    desk = BareDesk(drawn(blue=["A1 4-4-7 0205"]))
    dialog = CommandsDialog(desk, lambda action: None, Keymap())
    for room in (9, 24, 80):
        dialog.room = room
        rows = [text_of([line]) for line in dialog.rows(width)]
        assert len(rows) == room
        listed = [line for line in rows[1:] if line.strip() and not re.search(r"\d more$", line)]
        assert len(listed) >= min(room, 55) - 2
        assert not any("..." in line for line in listed)
        assert all(len(line) <= width for line in listed)
        assert any(line.endswith(" goto") for line in listed) == (named and room > 24)


def test_commands_without_a_key_come_first_and_those_of_a_group_together():
    """Only the list of commands leads to them."""
    dialog = CommandsDialog(BareDesk(drawn(blue=["A1 4-4-7 0205"])), lambda action: None, Keymap({"coach": "f9"}))
    lines = dialog.choices()
    first = [*takewhile(lambda line: not line[:6].strip(), lines)]
    assert any("options:" in line for line in first)
    assert any("concede" in line for line in first)
    assert not any("the coach" in line for line in first)
    assert all(line[:6].strip() for line in lines[len(first) :])
    about = [line[6:48].strip() for line in lines]
    assert about.index("tables and losses") < about.index("end the phase") < about.index("Zones of Control")
    assert about[-1] == "drop the plan"


@pytest.mark.parametrize(("key", "has"), [("remagen/optimum", True), ("bastogne/spearhead", False)])
def test_commands_that_only_other_battles_have_are_not_listed(key, has):
    dialog = CommandsDialog(BareDesk(Game(load_scenario(key))), lambda action: None, Keymap())
    dialog.pasted("float")
    assert any("lay a float bridge" in line for line in dialog.choices()) is has
    dialog.text = ""
    dialog.pasted("the front")
    assert any("the front that must be held" in line for line in dialog.choices()) is has


# -- orders as text


def box_with(text, *, kind="movement"):
    desk = BareDesk(drawn(blue=["A1 4-4-7 0205"], red=["X 3-3-7 0208"], phase=kind))
    dialog = CommandsDialog(desk, lambda action: None, Keymap())
    desk.open(dialog)
    dialog.pasted(text)
    return desk


@pytest.mark.parametrize("text", ["move A1 0206", " MOVE a1 0206 ", "move A1 0204 0205 0206"])
def test_a_typed_order_is_given(text):
    desk = box_with(text)
    assert desk.box.splitlines()[1] == "> order: move A1 to 0206".replace("A1", text.split()[1])
    desk.act("confirm")
    assert desk.dialog is None
    assert where(desk.game, "A1") == "0206"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("move A1 0208", "5.12: the enemy X is in 0208"),
        ("attack A1 > X", "4.1: "),
        ("move A1", "write it like this: move UNIT HEX"),
        ("attack A1 X", "write it like this: attack UNIT ... > DEFENDER"),
        ("move B9 0206", "B9"),
        ("mov A1", "unknown command or order"),
    ],
)
def test_an_order_that_cannot_be_given_stays_to_be_corrected_with_the_reason(text, said):
    desk = box_with(text)
    assert said in " ".join(desk.box.split())
    desk.act("confirm")
    assert desk.dialog is not None
    assert where(desk.game, "A1") == "0205"
    assert not desk.game.log


@pytest.mark.parametrize(("word", "action"), [("done", "end"), ("concede", "concede"), ("stand", "stand")])
def test_a_single_word_that_is_not_a_legal_order_or_asks_first_is_a_command(word, action):
    assert first_for(word) == action


def test_a_player_who_does_not_decide_cannot_give_an_order(monkeypatch):
    desk = box_with("move A1 0206")
    monkeypatch.setattr(BareDesk, "decides_here", False)
    assert "this decision is not yours" in desk.box
    desk.act("confirm")
    assert not desk.game.log


def test_a_hex_off_the_map_is_called_that():
    """Players of a part of a board know the numbers of the whole one."""
    desk = BareDesk(drawn(blue=["A1 4-4-7 0205"]))
    dialog = GotoDialog(desk)
    dialog.pasted("2613")
    assert "hex 2613 is not on this map" in text_of(dialog.rows(60))


def test_saved_games_are_listed_in_full_with_an_asterisk_at_this_one(folders):
    saved = [LocalSession.new(load_scenario("noville"), seed=1, folder=folders) for _ in range(2)]
    for session in saved:
        session.save()
    box = SavesDialog(BareDesk(saved[0].game), saved[0].path)
    for width in (39, 76):
        lines = text_of(box.rows(width)).splitlines()
        assert all(len(line) <= width for line in lines)
        assert {session.path.name for session in saved} <= {line.strip() for line in lines}
        marked = next(at for at, line in enumerate(lines) if line.startswith("*"))
        assert saved[0].path.name == next(line.strip() for line in lines[marked:] if ".toml" in line)


def typed(desk: BareDesk, text: str) -> CommandsDialog:
    """Return the box of commands with a text in it."""
    dialog = CommandsDialog(desk, lambda action: None, Keymap())
    dialog.typed(text)
    return dialog


def test_5_0_several_moves_on_one_line():
    desk = BareDesk(drawn(blue=["A1 4-4-7 0205", "B1 4-4-7 0605"]))
    dialog = typed(desk, "move A1 0204; move B1 0606")
    assert dialog.choices()[0] == "2 orders: move A1 to 0204; move B1 to 0606"
    dialog.act("confirm")
    assert [desk.game.state.number(h) for h in desk.game.state.location] == ["0204", "0606"]


def test_5_24_a_column_and_a_move_on_one_line_and_undo_of_a_unit_and_of_the_turn():
    roads = ["0201 0202 0203 0204 0205"]
    desk = BareDesk(drawn(blue=["A1 4-4-7 0202", "B1 4-4-7 0201", "C1 4-4-7 0605"], roads=roads))
    dialog = typed(desk, "column A1 B1 > 0205; move C1 0606")
    assert dialog.choices()[0] == "3 orders: A1 to 0205 and B1 to 0204; move C1 to 0606"
    dialog.act("confirm")
    assert [desk.game.state.number(h) for h in desk.game.state.location] == ["0205", "0204", "0606"]
    dialog = typed(desk, "undo b1")
    assert dialog.choices()[0] == "take back the last order of B1"
    dialog.act("confirm")
    assert [desk.game.state.number(h) for h in desk.game.state.location] == ["0205", "0201", "0606"]
    typed(desk, "undo turn").act("confirm")
    assert desk.game.log == []


def test_7_7_the_same_retreat_on_a_line():
    game = drawn(blue=["A 9-4-7 0505"], red=["X 1-1-7 0504", "Y 1-1-7 0604"], phase="combat")
    play(game, "attack A > X Y", "roll 2")
    desk = BareDesk(game)
    assert typed(desk, "same retreat X 0909").choices() == []
    dialog = typed(desk, "same retreat X 0503 0502")
    assert dialog.choices()[0] == "retreat X to 0502 through 0503, and the same for all that are alike"
    dialog.act("confirm")
    assert game.log[-1] == "retreat Y 0603 0602"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("column A1", "write it like this: column UNIT ... > HEX"),
        ("column A1 > 0204", "no road or trail leads to 0204"),
        ("move A1 0204; move B1 0204", "5.31: A1 is in 0204"),
        ("move A1 0204; move A1 0203", "5.15: A1 has already moved"),
        ("move A1 0204; done", "only orders to set up, move, enter, land or exit can share a line"),
    ],
)
def test_an_order_that_the_others_make_illegal_is_refused_before_any_is_given(line, reason):
    desk = BareDesk(drawn(blue=["A1 4-4-7 0205", "B1 4-4-7 0305"]))
    dialog = typed(desk, line)
    assert dialog.choices() == []
    assert dialog.without_match().startswith(reason)
    assert desk.game.log == []


def test_a_long_line_of_orders_is_shown_in_full_below_the_typed_text():
    moves = [(f"U{i}-with-a-long-name", f"0{i}05", f"0{i}06") for i in range(1, 6)]
    desk = BareDesk(drawn(blue=[f"{name} 4-4-7 {here}" for name, here, _ in moves]))
    dialog = typed(desk, "; ".join(f"move {name} {there}" for name, _, there in moves))
    rows = text_of(dialog.rows(66)).splitlines()
    assert dialog.choices()[0] == "5 orders"
    assert all(f"move {name} to {there}" in " ".join(" ".join(rows).split()) for name, _, there in moves)


def test_12_1_a_line_goes_on_after_a_bridge_about_which_the_enemy_decides():
    desk = BareDesk(Game(load_scenario("arnhem/historical"), seed=1))
    dialog = typed(desk, "land 1/501 1308; land 2/501 1407")
    assert dialog.choices()[0] == "2 orders: land 1/501 at 1308; land 2/501 at 1407"


@pytest.mark.parametrize("line", ["move A1 0505", "move A1 0505; move B1 0109"])
def test_7_7_typed_moves_are_warned_of_at_once(line, monkeypatch):
    """X and R, which is due, can surround A1 at 0505."""
    red = ["X 5-4-7 0504", "R 5-4-7"]
    game = drawn(blue=["A1 2-3-7 0507", "B1 4-4-7 0108"], red=red, arrivals=[(1, "R", "0509")])
    desk = BareDesk(game)
    dialog = typed(desk, line)
    assert "A1 can be surrounded at 0505 by" in "".join(text_of([shown]) for shown in dialog.head(90))
    monkeypatch.setattr(BareDesk, "warns", False)
    assert "surrounded" not in "".join(text_of([shown]) for shown in typed(desk, line).head(60))


@pytest.mark.slow
async def test_what_is_copied_and_where_is_said_in_a_sentence(folders, monkeypatch):
    """Without a clipboard, the copy is in a file; with one, no file is written, and no text can end the sequence."""
    app = showing(LocalSession.new(scenario(blue=["A 4-4-7 0505"], red=["X 4-4-7 0909"]), seed=1))
    async with running(app) as pilot:
        await pilot.press("colon", *"copy", "enter")
        assert "The position is in " in text_of([pilot.screen.play.message])
        file = saves_folder() / "copied.txt"
        assert "Blue: A 0505" in file.read_text()
        file.unlink()
        monkeypatch.setenv("TERM", "xterm-kitty")
        monkeypatch.delenv("TMUX", raising=False)
        pilot.screen.play.log.tell("\x1b]52;c;aGk=\x07 is here")
        await pilot.press("colon", *"copy log here", "enter")
        assert "The log is on the clipboard of your terminal" in text_of([pilot.screen.play.message])
        assert app.clipboard.endswith("\n\\x1b]52;c;aGk=\\x07 is here\n")
        assert not file.exists()
        await pilot.press("colon", *"copy report", "enter")
        assert "No report was written yet. In a shell: westwall report " in text_of([pilot.screen.play.message])
        report = pilot.screen.play.session.path.with_suffix(".html")
        report.parent.mkdir(parents=True, exist_ok=True)
        report.write_text("")
        await pilot.press("colon", *"copy report", "enter")
        assert app.clipboard == str(report)


@pytest.mark.slow
async def test_in_a_club_no_copy_becomes_a_file(folders):
    app = showing(LocalSession.new(scenario(blue=["A 4-4-7 0505"], red=["X 4-4-7 0909"]), seed=1))
    app.preferences.at_home = False
    async with running(app) as pilot:
        for text, told in (("position", "ssh CLUB board "), ("log", "takes no copies"), ("report", "ssh CLUB save ")):
            await pilot.press("colon", *"copy ", *text, "enter")
            assert told in text_of([pilot.screen.play.message])
        assert not (saves_folder() / "copied.txt").exists()
