"""What is said to an order that leads away from a lesson, and how a script's words name what was ordered.

A mistake can often be made with one unit or another: its words have `{unit}` and `{hex}` where they name it.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from westwall_tui.engine.orders import Attack, Order, OrderSyntaxError, parse
from westwall_tui.engine.units import listed, named
from westwall_tui.learn.script import Lesson
from westwall_tui.learn.situation import OrderSubject

SUBJECT = re.compile(r"(^|[.!?] )?\{(unit|hex)\}")
"""What words may name in braces, besides keys: the unit that was ordered or refused, and the hex."""
ELSEWHERE = "You may do that in a game, but it leads away from this lesson. I put everything back."


def with_subject(text: str, subject: OrderSubject) -> str:
    """A text with the unit and the hex that it names in braces; what the subject lacks is left as it is."""

    def word(found: re.Match[str]) -> str:
        name = subject.hex if found[2] == "hex" else named(subject.unit)
        if not name:
            return found[0]
        return f"{found[1] or ''}{name if found[1] is None else name[:1].upper() + name[1:]}"

    return SUBJECT.sub(word, text)


def leads_away(lesson: Lesson, number: int, order: Order | None) -> str:
    """What is said to a legal order that is no part of a step."""
    unit = getattr(order, "unit", "")
    if isinstance(order, Attack):
        return (
            f"That attack is allowed, but this step asks for {_attack_wanted(lesson, number, order)}. I took it back."
        )
    if order is not None and order.word == "done":
        return "Not yet: something else comes before the end of the phase. I took that back."
    if not unit:
        return ELSEWHERE
    here = _units_moved(lesson, number)
    if unit in here:
        return with_subject(
            "{unit} may do that, but this step asks for something else. I put it back.", OrderSubject(unit)
        )
    later = any(unit in _units_moved(lesson, step) for step in range(number + 1, len(lesson.steps)))
    turn = "{unit} has its turn later in this lesson." if later else "{unit} stays where it is in this step."
    now = f" Now it is about {listed(map(named, here))}." if here else ""
    return with_subject(f"{turn}{now} I put it back.", OrderSubject(unit))


def _attack_wanted(lesson: Lesson, number: int, instead: Attack) -> str:
    """What attack a step asks for, where another one was declared: on whom, and if that was right not by whom."""
    wanted = next((order for order in _orders(lesson, number) if isinstance(order, Attack)), None)
    if wanted is None:
        return "something else"
    if set(wanted.defenders) == set(instead.defenders):
        return "others in it"
    return f"one on {listed(map(named, wanted.defenders))}"


def begins_elsewhere(units: Sequence[str]) -> str:
    """What is said where a step begins with units elsewhere than the learner left them; nothing if there are none."""
    if not units:
        return ""
    return f"For this step the lesson has moved {listed(map(named, units))}"


def is_about(lesson: Lesson, number: int, order: Order | None) -> bool:
    """False if an order is for a unit that no right way of a step moves."""
    unit = getattr(order, "unit", "")
    return not unit or unit in _units_moved(lesson, number)


def _units_moved(lesson: Lesson, number: int) -> Sequence[str]:
    """The units that the right ways of a step move, retreat or advance."""
    units = (getattr(order, "unit", "") for order in _orders(lesson, number))
    return tuple(dict.fromkeys(unit for unit in units if unit))


def _orders(lesson: Lesson, number: int) -> Iterator[Order]:
    """The orders of the right ways of a step; what its lines tell the screen is none."""
    step = lesson.steps[number]
    for line in (line.removeprefix("maybe ") for way in (step.right, *step.also) for line in way):
        with suppress(OrderSyntaxError):
            yield parse(line)
