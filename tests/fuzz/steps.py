"""What a step does to a game, and what must come of it."""

import re
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import tomli_w

from tests.fuzz import questions
from tests.fuzz.promises import Broken, must
from tests.fuzz.table import Moment, TrialTable, conceded, differences, picture
from tests.fuzz.twins import compare_twins
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
"""How many legal orders are listed, and how many of those are tried."""
PLAYED_ON = 3
"""Orders given to a copy or fork."""
STAMPS = ("moved", "attacked", "defended", "advanced", "displaced", "suffered", "fired")
"""What a position holds of each unit, beside where it is."""


def perform(table: TrialTable, step: str) -> None:
    """Carry out a step. Raises `Broken`, or whatever a fault of the program raises."""
    verb, _, rest = step.partition(" ")
    STEPS[verb](table, rest)


def _give(table: TrialTable, line: str) -> None:
    """An order as a player types it: refused as `explain` says, and nothing has changed; or accepted, and logged."""
    game, since, side = table.game, table.now, table.game.side
    try:
        order = parse(line)
    except OrderSyntaxError as error:
        must(bool(str(error)), "reasons", f"{line!r} is no order, but why?")
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
    nobody_returns(game, before, order)
    table.undone.clear()
    table.keep(order, side, events, since)


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


def _undo(table: TrialTable, _: str) -> None:
    """The last order taken back leaves the very position that was there before it; or is refused (5.15)."""
    game, since = table.game, table.now
    if not game.can_undo:
        _refused(table, game.undo, since)
        return
    game.undo()
    table.stays(table.go_back(), "undo", "undo")
    table.undone.append(since)
    table.check()


def _redo(table: TrialTable, _: str) -> None:
    """What was taken back, repeated, leads where it led."""
    game, since, side = table.game, table.now, table.game.side
    can_redo = bool(table.undone)
    must(game.can_redo == can_redo, "redo", f"can be repeated: {game.can_redo}, but {len(table.undone)} are due")
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
        table.stays(since, "nothing changes", "what was refused")
    else:
        must(False, "undo", "was said to be impossible")


def _ask(table: TrialTable, seed: str) -> None:
    """The legal orders are those the oracle finds, and asking for them changes nothing."""
    since = table.now
    questions.ask(table.game, table.record, Draw(int(seed)))
    table.stays(since, "nothing changes", "questions")


def _list(table: TrialTable, seed: str) -> None:
    """No legal order is listed twice, each is accepted, and the end of the phase is among them if it is."""
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
    """The position survives the way through a file's text, and is what was played."""
    game = table.game
    text = tomli_w.dumps(encode_position(game.state))
    state, trouble = decode_position(game.root(), toml.loads(text))
    if state is None:
        raise Broken("position", f"a file's position {trouble}")
    must(picture(state) == picture(game.state), "position", "a file's position is another one")
    settled = queries.under_way(game) < 0 and not conceded(game)
    for what, said, played in differences(state, table.record) if settled else ():
        raise Broken("position", f"a file's position: {what}: {said}, but played was {played}")


def _mark(table: TrialTable, seed: str) -> None:
    """Nothing that a position holds is lost in what is written, and its digest tells it from another."""
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
    """Change one thing in a position; its name. Of facts only their battle knows which others could be."""
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
    """The game goes on from its save; reading it replays the log."""
    game = table.game
    save = build_save(SourceFile("fuzz", write_save(Save(game, history=table.history))))
    headless = game.base is not None and not table.history  # then the reader says so
    must(headless or not save.notes, "save", " ".join(save.notes))
    must(save.game.log == game.log, "save", "another log")
    must(save.game.digest() == game.digest(), "save", "another position")
    must(picture(save.game.state) == picture(game.state), "save", "another position")
    table.go_on_in(save.game, anew=False)


def _resume(table: TrialTable, seed: str) -> None:
    """The game goes on from its save as when it is resumed: from the position, before its orders are replayed."""
    game = table.game
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.toml"
        path.write_text(write_save(Save(game, history=table.history)), encoding="utf-8", newline="\n")
        save = open_save(path)
    must(picture(save.game.state) == picture(game.state), "save", "it is resumed from another position")
    table.go_on_in(save.game, anew=True)
    questions.ask(table.game, table.record, Draw(int(seed)))


def _replay(table: TrialTable, _: str) -> None:
    """The log is the game. Lines that were replayed before, and led to what they should, need not be again."""
    game, again = table.game, table.replayed
    if again is None or again.log != game.log[: len(again.log)]:
        again = game.root()
    again.replay(game.log[len(again.log) :])
    must(again.log == game.log, "replay", "another log")
    must(picture(again.state) == picture(game.state), "replay", "another position")
    table.replayed = again


def _copy(table: TrialTable, seed: str) -> None:
    """A copy is the same game, and what is played in it does not change the original."""
    since, twin = table.now, table.game.copy()
    same = picture(twin.state) == picture(table.game.state) and twin.log == table.game.log
    must(same, "copy", "is another game")
    _play_on(twin, Draw(int(seed)))
    table.stays(since, "nothing changes", "play in a copy")


def _fork(table: TrialTable, words: str) -> None:
    """A fork knows neither the orders nor the dice, shows its viewer what the game does, and does not change it."""
    seed, viewer = map(int, words.split())
    game, since = table.game, table.now
    twin = game.fork(seed=seed, viewer=viewer)
    must(not twin.log and not twin.can_undo and twin.state.die not in (MANUAL, game.state.die), "fork", "remembers")
    same = game.prompt.kind == "roll" or twin.digest(viewer) == game.digest(viewer)  # a fork with a seed rolls at once
    must(same, "secrets", f"the fork of {viewer} differs in what {viewer} knows")
    _play_on(twin, Draw(seed))
    table.stays(since, "nothing changes", "play in a fork")


def _secrets(table: TrialTable, words: str) -> None:
    """Games that differ only in what a viewer may not know are told to him alike: forks, and twins at all doors."""
    seed, viewer = map(int, words.split())
    game, since = table.game, table.now
    if game.prompt.kind == "roll":
        return  # a fork with a seed rolls at once, and so is another game in more than secrets
    other = game.fork(seed=seed + 1, viewer=viewer)
    must(other.digest(viewer) == game.digest(viewer), "secrets", f"the digest for {viewer} tells")
    ours, theirs = (each.fork(seed=seed, viewer=viewer).digest() for each in (game, other))
    must(ours == theirs, "secrets", f"the fork for {viewer} tells")
    compare_twins(game, table.record, Draw(seed))
    table.stays(since, "nothing changes", "forks and twins")


def _points(table: TrialTable, _: str) -> None:
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
"""By the first word of a step; the rest is what it is about: an order's text, a seed, or a seed and a viewer."""
_SEED = "[0-9]{1,18}"
_ABOUT = {
    "give": ".*",
    **dict.fromkeys(("ask", "list", "mark", "resume", "copy"), _SEED),
    **dict.fromkeys(("fork", "secrets"), f"{_SEED} (-1|0|1)"),
}
"""What follows the first word, where anything does."""


def is_step(text: str) -> bool:
    """True if `perform` can carry it out."""
    verb, space, rest = text.partition(" ")
    about = _ABOUT.get(verb)
    return verb in STEPS and (not space if about is None else re.fullmatch(about, rest, re.DOTALL) is not None)
