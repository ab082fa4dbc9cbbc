"""Decisions are single classes: a complete one can be played, an incomplete one is refused."""

from collections.abc import Iterator

import pytest

from tests.drawn import deciding, legal, play, refused
from tests.drawn import scenario as drawn_scenario
from westwall_tui.engine import flow
from westwall_tui.engine.battles import RULESETS
from westwall_tui.engine.decisions.base import (
    DECISIONS,
    STEPS,
    Decision,
    Interruption,
    Resolved,
    Step,
    Subject,
    Unchecked,
    decision,
    step,
)
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event, Scored
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Demolish, IllegalOrder, Order, Stand
from westwall_tui.engine.rules.parts import Fact
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import State
from westwall_tui.files.saves.positions import decode_position, encode_position


class Truce(Decision, Interruption):
    """A side is offered a truce over some hex, before the Movement Phase."""

    hex: int

    kind = "truce"
    title = "A truce"

    def prompt(self, state: State, subject: Subject) -> str:
        return f"{self.people(state)} are offered a truce at {state.number(self.hex)}"

    def subject(self, state: State) -> Subject:
        return Subject(hexes=(self.hex,))

    def legal(self, state: State) -> Iterator[Order]:
        if state.turn <= 2:
            yield Demolish(True)
        yield Demolish(False)
        yield Stand()

    def answer(self, state: State, order: Demolish) -> Resolved:
        if order.attempt and state.turn > 2:
            raise IllegalOrder("4.1", "it is too late for a truce")

        def perform(state: State, events: list[Event]) -> None:
            state.frames.pop()
            if order.attempt:
                state.facts["truce"] = state.turn
            events.append(Scored("Red", int(order.attempt), "truce"))

        return Resolved(order, perform)

    def ignore(self, state: State, order: Stand) -> Resolved:
        return Resolved(order, lambda state, _: state.frames.__setitem__(-1, self.replace(side=1 - self.side)))

    def settle(self, state: State, events: list[Event]) -> bool:
        """Skip the decision if the hex is occupied."""
        if self.hex not in state.occupants():
            return False
        state.frames.pop()
        return True

    @classmethod
    def not_now(cls, state: State, order: Order) -> None:
        if isinstance(order, Demolish):
            raise IllegalOrder("1.0", "nobody offers a truce")

    def check(self, position: Unchecked) -> None:
        position.hexes((self.hex,))

    orders = {Demolish: answer, Stand: ignore}


class Truces(Ruleset):
    """A truce is offered at the beginning of each Movement Phase."""

    facts = (Fact("truce"),)

    def phase_begins(self, state: State, events: list[Event]) -> None:
        if state.phase is Phase.MOVEMENT:
            state.frames.append(Truce(1 - state.side, state.scenario.board.hex("0505")))


@pytest.fixture
def registry(monkeypatch):
    """Remove decisions that a test has added to the game."""
    for known in (STEPS, DECISIONS):
        for name in [*known, "Truce"]:
            monkeypatch.setitem(known, name, known.get(name, Truce))
    monkeypatch.delitem(STEPS, "Truce")
    monkeypatch.delitem(DECISIONS, "Truce")


@pytest.fixture
def game(registry, monkeypatch):
    decision(Truce)
    monkeypatch.setitem(RULESETS, "truces", Truces)
    return Game(drawn_scenario(blue=["A 4-4-7 0506"], red=["X 4-4-7 0901"], rules="truces"), seed=None)


def test_a_new_decision_has_a_prompt_legal_orders_and_an_effect(game):
    assert deciding(game) == "Red truce"
    assert game.prompt.text == "The Red forces are offered a truce at 0505"
    assert game.prompt.hexes == (game.scenario.board.hex("0505"),)
    assert game.side == 1
    assert legal(game) == ["demolish yes", "demolish no", "stand"]
    assert str(flow.pending(game.state).default(game.state)) == "demolish yes"
    assert game.random_order(Draw(1)) in list(game.legal())
    assert "these orders: demolish or stand" in refused(game, "done").reason
    play(game, "stand")
    assert deciding(game) == "Blue truce"
    (event,) = play(game, "demolish yes")
    assert isinstance(event, Scored)
    assert game.state.facts == {"truce": 1}
    assert deciding(game) == "Blue movement"
    assert refused(game, "demolish no").case == "1.0"
    game.undo()
    assert deciding(game) == "Blue truce"


def test_a_new_decision_settles_by_itself_and_has_its_own_refusals(game):
    play(game, "demolish no", "move A 0505", "done")
    assert deciding(game) == "Red movement"  # no truce over an occupied hex
    play(game, "done", "move A 0506", "done", "demolish no", "done", "demolish no")
    game.state.turn = 3
    play(game, "done")
    assert deciding(game) == "Blue truce"
    assert refused(game, "demolish yes").case == "4.1"
    assert legal(game) == ["demolish no", "stand"]


def test_a_new_decision_is_saved_and_read(game):
    data = encode_position(game.state)
    assert ["Truce", 1, game.scenario.board.hex("0505")] in data["frames"]
    state, trouble = decode_position(game, data)
    assert state is not None, trouble
    assert state.digest() == game.digest()
    data["frames"][-1][-1] = 9999
    state, trouble = decode_position(game, data)
    assert state is None
    assert "frames" in trouble


# -- refusals of incomplete classes


@pytest.mark.parametrize("part", ["kind", "title", "orders", "prompt", "legal"])
def test_a_decision_that_lacks_a_part_is_refused(registry, part):
    lacking = type("Lacking", (Truce,), {part: getattr(Decision, part)})
    with pytest.raises(ValueError, match=f"Lacking lacks {part}"):
        decision(lacking)
    assert "Lacking" not in STEPS


def test_a_step_with_fields_must_check_them(registry):
    lacking = type("Lacking", (Truce,), {"check": Step.check})
    with pytest.raises(ValueError, match="Lacking has no `check` of its fields"):
        decision(lacking)


def test_orders_of_a_decision_must_have_words(registry):
    lacking = type("Lacking", (Truce,), {"orders": {Scored: Truce.answer}})
    with pytest.raises(ValueError, match="without a `word`: Scored"):
        decision(lacking)


def test_two_frames_cannot_have_the_same_name_in_saves(registry):
    other = type("Other", (Step,), {"saved_as": "Movement"})
    with pytest.raises(ValueError, match="two kinds of frames are called 'Movement'"):
        step(other)


# -- the existing frames


def test_every_frame_can_be_reached_on_the_stack():
    """Only frames that begin or end a phase are above no other frame."""
    under = tuple(above for each in STEPS.values() for above in each.above)
    alone = {name for name, each in STEPS.items() if not issubclass(each, under) and not each.lowest_in}
    assert alone == {"PhaseOver"}


def test_the_names_of_frames_in_saves_never_change():
    """A frame that is renamed in the code keeps its old name in saves and digests."""
    assert sorted(STEPS) == [
        *("Advances", "Aftermath", "CombatPhase", "Die", "Displacing", "FrontDue", "Halted", "Marching"),
        *("Movement", "Noting", "Offered", "PhaseOver", "Protect", "Razing", "Retreating", "Retreats", "Setup"),
        *("Shifting", "Throw", "TurnOver", "Wired"),
    ]
