"""The workshop in plain lines: lines that change a battle, and questions about it, answered in sentences."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from westwall_tui.engine.board import Board
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.units import lower
from westwall_tui.files.disk.writing import Advice
from westwall_tui.files.faults import FileError, likely, refuse
from westwall_tui.files.players.seats import LEVELS, Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import listed_scenarios
from westwall_tui.files.scenarios.hexsets import read_hexes
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.workshop.draft import HEADS, SCENARIO, SINGLE, TABLES, Field, file_of
from westwall_tui.files.workshop.lines import LINES, Line, carry_out, table_of, tables_told
from westwall_tui.files.workshop.opening import OpenBattle, open_battle
from westwall_tui.files.workshop.values import shown_value
from westwall_tui.plain.console import LONGEST_LINE, Console
from westwall_tui.plain.places import find_hexes, hex_in_words
from westwall_tui.plain.questions import QUESTIONS, ask
from westwall_tui.plain.speech import aloud, capital, count, listed, with_stop
from westwall_tui.plain.table import PlainGame, Quit
from westwall_tui.referee import Inquiry
from westwall_tui.tools.simulate.background import BackgroundGames
from westwall_tui.tools.simulate.findings import Findings
from westwall_tui.tools.simulate.games import Failure, Result, matched
from westwall_tui.tools.simulate.workers import WorkerError

ALL = 99
"""The maximum number of names in a list that must be complete."""
ASKED = ("map", "near", "unit", "points", "briefing", "rules")
"""The questions of a game that also make sense about a battle in the making; the answers are about its beginning."""
GAMES, MOST_GAMES = 20, 1000
"""The default and the maximum number of games of a test."""
LEVEL = "2"
"""The default level of the computer."""
REFUSALS = (FileError, IllegalOrder, ValueError)
"""The errors that say what is wrong with a line."""
FAILED = "That failed because of a bug; the details are in the error report, and the battle is as it was stored"


class Answer(NamedTuple):
    """A line that changes nothing: its form, what it does, and the function that answers it."""

    usage: str
    about: str
    answer: Callable[[str], Iterable[str]]
    is_typed: bool = False
    """True if the answer consists of lines as they are typed, not of sentences."""


class PlainWorkshop:
    """A battle in the making, at a console."""

    def __init__(self, battle: OpenBattle, console: Console, settings: Settings) -> None:
        self.battle, self.console, self.settings = battle, console, settings
        self._to_delete = ""
        """The name of the battle that the next line may delete."""
        self._answers: Mapping[str, Answer] = {
            "show": Answer("show [TABLE [N]]", "list all tables, or one of them", self._show, is_typed=True),
            "keys": Answer("keys TABLE [N]", "list the keys that a table may have", self._keys, is_typed=True),
            "look": Answer("look HEX", "describe a hex, and the unit that begins there", self._look),
            "units": Answer("units [unused]", "list the units, or the counters not used", self._units),
            "where": Answer("where UNIT", "say in which table a unit is, and where it begins", self._where),
            "hexes": Answer("hexes TABLE N", "list the hexes of a table", self._hexes),
            "check": Answer("check", "say what looks wrong, although it is valid", self._check),
            "play": Answer("play [SIDE [LEVEL]]", "play it, against the computer if you name a side", self._play),
            "test": Answer(
                "test [GAMES [LEVEL [LEVEL]]]", "let the computer play games, and say who wins", self._test
            ),
            "open": Answer("open [NAME]", "work on another battle, or list all", self._open, is_typed=True),
            "copy": Answer("copy [NAME]", "continue with a copy under another name", self._copy),
            "rename": Answer("rename NAME", "give the battle another name in lists", self._rename),
            "delete-battle": Answer("delete-battle", "delete the battle's files", self._delete),
            "help": Answer("help", "list what you can type", self._help, is_typed=True),
            "quit": Answer("quit", "stop; every change is stored already", self._quit),
        }  # fmt: skip

    # -- from line to line

    def run(self) -> None:
        """Obey lines until the user quits or the input ends."""
        self.console.edit(self._complete, lambda: self._prompt)
        self.say(*self._opening())
        while True:
            line = self.console.ask(self._prompt)
            if line is None:
                return
            try:
                with Advice(lambda: self.say(FAILED), (Quit, *REFUSALS)):
                    self._obey(line)
            except Quit:
                return
            except REFUSALS as error:
                self.console.say(*map(with_stop, str(error).splitlines()))

    @property
    def _prompt(self) -> str:
        return f"{self.battle.name}: "

    def say(self, *lines: str) -> None:
        """Say sentences."""
        self.console.say(*(aloud(line) for line in lines if line))

    def farewell(self, why: str = "") -> None:
        """Say, as the last line, where the battle is. `why` begins the line."""
        name = self.battle.name
        if self.battle.is_stored:
            self.say(f"{why}The battle is stored. To continue, run: westwall edit own/{name} --plain")
        else:
            self.say(f"{why}Nothing is stored")

    def _opening(self) -> Iterator[str]:
        scenario = self.battle.draft.scenario
        yield f"The workshop: {scenario.title}"
        yield f"Your first change will store it as {self.battle.name}" * (not self.battle.is_stored)
        yield from self.battle.notes
        yield "Type help to hear what you can type, or show to hear the tables"

    def _obey(self, line: str) -> None:
        """Carry out a line, or answer it. Raises `FileError` or `Quit`."""
        if not line or line.startswith("#"):
            return
        if len(line) > LONGEST_LINE:
            refuse("that line", f"is longer than {LONGEST_LINE} characters")
        word, _, rest = line.partition(" ")
        word, rest = lower(word), rest.strip()
        if word != "delete-battle":
            self._to_delete = ""
        if word in LINES:
            self.say(carry_out(self.battle.draft, line))
            self.say(*(f"Remark: {remark}" for remark in self._new_remarks()))
        elif word in self._answers:
            answer = self._answers[word]
            for told in answer.answer(rest):
                self.console.say(told) if answer.is_typed else self.say(told)
        elif word in ASKED:
            self.say(*self._ask(word, rest))
        else:
            known = (*LINES, *self._answers, *ASKED)
            refuse(word, f"is not a command of the workshop{likely(word, known)}; type help to hear them all")

    _told: frozenset[str] = frozenset()
    """The remarks that the user has heard."""

    def _new_remarks(self) -> list[str]:
        now = self.battle.draft.remarks
        new = [remark for remark in now if remark not in self._told]
        self._told = frozenset(now)
        return new

    # -- questions

    def _show(self, rest: str) -> Iterator[str]:
        table, _, number = rest.partition(" ")
        if not number:
            yield from tables_told(self.battle.draft, table)
            return
        name, wanted = table_of(rest, self._answers["show"].usage)
        self.battle.draft.values(name, wanted)
        yield from (line for line in tables_told(self.battle.draft, name) if line.startswith(f"{name} {wanted}:"))

    def _keys(self, rest: str) -> Iterator[str]:
        name, number = table_of(rest, self._answers["keys"].usage) if " " in rest or rest in SINGLE else (rest, 0)
        file_of(name)
        draft = self.battle.draft
        form = draft.form(name, number if 0 < number <= draft.count(name) else 0)
        yield from map(_key_in_words, form.fields)

    def _look(self, rest: str) -> Iterator[str]:
        draft = self.battle.draft
        game = Game(draft.scenario)
        for h in find_hexes(draft.scenario.board, rest):
            yield hex_in_words(game, h, -1)
            if unit := draft.unit_at(h):
                yield f"{unit} begins there"
            for table, number, hexes in self._hex_sets():
                if h in hexes:
                    yield f"It is one of the hexes of {table} {number}"

    def _hex_sets(self) -> Iterator[tuple[str, int, frozenset[int]]]:
        """Yield the hexes of the scenario's groups and points, with their tables."""
        draft = self.battle.draft
        for table in ("setup", "reinforcements", "landings", "points", "closed"):
            for number in range(1, draft.count(table) + 1):
                if draft.values(table, number).get("hexes"):
                    yield table, number, frozenset(self._hexes_of(table, number))

    def _board_of(self, table: str) -> Board:
        """Return the board on which a table names hexes: the part that is used, or the whole board."""
        draft = self.battle.draft
        return draft.scenario.board if file_of(table) == SCENARIO else draft.sheet

    def _hexes_of(self, table: str, number: int) -> Sequence[int]:
        """Return the hexes that a table names in one of its keys."""
        values, board = self.battle.draft.values(table, number), self._board_of(table)
        for key in ("hexes", "hex", "path", "sides", "side", "hexside"):
            value = values.get(key)
            if isinstance(value, list) and all(isinstance(term, str) for term in value):
                return read_hexes(board, value, lambda _: None, lambda _: None)
            if isinstance(value, str) and (numbers := re.findall(r"\d{4}", value)):
                return [*dict.fromkeys(board.by_number[each] for each in numbers if each in board.by_number)]
        return ()

    def _hexes(self, rest: str) -> Iterator[str]:
        table, number = table_of(rest, self._answers["hexes"].usage)
        found = self._hexes_of(table, number)
        if not found:
            yield f"The table {rest} names no hexes"
            return
        board = self._board_of(table)
        yield f"There {'is' if len(found) == 1 else 'are'} {count(len(found), 'hex', 'hexes')}: " \
            f"{listed(map(board.number, found), ALL)}"  # fmt: skip

    def _units(self, rest: str) -> Iterator[str]:
        draft = self.battle.draft
        for side in draft.scenario.sides:
            if lower(rest) == "unused":
                told = [f"{each.id} {each.kind}" for each in draft.unused() if each.side == side.name]
                yield f"Counters of {side.people} that the battle doesn't use: {listed(told, ALL) or 'none'}"
                continue
            own = [unit.id for unit in draft.scenario.units if draft.scenario.sides[unit.side] is side]
            if own:
                yield f"{capital(side.people)} have {count(len(own), 'unit')}: {listed(map(self._place_of, own), ALL)}"
            else:
                yield f"{capital(side.people)} have no units"

    def _place_of(self, unit: str) -> str:
        """Return a unit with the place where it begins, or its table."""
        draft = self.battle.draft
        at = {lower(name): draft.scenario.board.number(h) for name, h in draft.starts()}
        where = draft.where(unit)
        hex_ = at.get(lower(unit), "")
        if where is None:
            return f"{unit} is not used"
        table = "" if where.table == "place" else f" in {where.table} {where.number}"
        return f"{unit}{f' at {hex_}' * bool(hex_)}{table}"

    def _where(self, rest: str) -> Iterator[str]:
        entry = self.battle.draft.entries.get(lower(rest))
        if entry is None:
            refuse(rest or "where", "is not a counter of this battle")
        numbers = f"{entry.kind} of {entry.side}, {entry.strength}"
        yield f"{self._place_of(entry.id)}: {numbers}"

    def _check(self, _: str) -> Iterator[str]:
        remarks = self.battle.draft.remarks
        self._told = frozenset(remarks)
        yield from remarks
        yield "Nothing looks wrong" * (not remarks)

    def _ask(self, word: str, rest: str) -> list[str]:
        """Return the answer to a question about the battle's beginning."""
        draft = self.battle.draft
        game = Game(draft.scenario)
        for unit, h in draft.starts():
            game.state.place(draft.scenario.unit(unit), h)
        return ask(word, Inquiry(game, -1, rest, game))

    # -- trying it

    def _play(self, rest: str) -> Iterator[str]:
        """Play a game of the battle, which is saved like any other."""
        scenario = self.battle.draft.scenario
        side, _, level = rest.partition(" ")
        own = scenario.side(side) if side else -1
        if level and (not level.isdecimal() or int(level) not in LEVELS):
            refuse("level", f"must be from {LEVELS[0]} to {LEVELS[-1]}")
        computer = Seat("computer", level=int(level or LEVEL))
        seats = [computer if side and number != own else Seat() for number in (0, 1)]
        game = PlainGame(LocalSession.new(scenario, seats=seats), self.console, self.settings)
        try:
            game.play()
        finally:
            self.console.edit(self._complete, lambda: self._prompt)
        yield f"You are back in the workshop, with {self.battle.name}"

    def _test(self, rest: str) -> Iterator[str]:
        """Yield the findings of some games between computer players."""
        draft, words = self.battle.draft, rest.split()
        games = int(words[0]) if words and words[0].isdecimal() else GAMES if not words else 0
        levels = (words[1:] or [LEVEL]) * (2 if len(words) < 3 else 1)
        if not 1 <= games <= MOST_GAMES or len(levels) != 2 or any(each not in map(str, LEVELS) for each in levels):
            refuse("test", f"is written {self._answers['test'].usage}, with at most {MOST_GAMES} games")
        results: list[Result] = []
        jobs = matched({self.battle.name: ()}, range(1, games + 1), (levels[0], levels[1]), texts=draft.texts)
        self.say(f"{capital(count(games, 'game'))} begin; Ctrl+C stops them")
        try:
            background = BackgroundGames(jobs)
        except WorkerError as error:
            refuse("test", str(error))
        try:
            for ended in background:
                if isinstance(ended, Failure):
                    refuse("test", f"a game stopped because of a fault: {ended.text.strip().splitlines()[-1]}")
                results.append(ended)
                if self.console.at_terminal and len(results) % max(games // 10, 1) == 0 and len(results) < games:
                    self.say(f"{len(results)} of {games}")
        except WorkerError as error:
            refuse("test", str(error))
        except KeyboardInterrupt:
            yield f"Stopped after {count(len(results), 'game')}"
        finally:
            background.stop()
        yield from Findings(Game(draft.scenario), results).sentences()

    # -- the battle's files

    def _open(self, rest: str) -> Iterator[str]:
        if not rest:
            yield from names_told()
            return
        self.battle, self._told = open_battle(rest), frozenset()
        yield from map(aloud, filter(None, self._opening()))

    def _copy(self, rest: str) -> Iterator[str]:
        self.battle.copy(rest)
        yield f"This is the copy, {self.battle.name}"

    def _rename(self, rest: str) -> Iterator[str]:
        self.battle.rename(rest)
        yield f"The battle is now called {self.battle.name}"

    def _delete(self, _: str) -> Iterator[str]:
        if not self.battle.is_stored:
            yield "The battle is not stored yet, so there is nothing to delete"
        elif self._to_delete != self.battle.name:
            self._to_delete = self.battle.name
            yield f"This deletes {self.battle.name} for good. To do that, type delete-battle again"
        else:
            self.battle.delete()
            yield f"The battle {self.battle.name} is deleted. To work on another battle, type open and its name"

    # -- the workshop itself

    def _help(self, rest: str) -> Iterator[str]:
        known: Mapping[str, Line | Answer] = {**LINES, **self._answers}
        if lower(rest) in known:
            found = known[lower(rest)]
            yield f"{found.usage}: {found.about}"
            return
        yield "Lines that change the battle:"
        yield from (f"{each.usage}: {each.about}" for each in LINES.values())
        yield "Other lines:"
        yield from (f"{each.usage}: {each.about}" for each in self._answers.values())
        yield from (f"{QUESTIONS[word].form}: {QUESTIONS[word].about}" for word in ASKED)
        yield f"The tables are {listed(chain(*TABLES), ALL)}."

    def _quit(self, _: str) -> Iterator[str]:
        raise Quit

    def _complete(self, line: str) -> list[str]:
        """Return the words that can complete the last word of a line: first words, units, tables, their keys."""
        words = line.split()
        prefix = words.pop() if words and not line.endswith(" ") else ""
        draft = self.battle.draft
        if not words:
            found: Iterable[str] = (*LINES, *self._answers, *ASKED)
        elif lower(words[0]) in ("place", "remove", "assign", "where", "unit"):
            found = (entry.id for entry in draft.entries.values())
        elif len(words) == 1:
            found = (*HEADS, *chain(*TABLES))
        elif lower(words[0]) in ("set", "unset", "add") and words[1] in (*HEADS, *chain(*TABLES)):
            number = int(words[2]) if words[2:3] and words[2].isdecimal() else 1
            form = draft.form(words[1], number if 0 < number <= draft.count(words[1]) else 0)
            found = (field.key for field in form.fields)
        else:
            found = ()
        return sorted(word for word in found if lower(word).startswith(lower(prefix)))


def names_told() -> Iterator[str]:
    """Yield the names of the scenarios that can be opened."""
    for each in listed_scenarios():
        yield f"{each.entry.word}: {each.trouble or each.entry.title}"


def _key_in_words(field: Field) -> str:
    """Return a key with what its value must be, and its value if it has one."""
    asked = field.asked
    words = listed(asked.options, ALL, joined="or") if asked.options else asked.words
    if asked.words == "a whole number":
        words = f"{asked.words} from {asked.low} to {asked.high}"
    needed = ", which is required" if asked.required else ""
    value = f"; it is {shown_value(field.value, asked.what)}" if field.value is not None else ""
    return f"{field.key}: {words}{needed}{value}"
