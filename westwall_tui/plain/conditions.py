"""The command `conditions` in plain lines: the player's lines, changes of them, and a trial."""

from collections.abc import Callable, Sequence

from westwall_tui import conditions
from westwall_tui.conditions import ConditionFault
from westwall_tui.engine.orders import OrderSyntaxError
from westwall_tui.engine.words import capital
from westwall_tui.files.sessions.base import Session
from westwall_tui.words.conditions import (
    coverage,
    how_to_write,
    line_in_words,
    never_decides,
    table_heading,
    tried_in_words,
)

Table = tuple[str, ...]
USAGE = (
    "write it like this: conditions, conditions add LINE, conditions delete 2, conditions move 2 1, conditions try, "
    "conditions on, conditions off, or conditions suggest"
)


def answer(session: Session, side: int, rest: str) -> list[str]:
    """Carry out the command for a side's player, and return what to say.

    Raises `OrderSyntaxError` for a wrong line, and `IllegalOrder` if the table cannot be read or stored.
    """
    table = session.private(side).conditions
    word, _, rest = rest.strip().partition(" ")
    match word.lower():
        case "":
            return _described(session, side, table)
        case "try":
            session.verify()
            return tried_in_words(conditions.tried(session.game, side, table))
        case "add" if rest.strip():
            try:
                conditions.parse(rest, session.game.scenario, side)
            except ConditionFault as fault:
                raise OrderSyntaxError(_at(rest, fault)) from None
            return _changed(session, side, lambda lines: (*lines, " ".join(rest.split())))
        case "delete":
            (at,) = _numbers(rest, 1, table)
            return _changed(session, side, lambda lines: (*lines[:at], *lines[at + 1 :]))
        case "move":
            start, end = _numbers(rest, 2, table)
            return _changed(session, side, lambda lines: _moved(lines, start, end))
        case "on" | "off":
            on = word.lower() == "on"
            return _stored(session, side, lambda table: conditions.switched(table, on=on))
        case "suggest":
            return _changed(session, side, lambda lines: (*lines, *conditions.suggested(session.game, side, lines)))
    raise OrderSyntaxError(USAGE)


def _at(line: str, fault: ConditionFault) -> str:
    """Return a fault with the place in the line, which can be heard."""
    before = line[: fault.at].split()
    place = f"after {before[-1]}" if before else "at the beginning"
    return f"{place}: {fault}"


def _described(session: Session, side: int, table: Table) -> list[str]:
    """Return the table in sentences, and what it leaves to the player."""
    scenario, lines = session.game.scenario, conditions.without_switch(table)
    said = [table_heading(scenario.sides[side].adjective, table)]
    for n, line in enumerate(lines, 1):
        words, fault = line_in_words(scenario, side, line)
        wrong = f"Line {n} isn't right. It says: {line}"
        never = never_decides(scenario, side, lines, n - 1)
        said += [f"Line {n}: {words} {never}".rstrip()] if fault is None else [wrong, capital(_at(line, fault))]
    said += [session.where_conditions_decide] if session.where_conditions_decide else []
    if lines:
        return [*said, *coverage(session, side, lines)]
    return [*said, "How to write a line", *how_to_write(session.game, side)]


def _numbers(text: str, many: int, table: Table) -> list[int]:
    """Return the indices of lines by their numbers."""
    most = len(conditions.without_switch(table))
    found = [int(word) for word in text.split() if word.isascii() and word.isdigit() and len(word) < 4]
    if len(found) != many or len(text.split()) != many:
        raise OrderSyntaxError(USAGE)
    if not all(1 <= number <= most for number in found):
        raise OrderSyntaxError(f"your lines have the numbers 1 to {most}" if most else "you have no lines yet")
    return [number - 1 for number in found]


def _moved(lines: Table, start: int, end: int) -> Table:
    rest = [*lines[:start], *lines[start + 1 :]]
    return (*rest[:end], *lines[start : start + 1], *rest[end:])


def _changed(session: Session, side: int, change: Callable[[Table], Sequence[str]]) -> list[str]:
    """Change the lines, whether they are on or off, and return the table in sentences."""
    return _stored(session, side, lambda table: conditions.with_lines(table, change(conditions.without_switch(table))))


def _stored(session: Session, side: int, change: Callable[[Table], Table]) -> list[str]:
    new = session.change_private(side, lambda own: own._replace(conditions=change(own.conditions)))
    return _described(session, side, new.conditions)
