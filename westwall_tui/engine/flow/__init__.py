"""The pending decisions, as data.

`State.frames` is a stack; its last frame says who decides what now. `resolve` checks an order against that frame and
returns what it would do; `settle` carries out whatever needs no decision, until one is due or the game is over. What
each order does stands in the modules beside this one, a part of play each.
"""

from collections.abc import Callable

from westwall_tui.engine.events import Event
from westwall_tui.engine.flow import aftermath, fighting, marching, moving, sequence, setting_up
from westwall_tui.engine.flow.setting_up import undeployed
from westwall_tui.engine.flow.steps import Resolved, side_name
from westwall_tui.engine.frames import (
    Advances,
    Aftermath,
    CombatPhase,
    Die,
    Displacing,
    Frame,
    Halted,
    Marching,
    Movement,
    Noting,
    Protect,
    Razing,
    Retreating,
    Retreats,
    Setup,
    Shifting,
    Throw,
    TurnOver,
    Wired,
)
from westwall_tui.engine.orders import (
    Advance,
    Attack,
    Bridge,
    Concede,
    Demolish,
    Deploy,
    Destroy,
    Displace,
    Done,
    Enter,
    Exit,
    Fire,
    IllegalOrder,
    Land,
    Move,
    Note,
    Order,
    Retreat,
    Roll,
    Stand,
)
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import State

__all__ = ["Resolved", "begin", "expected", "resolve", "settle", "undeployed"]


def begin(rules: Ruleset, state: State, events: list[Event]) -> None:
    """Start a game, up to its first decision."""
    sequence.begin(rules, state, events)
    settle(rules, state, events)


def resolve(rules: Ruleset, state: State, order: Order) -> Resolved:
    """Check an order against what is to be decided now. Raises `IllegalOrder` and changes nothing."""
    if state.outcome is not None or not state.frames:
        raise IllegalOrder("4.0", "the game is over")
    if isinstance(order, Concede):
        return sequence.concede(state)
    frame = state.frames[-1]
    handler = _HANDLERS.get((type(frame), type(order)))
    if handler is None:
        name, orders = side_name(state, frame.side), ", ".join(expected(frame))
        raise IllegalOrder("4.1", f"{name} decides now, and the orders are: {orders}")
    return handler(rules, state, frame, order)


def expected(frame: Frame) -> tuple[str, ...]:
    """The orders that a frame takes, by their first word."""
    return tuple(_WORDS[kind] for place, kind in _HANDLERS if place is type(frame))


def settle(rules: Ruleset, state: State, events: list[Event]) -> None:
    """Carry out whatever leaves nobody a choice, until a decision is due or the game is over."""
    while state.frames:
        frame = state.frames[-1]
        step = _AUTOMATIC.get(type(frame))
        if step is None or not step(rules, state, frame, events):
            return


_HANDLERS: dict[tuple[type, type], Callable[..., Resolved]] = {
    (Noting, Note): setting_up.note,
    (Noting, Done): setting_up.end_of_notes,
    (Setup, Deploy): setting_up.deploy,
    (Setup, Done): setting_up.end_of_setup,
    (Movement, Move): moving.move,
    (Movement, Enter): moving.enter,
    (Movement, Land): moving.land,
    (Movement, Exit): moving.exit_map,
    (Movement, Bridge): moving.lay,
    (Movement, Done): moving.end_of_movement,
    (Halted, Move): marching.go_on,
    (Halted, Stand): marching.stay,
    (Wired, Demolish): marching.demolish,
    (Throw, Roll): marching.throw,
    (Razing, Destroy): moving.destroy,
    (Razing, Stand): moving.spare,
    (CombatPhase, Attack): fighting.attack,
    (CombatPhase, Done): fighting.end_of_combat,
    (Protect, Fire): fighting.protect,
    (Die, Roll): fighting.roll,
    (Retreats, Retreat): aftermath.retreat_unit,
    (Displacing, Displace): aftermath.displace,
    (Advances, Advance): aftermath.advance,
    (Advances, Stand): aftermath.stand,
}
"""By pending decision and order: what checks the order."""

_WORDS = {
    Note: "zone",
    Land: "land",
    Demolish: "demolish",
    Bridge: "bridge",
    Destroy: "destroy",
    Deploy: "deploy",
    Done: "done",
    Move: "move",
    Enter: "enter",
    Exit: "exit",
    Attack: "attack",
    Fire: "fpf",
    Roll: "roll",
    Retreat: "retreat",
    Displace: "displace",
    Advance: "advance",
    Stand: "stand",
}

_AUTOMATIC: dict[type, Callable[..., bool]] = {
    Marching: marching.settle_marching,
    Halted: marching.settle_halted,
    Razing: moving.settle_razing,
    TurnOver: sequence.settle_turn_over,
    CombatPhase: fighting.settle_combat_phase,
    Protect: fighting.settle_protect,
    Retreats: aftermath.settle_retreats,
    Retreating: aftermath.settle_retreating,
    Displacing: aftermath.settle_displacing,
    Shifting: aftermath.settle_shifting,
    Advances: aftermath.settle_advances,
    Aftermath: fighting.settle_aftermath,
}
"""By frame: what carries it out without a decision, if it can; it says whether it did."""
