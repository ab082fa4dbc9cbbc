"""A game in plain lines: orders and commands, the computer, two people at one keyboard, and how it ends."""

import io

import pytest

from tests.drawn import scenario
from tests.history.test_record import recorded
from tests.long import sample
from tests.plain.lines import COMPUTER, FOR_EYES, Table, table
from tests.players import busy_player
from westwall_tui.ai.answers import manners
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import WORDS, Offer
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.saves.catalog import find_save
from westwall_tui.files.saves.file import Save
from westwall_tui.files.saves.matches import Match
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.plain.console import HIDING, Console
from westwall_tui.plain.questions import QUESTIONS
from westwall_tui.plain.table import COMMANDS, PlainGame

pytestmark = pytest.mark.usefixtures("folders")
CALM = Settings(handover="never")
SET_UP = "deploy auto", "done"


def test_the_first_lines_of_a_game():
    said = table(seed=3).type()
    assert said[:4] == [
        "Spearhead.",
        "A person at this keyboard plays the Germans.",
        "A person at this keyboard plays the U.S.",
        "Type help to hear what you can type, or briefing to hear what the battle is about.",
    ]
    assert said[5:] == [
        "The U.S. are setting up and still have nine units to place. Type legal to hear what you may do.",
        "You gave no orders, so nothing was saved.",
    ]


def test_orders_are_carried_out_and_described():
    game = table(settings=CALM)
    said = game.type(*SET_UP, "enter 1/304 2913 allerborn", "reach 2/304", "quit")
    assert any("unit 52 is set up at 2614 Longvilly." in line for line in said)
    assert "Game-Turn 1, 18 December, morning." in said
    assert "The Germans may move units or end the phase. Seven units can move." in said
    assert (
        "German 1/304 enters at 2913 northeast of Allerborn and moves to 2813 Allerborn for 1 Movement Point." in said
    )
    assert said[-1] == "The game is saved. To continue, run: westwall resume bastogne-spearhead.toml --plain."
    assert game.session.game.log[-1] == "enter 1/304 2913 2813"


def test_lines_and_screen_share_the_save():
    first = table(settings=CALM)
    first.type(*SET_UP, "enter 1/304 2913 2813")
    again = LocalSession.resume(find_save("bastogne-spearhead"))
    assert again.game.log == first.session.game.log
    said = Table(again, CALM).type("undo", "news")
    assert "Game-Turn 1 of 7." in said
    assert "Undone: enter 1/304 at 2913 and move it to 2813." in said
    assert any("unit 52 is set up at 2614 Longvilly." in line for line in said)


@pytest.mark.slow
def test_undo_and_redo_as_the_game_allows():
    game = table(settings=CALM)
    said = game.type("undo", *SET_UP, "undo", "redo", "enter 1/304 2913 2813", "undo", "redo")
    assert said.count("There is no order to undo yet (5.15).") == 1
    assert said.count("Undone: end the phase.") == 1, "two people at one keyboard agree on that"
    assert sum("1/304 enters" in line for line in said) == 2
    assert game.session.game.log[-1] == "enter 1/304 2913 2813"
    strict = table(settings=CALM, strict=True)
    assert "You cannot undo orders in a strict game (5.15)." in strict.type(*SET_UP, "undo")


def test_a_refusal_has_its_case_and_changes_nothing():
    game = table(settings=CALM)
    said = game.type("done", "deploy 52 1317x", "deploy 777 1317", "fire", "lok 1317", "move")
    assert game.session.game.log == []
    assert any("(3.0)" in line for line in said)
    assert "Unknown command 'fire'. Type help for a list." in said
    assert "Unknown command 'lok'; did you mean look? Type help for a list." in said
    assert any(line.startswith("Write it like this: move UNIT HEX") for line in said)


def test_ending_the_phase_may_need_confirmation():
    game = table(settings=CALM)
    said = game.type(*SET_UP, "done")
    assert "If the phase ends now: 1/3, 2/3, 1/304, 2/304, 2R, 1/902 and 2/902 could still enter." in said
    assert game.session.game.prompt.kind == "movement"
    assert game.session.game.side == 0
    Table(game.session, CALM).type("done", "look 1317", "done")
    assert game.session.game.side == 1
    unwarned = table(settings=Settings(handover="never", warnings=False))
    unwarned.type(*SET_UP, "done")
    assert unwarned.session.game.side == 1


def test_conceding_needs_confirmation():
    game = table(settings=CALM)
    said = game.type("concede", "look 1317", "concede")
    assert "If you concede, the Germans win." in said
    assert "The game is over." in said
    after = said[said.index("The game is over.") :]
    assert len(after) == len({*after})
    assert game.session.game.outcome is not None
    assert said[-1] == "To read how it went, run: westwall report bastogne-spearhead.toml."


def test_help_lists_everything_that_can_be_typed():
    game = table(settings=CALM)
    said = game.type("help", "help move", "help reach", "help undo", "help 7.71", "help zoc")
    for word in (*QUESTIONS, *COMMANDS):
        assert any(line.startswith(word) for line in said), word
    assert "deploy UNIT HEX." in said
    assert f"Write it like this: {WORDS['move'].usage()}." in said
    assert any(line.startswith("7.71, ") for line in said)
    assert "The term in the rules is Zone of Control." in said


@pytest.mark.slow
def test_why_and_do():
    game = table(settings=CALM)
    said = game.type(*SET_UP, "why enter 1/304 2913 1317", "why done", "do", "do 2R", "do nobody")
    assert any(line.endswith(").") for line in said if "1317" in line or "cannot" in line)
    assert "That order is legal." in said
    assert len([line for line in said if " enters at " in line]) == 2
    assert any(line.startswith("There is no unit 'nobody'") for line in said)


def test_dice_that_players_roll_themselves():
    scenario = load_scenario("bastogne/spearhead")
    game = Table(LocalSession.new(scenario, manual=True), CALM)
    draw = Draw(5)
    while game.session.game.prompt.kind != "roll":
        game.session.apply(busy_player(game.session.game, draw))
    said = game.type("do", "hint", "roll 9", "roll 3")
    assert sum(line.startswith("Roll a die, then type roll and the number") for line in said) == 2
    assert any("The die shows 3." in line for line in said)
    assert game.session.game.prompt.kind != "roll"


def test_hexes_and_units_for_a_voice():
    game = table(settings=CALM)
    said = game.type(*SET_UP, "voice", "look 1317", "unit 5A", "voice", "look 1317")
    lines = [line for line in said if "Bastogne, town" in line]
    assert lines[0].startswith("13 17 Bastogne, town")
    assert lines[1].startswith("1317 Bastogne, town")
    assert "German 5 A is an artillery battalion (5th Parachute)." in said


def test_a_place_of_several_hexes_is_not_guessed():
    game = table(settings=CALM)
    said = game.type(*SET_UP, "enter 1/304 2913 bastogne")
    assert "Bastogne has the hexes 1317 and 1416; name one of them." in [line[0].upper() + line[1:] for line in said]


# -- the computer, and two people


@pytest.mark.slow
def test_the_computers_orders_are_described():
    game = table("bastogne/spearhead", Seat(), COMPUTER)
    said = game.type("done", "done", "undo", "players", "players US person", "quit")
    assert "The U.S. set up nine units." in said
    assert any(line.startswith("The U.S. moved ") for line in said)
    assert any("since your last order" in line or "you cannot undo" in line.lower() for line in said)
    assert said[-2] == "A person at this keyboard plays the U.S."
    assert game.session.game.state.turn == 2
    assert said.index("The U.S. set up nine units.") < said.index("Game-Turn 1, 18 December, morning.")


@pytest.mark.slow
def test_the_computers_moves_are_only_summed_up_if_the_settings_say_so():
    loud, quiet = (
        table("bastogne/spearhead", Seat(), COMPUTER, settings=Settings(computer_speed=speed)).type("done", "done")
        for speed in ("fast", "once")
    )
    assert any("unit 2 moves" in line for line in loud)
    assert not any("unit 2 moves" in line for line in quiet)
    assert any(line.startswith("The U.S. moved ") for line in quiet)


def late(seats: tuple[Seat, Seat]) -> Table:
    """Return a game of two greedy players in its last Game-Turn, with other players for the rest."""
    whole = recorded("spearhead-greedy.orders")
    game = whole.root()
    for line in whole.log:
        if game.state.turn > 6:
            break
        game.replay([line])
    return Table(LocalSession.of_save(Save(game, seats)))


@pytest.mark.slow
def test_two_computers_play_to_the_end_in_lines_for_a_voice():
    game = sample(table("bastogne/spearhead", COMPUTER, COMPUTER), late((COMPUTER, COMPUTER)))
    said = game.type()
    assert game.session.game.outcome is not None
    assert "The game is over." in said
    for line in said:
        assert not FOR_EYES.search(line), line


def test_the_keyboard_is_handed_over():
    game = table()
    said = game.type(*SET_UP, "", "players")
    notice = "The German player takes the keyboard. Press Enter."
    at = said.index(notice)
    assert said[at + 1] == "The Germans may move units or end the phase. Seven units can move."
    assert notice not in table(settings=CALM).type(*SET_UP)


def test_a_match_goes_on_in_another_file():
    game = table("bastogne/spearhead", Seat(name="Anna"), Seat(name="Bert"), match=Match.new("mirrored"))
    said = game.type("concede", "concede")
    (after,) = [line for line in said if line.startswith("After game 1 of 2, ")]
    assert "Anna leads by " in after
    assert "To play the next game, run: westwall resume bastogne-spearhead-2.toml --plain." in said
    assert find_save("bastogne-spearhead-2").exists()


def test_named_players_are_asked_by_name():
    game = table("bastogne/spearhead", Seat(name="Anna"), Seat(name="[b]Bert[/b]"))
    said = game.type(*SET_UP, "", "players")
    assert said[1:3] == ["Anna, at this keyboard, plays the Germans.", "[b]Bert[/b], at this keyboard, plays the U.S."]
    assert "Anna takes the keyboard. Press Enter." in said


def test_a_secret_is_out_of_sight_when_the_other_player_sits_down_15_36():
    game = table("arnhem/free")
    notes = [str(next(iter(game.session.game.legal())))]
    copy = game.session.game.copy()
    copy.apply(notes[0])
    while copy.prompt.kind == "notes":
        notes.append(str(next(iter(copy.legal()))))
        copy.apply(notes[-1])
    secret = [note.split()[2] for note in notes if note.startswith("zone")]
    assert secret
    said = game.type(*notes, "", "news", "map", "undo", *(f"look {h}" for h in secret), "units", "legal")
    at = next(i for i, line in enumerate(said) if line.endswith("takes the keyboard. Press Enter."))
    assert said[at - HIDING : at] == [""] * HIDING
    assert game.session.game.prompt.side == 1
    after = said[at:]
    assert not any("drop zone" in line and any(h in line for h in secret) for line in after)


@pytest.mark.slow
def test_notes_are_written_read_and_hidden_from_the_other_player(folders):
    told = table("noville").type(
        "notes", "note hold the road", "note 1809 weak flank", "note turn rain", "note here start all set", "notes",
        "notes noville", "note change 1 give up the road", "note delete 3", "note delete 9", "deploy auto", "done",
        "done", "", "notes",
    )  # fmt: skip
    own, _, other = "\n".join(told).partition("takes the keyboard")
    for line in (
        "You have no notes. ", "2: 1809 Noville: weak flank.", '4: "start", turn 1: all set.',
        "Changed: The game: give up the road.", "Deleted: Game-Turn 1: rain.", "Write it like this: note delete N",
    ):  # fmt: skip
        assert line in own
    assert own.count("2: 1809 Noville: weak flank.") == 3, "as number 2, in the list, and as the only one at Noville"
    assert own.endswith("\n" * 40 + "The German player "), "the notes are out of sight"
    assert "You have no notes. " in other


def test_the_log_is_read_and_filtered_and_copied(folders):
    told = table("noville").type(
        "deploy auto", "log 1809", "log losses", "copy log 1809", "copy log losses", "copy report", "copy all"
    )
    at = told.index("Unit 20 was set up at 1809.")
    assert told[at + 1] == "Nothing in the log fits."
    assert (folders / "saves" / "copied.txt").read_text() == "U.S. set-up\nUnit 20 was set up at 1809\n"
    assert told[at + 3] == "There is nothing to copy."
    assert told[at + 4].startswith("To read how it went, run: westwall report ")
    assert told[at + 5].startswith("Write it like this: copy position")


def test_the_computer_never_sees_the_hint_of_the_other_side():
    game = table("bastogne/spearhead", COMPUTER, Seat())
    said = game.type(*SET_UP, "legal")
    assert game.session.game.side == 1
    assert any("The U.S. may move" in line for line in said)


# -- the end of a game


def test_the_end_of_input_saves_the_game():
    game = table(settings=CALM)
    said = game.type("deploy 52 2614")
    assert said[-1].startswith("The game is saved.")
    assert LocalSession.resume(game.session.path).game.log == ["deploy 52 2614"]


def test_a_folder_that_cannot_be_written_to_is_reported(tmp_path):
    game = table(settings=CALM)
    game.session.path = tmp_path / "no" / "such" / "folder.toml"
    (tmp_path / "no").write_text("in the way")
    said = game.type("deploy 52 2614", "save")
    assert any(line.startswith("Warning: ") for line in said)
    assert "The game is saved" not in said[-1]


def test_a_line_that_is_too_long_is_refused():
    game = table(settings=CALM)
    said = game.type("x" * 2_000_000, "players")
    assert "That line is longer than 10000 characters." in said
    assert said.count("A person at this keyboard plays the U.S.") == 2


def test_an_interruption_reaches_the_caller(monkeypatch):
    class Interrupted(Console):
        def ask(self, prompt: str) -> str | None:
            raise KeyboardInterrupt

    game = PlainGame(table().session, Interrupted(io.StringIO(), io.StringIO()), CALM)
    with pytest.raises(KeyboardInterrupt):
        game.play()


class Script(Console):
    """A console that types the orders of a player, and confirms each."""

    def __init__(self, out: io.StringIO) -> None:
        super().__init__(io.StringIO(), out)
        self.game: PlainGame | None = None
        self._draw, self._last = Draw(4), ("", -1)

    def ask(self, prompt: str) -> str | None:
        """Return the next order."""
        assert self.game is not None
        game = self.game.game
        if self._last[1] != len(game.log):
            self._last = str(busy_player(game, self._draw)), len(game.log)
        return self._last[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", sample(["arnhem/free", "remagen/historical"], ["bastogne/relief"]))
def test_a_typed_game_is_the_same_game_as_its_orders(name):
    session = table(name).session
    out = io.StringIO()
    script = Script(out)
    script.game = PlainGame(session, script, CALM)
    assert script.game.play()
    assert session.game.outcome is not None
    said = out.getvalue().splitlines()
    assert "The game is over." in said
    assert not [line for line in said if FOR_EYES.search(line)]
    again = Game(session.game.scenario, seed=3)
    for line in session.game.log:
        if not line.startswith("roll"):
            again.apply(line)
    assert again.digest() == session.game.digest()
    assert LocalSession.resume(session.path).game.digest() == again.digest()


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "over"), [("accept", True), ("stand", False)])
def test_the_computer_would_concede_and_you_may_play_on(monkeypatch, answer, over):
    may = queries.may_offer
    monkeypatch.setattr(
        manners.Offers, "offer", lambda _, game: Offer("concession") if may(game, "concession") else None
    )
    game = table("bastogne/spearhead", COMPUTER, Seat(), settings=CALM)
    said = game.type("deploy auto", "done", answer, "quit")
    question = "The Germans offer to concede; the U.S. may accept or play on."
    assert f"{question} Type accept to end the game, or stand to play on." in said
    assert (game.session.game.outcome is not None) == over
    assert game.session.game.log.count("offer concession") == 1
    if over:
        assert "The U.S. win: the Germans conceded." in said


def test_the_warning_that_the_game_is_not_saved_comes_first(tmp_path):
    """The warning comes after an order, undo, redo and a change of players."""
    played = table("hurtgen/historical")
    (tmp_path / "file").write_text("where the folder should be")
    played.session.path = tmp_path / "file" / "hurtgen.toml"
    move = next(str(order) for order in played.session.game.legal())
    said = played.type(move, "undo", "redo", "players US 2", "quit")
    warnings = [number for number, line in enumerate(said) if line.startswith("Warning: not saved: ")]
    described = [next(n for n, line in enumerate(said) if word in line) for word in ("Undone", "The computer, level")]
    assert len(warnings) >= 4
    assert warnings[1] == described[0] - 1
    assert any(number < described[1] < number + 4 for number in warnings)
    assert said[-1].startswith("Not saved: ")


def field(**more):
    """Return a game between two people: two units on a road, with an enemy far off."""
    roads = ["0101 0102 0103 0104 0105"]
    start = scenario(blue=["A 4-4-7 0102", "B 4-4-7 0101"], red=["X 1-1-7 0909"], roads=roads, **more)
    return Table(LocalSession.new(start, seed=1), CALM)


def test_5_24_a_column_is_described_and_moves_once_it_is_confirmed():
    game = field()
    said = game.type("column A B > 0105")
    assert "A to 0105 and B to 0104." in said
    assert game.session.game.log == []
    said = game.type("column A B > 0105", "column A B > 01 05", "column A > 0105", "column A")
    assert [line.split()[-1] for line in game.session.game.log] == ["0105", "0104"]
    assert "None of these units can go farther toward that hex by road (5.24)." in said
    assert "Write it like this: column UNIT ... > HEX." in said


def test_5_15_undo_of_a_unit_and_of_the_turn():
    game = field()
    assert "Undone: move A to 0301." in game.type("move A 0301", "move B 0103", "undo a")
    assert game.session.game.log == ["move B 0102 0103"]
    assert "There is no unit 'Z' in this scenario." in game.type("undo B", "redo", "undo turn", "undo Z")
    assert game.session.game.log == []


def test_7_7_the_same_retreat_and_7_96_no_advances_in_a_phase():
    red = ["X 1-1-7 0504", "Y 1-1-7 0604", "Z 1-1-7 0102", "W 1-1-7 0909"]
    start = scenario(blue=["A 9-4-7 0505", "B 9-4-7 0101", "C 9-4-7 0908"], red=red, phase="combat")
    game = Table(LocalSession.new(start, seed=1), CALM._replace(warnings=False))
    lines = "attack A > X Y", "same retreat X 0502", "no advances", "attack B > Z", "same retreat Z 0104", "undo"
    said = game.type(*lines)
    log = game.session.game.log
    assert log[2:5] == ["retreat X 0503 0502", "retreat Y 0603 0602", "stand"]
    assert "No unit advances." in said
    assert (log[-1], game.session.game.prompt.kind) == ("retreat Z 0103 0104", "advance"), "undo asks again"
