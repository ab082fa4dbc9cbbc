"""Two games that really differ in what one side keeps secret: the other side may not tell them apart at any door."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.fuzz.oracle.battles import OracleArnhem
from tests.fuzz.oracle.position import SETUP
from tests.fuzz.oracle.record import OracleRecord
from tests.fuzz.promises import must
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Note, Roll, parse
from westwall_tui.files.saves.file import Save, write_save
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.net.guests import Guest
from westwall_tui.net.protocol import VERSION
from westwall_tui.net.table import Table
from westwall_tui.referee import Referee, as_record

# -- everything that one side can be told of a game


AT_THE_TABLE = 4
"""The last orders of a game, which are given at the table while somebody listens."""
QUESTIONS = ("?prompt", "?legal", "?state", "?score", "?sample", "?help")
PASSING = ("key", "since", "token")
"""What a table says that has nothing to do with the game: who may sit there, and since when."""


class ToldWhere(NamedTuple):
    """What somebody was told, and where."""

    door: str
    said: str


def answers(root: Game, log: Sequence[str], viewer: int, asked: Sequence[str], seed: int) -> Iterator[ToldWhere]:
    """What a side (0, 1, or nobody) is told of the game that a log makes of its root.

    `asked` are lines that he says himself, as orders and as questions why not.
    """
    early = max(len(log) - AT_THE_TABLE, 0)
    game = root.root()
    game.replay(log[:early])
    yield from _at_the_table(game, log[early:], viewer, asked)
    game = root.root()
    game.replay(log)
    yield ToldWhere("its digest", game.digest(viewer))
    yield ToldWhere("its fork", game.fork(seed=seed, viewer=viewer).digest() if game.prompt.kind != "roll" else "")
    yield ToldWhere("whether something is hidden", str(game.hides(viewer)))
    yield ToldWhere("what is known of it", _without_date(write_save(Save(game.known(viewer)))))
    yield ToldWhere("its markers", repr(queries.markers(game, viewer)))
    yield ToldWhere("its prompt", repr(game.prompt))
    referee = Referee(game, seed, viewer)
    for line in (*QUESTIONS, *(f"?why {line}" for line in asked)):
        yield ToldWhere(f"the referee, by {line!r},", json.dumps(as_record(referee, referee.answer(line))))
    for line in asked:  # given as orders; a note is for whoever hands the lines of both sides on, who knows it anyway
        if not isinstance(parse(line), Note):
            yield ToldWhere(f"the referee, by {line!r},", json.dumps(as_record(referee, referee.answer(line))))


def _at_the_table(game: Game, lines: Sequence[str], viewer: int, asked: Sequence[str]) -> Iterator[ToldWhere]:
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
    yield ToldWhere("the table", "\n".join(heard))


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


# -- two games that differ in a secret


class SecretZone(NamedTuple):
    """A drop zone that is noted and not yet on the map (15.36 of Arnhem)."""

    division: str
    hex: str
    turn: int


def secrets_of(record: OracleRecord) -> list[SecretZone]:
    """What the Allied player keeps secret as the record has it; nothing in other battles."""
    battle, facts = record.battle, record.position.facts
    if not isinstance(battle, OracleArnhem):
        return []
    noted = ((division, facts.get(f"noted {division}", "").split()) for division in battle.divisions)
    return [SecretZone(division, words[0], int(words[1])) for division, words in noted if words]


def compare_twins(game: Game, record: OracleRecord, draw: Draw) -> None:
    """Compare the game with one whose secrets are others, at all doors of who may not know them. Raises `Broken`."""
    hidden = secrets_of(record)
    if not hidden or game.base is not None:  # a game without its first orders cannot be played with other ones
        return
    battle = record.battle
    assert isinstance(battle, OracleArnhem)
    zones = {division: record.position.facts.get(f"zone {division}", "") for division in battle.divisions}
    zones |= {secret.division: secret.hex for secret in hidden}
    others = []
    for secret in hidden:
        others.append(
            _lookalike_secret(secret, record, battle, [h for name, h in zones.items() if name != secret.division], draw)
        )
        zones[secret.division] = others[-1].hex
    twin_log = [_with_secrets(line, others) for line in game.log]
    try:
        game.root().replay(twin_log)
    except IllegalOrder:
        return  # zones that were noted in passing stand in its way
    viewer, seed = draw.pick((battle.german, battle.german, -1)), draw.below(1 << 20)
    asked = lines_about([(secret.division, secret.hex) for secret in (*hidden, *others)], game, draw)
    both = zip(*(answers(game, log, viewer, asked, seed) for log in (game.log, twin_log)), strict=True)
    for (door, said), (_, other) in both:
        must(
            said == other, "secrets", f"{door} tells {viewer} of {hidden} or {others}: {_first_difference(said, other)}"
        )


def _lookalike_secret(
    secret: SecretZone, record: OracleRecord, battle: OracleArnhem, zones: Sequence[str], draw: Draw
) -> SecretZone:
    """Another secret that looks the same to the other side, with the other `zones` where they are.

    The same one where there is no other.
    """
    position = record.position
    hexes = sorted(battle.zone_hexes(position, [h for h in zones if h]))
    first, last = record.scenario.first_turn, record.scenario.last_turn
    turns = range(first if position.phase == SETUP else position.turn + 1, last + 1)
    turn = draw.pick(turns) if turns and draw.below(2) else secret.turn
    return SecretZone(secret.division, draw.pick(hexes) if hexes else secret.hex, turn)


def _with_secrets(line: str, secrets: Sequence[SecretZone]) -> str:
    """An order of a log with other secrets."""
    order = parse(line)
    if not isinstance(order, Note):
        return line
    found = next((secret for secret in secrets if secret.division == order.division), None)
    return line if found is None else str(Note(*found))


def _first_difference(said: str, other: str) -> str:
    """Where two answers part, in few words."""
    at = next((i for i, (a, b) in enumerate(zip(said, other, strict=False)) if a != b), min(len(said), len(other)))
    return f"{said[max(at - 30, 0) : at + 30]!r}, or {other[max(at - 30, 0) : at + 30]!r}"
