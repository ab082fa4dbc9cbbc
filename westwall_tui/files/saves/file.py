"""Saved games as TOML (docs/saves.md): the log of orders, and a snapshot of the position that they lead to.

Loading replays the log. If a rule or a board has changed, and the log no longer leads to the snapshot, the game
continues from the snapshot, so that a new version never costs you a game. The position is that of the snapshot in
either case: `open_save` shows it at once, and `Save.replayed` replays the log afterward.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import tomli_w

from westwall_tui import __version__
from westwall_tui.engine.dice import MIXED, SHIFTED
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game, options_of
from westwall_tui.engine.hexgrid import HexGrid
from westwall_tui.engine.orders import IllegalOrder, OrderSyntaxError
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.state import State
from westwall_tui.files.command_line import DICE, DRAWN, MANUAL, SEEDED
from westwall_tui.files.disk.reach import MAX_SAVE_SIZE
from westwall_tui.files.faults import Faults, FileError, printable
from westwall_tui.files.players.seats import KINDS, LEVELS, TEMPERAMENTS, Seat
from westwall_tui.files.saves.positions import decode_position, encode_position
from westwall_tui.files.saves.private import NOTHING, Both, private_of_table
from westwall_tui.files.scenarios.catalog import load_scenario, scenario_of, shipped_key
from westwall_tui.files.scenarios.packs import texts_in
from westwall_tui.files.scenarios.texts import LoadedScenario
from westwall_tui.files.tables import SourceFile, TomlTable, parse, read, read_format, why_other_kind

if TYPE_CHECKING:  # few games are by mail or share their dice
    from westwall_tui.files.saves.mailed import Mailed
    from westwall_tui.files.saves.matches import Match
    from westwall_tui.files.saves.shares import Transcript

FORMAT = 2
RULES_REVISION = 6
"""A number that grows whenever a correction changes the effect of orders.

It lets a save explain why it plays differently.

`old_orders` translates orders whose meaning has changed. In revision 1, a move to an adjacent hex meant the direct
step. Up to revision 3, a front at Remagen could cost more than the cheapest one if the area was crowded. Up to 4,
another unit could advance into the last hex of a unit that had assaulted across a river (Arnhem 13.24). Up to 5, the
cheapest front was in force without being named.
"""
MAX_ORDERS = 5_000
"""The maximum number of orders to replay, which takes about two seconds. The longest games have 2000."""
MAX_MOVE_LENGTH = 80
"""The maximum number of characters of `by_mail`."""
_LARGEST_SEED = (1 << 63) - 1


def _name_the_stream(data: dict[str, Any]) -> dict[str, Any]:
    """Add the `stream` of dice, because format 1 only had the stream that neighboring seeds share."""
    options = data.get("options")
    if isinstance(options, dict) and "seed" in options:
        data = {**data, "options": {**options, "stream": SHIFTED}}
    return {**data, "format": 2}


MIGRATIONS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _name_the_stream}
"""By format, the function that turns its data into the next format."""


@dataclass(eq=False, repr=False)
class Save:
    """A saved game in memory."""

    game: Game
    seats: tuple[Seat, Seat] = (Seat(), Seat())
    history: list[str] = field(default_factory=list)
    """Orders from before `base`. They can be read, but no longer replayed."""
    notes: tuple[str, ...] = ()
    """Notes for the player on how the save was read."""
    unreplayed: str = ""
    """The reason why the orders do not lead to the saved position, from which the game continues; empty if they do."""
    events: list[list[Event]] = field(default_factory=list)
    """The events of the opening and of each logged order; empty if only the orders are known."""
    quick: bool | None = None
    """True if the phasing player decides retreats, displacements and advances for both sides.

    None until two people at one keyboard begin to play the game.
    """
    drawn: bool = False
    """True if dice are drawn when due (`sessions.dice`)."""
    replayed: "Callable[[], Save] | None" = None
    """A function that replays the log and returns the complete save; None if the log has been replayed."""
    transcript: "Transcript | None" = None
    """The record of the game's shared dice, if it has any."""
    host: str = ""
    """The host's name; empty for a game at one keyboard."""
    mail: "Mailed | None" = None
    """The table `[mail]` of a game by mail."""
    match: "Match | None" = None
    """The match that the game belongs to, with the results of the games before it."""
    program: str = ""
    """The version of the program that wrote the save."""
    private: Both = (NOTHING, NOTHING)
    """The table that each side's player keeps for nobody else."""

    @property
    def mailed(self) -> "Mailed":
        """The table `[mail]`, for callers that know that the game is by mail."""
        assert self.mail is not None
        return self.mail

    def past(self) -> list[list[Event]]:
        """Return the events of the opening and of each order. Replay the log unless the events were just read."""
        read, self.events = self.events, []
        if len(read) == len(self.game.log) + 1:  # the events from reading the file
            return read
        start = self.game.root()
        return [start.opening, *(start.replay([line]) for line in self.game.log)]


# -- writing


def write_save(save: Save) -> str:
    """Return a save as TOML text."""
    game = save.game
    scenario, state = game.scenario, game.state
    options: dict[str, Any] = {"dice": SEEDED, "strict": game.strict}
    if game.seed is not None:
        options |= {"seed": game.seed, "stream": game.stream}
    else:
        options["dice"] = DRAWN if save.drawn else MANUAL
    for option in game.rules.offered:
        value = game.rules.options.get(option.name, 0)
        if option.most == 1 or value:
            options[option.name] = bool(value) if option.most == 1 else value
    if save.quick is not None:
        options["quick"] = save.quick
    data: dict[str, Any] = {
        "format": FORMAT,
        "kind": "save",
        "title": f"{scenario.battle}: {scenario.name}" if scenario.battle else scenario.name,
        "turn": state.turn,
        "date": scenario.date(state.turn),
        "prompt": game.prompt.text,
        "saved": datetime.now(UTC).replace(microsecond=0),
        "program": __version__,
        "rules": RULES_REVISION,
        **({"host": save.host} if save.host else {}),
        **({"by_mail": save.mail.whose_move(over=game.outcome is not None)} if save.mail else {}),
        "options": options,
        "scenario": _scenario_table(scenario),
        "seats": [
            {"side": side.name, "kind": seat.kind, "name": seat.name}
            | ({"level": seat.level} if seat.level else {})
            | ({"temperament": seat.temperament} if seat.temperament else {})
            for side, seat in zip(scenario.sides, save.seats, strict=True)
        ],
        "orders": {"log": condensed(game.log)},
        "snapshot": {"digest": game.digest(), "state": encode_position(state)},
    }
    if game.base is not None:
        data["orders"]["history"] = save.history
        data["base"] = {"state": encode_position(game.base)}
    if save.match is not None:
        from westwall_tui.files.saves.matches import match_data

        data["match"] = match_data(save.match)
    if save.transcript is not None:
        data["dice"] = save.transcript.data()
    private = {
        side.name: table.data() for side, table in zip(scenario.sides, save.private, strict=True) if table != NOTHING
    }
    if private:
        data["private"] = private
    if save.mail is not None:
        data["mail"] = save.mail.data((scenario.sides[0].name, scenario.sides[1].name))
    return tomli_w.dumps(data, multiline_strings=True)


def condensed(log: Sequence[str]) -> Sequence[str]:
    """Shorten a log that is too long to replay. Drop set-up orders that later ones replaced.

    Units can be set up again any number of times, while all other orders are limited by the length of the game. A unit
    that is not set up yet blocks no other unit, so the remaining orders lead to the same position.
    """
    if len(log) <= MAX_ORDERS:
        return log
    words = (line.split(maxsplit=2) for line in log)
    begun = next((i for i, (verb, *_) in enumerate(words) if verb not in SETTING_UP), len(log))
    last = {tuple(line.split(maxsplit=2)[:2]): i for i, line in enumerate(log[:begun])}
    kept = [
        line for i, line in enumerate(log[:begun]) if line == "done" or last[tuple(line.split(maxsplit=2)[:2])] == i
    ]
    return [*kept, *log[begun:]]


SETTING_UP = ("zone", "deploy", "done")
"""The orders of a set-up."""


def _sheet(grid: HexGrid) -> list[int]:
    """Return a sheet's columns and rows, and for a part of a sheet the columns and rows before it."""
    size = [grid.columns, grid.odd_rows, grid.even_rows]
    return [*size, grid.left, grid.above] if grid.left or grid.above else size


def _scenario_table(scenario: Scenario) -> dict[str, Any]:
    data: dict[str, Any] = {
        "key": scenario.key,
        "digest": scenario.digest,
        "units": [unit.id for unit in scenario.units],
        "sheet": _sheet(scenario.board.grid),
    }
    if isinstance(scenario, LoadedScenario) and scenario.texts is not None and not scenario.shipped:
        texts = scenario.texts
        data["files"] = texts.data()
    return data


# -- reading


def read_save(path: Path) -> Save:
    """Read a save file and replay its log. Raises `FileError`."""
    return build_save(read(path, largest=MAX_SAVE_SIZE))


def open_save(path: Path) -> Save:
    """Read a save file's snapshot; `replayed` adds the orders later.

    If the snapshot is damaged, do what `read_save` does. Raises `FileError`.
    """
    parts = _take_apart(read(path, largest=MAX_SAVE_SIZE))
    position, _ = decode_position(parts.begun.game, parts.position)
    if position is None or position.digest() != parts.digest:
        return _restore_game(parts)
    return replace(parts.going_on_from(position), replayed=lambda: _restore_game(parts))


def build_save(source: SourceFile) -> Save:
    """Build the game of a text. Raises `FileError` with every fault."""
    return _restore_game(_take_apart(source))


def _take_apart(source: SourceFile) -> "_Parts":
    """Read a text's parts, and check each by itself. Raises `FileError` with every fault."""
    top = parse(source)
    migrate(top)
    for key, longest in (("title", 200), ("date", 60), ("prompt", 10_000)):
        top.text(key, "", longest=longest)
    program = top.text("program", "", longest=60)
    host, _ = top.text("host", ""), top.text("by_mail", "", longest=MAX_MOVE_LENGTH)
    top.number("turn", 0)
    revision = top.number("rules", low=1)
    top.moment("saved")
    options = _read_section(top, "options")
    dice = options.choice("dice", DICE)
    seed, stream = None, MIXED
    if dice == SEEDED:
        seed = options.number("seed", low=0, high=_LARGEST_SEED)
        stream = options.number("stream", low=SHIFTED, high=MIXED)
    strict = options.flag("strict", False)
    quick = options.flag("quick", False) if options.has("quick") else None
    seats, sides = _read_seats(top)
    orders = _read_section(top, "orders")
    log = orders.texts("log", longest=10_000)
    history = orders.texts("history", required=False, longest=10_000)
    judged = orders.texts("judged", required=False, longest=10_000)
    snapshot = _read_section(top, "snapshot")
    wanted, position = snapshot.text("digest"), snapshot.mapping("state")
    base = top.table("base")
    base_state = base.mapping("state") if base else None
    shared = top.table("dice")
    transcript = _read_transcript(shared) if shared else None
    if transcript is not None and dice != MANUAL:
        top.fault("dice", f'is a record of shared dice, which only games with dice = "{MANUAL}" have')
    mailed = top.table("mail")
    mail = _read_mailed(mailed, sides) if mailed and len(set(sides)) == 2 else None
    private = _read_private_of_sides(top, sides)
    matched = top.table("match")
    match = _read_match(matched) if matched else None
    table = _read_section(top, "scenario")
    scenario, old_digest = _read_scenario(table)
    battle: dict[str, int] = {}
    if scenario is not None:
        battle = {
            option.name: options.number(option.name, 0, high=option.most)
            if option.most > 1
            else options.flag(option.name, False)
            for option in options_of(scenario)
        }
        options.finish()
    for each in (top, orders, snapshot, table, *([base] if base else [])):
        each.finish()
    if scenario is not None and sides != [side.name for side in scenario.sides]:
        top.fault("seats", f"must be those of {' and '.join(side.name for side in scenario.sides)}, in that order")
    top.faults.check()
    assert scenario is not None
    changes, fronts = _known_changes(scenario, old_digest, revision), None
    if changes:
        from westwall_tui.files.saves import old_orders  # only old saves need this

        log = old_orders.reread(log, revision)
        if old_digest != scenario.digest:
            log = old_orders.pinned(log)
        fronts = old_orders.judged_fronts(judged) if revision < old_orders.FRONTS_NAMED else None
    game = Game(scenario, seed=seed, strict=strict, options=battle, stream=stream)
    begun = Save(
        game, seats, quick=quick, drawn=dice == DRAWN, transcript=transcript, host=host, mail=mail, program=program
    )
    begun.match, begun.private = match, private
    return _Parts(begun, log, fronts, history, wanted, position, base_state, source.file, changes)


def _read_transcript(table: TomlTable) -> "Transcript":
    from westwall_tui.files.saves.shares import Transcript

    return Transcript.read(table)


def _read_mailed(table: TomlTable, sides: list[str]) -> "Mailed":
    from westwall_tui.files.saves.mailed import read_mailed

    return read_mailed(table, sides)


def _read_private_of_sides(top: TomlTable, sides: Sequence[str]) -> Both:
    table = top.table("private")
    if table is None or len(set(sides)) != 2:
        return NOTHING, NOTHING
    first, second = (private_of_table(of_side) if (of_side := table.table(side)) else NOTHING for side in sides)
    table.finish()
    return first, second


def _read_match(table: TomlTable) -> "Match | None":
    from westwall_tui.files.saves.matches import read_match

    return read_match(table)


def migrate(top: TomlTable) -> None:
    """Bring the data of an older format up to date, step by step."""
    version = read_format(top, FORMAT)
    if (kind := top.text("kind")) != "save":
        top.fault("kind", why_other_kind(kind, "save"))
    top.faults.check()
    for step in range(version, FORMAT):
        top.data = MIGRATIONS[step](top.data)


def _read_section(top: TomlTable, key: str) -> TomlTable:
    table = top.table(key)
    if table is None:
        if not top.has(key):
            top.fault(key, f"is missing; add a table [{key}]")
        return TomlTable({}, f"[{key}]", Faults(""))
    return table


def _read_seats(top: TomlTable) -> tuple[tuple[Seat, Seat], list[str]]:
    seats, sides = [], []
    for table in top.tables("seats", "side"):
        sides.append(table.text("side"))
        kind, name = table.choice("kind", KINDS), table.text("name", "")
        level = 0 if kind == "person" else table.number("level", low=LEVELS[0], high=LEVELS[-1])
        temperament = table.choice("temperament", TEMPERAMENTS, "") if level else ""
        seats.append(Seat(kind, name, level, temperament=temperament))
        table.finish()
    if len(seats) != 2:
        top.fault("seats", f"there must be exactly two [[seats]], not {len(seats)}")
        return (Seat(), Seat()), sides
    return (seats[0], seats[1]), sides


def _read_scenario(table: TomlTable) -> tuple[LoadedScenario | None, str]:
    """Return the scenario of a save, and the digest of its files at that time."""
    key, digest = table.text("key"), table.text("digest", "")
    units = table.texts("units")
    written = table.data.get("sheet")
    sheet = table.numbers("sheet", 5 if isinstance(written, list) and len(written) == 5 else 3, 0, 99)
    texts = table.table("files")
    shipped = shipped_key(key) if texts is None else ""
    if texts is None and key and not shipped:
        table.fault("key", f"{key!r} is not a scenario that comes with the game")
    if not (texts or shipped):
        return None, digest
    scenario = None
    try:
        scenario = load_scenario(shipped) if texts is None else scenario_of(texts_in(texts), key, begun=True)
    except FileError as error:
        table.faults.found += error.faults
        return None, digest
    same = _sheet(scenario.board.grid)
    if len(sheet) < len(same) and digest == scenario.digest:
        sheet += same[len(sheet) :]  # saves of earlier versions have only the size
    if units != [unit.id for unit in scenario.units] or sheet != same:
        table.fault(
            "units",
            f"the units or the board of {key} have changed since; only the version of the game that wrote "
            "this save can still play it",
        )
    return scenario, digest


def _known_changes(scenario: Scenario, old_digest: str, revision: int) -> str:
    """Return the known changes since a save was written, in words."""
    changed = []
    if old_digest != scenario.digest:
        changed.append("the scenario's files")
    if revision != RULES_REVISION:
        changed.append("the rules")
    return " and ".join(changed)


class _Parts(NamedTuple):
    """The parts of a save."""

    begun: Save
    """The game before its first order, with everything else of the save."""
    log: list[str]
    fronts: dict[int, str] | None
    """The fronts in force in an old log without `front` orders. The key is the number of orders before the front."""
    history: list[str]
    digest: str
    position: dict[str, Any]
    base: dict[str, Any] | None
    file: str
    changes: str
    """The known changes since the save was written, in words."""

    def going_on_from(self, position: State) -> Save:
        """Return the save with its game continued from a position, without earlier orders."""
        game = self.begun.game.copy()
        game.go_on_from(position)
        return replace(self.begun, game=game)


def _restore_game(parts: _Parts) -> Save:
    """Replay the log, or continue from the snapshot if the log does not lead there. Raises `FileError`."""
    faults, changes = Faults(parts.file), parts.changes
    game = parts.begun.game.copy()
    events: list[list[Event]] = [[*game.opening]]
    replayed = 0
    reason, why = "", f"because {changes} changed" if changes else "although no known change explains it"
    if len(parts.log) > MAX_ORDERS:
        reason, why = f"there are more than {MAX_ORDERS} orders", "without a replay"
    elif parts.base is not None:
        events.clear()
        base, reason = decode_position(game, parts.base)
        if base is not None:
            game.go_on_from(base)
    if not reason:
        try:
            for line in parts.log:
                replayed += 1
                events.append(game.replay([line]))
                if parts.fronts is not None:
                    from westwall_tui.files.saves.old_orders import name_fronts

                    events += name_fronts(game, parts.fronts.get(replayed - 1, ""))
        except (IllegalOrder, OrderSyntaxError) as error:
            reason = _sentence_on_refusal(replayed, parts.log[replayed - 1], error)
    if not reason and game.digest() == parts.digest:
        note = (f"{changes.capitalize()} changed since this game was saved; the game continues as it was.",) * bool(
            changes
        )
        if parts.base is not None and not parts.history:
            note += ("This file begins in mid-game, without the earlier orders.",)
        return replace(parts.begun, game=game, history=parts.history, notes=note, events=events)
    reason = reason or "its orders now lead to another position"
    position, trouble = decode_position(parts.begun.game, parts.position)
    if position is None:
        faults.add("[snapshot]", "state", trouble)
        faults.add("[orders]", "log", reason)
        raise FileError(faults.found)
    if position.digest() != parts.digest:
        faults.add("[snapshot]", "digest", "does not match the position; the file is damaged or was edited")
        faults.add("[orders]", "log", reason)
        raise FileError(faults.found)
    note = (f"This game continues from its saved position, {why}: {reason}. You cannot undo earlier orders.",)
    return replace(parts.going_on_from(position), history=[*parts.history, *parts.log], notes=note, unreplayed=reason)


def _sentence_on_refusal(number: int, line: str, error: Exception) -> str:
    """Return a sentence about an order that cannot be replayed, without revealing a drop zone (15.36 of Arnhem)."""
    if line.lower().split()[:1] == ["zone"]:
        return f"order {number}, which notes a drop zone, is now refused"
    return f"order {number}, {printable(line)!r}, is now refused ({error})"
