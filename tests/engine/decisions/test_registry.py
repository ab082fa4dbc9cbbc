"""The registry of decisions: one that is whole can be played at once, one that is not is refused."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from tests.drawn import deciding, legal, play, refused
from tests.drawn import scenario as drawn_scenario
from westwall_tui.engine import flow, sampling
from westwall_tui.engine.battles import RULESETS
from westwall_tui.engine.decisions.checks import Position
from westwall_tui.engine.decisions.decision import Decision, Resolved, Subject, pick
from westwall_tui.engine.decisions.registry import Registry
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event, Scored
from westwall_tui.engine.facts import Fact
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Demolish, IllegalOrder, Order, Stand
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import State
from westwall_tui.files.positions import decode_position, encode_position

# -- a decision in one module: whether to accept a truce, before the Movement Phase


class Truce(NamedTuple):
    """A side is offered a truce over some hex."""

    side: int
    hex: int


def answer(state: State, frame: Truce, order: Demolish) -> Resolved:
    if order.attempt and state.turn > 2:
        raise IllegalOrder("4.1", "it is too late for a truce")

    def perform(events: list[Event]) -> None:
        state.frames.pop()
        if order.attempt:
            state.facts["truce"] = state.turn
        events.append(Scored("Red", int(order.attempt), "truce"))

    return Resolved(order, perform)


def ignore(state: State, frame: Truce, order: Stand) -> Resolved:
    return Resolved(order, lambda _: state.frames.__setitem__(-1, frame._replace(side=1 - frame.side)))


def settle(state: State, frame: Truce, events: list[Event]) -> bool:
    """Nobody is asked for a hex that is held."""
    if frame.hex not in state.occupants():
        return False
    state.frames.pop()
    return True


def list_answers(state: State, frame: Truce) -> Iterator[Order]:
    if state.turn <= 2:
        yield Demolish(True)
    yield Demolish(False)
    yield Stand()


def not_now(state: State, order: Order) -> None:
    if isinstance(order, Demolish):
        raise IllegalOrder("1.0", "nobody offers a truce")


def check(frame: Truce, position: Position) -> None:
    position.hexes((frame.hex,))


PARTS: dict[str, Any] = {
    "frame": Truce,
    "kind": "truce",
    "orders": {Demolish: answer, Stand: ignore},
    "text": lambda state, frame, name, subject: f"{name} is offered a truce at {state.number(frame.hex)}",
    "subject": lambda state, frame: Subject(hexes=(frame.hex,)),
    "legal": list_answers,
    "sample": pick(list_answers),
    "not_now": not_now,
    "settle": settle,
    "check": check,
    "lowest_in": (Phase.MOVEMENT,),
}
TRUCE = Decision(**PARTS)


class Truces(Ruleset):
    """A truce is offered at the beginning of each Movement Phase."""

    facts = (Fact("truce"),)

    def phase_begins(self, state: State, events: list[Event]) -> None:
        if state.phase is Phase.MOVEMENT:
            state.frames.append(Truce(1 - state.side, state.scenario.board.hex("0505")))


@pytest.fixture
def game(monkeypatch):
    parts = [replace(part, above=(*part.above, "Truce")) if part.name == "Movement" else part for part in flow.PARTS]
    monkeypatch.setattr(flow, "REGISTRY", Registry([*parts, TRUCE]))
    monkeypatch.setitem(RULESETS, "truces", Truces)
    return Game(drawn_scenario(blue=["A 4-4-7 0506"], red=["X 4-4-7 0901"], rules="truces"), seed=None)


def test_it_is_asked_listed_answered_and_left(game):
    assert deciding(game) == "Red truce"
    assert game.prompt.text == "Red is offered a truce at 0505"
    assert game.prompt.hexes == (game.scenario.board.hex("0505"),)
    assert game.side == 1
    assert legal(game) == ["demolish yes", "demolish no", "stand"]
    assert sampling.sample(game, Draw(1)) in list(game.legal())
    assert "you can give: demolish, stand" in refused(game, "done").reason
    play(game, "stand")
    assert deciding(game) == "Blue truce"
    (event,) = play(game, "demolish yes")
    assert isinstance(event, Scored)
    assert game.state.facts == {"truce": 1}
    assert deciding(game) == "Blue movement"
    assert refused(game, "demolish no").case == "1.0"
    game.undo()
    assert deciding(game) == "Blue truce"


def test_it_settles_by_itself_and_has_refusals_of_its_own(game):
    play(game, "demolish no", "move A 0505", "done")
    assert deciding(game) == "Red movement"  # no truce over a hex that is held
    play(game, "done", "move A 0506", "done", "demolish no", "done", "demolish no")
    game.state.turn = 3
    play(game, "done")
    assert deciding(game) == "Blue truce"
    assert refused(game, "demolish yes").case == "4.1"
    assert legal(game) == ["demolish no", "stand"]


def test_it_is_written_and_read(game):
    data = encode_position(game.state)
    assert ["Truce", 1, game.scenario.board.hex("0505")] in data["frames"]
    state, trouble = decode_position(game, data)
    assert state is not None, trouble
    assert state.digest() == game.digest()
    data["frames"][-1][-1] = 9999
    state, trouble = decode_position(game, data)
    assert state is None
    assert "frames" in trouble


# -- what a registry refuses


@pytest.mark.parametrize("part", [name for name in PARTS if name not in ("settle", "lowest_in")])
def test_a_decision_that_lacks_a_part_is_refused(part):
    rest = {name: value for name, value in PARTS.items() if name != part}
    with pytest.raises(TypeError, match=part):
        Decision(**rest)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"kind": ""}, "no kind"),
        ({"orders": {}}, "takes no orders"),
        ({"orders": {Scored: answer}}, "no word"),
        ({"above": ("Nothing",)}, "Nothing"),
    ],
)
def test_a_decision_that_does_not_fit_is_refused(change, says):
    with pytest.raises(ValueError, match=says):
        Registry([*flow.PARTS, Decision(**{**PARTS, **change})])


def test_nothing_is_registered_twice():
    with pytest.raises(ValueError, match="Truce is registered twice"):
        Registry([*flow.PARTS, TRUCE, TRUCE])


def test_every_frame_that_may_lie_above_another_can_be_reached():
    """What no other frame has above it begins a phase, or ends one."""
    under = {name for part in flow.PARTS for name in part.above}
    alone = {part.name for part in flow.PARTS if part.name not in under and not part.lowest_in}
    assert alone == {"PhaseOver"}


def test_saves_name_each_frame_as_they_always_have():
    """A frame that gets another name in the code keeps its old one in saves, and so in digests."""
    assert sorted(flow.REGISTRY.frames) == [
        *("Advances", "Aftermath", "CombatPhase", "Die", "Displacing", "FrontDue", "Halted", "Marching"),
        *("Movement", "Noting", "PhaseOver", "Protect", "Razing", "Retreating", "Retreats", "Setup"),
        *("Shifting", "Throw", "TurnOver", "Wired"),
    ]
