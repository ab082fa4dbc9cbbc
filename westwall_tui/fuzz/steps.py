"""What a step does to a game, and what must come of it."""

import re
from collections.abc import Callable, Mapping
from itertools import islice
from typing import NamedTuple

import tomli
import tomli_w

from westwall_tui.engine import queries, sampling
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import MANUAL, Game
from westwall_tui.engine.orders import Done, Enter, IllegalOrder, Order, OrderSyntaxError, parse
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import ELIMINATED, EXITED, RESERVE, State
from westwall_tui.engine.units import Kind
from westwall_tui.files.positions import decode_position, encode_position
from westwall_tui.files.saves import Save, build_save, write_save
from westwall_tui.files.tables import Source
from westwall_tui.fuzz.promises import Broken, must

LISTED, TRIED = 2000, 80
"""So many of the legal orders are listed, and so many of these are tried."""
PLAYED_ON = 3
"""Orders given to a copy or fork."""


class Moment(NamedTuple):
    """A position, and how many orders led to it. Positions are compared whole: ten times as fast as their digests."""

    state: State
    orders: int

    def __str__(self) -> str:
        return f"{self.state.digest()} after {self.orders} orders"


class Table:
    """A game, and what can be taken back and repeated in it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.before: list[Moment] = []
        """By order: the moment before it."""
        self.undone: list[Moment] = []
        """By order taken back: the moment after it."""
        self.replayed: Game | None = None
        """The game as far as it was last replayed; a later replay goes on from there."""

    @property
    def now(self) -> Moment:
        """The moment that the game is at, to keep."""
        return Moment(self.game.state.copy(), len(self.game.log))

    def is_at(self, moment: Moment) -> bool:
        """Whether the game is at that moment. One that was read from its save has read its scenario, too: by digest."""
        now, then = self.game.state, moment.state
        same = now == then if now.scenario is then.scenario else now.digest() == then.digest()
        return same and len(self.game.log) == moment.orders

    def led_to(self, moment: Moment, since: Moment, by: str) -> None:
        """Raise `Broken` if undo or redo led from one moment to another than this."""
        if not self.is_at(moment):
            raise Broken(by, f"leads from {since} to {self.now}")

    def unchanged(self, since: Moment, by: str) -> None:
        """Raise `Broken` if the game is not at that moment any more."""
        if not self.is_at(since):
            raise Broken("nothing changes", f"by {by}: {since}, now {self.now}")


def perform(table: Table, step: str) -> None:
    """Carry out a step. Raises `Broken`, or whatever a fault of the program raises."""
    verb, _, rest = step.partition(" ")
    STEPS[verb](table, rest)


def _give(table: Table, line: str) -> None:
    """An order as a player types it: refused as `explain` says, and nothing has changed; or accepted, and logged."""
    game, since = table.game, table.now
    try:
        order = parse(line)
    except OrderSyntaxError as error:
        must(bool(str(error)), "reasons", f"{line!r} is no order, but why?")
        return
    expected = game.explain(order)
    table.unchanged(since, f"explain {line}")
    try:
        events = game.apply(order)
    except IllegalOrder as refusal:
        table.unchanged(since, f"a refused {line}")
        must(bool(refusal.case[:1].isdigit() and refusal.reason), "reasons", f"{line!r} is refused: {refusal}")
        must(str(expected) == str(refusal), "explain", f"{line!r} is refused: {refusal}; explained: {expected}")
        return
    must(expected is None, "explain", f"{line!r} is accepted; explained: {expected}")
    must(parse(str(order)) == order, "notation", f"{order} does not read as itself")
    must(all(str(event) for event in events), "events", f"{line!r} has events without words")
    logged = game.log[since.orders]
    must(logged.split()[0] == str(order).split()[0], "log", f"{line!r} is logged as {logged!r}")
    nobody_returns(game, since.state, order)
    if game.can_undo:
        table.before.append(since)
    else:
        table.before.clear()
    table.undone.clear()


def nobody_returns(game: Game, before: State, order: Order) -> None:
    """Who is lost stays lost; who has left comes back only where he enters; nobody becomes a reinforcement again.

    But an Engineer that was lost is replaced when the next Movement Phase of its side begins (13.3 of Arnhem).
    """
    state = game.state
    begins = state.phase is Phase.MOVEMENT and state.serial != before.serial
    for unit, (then, now) in enumerate(zip(before.location, state.location, strict=True)):
        if then == now:
            continue
        counter = state.units[unit]
        back = then == ELIMINATED or (then in EXITED and not isinstance(order, Enter)) or now == RESERVE
        due = begins and counter.side == state.side and counter.kind is Kind.ENGINEER
        replaced = due and (then, now) == (ELIMINATED, RESERVE)
        must(replaced or not back, "places", f"by {order} {counter.id} went from {then} to {now}")


def _undo(table: Table, _: str) -> None:
    """The last order taken back leaves the very position that was there before it; or is refused (5.15)."""
    game, since = table.game, table.now
    if not game.can_undo:
        _refused(table, game.undo, since)
        return
    game.undo()
    table.led_to(table.before.pop(), since, "undo")
    table.undone.append(since)


def _redo(table: Table, _: str) -> None:
    """What was taken back, repeated, leads where it led."""
    game, since = table.game, table.now
    must(
        game.can_redo == bool(table.undone),
        "redo",
        f"can be repeated: {game.can_redo}, but {len(table.undone)} are due",
    )
    if not game.can_redo:
        _refused(table, game.redo, since)
        return
    game.redo()
    table.led_to(table.undone.pop(), since, "redo")
    table.before.append(since)


def _refused(table: Table, what: Callable[[], object], since: Moment) -> None:
    try:
        what()
    except IllegalOrder as refusal:
        must(bool(refusal.case and refusal.reason), "reasons", f"refused: {refusal}")
        table.unchanged(since, "what was refused")
    else:
        must(False, "undo", "was said to be impossible")


def _list(table: Table, seed: str) -> None:
    """No legal order is listed twice, each is accepted, and the end of the phase is among them if it is."""
    game, since, draw = table.game, table.now, Draw(int(seed))
    listed = list(islice(game.legal(), LISTED))
    must(len(set(listed)) == len(listed), "list", "an order is listed twice")
    must(bool(listed) == (game.outcome is None), "list", f"has {len(listed)} orders; outcome {game.outcome}")
    done = Done() in listed or len(listed) == LISTED
    must(done or game.explain(Done()) is not None, "list", f"{Done()} is accepted, but not listed")
    for order in [draw.pick(listed) for _ in range(TRIED)] if len(listed) > TRIED else listed:
        must(game.explain(order) is None, "list", f"{order} is listed, but {game.explain(order)}")
    table.unchanged(since, "the list")


def _position(table: Table, _: str) -> None:
    """The position survives the way through a file's text."""
    game = table.game
    text = tomli_w.dumps(encode_position(game.state))
    state, trouble = decode_position(game.root(), tomli.loads(text))
    must(state is not None, "position", f"a file's position {trouble}")
    must(state == game.state, "position", "a file's position is another one")


def _save(table: Table, _: str) -> None:
    """The game goes on from its save; reading it replays the log."""
    game = table.game
    save = build_save(Source("fuzz", write_save(Save(game))))
    must(not save.notes, "save", " ".join(save.notes))
    must(save.game.log == game.log, "save", "another log")
    must(save.game.digest() == game.digest(), "save", "another position")
    table.game = save.game
    table.undone.clear()
    table.replayed = None


def _replay(table: Table, _: str) -> None:
    """The log is the game. Lines that were replayed before, and led to what they should, need not be again."""
    game, again = table.game, table.replayed
    if again is None or again.log != game.log[: len(again.log)]:
        again = game.root()
    again.replay(game.log[len(again.log) :])
    must(again.log == game.log, "replay", "another log")
    must(again.state == game.state, "replay", "another position")
    table.replayed = again


def _copy(table: Table, seed: str) -> None:
    """A copy is the same game, and what is played in it does not change the original."""
    since, twin = table.now, table.game.copy()
    must(twin.state == table.game.state and twin.log == table.game.log, "copy", "is another game")
    _play_on(twin, Draw(int(seed)))
    table.unchanged(since, "play in a copy")


def _fork(table: Table, words: str) -> None:
    """A fork knows neither the orders nor the dice, shows its viewer what the game does, and does not change it."""
    seed, viewer = map(int, words.split())
    game, since = table.game, table.now
    twin = game.fork(seed=seed, viewer=viewer)
    must(not twin.log and not twin.can_undo and twin.state.die not in (MANUAL, game.state.die), "fork", "remembers")
    same = game.prompt.kind == "roll" or twin.digest(viewer) == game.digest(viewer)  # a fork with a seed rolls at once
    must(same, "secrets", f"the fork of {viewer} differs in what {viewer} knows")
    _play_on(twin, Draw(seed))
    table.unchanged(since, "play in a fork")


def _secrets(table: Table, words: str) -> None:
    """Games that differ only in what a viewer may not know have equal digests and equal forks for him."""
    seed, viewer = map(int, words.split())
    game, since = table.game, table.now
    if game.prompt.kind == "roll":
        return  # a fork with a seed rolls at once, and so is another game in more than secrets
    other = game.fork(seed=seed + 1, viewer=viewer)
    must(other.digest(viewer) == game.digest(viewer), "secrets", f"the digest for {viewer} tells")
    ours, theirs = (each.fork(seed=seed, viewer=viewer).digest() for each in (game, other))
    must(ours == theirs, "secrets", f"the fork for {viewer} tells")
    table.unchanged(since, "forks")


def _points(table: Table, _: str) -> None:
    """The account adds up to the points that both sides have, and every line of it has a cause."""
    account, sums = queries.account(table.game), [0, 0]
    for line in account:
        sums[line.side] += line.points
        must(bool(line.cause.strip()), "points", f"{line.points} points without a cause")
    totals = queries.totals(table.game)
    must(tuple(sums) == totals, "points", f"{sums} by the account, but {totals}")


def _play_on(game: Game, draw: Draw) -> None:
    for _ in range(PLAYED_ON):
        if game.outcome is None:
            game.apply(sampling.sample(game, draw))


STEPS: Mapping[str, Callable[[Table, str], None]] = {
    "give": _give,
    "undo": _undo,
    "redo": _redo,
    "list": _list,
    "position": _position,
    "save": _save,
    "replay": _replay,
    "copy": _copy,
    "fork": _fork,
    "secrets": _secrets,
    "points": _points,
}
"""By the first word of a step; the rest is what it is about: an order's text, a seed, or a seed and a viewer."""
_SEED = "[0-9]{1,18}"
_ABOUT = {"give": ".*", "list": _SEED, "copy": _SEED, "fork": f"{_SEED} (-1|0|1)", "secrets": f"{_SEED} (-1|0|1)"}
"""What follows the first word, where anything does."""


def is_step(text: str) -> bool:
    """Whether `perform` can carry it out."""
    verb, space, rest = text.partition(" ")
    about = _ABOUT.get(verb)
    return verb in STEPS and (not space if about is None else re.fullmatch(about, rest, re.DOTALL) is not None)
