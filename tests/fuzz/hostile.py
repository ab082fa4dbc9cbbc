"""Messages of hostile guests and hosts."""

import json
from collections.abc import Mapping
from typing import Any

from tests.fuzz.next_step import odd_order
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.net.protocol import VERSION, Message

TEXTS = (
    *("", "host", "computer", "somebody", "bert", "\x1b[31mred", "\x1b]0;title\x07", "a\r\nb", "\u202e" * 24),
    *(
        "[bold]b[/bold]",
        "\x00",
        "x" * 24,
        "x" * 25,
        "é" * 24,
        "\ud800",
        "\U0001f600" * 12,
        "к",
        " " * 30,
        "../../etc",
        "\u2028",
    ),
)
"""Names and texts that a program should refuse or clean."""
NUMBERS = (0, 1, -1, 2, 10**6, 10**30, -(10**30), 1.5)
JUNK: tuple[Any, ...] = (*TEXTS, *NUMBERS, None, True, [], {}, [[[[]]]], {"a": {"a": {}}}, ["x"], [1], "x" * 5_000)
"""Values that may replace anything in a message."""
LINES = (
    *("", " ", "game", "?state", "?legal", "?prompt", "?score", "?help", "?advise", "?sample", "?nothing", "undo"),
    *("?undo", "redo", "agree", "refuse", "say", "say hello", "seal 1 " + "a" * 64, "open 1 " + "0" * 64, "drop 1"),
    *("seal", "open 99999999", "drop x", "seat", "seat US open", "seat German computer 4", "seat Allied open"),
    *("concede", "done", "roll 6", "fpf none", "#", "deploy auto", "?why done", "zone 101 0101", "x" * 4_001),
)


def line(game: Game, draw: Draw) -> str:
    """Return a line that a watching guest has no right to send."""
    kind = draw.below(7)
    if kind == 0 and game.outcome is None:
        return str(game.random_order(draw))  # an order that another player may give
    if kind == 1:
        return odd_order(game, draw)
    if kind == 2:
        return f"say {draw.pick(TEXTS)}"
    if kind == 3:
        return f"?why {odd_order(game, draw)}"
    if kind == 4:
        return draw.pick(("undo", "redo", "agree", "refuse"))  # an order that another player may undo
    return draw.pick(LINES)


def message(game: Game, draw: Draw) -> object:
    """Return a guest's message: usually a line, but not always."""
    kind = draw.below(8)
    if kind == 0:
        return draw.pick(JUNK)
    if kind == 1:
        return {"line": draw.pick(JUNK)}
    if kind == 2:
        return {"look": True, "version": VERSION}
    return {"line": line(game, draw), **({"to": 1} if not draw.below(8) else {})}


def hello(game: Game, draw: Draw) -> Message:
    """Return the first message of a guest who wants another player's seat."""
    sides = [side.name for side in game.scenario.sides]
    found: Message = {
        "version": VERSION if draw.below(8) else draw.pick(JUNK),
        "name": draw.pick(TEXTS),
        "side": draw.pick(("", "", *sides, sides[0].upper(), *TEXTS)),
        "key": draw.pick(("", "0" * 32, *TEXTS)),
        "owner": draw.pick(("", "owner's", *TEXTS)),
        "token": draw.pick(("", "x")),
    }
    if not draw.below(4):
        found["since"] = draw.pick(NUMBERS)
    if not draw.below(4):
        found["as_before"] = True
    for _ in range(draw.below(3)):
        found[draw.pick(sorted(found))] = draw.pick(JUNK)
    return found


# -- a host


NEWS = (
    "orders",
    "position",
    "back",
    "seats",
    "said",
    "asks",
    "answered",
    "open",
    "rolled",
    "dropped",
    "saving",
    "closed",
)


def spoiled(sent: Message, draw: Draw) -> list[Message]:
    """Return the messages that a hostile host sends instead of a message."""
    kind = draw.below(10)
    if kind == 0:
        return []
    if kind == 1:
        return [sent, sent]
    if kind == 2:
        return [sent, {"news": draw.pick(NEWS), "number": draw.below(9), "text": draw.pick(TEXTS)}]
    if kind == 3 and isinstance(sent.get("lines"), list):
        lines = list(sent["lines"])
        lines.insert(draw.below(len(lines) + 1), draw.pick(("roll 6", "roll 1", "done", "undo", "concede", "x" * 500)))
        return [{**sent, "lines": lines}]
    if kind == 4 and isinstance(sent.get("save"), str):
        return [{**sent, "save": _with_slip(sent["save"], draw)}]
    return [_with_change(sent, draw)]


def _with_change(sent: Message, draw: Draw) -> Message:
    """Return the message with one value changed, at any depth."""
    found: Message = json.loads(json.dumps(sent))
    inside: Any = found
    while True:
        keys = sorted(inside) if isinstance(inside, Mapping) else list(range(len(inside)))
        if not keys:
            return found
        key = draw.pick(keys)
        deeper = inside[key]
        if isinstance(deeper, dict | list) and deeper and draw.below(3):
            inside = deeper
            continue
        kind = draw.below(4)
        if kind == 0 and isinstance(inside, dict):
            del inside[key]
        elif kind == 1 and isinstance(deeper, int):
            inside[key] = deeper + draw.pick((-1, 1))
        elif kind == 2 and isinstance(deeper, str) and deeper:
            inside[key] = _with_slip(deeper, draw)
        else:
            inside[key] = draw.pick(JUNK)
        return found


def _with_slip(text: str, draw: Draw) -> str:
    """Return a text with an error in it."""
    at = draw.below(len(text) + 1)
    return draw.pick(
        (
            text[:at],
            text[:at] + draw.pick(("0", "9", '"', "\n", "\x1b", "[", "=", "\u202e")) + text[at + 1 :],
            text[:at] + text[at + 1 :],
            text + text[:at],
        )
    )
