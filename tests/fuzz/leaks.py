"""Compare two games that differ only in one side's secret: no interface may show the other side a difference."""

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

# -- everything that one side can learn about a game


AT_THE_TABLE = 4
"""Number of last orders of a game that are given at a table while a guest listens."""
QUESTIONS = ("?prompt", "?legal", "?state", "?score", "?sample", "?help")
SESSION_DATA = ("key", "since", "token")
"""Keys of a table's messages that have nothing to do with the game."""


class Answer(NamedTuple):
    """An answer, and the interface that gave it."""

    source: str
    text: str


def answers(root: Game, log: Sequence[str], viewer: int, asked: Sequence[str], seed: int) -> Iterator[Answer]:
    """Yield all answers about a game to a side (0, 1, or -1 for a watcher).

    The log is played from the root of the game. `asked` are lines that the side itself sends, as
    orders and after `?why`.
    """
    early = max(len(log) - AT_THE_TABLE, 0)
    game = root.root()
    game.replay(log[:early])
    yield from _at_the_table(game, log[early:], viewer, asked)
    game = root.root()
    game.replay(log)
    yield Answer("its digest", game.digest(viewer))
    yield Answer("its fork", game.fork(seed=seed, viewer=viewer).digest() if game.prompt.kind != "roll" else "")
    yield Answer("whether something is hidden", str(game.hides(viewer)))
    yield Answer("what is known of it", _without_date(write_save(Save(game.known(viewer)))))
    yield Answer("its markers", repr(queries.markers(game, viewer)))
    yield Answer("its prompt", repr(game.prompt))
    referee = Referee(game, seed, viewer)
    for line in (*QUESTIONS, *(f"?why {line}" for line in asked)):
        yield Answer(f"the referee, by {line!r},", json.dumps(as_record(referee, referee.answer(line))))
    for line in asked:  # as orders; a note comes from the program that passes on both sides' lines
        if not isinstance(parse(line), Note):
            yield Answer(f"the referee, by {line!r},", json.dumps(as_record(referee, referee.answer(line))))


def _at_the_table(game: Game, lines: Sequence[str], viewer: int, asked: Sequence[str]) -> Iterator[Answer]:
    """Yield what a guest receives at a table while these orders are given there."""
    names = [side.name for side in game.scenario.sides]
    heard: list[str] = []
    with TemporaryDirectory() as folder:
        table = Table(LocalSession(Save(game), Path(folder) / "game.toml"))
        watcher = Guest(lambda message: heard.append(_without_session_data(message)))
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
                table.broadcast()
        for line in ("?prompt", "?legal", "?state", "?score", "game", *(f"?why {line}" for line in asked)):
            table.hear(watcher, {"line": line})
    yield Answer("the table", "\n".join(heard))


def _without_session_data(message: Mapping[str, object]) -> str:
    """Return a message without the data that differ between any two tables."""
    left: dict[str, Any] = {name: value for name, value in message.items() if name not in SESSION_DATA}
    if isinstance(left.get("save"), str):
        left["save"] = _without_date(left["save"])
    return json.dumps(left)


def _without_date(save: str) -> str:
    """Return the text of a save without its time."""
    return "\n".join(line for line in save.splitlines() if not line.startswith("saved = "))


def lines_about(secrets: Sequence[tuple[str, str]], game: Game, draw: Draw) -> list[str]:
    """Return lines that a player might send to find out the drop zones of divisions.

    `secrets` has pairs of a division and a hex near which its zone might be.
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
    """Return the Allied player's secrets according to the record; an empty list in other battles."""
    battle, facts = record.battle, record.position.facts
    if not isinstance(battle, OracleArnhem):
        return []
    noted = ((division, facts.get(f"noted {division}", "").split()) for division in battle.divisions)
    return [SecretZone(division, words[0], int(words[1])) for division, words in noted if words]


def check_leaks(game: Game, record: OracleRecord, draw: Draw) -> None:
    """Check that a side without access to the secrets cannot tell a game with other ones apart. Raises `Broken`."""
    hidden = secrets_of(record)
    if not hidden or game.base is not None:  # a game without its first orders cannot be replayed with other notes
        return
    battle = record.battle
    assert isinstance(battle, OracleArnhem)
    zones = {division: record.position.facts.get(f"zone {division}", "") for division in battle.divisions}
    zones |= {secret.division: secret.hex for secret in hidden}
    others = []
    for secret in hidden:
        others.append(
            _similar_secret(secret, record, battle, [h for name, h in zones.items() if name != secret.division], draw)
        )
        zones[secret.division] = others[-1].hex
    other_log = [_with_secrets(line, others) for line in game.log]
    try:
        game.root().replay(other_log)
    except IllegalOrder:
        return  # notes that were changed later rule it out
    viewer, seed = draw.pick((battle.german, battle.german, -1)), draw.below(1 << 20)
    asked = lines_about([(secret.division, secret.hex) for secret in (*hidden, *others)], game, draw)
    both = zip(*(answers(game, log, viewer, asked, seed) for log in (game.log, other_log)), strict=True)
    for (source, text), (_, other) in both:
        must(
            text == other,
            "secrets",
            f"{source} shows {viewer} {hidden} or {others}: {_first_difference(text, other)}",
        )


def _similar_secret(
    secret: SecretZone, record: OracleRecord, battle: OracleArnhem, zones: Sequence[str], draw: Draw
) -> SecretZone:
    """Return another secret that looks the same to the other side, given the other `zones`.

    If there is no other, return the same one.
    """
    position = record.position
    hexes = sorted(battle.zone_hexes(position, [h for h in zones if h]))
    first, last = record.scenario.first_turn, record.scenario.last_turn
    turns = range(first if position.phase == SETUP else position.turn + 1, last + 1)
    turn = draw.pick(turns) if turns and draw.below(2) else secret.turn
    return SecretZone(secret.division, draw.pick(hexes) if hexes else secret.hex, turn)


def _with_secrets(line: str, secrets: Sequence[SecretZone]) -> str:
    """Return an order of a log with other secrets."""
    order = parse(line)
    if not isinstance(order, Note):
        return line
    found = next((secret for secret in secrets if secret.division == order.division), None)
    return line if found is None else str(Note(*found))


def _first_difference(text: str, other: str) -> str:
    """Return the text around the first difference of two answers."""
    at = next((i for i, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), min(len(text), len(other)))
    return f"{text[max(at - 30, 0) : at + 30]!r}, or {other[max(at - 30, 0) : at + 30]!r}"
