"""The steps of a trial, and the checks of their results."""

import re
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import tomli_w

from tests.fuzz import questions
from tests.fuzz.leaks import check_leaks
from tests.fuzz.promises import Broken, must
from tests.fuzz.table import Moment, TrialTable, conceded, differences, picture
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import MANUAL, Game
from westwall_tui.engine.orders import Done, Enter, IllegalOrder, Order, OrderSyntaxError, parse
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import ELIMINATED, EXITED, RESERVE, State, changed
from westwall_tui.engine.units import Kind
from westwall_tui.files.saves.file import Save, build_save, open_save, write_save
from westwall_tui.files.saves.positions import decode_position, encode_position
from westwall_tui.files.tables import SourceFile, toml

LISTED, TRIED = 2000, 80
"""Numbers of legal orders to list, and of those to try."""
PLAYED_ON = 3
"""Number of orders to give in a copy or fork."""
STAMPS = ("moved", "attacked", "defended", "advanced", "displaced", "suffered", "fired")
"""The rows of a position that have a stamp for each unit."""


def perform(table: TrialTable, step: str) -> None:
    """Carry out a step. Raises `Broken`, or any error that a bug of the program raises."""
    verb, _, rest = step.partition(" ")
    STEPS[verb](table, rest)


def _give(table: TrialTable, line: str) -> None:
    """Give an order as a player types it: refused as `explain` says without a change, or accepted and logged."""
    game, since, side = table.game, table.now, table.game.side
    try:
        order = parse(line)
    except OrderSyntaxError as error:
        must(bool(str(error)), "reasons", f"{line!r} is refused without a reason")
        return
    expected = game.explain(order)
    table.stays(since, "nothing changes", f"explain {line}")
    before = game.state.copy()
    try:
        events = game.apply(order)
    except IllegalOrder as refusal:
        table.stays(since, "nothing changes", f"a refused {line}")
        must(bool(refusal.case[:1].isdigit() and refusal.reason), "reasons", f"{line!r} is refused: {refusal}")
        must(str(expected) == str(refusal), "explain", f"{line!r} is refused: {refusal}; explained: {expected}")
        return
    must(expected is None, "explain", f"{line!r} is accepted; explained: {expected}")
    must(parse(str(order)) == order, "notation", f"{order} does not read as itself")
    must(all(str(event) for event in events), "events", f"{line!r} has events without words")
    logged = game.log[since.orders]
    must(logged.split()[0] == str(order).split()[0], "log", f"{line!r} is logged as {logged!r}")
    check_returns(game, before, order)
    table.undone.clear()
    table.keep(order, side, events, since)


def check_returns(game: Game, before: State, order: Order) -> None:
    """Check that a lost unit stays lost, an exited unit returns only by entering, and no unit becomes a reinforcement.

    A lost Engineer is replaced when the next Movement Phase of its side begins (13.3 of Arnhem).
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


def _undo(table: TrialTable, _: str) -> None:
    """Undo the last order: the earlier position must be back exactly, or the undo is refused (5.15)."""
    game, since = table.game, table.now
    if not game.can_undo:
        _refused(table, game.undo, since)
        return
    game.undo()
    table.stays(table.go_back(), "undo", "undo")
    table.undone.append(since)
    table.check()


def _redo(table: TrialTable, _: str) -> None:
    """Redo the undone order: the same position must result."""
    game, since, side = table.game, table.now, table.game.side
    can_redo = bool(table.undone)
    must(game.can_redo == can_redo, "redo", f"can redo: {game.can_redo}, but {len(table.undone)} orders were undone")
    if not can_redo:
        _refused(table, game.redo, since)
        return
    events = game.redo()
    table.stays(table.undone.pop(), "redo", "redo")
    table.keep(parse(game.log[since.orders]), side, events, since)


def _refused(table: TrialTable, what: Callable[[], object], since: Moment) -> None:
    try:
        what()
    except IllegalOrder as refusal:
        must(bool(refusal.case and refusal.reason), "reasons", f"refused: {refusal}")
        table.stays(since, "nothing changes", "a refused order")
    else:
        must(False, "undo", "is possible, but the game denies it")


def _ask(table: TrialTable, seed: str) -> None:
    """Compare the legal orders with the oracle's; asking for them must change nothing."""
    since = table.now
    questions.ask(table.game, table.record, Draw(int(seed)))
    table.stays(since, "nothing changes", "questions")


def _list(table: TrialTable, seed: str) -> None:
    """Check the list of legal orders: no duplicates, each accepted, and the end of the phase if it is legal."""
    game, since, draw = table.game, table.now, Draw(int(seed))
    listed = list(islice(game.legal(), LISTED))
    must(len(set(listed)) == len(listed), "list", "an order is listed twice")
    must(bool(listed) == (game.outcome is None), "list", f"has {len(listed)} orders; outcome {game.outcome}")
    done = Done() in listed or len(listed) == LISTED
    must(done or game.explain(Done()) is not None, "list", f"{Done()} is accepted, but not listed")
    for order in [draw.pick(listed) for _ in range(TRIED)] if len(listed) > TRIED else listed:
        must(game.explain(order) is None, "list", f"{order} is listed, but {game.explain(order)}")
    table.stays(since, "nothing changes", "the list")


def _position(table: TrialTable, _: str) -> None:
    """Write the position as text and read it: it must stay the same, and agree with the record."""
    game = table.game
    text = tomli_w.dumps(encode_position(game.state))
    state, trouble = decode_position(game.root(), toml.loads(text))
    if state is None:
        raise Broken("position", f"a file's position {trouble}")
    must(picture(state) == picture(game.state), "position", "a file's position differs")
    settled = queries.under_way(game) < 0 and not conceded(game)
    for what, value, recorded in differences(state, table.record) if settled else ():
        raise Broken("position", f"a file's position: {what}: {value}; the record has {recorded}")


def _mark(table: TrialTable, seed: str) -> None:
    """Change one value of a position: the digest must change, and the file must keep the value."""
    draw, game = Draw(int(seed)), table.game
    state = game.state.copy()
    about = _alter(state, draw)
    must(state.digest() != game.digest(), "position", f"the digest does not tell {about}")
    read, trouble = decode_position(game.root(), toml.loads(tomli_w.dumps(encode_position(state))))
    if read is None:
        must(about.startswith("fact"), "position", f"a position with other {about} {trouble}")
    else:
        must(picture(read) == picture(state), "position", f"{about} is lost in a file")


def _alter(state: State, draw: Draw) -> str:
    """Change one value in a position and return its name."""
    if state.facts and not draw.below(4):
        key = draw.pick(sorted(state.facts))
        state.facts = {**state.facts, key: state.facts[key] + 1}
        return f"fact {key!r}"
    if not draw.below(8):
        side = draw.below(2)
        state.support = changed(state.support, state.support[side] + 1, side)
        return "Ground Support"
    name, unit = draw.pick((*STAMPS, "gone")), draw.below(len(state.units))
    row = getattr(state, name)
    setattr(state, name, changed(row, state.serial - 1 if row[unit] == state.serial else state.serial, unit))
    return f"{name} of {state.units[unit].id}"


def _save(table: TrialTable, _: str) -> None:
    """Save the game and continue it from its save, whose log is replayed."""
    game = table.game
    save = build_save(SourceFile("fuzz", write_save(Save(game, history=table.history))))
    headless = game.base is not None and not table.history  # then the reader reports that
    must(headless or not save.notes, "save", " ".join(save.notes))
    must(save.game.log == game.log, "save", "the log differs")
    must(save.game.digest() == game.digest(), "save", "the position differs")
    must(picture(save.game.state) == picture(game.state), "save", "the position differs")
    table.go_on_in(save.game, from_position=False)


def _resume(table: TrialTable, seed: str) -> None:
    """Save the game and resume it from the position in the save, before its orders are replayed."""
    game = table.game
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.toml"
        path.write_text(write_save(Save(game, history=table.history)), encoding="utf-8", newline="\n")
        save = open_save(path)
    must(picture(save.game.state) == picture(game.state), "save", "the resumed position differs")
    table.go_on_in(save.game, from_position=True)
    questions.ask(table.game, table.record, Draw(int(seed)))


def _replay(table: TrialTable, _: str) -> None:
    """Replay the log: it must lead to the game. Continue from an earlier replay that was right."""
    game, again = table.game, table.replayed
    if again is None or again.log != game.log[: len(again.log)]:
        again = game.root()
    again.replay(game.log[len(again.log) :])
    must(again.log == game.log, "replay", "the log differs")
    must(picture(again.state) == picture(game.state), "replay", "the position differs")
    table.replayed = again


def _copy(table: TrialTable, seed: str) -> None:
    """Copy the game: the copy must be the same, and play in it must not change the original."""
    since, other = table.now, table.game.copy()
    same = picture(other.state) == picture(table.game.state) and other.log == table.game.log
    must(same, "copy", "differs")
    _play_on(other, Draw(int(seed)))
    table.stays(since, "nothing changes", "play in a copy")


def _fork(table: TrialTable, words: str) -> None:
    """Fork the game: the fork has neither its orders nor its dice, looks the same to the viewer, and stays apart."""
    seed, viewer = map(int, words.split())
    game, since = table.game, table.now
    other = game.fork(seed=seed, viewer=viewer)
    must(not other.log and not other.can_undo and other.state.die not in (MANUAL, game.state.die), "fork", "remembers")
    same = game.prompt.kind == "roll" or other.digest(viewer) == game.digest(viewer)  # a fork with a seed rolls at once
    must(same, "secrets", f"the fork of {viewer} differs in what {viewer} may know")
    _play_on(other, Draw(seed))
    table.stays(since, "nothing changes", "play in a fork")


def _secrets(table: TrialTable, words: str) -> None:
    """Check that games that differ only in a viewer's secrets look the same to the viewer, through every interface."""
    seed, viewer = map(int, words.split())
    game, since = table.game, table.now
    if game.prompt.kind == "roll":
        return  # a fork with a seed rolls at once, so it differs in more than secrets
    other = game.fork(seed=seed + 1, viewer=viewer)
    must(other.digest(viewer) == game.digest(viewer), "secrets", f"the digest for {viewer} reveals a secret")
    ours, theirs = (each.fork(seed=seed, viewer=viewer).digest() for each in (game, other))
    must(ours == theirs, "secrets", f"the fork for {viewer} reveals a secret")
    check_leaks(game, table.record, Draw(seed))
    table.stays(since, "nothing changes", "forks and comparisons")


def _points(table: TrialTable, _: str) -> None:
    """Check that the account adds up to both sides' points, and that every line has a cause."""
    account, sums = queries.account(table.game), [0, 0]
    for line in account:
        sums[line.side] += line.points
        must(bool(line.cause.strip()), "points", f"{line.points} points without a cause")
    totals = queries.totals(table.game)
    must(tuple(sums) == totals, "points", f"{sums} by the account, but {totals}")


def _play_on(game: Game, draw: Draw) -> None:
    for _ in range(PLAYED_ON):
        if game.outcome is None:
            game.apply(game.random_order(draw))


STEPS: Mapping[str, Callable[[TrialTable, str], None]] = {
    "give": _give,
    "undo": _undo,
    "redo": _redo,
    "ask": _ask,
    "list": _list,
    "position": _position,
    "mark": _mark,
    "save": _save,
    "resume": _resume,
    "replay": _replay,
    "copy": _copy,
    "fork": _fork,
    "secrets": _secrets,
    "points": _points,
}
"""Functions by the first word of a step; they take the rest: an order's text, a seed, or a seed and a viewer."""
_SEED = "[0-9]{1,18}"
_ABOUT = {
    "give": ".*",
    **dict.fromkeys(("ask", "list", "mark", "resume", "copy"), _SEED),
    **dict.fromkeys(("fork", "secrets"), f"{_SEED} (-1|0|1)"),
}
"""Patterns of the words after the first, for steps that have some."""


def is_step(text: str) -> bool:
    """Return True if `perform` can carry it out."""
    verb, space, rest = text.partition(" ")
    about = _ABOUT.get(verb)
    return verb in STEPS and (not space if about is None else re.fullmatch(about, rest, re.DOTALL) is not None)
