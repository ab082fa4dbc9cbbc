"""The engine on standard input and output (docs/referee.md): one order or question per line, one answer per line."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TextIO

from westwall_tui.engine import queries, summary
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Note, Order, OrderSyntaxError, parse
from westwall_tui.engine.units import lower
from westwall_tui.files.checks import kind_of
from westwall_tui.files.command_line import DRAWN, SEEDED, UNUSABLE, docs_page
from westwall_tui.files.disk.reach import BYTE_ORDER_MARK, is_file
from westwall_tui.files.faults import FileError, brief, printable, refuse
from westwall_tui.files.players.options import read_options
from westwall_tui.files.players.seats import LEVELS
from westwall_tui.files.saves.catalog import find_save
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.saves.matches import Match
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.dice import new_seed, roll_due, seed_of

if TYPE_CHECKING:
    from westwall_tui.ai.player import Player
    from westwall_tui.files.sessions.base import Session

ADVISER = 3
"""The default level for `?advise`."""
LONGEST_LINE = 10_000
"""Maximum characters of a line; an order in a save has the same limit."""
TOLD = "told"
"""The key under which an answer's data has its sentences."""
PLAYERS = ("player 0", "player 1")
"""The players of a match, by their sides in its first game."""
LARGEST_SEED = (1 << 63) - 1
SYNTAX = "syntax"
"""The case number in a refusal of a line that isn't a readable order."""


class Reply(NamedTuple):
    """The answer to a line."""

    ok: bool
    said: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    refusal: IllegalOrder | None = None
    data: Mapping[str, object] = {}
    """The answer to a question, as plain data."""


class Inquiry(NamedTuple):
    """A question that is answered in sentences."""

    game: Game
    """The game, as far as the asker may know it."""
    viewer: int
    """The asker's side; -1 for neither."""
    rest: str
    """The text after the question's first word."""
    played: Game
    """The real game, used only for the events of its log, which reveal no secret."""

    @property
    def side(self) -> int:
        """The side that `your` means: the asker's side, or else the side to decide."""
        return max(self.viewer if self.viewer >= 0 else self.game.side, 0)

    @property
    def words(self) -> list[str]:
        """The words after the question's first word."""
        return self.rest.split()

    @property
    def first_word(self) -> str:
        """The first of the words.

        Raises an empty `ValueError` if there is none; the caller then explains how to ask.
        """
        if not self.words:
            raise ValueError
        return self.words[0]

    def name_of(self, unit: int) -> str:
        """Return a unit's name, with its side if it is an enemy unit."""
        counter = self.game.state.units[unit]
        name = queries.named(counter.id)
        return name if counter.side == self.side else f"{self.game.scenario.sides[counter.side].adjective} {name}"


Sentences = Mapping[str, Callable[[Inquiry], Sequence[str]]]
"""Questions answered in sentences (`plain.questions`), by their words.

The functions raise the same errors as orders.
"""


class Referee:
    """A referee, which answers lines about one game."""

    def __init__(
        self,
        game: Game,
        draw_seed: int,
        side: int | None = None,
        *,
        drawn: bool = False,
        session: "Session | None" = None,
        sentences: Callable[[], Sentences] = dict,
        match: "Match | None" = None,
    ) -> None:
        """Create a referee whose answers contain only what `side` may know (-1: spectators, None: the side to decide).

        With a side they also hide the seed, which would reveal the dice, and `draw_seed`, for samples and advice, must
        be independent of it. With `drawn` each die is drawn when it is rolled. `session` carries out and saves the
        orders. `sentences` returns more questions, and is called only when one is asked. After a game of a `match`, the
        line `next` begins the next one, in which the side is switched.
        """
        self._drawn, self._match = drawn, match
        self._rolled = tuple(roll_due(game)) if drawn else ()
        """The dice rolled before the first order."""
        self._play = session or game
        self.game = game
        self._side = side
        self._draw = Draw(draw_seed)
        self._advice_seed = draw_seed
        self._known = "", ""
        """The digests of the last position: of the whole position, and of the part that the side may know."""
        self._advisers: dict[str, Player] = {}
        self._sentences = sentences
        self._questions: Mapping[str, Callable[[str], Reply]] = {
            "?help": self._help,
            "?prompt": self._prompt,
            "?legal": self._legal,
            "?state": self._state,
            "?why": self._reply_why,
            "?sample": self._sample,
            "?advise": self._advise,
            "?score": self._score,
            **({"?match": self._reply_match, "next": self._next} if match is not None else {}),
            "?undo": self._undo,
            "undo": self._undo,
            "redo": self._redo,
        }

    def opening(self, notes: Sequence[str] = ()) -> Reply:
        """Return the first line, with the game and the events before the first decision."""
        game = self.game
        seed = game.seed if self._side is None else None
        dice = "the game rolls" if seed is None else f"seed {seed}"
        if game.seed is None:
            drawn = self._drawn or self._play is not game  # a session rolls for its players
            dice = "each die is drawn when it is rolled" if drawn else "you enter the rolls"
        events = (*(() if game.log and not self._rolled else game.opening), *self._rolled)
        said = (game.scenario.name, dice, *notes, *(str(event) for event in events), game.prompt.text)
        return Reply(True, said, events, data={"scenario": game.scenario.name, "seed": seed, "notes": [*notes]})

    def answer(self, line: str) -> Reply:
        """Carry out an order or answer a question. Never raise an error, whatever the line contains."""
        line = line.removeprefix(BYTE_ORDER_MARK).strip()
        if len(line) > LONGEST_LINE:
            return Reply(False, refusal=IllegalOrder(SYNTAX, f"the line is longer than {LONGEST_LINE} characters"))
        word, _, rest = line.partition(" ")
        if word.startswith("#"):
            return Reply(True)
        question = self._questions.get(word.lower())
        try:
            if question is not None:
                return question(rest.strip())
            if word.startswith("?"):
                if word[1:].lower() in self._sentences():
                    return self._in_sentences(word[1:].lower(), rest.strip())
                known = ", ".join(self._all_questions())
                raise OrderSyntaxError(f"{brief(word)!r} is not a question; the questions are {known}")
            return self._give(line)
        except IllegalOrder as refusal:
            return Reply(False, refusal=_brief_refusal(refusal))
        except OrderSyntaxError as error:
            return Reply(False, refusal=IllegalOrder(SYNTAX, brief(str(error))))

    # -- secrets of a side

    @property
    def viewer(self) -> int:
        """The side that gets the answers. It is -1 (everyone) once the game is over."""
        return self.game.prompt.side if self._side is None else self._side

    def digest(self) -> str:
        """Return a fingerprint of the position, as far as `side` may know it."""
        whole = self.game.digest()
        if self._side is None:
            return whole
        if self._known[0] != whole:
            self._known = whole, self.game.digest(self._side)
        return self._known[1]

    def _game_seen(self) -> Game:
        """Return the game; while the other side decides, only the part of the game that `side` may know."""
        if self._side is None or self._side == self.game.prompt.side:
            return self.game
        return self.game.fork(viewer=self._side)

    def _check_secret(self) -> None:
        """Raise `IllegalOrder` while the other side makes secret notes, because its legal orders would reveal them."""
        prompt = self.game.prompt
        if prompt.kind == "notes" and prompt.side != self.viewer:
            names = [side.name for side in self.game.scenario.sides]
            reason = f"the {names[prompt.side]} notes are hidden from the {names[self.viewer]} player"
            raise IllegalOrder(queries.note_case(self.game), reason)

    def _ask(self, line: str) -> Order:
        """Read an order from a line. Raises `IllegalOrder` for a secret note of the other side."""
        order = parse(line)
        if isinstance(order, Note):
            self._check_secret()
        return order

    # -- orders

    def _give(self, line: str) -> Reply:
        if line.lower().split() == ["deploy", "auto"]:
            events = [event for order in queries.suggested_setup(self.game) for event in self._apply(order)]
        else:
            events = self._apply(parse(line))
        return Reply(True, tuple(str(event) for event in events), tuple(events))

    def _apply(self, order: Order) -> list[Event]:
        try:
            events = self._play.apply(order)
            return events + roll_due(self.game) if self._drawn else events
        except IllegalOrder:
            if isinstance(order, Note):
                self._check_secret()  # the reason would also reveal the note
            raise

    def _undo(self, what: str) -> Reply:
        before = self.game.log[:]
        self._play.undo(what.strip().lower())
        kept = iter([*self.game.log, ""])
        stays = next(kept)
        back = []
        for line in before:
            if line == stays:
                stays = next(kept)
            else:
                back.append(parse(line))
        own = self.game.prompt.side == self.viewer
        shown = [str(order) if own or not isinstance(order, Note) else f"zone {order.division}" for order in back]
        return Reply(True, tuple(f"taken back: {order}" for order in shown))

    def _redo(self, _: str) -> Reply:
        events = self._play.redo()
        return Reply(True, tuple(str(event) for event in events), tuple(events))

    # -- a match

    def _next(self, _: str) -> Reply:
        """Begin the next game of the match, with the sides switched."""
        match, game = self._match, self.game
        if match is None or game.outcome is None or (match := match.with_result(game)).is_over:
            raise IllegalOrder("match", "the match is over" if game.outcome else "this game isn't over")
        self._match = match
        seed = None if game.seed is None else (game.seed + 1) & LARGEST_SEED
        self._play = self.game = game.begun_again(seed)
        self._rolled = tuple(roll_due(self.game)) if self._drawn else ()
        self._side = 1 - self._side if self._side in (0, 1) else self._side
        self._known = "", ""
        self._advisers.clear()
        return self.opening((match.in_the_bar(PLAYERS),))

    def _reply_match(self, _: str) -> Reply:
        match, game = self._match, self.game
        assert match is not None
        now = match if game.outcome is None else match.with_result(game)
        said = [match.in_the_bar(PLAYERS)] if game.outcome is None else now.after_game(PLAYERS)
        data = {
            "kind": match.kind,
            "game": match.number,
            "sides": [game.scenario.sides[match.side_of(player)].name for player in (0, 1)],
            "results": [result._asdict() for result in now.results],
            "winner": now.winner if now.is_over else None,
        }
        return Reply(True, tuple(said), data={"match": data})

    # -- questions

    def _all_questions(self) -> list[str]:
        """Return all questions."""
        return [*self._questions, *(f"?{word}" for word in self._sentences() if f"?{word}" not in self._questions)]

    def _help(self, _: str) -> Reply:
        orders = f"{docs_page('referee')} describes the orders; ?legal lists those that are legal now"
        return Reply(True, (", ".join(self._all_questions()), orders))

    def _in_sentences(self, word: str, rest: str) -> Reply:
        self._check_secret()
        told = self._sentences()[word](Inquiry(self._game_seen(), self.viewer, rest, self.game))
        return Reply(True, tuple(told), data={TOLD: [*told]})

    def _prompt(self, _: str) -> Reply:
        prompt = self.game.prompt
        return Reply(True, (prompt.kind, prompt.text))

    def _reply_why(self, rest: str) -> Reply:
        refusal = self._game_seen().explain(self._ask(rest))
        if refusal is not None:
            return Reply(False, refusal=_brief_refusal(refusal))
        return Reply(True, ("that is legal",))

    def _sample(self, _: str) -> Reply:
        if self.game.outcome is not None:
            raise IllegalOrder("4.0", "the game is over")
        self._check_secret()
        order = str(self._game_seen().random_order(self._draw))
        return Reply(True, (order,), data={"order": order})

    def _advise(self, rest: str) -> Reply:
        game = self.game
        if game.outcome is not None:
            raise IllegalOrder("4.0", "the game is over")
        self._check_secret()
        level, *units = rest.split() or [str(ADVISER)]
        if level not in map(str, LEVELS) or len(units) > 1:
            levels = f"a level from 1 to {LEVELS[-1]}"
            raise OrderSyntaxError(f"write it like this: ?advise, or ?advise LEVEL [UNIT] with {levels}")
        if units and lower(units[0]) not in game.scenario.by_id:
            raise OrderSyntaxError(f"there is no unit {units[0]} in this scenario")
        from westwall_tui.ai.player import Player

        player = self._advisers.setdefault(level, Player(int(level), self._advice_seed))
        seen = game.fork(
            viewer=game.side if self._side is None else self._side
        )  # the computer never receives the real game
        advised = player.advise_unit(seen, units[0]) if units else player.advise(seen)
        order = None if advised is None else str(advised)
        second = None if player.second is None else str(player.second)
        data = {"order": order, "reasons": [*player.reasons], "second": second}
        return Reply(True, (order or f"{units[0]} stays where it is", *player.reasons), data=data)

    def _score(self, _: str) -> Reply:
        game = self.game
        names = [side.name for side in game.scenario.sides]
        totals = queries.totals(game)
        lines = queries.account(game)
        said = [", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))]
        said += [f"{names[line.side]} {line.points}: {line.cause}" for line in lines]
        if game.outcome is not None:
            said.append(game.outcome.sentence)
        account = [{"side": names[line.side], "points": line.points, "cause": line.cause} for line in lines]
        return Reply(True, tuple(said), data={"score": {"totals": [*totals], "account": account}})

    def _legal(self, _: str) -> Reply:
        self._check_secret()
        entries = list(summary.legal(self._game_seen()))
        return Reply(True, tuple(_entry_text(entry) for entry in entries), data={"legal": entries})

    def _state(self, _: str) -> Reply:
        state = self.game.observe(None if self.viewer < 0 else self.viewer)
        return Reply(True, tuple(_state_text(self.game, state)), data={"state": state})


def _brief_refusal(refusal: IllegalOrder) -> IllegalOrder:
    """Return a refusal that quotes at most one line of the input."""
    units, hexes = ([brief(word) for word in words] for words in (refusal.units, refusal.hexes))
    return IllegalOrder(refusal.case, brief(refusal.reason), tuple(units), tuple(hexes))


# -- plain data as text


def _entry_text(entry: Mapping[str, object]) -> str:
    def words(key: str) -> str:
        value = entry[key]
        assert isinstance(value, list)
        return " ".join(value)

    if "defender" in entry:
        parts = [words("attackers")]
        if entry["barrage"]:
            parts.append(f"+ {words('barrage')}")
        if entry["support"]:
            parts.append(f"gs {entry['support']}")
        return f"attack > {entry['defender']}: " + " ".join(part for part in parts if part)
    if "must_attack" in entry:
        return f"must attack: {words('must_attack')}, must be attacked: {words('must_be_attacked')}"
    return f"{entry['order']}: {words('choices')}" if "choices" in entry else str(entry["order"])


def _state_text(game: Game, state: Mapping[str, object]) -> Iterable[str]:
    units = state["units"]
    assert isinstance(units, list)
    date = f" {state['date']}" if state["date"] else ""
    yield f"turn {state['turn']} of {state['last_turn']}{date}, {state['side']} {state['phase']}"
    for side in game.scenario.sides:
        own = [unit for unit in units if unit["side"] == side.name]
        places = ", ".join(f"{unit['id']} {unit['hex'] or unit['where']}" for unit in own)
        yield f"{side.name}: {places or 'no units'}"
    for what in ("support", "points"):
        numbers = state[what]
        assert isinstance(numbers, dict)
        yield f"{what} " + ", ".join(f"{name} {number}" for name, number in numbers.items())
    yield from _more_text(state)
    yield game.prompt.text


def _more_text(state: Mapping[str, object]) -> Iterable[str]:
    """Yield the markers, the bridges by state, and the conditions."""
    markers, bridges, conditions = state["markers"], state["bridges"], state["conditions"]
    assert isinstance(markers, list)
    assert isinstance(bridges, list)
    assert isinstance(conditions, list)
    if markers:
        yield "on the map: " + ", ".join(f"{marker['name']} {marker['hex']}" for marker in markers)
    by_state: dict[str, list[str]] = {}
    for bridge in bridges:
        by_state.setdefault(bridge["state"], []).append(bridge["side"])
    for how, sides in by_state.items():
        yield f"bridges {how}: {', '.join(sides)}"
    yield from conditions


# -- answers as lines


def as_text(_: Referee, answer: Reply) -> str:
    """Return `ok ...` or `refused CASE: reason`."""
    if answer.refusal is not None:
        return printable(f"refused {answer.refusal.case}: {answer.refusal.reason}")
    said = "; ".join(answer.said)
    if TOLD in answer.data:
        said = said.replace(".; ", ". ")  # sentences already end in full stops
    return printable(f"ok {said}".rstrip())


def as_json(referee: Referee, answer: Reply) -> str:
    """Return a JSON object that has the same keys for every answer, and also the data of a question."""
    return json.dumps(as_record(referee, answer))


def as_record(referee: Referee, answer: Reply) -> dict[str, object]:
    """Return the answer as plain data."""
    game, refusal = referee.game, answer.refusal
    prompt = game.prompt
    return {
        "ok": answer.ok,
        "case": refusal.case if refusal else "",
        "reason": refusal.reason if refusal else "",
        "units": [*refusal.units] if refusal else [],
        "hexes": [*refusal.hexes] if refusal else [],
        "events": [{"event": type(event).__name__, **vars(event), "text": str(event)} for event in answer.events],
        "prompt": {
            "side": game.scenario.sides[prompt.side].name if prompt.side >= 0 else None,
            "kind": prompt.kind,
            "text": prompt.text,
            "units": [*game.state.ids(prompt.units)],
        },
        "digest": referee.digest(),
        **answer.data,
    }


# -- the command


def open_game(
    name: str, *, seed: int | None = None, dice: str = SEEDED, options: Sequence[str] = ()
) -> tuple[Game, tuple[str, ...], bool]:
    """Return the game of a scenario or save, remarks on how it was read, and True if its dice are drawn.

    Raise `FileError`.
    """
    path = Path(name)
    if is_file(path):
        if kind_of(path) == "save":
            return _open_save(path, bool(options) or dice != SEEDED)
        scenario = load_scenario(name)
    else:
        try:
            scenario = load_scenario(name)
        except FileError as error:
            try:
                path = find_save(name)
            except FileError:
                raise error from None
            return _open_save(path, bool(options) or dice != SEEDED)
    chosen = read_options(scenario, options)
    game = Game(scenario, seed=seed_of(seed, manual=dice != SEEDED), strict=chosen.strict, options=chosen.battle)
    return game, (), dice == DRAWN


def _open_save(path: Path, with_options: bool) -> tuple[Game, tuple[str, ...], bool]:
    if with_options:
        refuse(str(path), "is a saved game, whose options and dice cannot be changed")
    save = read_save(path)
    return save.game, save.notes, save.drawn


def read_side(game: Game, name: str) -> int:
    """Return a side by its case-insensitive name. Raises `FileError`."""
    side = game.scenario.side_called(name)
    if side < 0:
        names = ", ".join(side.name for side in game.scenario.sides)
        refuse("--side", f"is not a side; the sides are {names}", at=name)
    return side


def run(
    name: str,
    *,
    seed: int | None = None,
    dice: str = SEEDED,
    as_objects: bool = False,
    options: Sequence[str] = (),
    side: str | None = None,
    match: str = "",
    lines: TextIO | None = None,
    out: TextIO | None = None,
    sentences: Callable[[], Sentences] = dict,
) -> int:
    """Answer lines until there are no more, and return the exit status. `sentences` returns more questions."""
    lines, out = lines or sys.stdin, out or sys.stdout
    try:
        game, notes, drawn = open_game(name, seed=seed, dice=dice, options=options)
        viewer = None if side is None else read_side(game, side)
        if match and (game.log or game.base is not None):
            refuse("--match", "a match begins with a new game, not with a saved one")
    except FileError as error:
        for fault in error.faults:
            print(fault, file=sys.stderr)
        return UNUSABLE
    known = game.seed if seed is None else seed
    # Draws from the game's seed would reveal its dice, so the samples and advice for a side use a seed of their own.
    draw_seed = known if known is not None and viewer is None else new_seed()
    begun = Match.new(match) if match else None
    referee = Referee(game, draw_seed, viewer, drawn=drawn, sentences=sentences, match=begun)
    write = as_json if as_objects else as_text

    def tell(answer: Reply) -> None:
        out.write(write(referee, answer) + "\n")
        out.flush()

    tell(referee.opening(notes))
    for line in _short_lines(lines):
        tell(referee.answer(line))
    return 0


def _short_lines(lines: TextIO) -> Iterator[str]:
    """Yield the input lines. A line that is too long is cut just beyond the limit."""
    while line := lines.readline(LONGEST_LINE + 2):
        rest = line
        while rest and not rest.endswith("\n"):
            rest = lines.readline(LONGEST_LINE)
        yield line
