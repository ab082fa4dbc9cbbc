"""Sandboxes: lines of play beside a game, which they neither change nor foresee; its session checks their orders."""

import tomllib

import pytest

from tests.drawn import drawn, where
from tests.every import every
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import Save
from westwall_tui.files.saves.private import MAX_SANDBOXES, Sandbox
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.sessions.recording import recording_of_session
from westwall_tui.files.sessions.sandbox import Sandboxes, in_earnest

BLUE, RED = 0, 1
LINE = ("move A 0505", "done", "attack A > X", "roll 6")
"""A whole Player-Turn of Blue: the sandbox chooses the die."""


def local(folder, seed=None, *seats: Seat) -> LocalSession:
    """Return a game in which A can attack X, and B is too far away."""
    game = drawn(blue=["A 6-4-7 0507", "B 4-4-7 0109"], red=["X 1-1-7 0504"], seed=seed)
    first, second = seats or (Seat(), Seat())
    session = LocalSession.of_save(Save(game, (first, second)), folder)
    assert session.save()
    return session


def stored(session):
    """Return what the game's file has for its players."""
    return tomllib.loads(session.path.read_text()).get("private", {})


def tried(session, name="", side=BLUE):
    """Return what a list of sandboxes says about one of them."""
    boxes = Sandboxes(session, side)
    return boxes.find(name or boxes.all[0].name)


def test_every_order_of_a_sandbox_is_stored_at_once(tmp_path):
    session = local(tmp_path)
    sandbox = Sandboxes(session, BLUE).new("by the road")
    for number, line in enumerate(LINE, 1):
        sandbox.apply(line)
        (box,) = stored(session)["Blue"]["sandbox"]
        assert (box["name"], box["start"], box["orders"]) == ("by the road", 0, sandbox.game.log[:number])
    assert [*stored(session)] == ["Blue"]
    assert tomllib.loads(session.path.read_text())["orders"]["log"] == []


def test_a_sandbox_goes_on_where_it_was(tmp_path):
    session = local(tmp_path)
    before = Sandboxes(session, BLUE).new()
    before.apply_all(LINE)
    again = Sandboxes(session, BLUE).open("1")
    assert again.game.digest() == before.game.digest()
    assert again.game.log == before.game.log
    again.undo()
    assert again.game.prompt.kind == "roll"


def test_a_sandbox_takes_back_dice_and_turns_up_to_its_beginning(tmp_path):
    session = local(tmp_path)
    session.apply("move B 0108")
    sandbox = Sandboxes(session, BLUE).new()
    positions = [sandbox.game.digest()]
    for line in LINE:
        sandbox.apply(line)
        positions.append(sandbox.game.digest())
    while sandbox.game.prompt.kind != "movement":
        sandbox.apply(sandbox.game.sample())
    assert sandbox.game.state.side == RED
    while sandbox.game.can_undo:
        sandbox.undo()
        if len(sandbox.game.log) <= len(LINE):
            assert sandbox.game.digest() == positions.pop(len(sandbox.game.log) - 1)
    assert sandbox.game.log == session.game.log
    with pytest.raises(IllegalOrder):
        sandbox.undo()
    sandbox.redo()
    assert sandbox.game.log == [*session.game.log, sandbox.sandbox.orders[0]]


def test_another_die_is_tried_after_an_undo(tmp_path):
    sandbox = Sandboxes(local(tmp_path), BLUE).new()
    sandbox.apply_all(LINE[:-1])
    ends = set()
    for die in range(1, 7):
        sandbox.apply(f"roll {die}")
        ends.add(sandbox.game.digest())
        sandbox.undo()
    assert len(ends) > 2


def test_a_sandbox_takes_back_a_whole_turn(tmp_path):
    sandbox = Sandboxes(local(tmp_path), BLUE).new()
    sandbox.apply_all(LINE)
    while sandbox.game.state.side == BLUE:
        sandbox.apply(sandbox.game.sample())
    turn = len(sandbox.game.log)
    sandbox.apply_all(["move X 0503", "done"] if "X" in where(sandbox.game, "X") else ["done"])
    sandbox.undo("turn")
    assert len(sandbox.game.log) in (turn, 0)
    sandbox.undo("turn")
    assert not sandbox.game.log


def test_the_real_game_has_the_same_orders_and_dice_with_and_without_a_sandbox(tmp_path):
    games = []
    for folder in ("with", "without"):
        session = LocalSession.new(load_scenario("noville"), seed=7, folder=tmp_path / folder)
        for number in range(120):
            if session.game.outcome is None:
                if folder == "with" and number % 10 == 0:
                    boxes = Sandboxes(session, session.game.side)
                    sandbox = boxes.new()
                    for _ in range(8):
                        if sandbox.game.outcome is None:
                            sandbox.apply(sandbox.game.sample(number))
                    boxes = Sandboxes(session, session.game.side)
                    boxes.delete("1")
                session.apply(session.game.sample(number))
        games.append((session.game.log, session.game.digest(), session.game.seed))
    assert games[0] == games[1]
    assert any(line.startswith("roll") for line in games[0][0])


def test_a_sandbox_does_not_know_the_next_die(tmp_path):
    session = local(tmp_path, 3)
    sandbox = Sandboxes(session, BLUE).new()
    assert sandbox.game.seed is None
    assert sandbox.game.state.die == sandbox.game.root().state.die == -1
    sandbox.apply_all(LINE[:-1])
    assert sandbox.game.prompt.kind == "roll"


def test_a_game_that_goes_on_from_a_sandbox_is_no_trial(tmp_path):
    sandbox = Sandboxes(local(tmp_path), BLUE).new()
    sandbox.apply_all(LINE)
    game = recording_of_session(sandbox, BLUE).go_on_from(sandbox.game, tmp_path).game
    assert (sandbox.game.is_trial, game.is_trial) == (True, False)


def test_a_strict_game_has_sandboxes_with_undo(tmp_path):
    session = LocalSession.new(load_scenario("noville"), seed=1, strict=True, folder=tmp_path)
    sandbox = Sandboxes(session, session.game.side).new()
    sandbox.apply(sandbox.game.sample())
    sandbox.undo()
    assert not sandbox.game.log


# -- how a list describes them


def test_a_sandbox_is_on_the_games_course_until_its_beginning_is_undone(tmp_path):
    session = local(tmp_path)
    session.apply("move B 0108")
    Sandboxes(session, BLUE).new().apply_all(LINE)
    found = tried(session)
    assert (found.is_on_course, found.played, found.is_overtaken) == (True, 0, False)
    session.apply(LINE[0])
    found = tried(session)
    assert (found.is_on_course, found.played, found.is_overtaken) == (True, 1, False)
    session.undo()
    session.apply("move A 0506")
    found = tried(session)
    assert (found.is_on_course, found.played, found.is_overtaken) == (True, 0, True)
    session.undo("turn")
    session.apply("move B 0208")
    found = tried(session)
    assert not found.is_on_course
    assert found.end is not None  # its orders can still be replayed
    assert where(found.end, "B") == "0208"


def test_a_sandbox_whose_orders_are_refused_now_says_so(tmp_path):
    session = local(tmp_path)
    session.apply("move B 0108")
    Sandboxes(session, BLUE).new().apply_all(LINE)
    session.undo()
    session.apply("move A 0407")
    found = tried(session)
    assert found.end is None
    assert found.why.startswith("its order 1 is now refused: ")
    with pytest.raises(IllegalOrder, match="order 1 is now refused"):
        Sandboxes(session, BLUE).open("1")
    session.undo()
    assert tried(session).why == "the game no longer has the position where it begins"


def test_15_36_a_sandbox_has_no_drop_zone_that_its_player_does_not_know(tmp_path):
    session = LocalSession.new(load_scenario("arnhem/free"), seed=4, folder=tmp_path)
    while session.game.prompt.kind == "notes":
        session.apply(session.game.sample(5))
    for side in (BLUE, RED):
        sandbox = Sandboxes(session, side).new()
        facts = [*sandbox.game.state.facts.items()]
        hidden = session.game.hides(side)
        assert (facts == [*session.game.state.facts.items()]) is not hidden
        assert any(line.startswith("zone") for line in sandbox.game.log) is not hidden
        sandbox.apply(sandbox.game.sample(1))
        assert any(line.startswith("zone") for line in sandbox.game.log) is not hidden
        assert tried(session, side=side).end.digest() == sandbox.game.digest()


def test_15_36_a_guessed_drop_zone_is_not_confirmed(tmp_path):
    session = LocalSession.new(load_scenario("arnhem/free"), seed=4, folder=tmp_path)
    allies = session.game.side
    germans = 1 - allies
    note = session.game.sample(5)
    Sandboxes(session, germans).new("right").apply(note)
    other = next(str(order) for order in session.game.legal() if str(order).split()[2] != str(note).split()[2])
    Sandboxes(session, germans).new("wrong").apply(other)
    session.apply(note)
    told = [
        (each.is_on_course, each.played, each.is_overtaken, each.why) for each in Sandboxes(session, germans).listed()
    ]
    assert told == [(True, 1, False, "")] * 2


def test_15_36_a_guests_sandbox_is_found_again_once_nothing_is_secret(tmp_path):
    """A host sends a guest the game without secret notes, and with them once they are public."""
    session = LocalSession.new(load_scenario("arnhem/free"), seed=4, folder=tmp_path)
    germans = 1 - session.game.side
    while session.game.prompt.kind == "notes":
        session.apply(session.game.sample(5))
    for _ in range(3):
        session.apply(session.game.sample(5))
    public = [line for line in session.game.log if not line.startswith("zone")]
    guest = LocalSession.of_save(Save(session.game.known(germans), history=public), tmp_path)
    before = Sandboxes(guest, germans).new()
    before.apply(before.game.sample(1))
    assert tried(guest, side=germans).end.digest() == before.game.digest()
    session.change_private(germans, lambda _: guest.private(germans))
    found = tried(session, side=germans)
    assert found.is_on_course
    assert found.end.digest() == before.game.digest()
    session.undo()
    assert not tried(session, side=germans).is_on_course


# -- more than one


def test_sandboxes_get_names_and_lose_them(tmp_path):
    session = local(tmp_path)
    for _ in range(2):
        Sandboxes(session, BLUE).new().apply("move A 0506")
    boxes = Sandboxes(session, BLUE)
    assert [box.name for box in boxes.all] == ["1", "2"]
    boxes.rename("1", "along the road")
    boxes.delete("2")
    assert [box.name for box in Sandboxes(session, BLUE).all] == ["along the road"]
    for name in ("along the road", "ALONG THE ROAD"):
        with pytest.raises(IllegalOrder, match="already has a sandbox of that name"):
            Sandboxes(session, BLUE).new(name)
    with pytest.raises(IllegalOrder, match="you have no sandbox"):
        boxes.delete("2")


def test_a_full_store_says_what_to_do(tmp_path):
    session = local(tmp_path)
    full = tuple(Sandbox(str(number), 0) for number in range(MAX_SANDBOXES))
    session.change_private(BLUE, lambda own: own._replace(sandboxes=full))
    with pytest.raises(IllegalOrder, match="delete a sandbox first"):
        Sandboxes(session, BLUE).new()


def test_a_sandbox_that_cannot_be_stored_says_so(tmp_path):
    session = local(tmp_path)
    sandbox = Sandboxes(session, BLUE).new()
    full = tuple(Sandbox(f"x{number}", 0) for number in range(MAX_SANDBOXES))
    session.change_private(BLUE, lambda own: own._replace(sandboxes=full))
    sandbox.apply(LINE[0])
    assert sandbox.trouble.startswith("the sandbox is not saved: you may have at most 20 sandboxes")
    session.change_private(BLUE, lambda own: own._replace(sandboxes=()))
    sandbox.apply(LINE[1])
    assert not sandbox.trouble
    assert len(stored(session)["Blue"]["sandbox"][0]["orders"]) == 2


def test_only_a_player_at_the_keyboard_has_sandboxes(tmp_path):
    session = local(tmp_path, None, Seat(), Seat("computer", level=1))
    with pytest.raises(IllegalOrder, match="only the player of a side"):
        Sandboxes(session, RED)


# -- in earnest


def give(session, name="1", side=BLUE):
    orders = Sandboxes(session, side).to_give(name)
    session.apply_all(in_earnest(session, side, orders))
    return orders


def test_orders_are_given_up_to_the_first_die(tmp_path):
    session = local(tmp_path, 3)
    Sandboxes(session, BLUE).new().apply_all(LINE)
    assert give(session) == [*session.game.log[:3]]
    assert len(session.game.log) == 4  # the fourth is the game's own die
    assert Game(session.game.scenario, seed=3).begun_again(3).replay(session.game.log)
    with pytest.raises(IllegalOrder):
        give(session)


def test_what_was_played_of_a_sandbox_is_not_given_again(tmp_path):
    session = local(tmp_path)
    Sandboxes(session, BLUE).new().apply_all(LINE)
    session.apply(LINE[0])
    assert give(session) == [*session.game.log[1:3]]


def test_orders_are_given_up_to_the_other_sides_decision(tmp_path):
    session = local(tmp_path)
    sandbox = Sandboxes(session, BLUE).new()
    sandbox.apply_all(["done"])
    while sandbox.game.state.side == BLUE:
        sandbox.apply(sandbox.game.sample())
    sandbox.apply("move X 0503")
    given = give(session)
    assert session.game.side == RED
    assert session.game.log == [*given]
    with pytest.raises(IllegalOrder, match="it isn't your decision"):
        give(session)


def test_a_line_for_a_later_turn_is_given_although_the_enemy_moved_otherwise(tmp_path):
    session = local(tmp_path)
    session.apply("done")
    while session.game.state.side == BLUE:
        session.apply(session.game.sample())
    sandbox = Sandboxes(session, BLUE).new()
    sandbox.apply_all(["move X 0503", "done"])
    while sandbox.game.state.side == RED:
        sandbox.apply(sandbox.game.sample())
    sandbox.apply_all(["move A 0506", "move B 0108"])
    session.apply_all(["move X 0404", "done"])
    while session.game.state.side == RED:
        session.apply(session.game.sample())
    assert tried(session).is_overtaken
    give(session)
    assert (where(session.game, "A"), where(session.game, "B"), where(session.game, "X")) == ("0506", "0108", "0404")


def test_a_refused_order_stops_the_rest_and_says_why(tmp_path):
    session = local(tmp_path)
    sandbox = Sandboxes(session, BLUE).new()
    sandbox.apply_all(["move B 0108", "move A 0505", "done"])
    session.apply("move A 0407")
    with pytest.raises(IllegalOrder, match="A has already moved"):
        give(session)
    assert (where(session.game, "A"), where(session.game, "B")) == ("0407", "0108")
    assert session.game.prompt.kind == "movement"


def test_orders_that_the_game_already_has_are_left_out_on_another_course(tmp_path):
    session = local(tmp_path)
    sandbox = Sandboxes(session, BLUE).new()
    sandbox.apply_all(["move A 0505", "move B 0108", "done"])
    session.apply("move A 0407")
    assert tried(session).is_overtaken
    assert give(session) == ["move B 0108", "done"]
    assert (where(session.game, "A"), where(session.game, "B")) == ("0407", "0108")


@every("lines", [("move X 0503",), ("move A 0505", "done", "move X 0503"), ("concede",), ("roll 6",), ("nonsense",)])
def test_no_order_of_a_sandbox_answers_for_another_player(tmp_path, lines):
    """A liar writes into the saved game what they like."""
    session = local(tmp_path, 3, Seat(), Seat("computer", level=1))
    session.apply("done")
    while session.game.side == BLUE:
        session.apply(session.game.sample())
    before = session.game.log[:]
    course = Sandboxes(session, BLUE).new().sandbox.course
    forged = Sandbox("1", len(before), lines, course)
    session.change_private(BLUE, lambda own: own._replace(sandboxes=(forged,)))
    with pytest.raises(IllegalOrder):
        give(session)
    with pytest.raises(IllegalOrder, match="it isn't your decision"):
        session.apply_all(in_earnest(session, BLUE, lines))
    assert session.game.log == before
