"""Two games that really differ in what one side keeps secret: the other side may not tell them apart at any door."""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Note, parse
from westwall_tui.tools.fuzz.doors import answers, lines_about
from westwall_tui.tools.fuzz.oracle.battles import Arnhem
from westwall_tui.tools.fuzz.oracle.position import SETUP
from westwall_tui.tools.fuzz.oracle.record import Record
from westwall_tui.tools.fuzz.promises import must


class Secret(NamedTuple):
    """A drop zone that is noted and not yet on the map (15.36 of Arnhem)."""

    division: str
    hex: str
    turn: int


def secrets_of(record: Record) -> list[Secret]:
    """What the Allied player keeps secret as the record has it; nothing in other battles."""
    battle, facts = record.battle, record.position.facts
    if not isinstance(battle, Arnhem):
        return []
    noted = ((division, facts.get(f"noted {division}", "").split()) for division in battle.divisions)
    return [Secret(division, words[0], int(words[1])) for division, words in noted if words]


def compare_twins(game: Game, record: Record, draw: Draw) -> None:
    """Compare the game with one whose secrets are others, at all doors of who may not know them. Raises `Broken`."""
    hidden = secrets_of(record)
    if not hidden or game.base is not None:  # a game without its first orders cannot be played with other ones
        return
    battle = record.battle
    assert isinstance(battle, Arnhem)
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


def _lookalike_secret(secret: Secret, record: Record, battle: Arnhem, zones: Sequence[str], draw: Draw) -> Secret:
    """Another secret that looks the same to the other side, with the other `zones` where they are.

    The same one where there is no other.
    """
    position = record.position
    hexes = sorted(battle.zone_hexes(position, [h for h in zones if h]))
    first, last = record.scenario.first_turn, record.scenario.last_turn
    turns = range(first if position.phase == SETUP else position.turn + 1, last + 1)
    turn = draw.pick(turns) if turns and draw.below(2) else secret.turn
    return Secret(secret.division, draw.pick(hexes) if hexes else secret.hex, turn)


def _with_secrets(line: str, secrets: Sequence[Secret]) -> str:
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
