"""Whole games as text, with orders and events, so that a difference shows what has changed.

`python -m tests.games.record` writes the games of `GAMES` again: from their own orders if these are still legal and
finish the game, otherwise it plays new ones. Run it when you changed a rule or a board on purpose, and read the
difference before you commit it.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from tests.players import Player, busy_player, greedy_player, holding_player, random_player
from westwall_tui.engine.dice import SHIFTED, Draw
from westwall_tui.engine.events import Deployed, Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.scenarios.catalog import load_scenario

FOLDER = Path(__file__).parent
NOT_OVER = "not over"
"""The result of a game that its orders do not finish."""


class Record(NamedTuple):
    """A game to record."""

    file: str
    scenario: str
    player: Player
    seed: int
    options: tuple[str, ...] = ()


GAMES = (
    Record("arnhem-historical-random.orders", "arnhem/historical", random_player, 17),
    Record("arnhem-historical-busy.orders", "arnhem/historical", busy_player, 18),
    Record("arnhem-weather-busy.orders", "arnhem/historical", busy_player, 19, ("weather",)),
    Record("arnhem-free-holding.orders", "arnhem/free", holding_player, 20),
    Record("spearhead-random.orders", "bastogne/spearhead", random_player, 1),
    Record("spearhead-busy.orders", "bastogne/spearhead", busy_player, 2),
    Record("spearhead-greedy.orders", "bastogne/spearhead", greedy_player, 3),
    Record("relief-random.orders", "bastogne/relief", random_player, 4),
    Record("relief-holding.orders", "bastogne/relief", holding_player, 5),
    Record("relief-greedy.orders", "bastogne/relief", greedy_player, 6),
    Record("campaign-busy.orders", "bastogne/campaign", busy_player, 7),
    Record("campaign-greedy.orders", "bastogne/campaign", greedy_player, 8),
    Record("hurtgen-historical-holding.orders", "hurtgen/historical", holding_player, 9),
    Record("hurtgen-historical-greedy.orders", "hurtgen/historical", greedy_player, 10),
    Record("hurtgen-free-busy.orders", "hurtgen/free", busy_player, 11),
    Record("hurtgen-free-greedy.orders", "hurtgen/free", greedy_player, 12),
    Record("remagen-historical-random.orders", "remagen/historical", random_player, 13),
    Record("remagen-historical-busy.orders", "remagen/historical", busy_player, 28),
    Record("remagen-optimum-holding.orders", "remagen/optimum", holding_player, 15),
    Record("remagen-optimum-random.orders", "remagen/optimum", random_player, 21),
)


def play(record: Record) -> Game:
    """Play a game to its end."""
    game, draw = begin(record.scenario, record.seed, record.options), Draw(record.seed)
    while game.outcome is None:
        game.apply(record.player(game, draw))
    return game


def begin(scenario: str, seed: int, options: tuple[str, ...] = ()) -> Game:
    """Return a recorded game before its first order; `header[:3]` of a file are the arguments."""
    # The games were recorded before seeds were mixed, and keep their dice.
    return Game(load_scenario(scenario), seed=seed, options=dict.fromkeys(options, True), stream=SHIFTED)


class Header(NamedTuple):
    """The header of a file, before its orders."""

    scenario: str
    seed: int
    options: tuple[str, ...]
    rest: tuple[str, ...]


def read(text: str) -> tuple[Header, list[str]]:
    """Return a file's header and its orders."""
    head, _, body = text.partition("\n\n")
    values = dict(line.split(": ", 1) for line in head.splitlines())
    options = tuple(values.get("options", "").split())
    header = Header(values["scenario"], int(values["seed"]), options, (values["result"], values["digest"]))
    return header, [line for line in body.splitlines() if line and not line.startswith("#")]


def written(scenario: str, seed: int, orders: list[str], options: tuple[str, ...] = ()) -> str:
    """Return the text of a game's file, made by replaying its orders.

    Raises `AssertionError` if an order is refused.
    """
    game = begin(scenario, seed, options)
    body = [*_told(game.opening)]
    for number, line in enumerate(orders, 1):
        try:
            events = game.replay([line])
        except IllegalOrder as refusal:
            raise AssertionError(f"order {number}, {line!r}, is refused: {refusal}") from None
        body += [line, *_told(events)]
    result = game.outcome.reason if game.outcome else NOT_OVER
    account = [f"account: {score.points} {score.cause}" for score in game.rules.account(game.state)]
    head = [f"scenario: {scenario}", f"seed: {seed}", f"result: {result}", f"digest: {game.digest()}"]
    if options:
        head.insert(2, f"options: {' '.join(options)}")
    return "\n".join([*head, "", *body, *(f"# {line}" for line in account)]) + "\n"


def _told(events: list[Event]) -> Iterator[str]:
    return (f"# {event}" for event in events if not isinstance(event, Deployed))


def kept(record: Record) -> str | None:
    """Return a game's file, written again from its own orders; None unless they still make a whole game."""
    path = FOLDER / record.file
    if not path.exists():
        return None
    header, orders = read(path.read_text(encoding="utf-8"))
    if header[:3] != (record.scenario, record.seed, record.options):
        return None
    try:
        text = written(record.scenario, record.seed, orders, record.options)
    except AssertionError:
        return None
    return text if read(text)[0].rest[0] != NOT_OVER else None


def differences(old: str, new: str) -> list[str]:
    """Return the first lines that differ, with their places."""
    pairs = zip(old.splitlines(), new.splitlines(), strict=False)
    changed = (f"line {n}: {a!r} is now {b!r}" for n, (a, b) in enumerate(pairs, 1) if a != b)
    return list(islice(changed, 5)) or ([] if old == new else ["one goes on after the other ends"])


def main() -> None:
    """Record all games."""
    names = {record.file for record in GAMES}
    for old in FOLDER.glob("*.orders"):
        if old.name not in names:
            old.unlink()
    for record in GAMES:
        text = kept(record)
        how = "its own orders"
        if text is None:
            text = written(record.scenario, record.seed, play(record).log, record.options)
            how = "played again"
        (FOLDER / record.file).write_text(text, encoding="utf-8")
        print(f"{record.file}: {how}, {read(text)[0].rest[0]}")


if __name__ == "__main__":
    main()
