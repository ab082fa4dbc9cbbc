"""The defender of a combat answers it with Final Protective Fire (8.4)."""

from collections.abc import Iterator
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.checks import nothing
from westwall_tui.engine.decisions.decision import Decision, Resolved, Subject, accepts, attempt
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Fpf, IllegalOrder, Order
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules import ground_support
from westwall_tui.engine.rules.artillery import protectors
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import State, changed
from westwall_tui.engine.subsets import subsets


class GivingFpf(NamedTuple):
    """The defender of the current combat may give Final Protective Fire."""

    side: int


def fire(rules: Ruleset, state: State, frame: GivingFpf, order: Fpf) -> Resolved:
    """8.4: artillery and Ground Support add to the defense."""
    combat = fight.protect(rules, state, order)
    in_full = Fpf(state.ids(combat.fire), combat.fire_support)

    def perform(events: list[Event]) -> None:
        state.combat = combat
        state.fired = changed(state.fired, state.serial, *combat.fire)
        ground_support.spend(state, frame.side, combat.fire_support)
        state.frames.pop()
        events.append(ev.Fired(in_full.units, in_full.support))

    return Resolved(in_full, perform)


def _settle(rules: Ruleset, state: State, frame: GivingFpf, events: list[Event]) -> bool:
    """Skip a defender who has no fire to give."""
    if fight.can_protect(rules, state):
        return False
    state.frames.pop()
    return True


def _subject(rules: Ruleset, state: State, frame: GivingFpf) -> Subject:
    return Subject(state.combat.defenders if state.combat else (), (), state.combat)


def _text(rules: Ruleset, state: State, frame: GivingFpf, name: str, subject: Subject) -> str:
    return f"{name} may give Final Protective Fire to {', '.join(state.ids(subject.units))}"


def _legal(rules: Ruleset, state: State, frame: GivingFpf) -> Iterator[Order]:
    assert state.combat is not None
    for guns in subsets(protectors(state, state.combat.defenders)):
        for points in range(rules.support_left(state, frame.side, state.combat.defenders) + 1):
            order = Fpf(state.ids(guns), points)
            if accepts(fire, rules, state, frame, order):
                yield order


def _sample(rules: Ruleset, state: State, frame: GivingFpf, draw: Draw) -> Order | Resolved:
    """Random fire; none if the draw is not legal."""
    assert state.combat is not None
    guns = protectors(state, state.combat.defenders)
    support = rules.support_left(state, frame.side, state.combat.defenders)
    for _ in range(3):
        order = Fpf(state.ids([gun for gun in guns if not draw.below(3)]), draw.below(support + 1))
        found = attempt(fire, rules, state, frame, order)
        if found is not None:
            return found
    return Fpf()


def _not_now(rules: Ruleset, state: State, order: Order) -> None:
    """If the defender had no fire to give, the refusal says why not, gun by gun."""
    assert isinstance(order, Fpf)
    combat = state.combat
    if combat is None or combat.result:
        raise IllegalOrder("4.1", "you give Final Protective Fire after an attack is declared and before its die")
    fight.protect(rules, state, order)
    raise IllegalOrder("4.1", "the defender has had the chance to give Final Protective Fire in this combat")


DECISION = Decision(
    frame=GivingFpf,
    kind="fpf",
    orders={Fpf: fire},
    text=_text,
    subject=_subject,
    legal=_legal,
    sample=_sample,
    not_now=_not_now,
    settle=_settle,
    check=nothing,
)
