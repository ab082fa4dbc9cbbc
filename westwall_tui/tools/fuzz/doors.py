"""Everything that one side can be told of a game: by the library, by a referee, and at a table of several terminals."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Note, Roll, parse
from westwall_tui.files.saves import Save, write_save
from westwall_tui.files.session import LocalSession
from westwall_tui.net.chairs import Guest
from westwall_tui.net.protocol import VERSION
from westwall_tui.net.table import Table
from westwall_tui.referee import Referee, as_record

AT_THE_TABLE = 4
"""The last orders of a game, which are given at the table while somebody listens."""
QUESTIONS = ("?prompt", "?legal", "?state", "?score", "?sample", "?help")
PASSING = ("key", "since", "token")
"""What a table says that has nothing to do with the game: who may sit there, and since when."""


class Told(NamedTuple):
    """What somebody was told, and where."""

    door: str
    said: str


def answers(root: Game, log: Sequence[str], viewer: int, asked: Sequence[str], seed: int) -> Iterator[Told]:
    """What a side (0, 1, or nobody) is told of the game that a log makes of its root.

    `asked` are lines that he says himself, as orders and as questions why not.
    """
    early = max(len(log) - AT_THE_TABLE, 0)
    game = root.root()
    game.replay(log[:early])
    yield from _at_the_table(game, log[early:], viewer, asked)
    game = root.root()
    game.replay(log)
    yield Told("its digest", game.digest(viewer))
    yield Told("its fork", game.fork(seed=seed, viewer=viewer).digest() if game.prompt.kind != "roll" else "")
    yield Told("whether something is hidden", str(game.hides(viewer)))
    yield Told("what is known of it", _without_date(write_save(Save(game.known(viewer)))))
    yield Told("its markers", repr(queries.markers(game, viewer)))
    yield Told("its prompt", repr(game.prompt))
    referee = Referee(game, seed, viewer)
    for line in (*QUESTIONS, *(f"?why {line}" for line in asked)):
        yield Told(f"the referee, by {line!r},", json.dumps(as_record(referee, referee.answer(line))))
    for line in asked:  # given as orders; a note is for whoever hands the lines of both sides on, who knows it anyway
        if not isinstance(parse(line), Note):
            yield Told(f"the referee, by {line!r},", json.dumps(as_record(referee, referee.answer(line))))


def _at_the_table(game: Game, lines: Sequence[str], viewer: int, asked: Sequence[str]) -> Iterator[Told]:
    """What somebody hears at a table while these orders are given there."""
    names = [side.name for side in game.scenario.sides]
    heard: list[str] = []
    with TemporaryDirectory() as folder:
        table = Table(LocalSession(Save(game), Path(folder) / "game.toml"))
        watcher = Guest(lambda message: heard.append(_without_passing(message)))
        players = [watcher if side == viewer else Guest(lambda _: None) for side in (0, 1)]
        for side, player in enumerate(players):
            table.sit(player, {"version": VERSION, "name": names[side], "side": names[side]})
        if viewer < 0:
            table.sit(watcher, {"version": VERSION, "name": "watcher"})
        for line in lines:
            order = parse(line)
            if not isinstance(order, Roll):
                table.hear(players[table.game.side], {"line": line})
            elif game.seed is None:
                table.session.apply(order)
                table.spread()
        for line in ("?prompt", "?legal", "?state", "?score", "game", *(f"?why {line}" for line in asked)):
            table.hear(watcher, {"line": line})
    yield Told("the table", "\n".join(heard))


def _without_passing(message: Mapping[str, object]) -> str:
    """A message, without what differs between any two tables."""
    left: dict[str, Any] = {name: value for name, value in message.items() if name not in PASSING}
    if isinstance(left.get("save"), str):
        left["save"] = _without_date(left["save"])
    return json.dumps(left)


def _without_date(save: str) -> str:
    """The text of a save without the time at which it was written."""
    return "\n".join(line for line in save.splitlines() if not line.startswith("saved = "))


def lines_about(secrets: Sequence[tuple[str, str]], game: Game, draw: Draw) -> list[str]:
    """Lines that somebody might say who wants to find out where the drop zones of divisions are.

    `secrets`: the divisions, each with a hex that it might be near.
    """
    numbers = game.scenario.board.grid.numbers
    lines = []
    for division, h in secrets:
        lines += [f"zone {division} {h}", f"zone {division} {draw.pick(numbers)}"]
    units = [unit.id for unit in game.scenario.units]
    return [*lines, f"land {draw.pick(units)} {draw.pick(numbers)}", f"move {draw.pick(units)} {draw.pick(numbers)}"]
