"""A battle in the making on the screen, as its modes and boxes see it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from westwall_tui.engine.board import Board
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.scoring import NOTHING_SCORES
from westwall_tui.files.disk.reach import sentence
from westwall_tui.files.faults import FileError
from westwall_tui.files.scenarios.hexsets import read_hexes
from westwall_tui.files.scenarios.texts import LoadedScenario
from westwall_tui.files.workshop.draft import BOARD, TABLES, Draft, file_of
from westwall_tui.files.workshop.lines import LINES, Line, carry_out
from westwall_tui.files.workshop.opening import OpenBattle
from westwall_tui.ui.map.signs import OFFERED, SIGNS
from westwall_tui.ui.screens.play.look import LookAround, LookedAt
from westwall_tui.words.keymap import Keymap
from westwall_tui.words.rows import Row, row

Marks = Mapping[int, tuple[str, str]]
"""The text and the role of each marked hex, as in the marks of modes."""
HERE = SIGNS["legal"].ascii, SIGNS["legal"].role
"""The mark of a hex that a table names."""
CLOSED = SIGNS["closed"].ascii, SIGNS["closed"].role
"""The mark of closed ground."""
ENTRY = SIGNS["entry"].role
SETS = ("hexes", "to", "place")
"""Keys whose values are hex sets, or name a place."""
NUMBERS = ("hexes", "hex", "suggest", "path", "sides", "side", "hexside", "part")
"""Keys whose values have the numbers of hexes."""


class Named(NamedTuple):
    """A table and its number, from 1; 0 for a new one."""

    table: str
    number: int


NO_TABLE = Named("", 0)


class WorkshopMode:
    """The marks, prompt and keys of one way to change a battle."""

    help: Sequence[str] = ()
    """Paragraphs about the mode, with the names of actions in braces for their keys."""
    on_sheet = False
    """True if the map shows the whole board, even if the scenario uses only a part of it."""
    is_painting = False
    """True while each step of the cursor changes the board, so that the check must wait."""

    def __init__(self, editing: "Editing") -> None:
        self.editing = editing

    def prompt(self) -> str:
        """Return the line below the map; it names no keys."""
        raise NotImplementedError

    def marks(self) -> Marks:
        """Return marks by hex."""
        return {}

    def route(self) -> Sequence[int]:
        """Return a path to draw, hex by hex."""
        return ()

    def sides(self) -> Sequence[tuple[int, int]]:
        """Return hexsides to draw as a line, each as two hexes."""
        return ()

    def panel(self, width: int) -> Sequence[Row]:
        """Return rows for the panel, below the unit and the hex."""
        return ()

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return the actions for the key bar, each with one or two words about its effect."""
        return ()

    def act(self, action: str) -> bool:
        """Carry out an action, and return True if the mode has a use for it."""
        return False


def _as_set_up(draft: Draft) -> LoadedScenario:
    """Return a draft's scenario with its units in the hexes that its set-ups suggest."""
    scenario = draft.scenario
    placed = {unit: h for group in scenario.setup for unit, h in zip(group.units, group.suggest, strict=False)}
    return replace(scenario, placed=tuple({**placed, **dict(scenario.placed)}.items()), setup=())


def _on_sheet(draft: Draft, scenario: LoadedScenario) -> LoadedScenario:
    """Return a scenario without aims and arrivals on the whole board, of which it uses a part."""
    sheet, part = draft.sheet, draft.scenario.board
    placed = tuple((unit, sheet.by_number[part.number(h)]) for unit, h in scenario.placed)
    return replace(
        scenario, rules="standard", board=sheet, placed=placed, reinforcements=(), victory={}, scoring=NOTHING_SCORES
    )


class Editing(LookedAt):
    """A battle in the making. Its `game` is the position at the start, with the suggested set-up."""

    def __init__(self, battle: OpenBattle, keymap: Keymap, leave: Callable[[], object]) -> None:
        """Take the function that goes back to where the workshop was opened."""
        super().__init__(keymap)
        self._leave = leave
        self.battle, self.draft = battle, battle.draft
        self.chosen = NO_TABLE
        """The table whose hexes are marked."""
        self.look = LookAround(self)
        self.mode = WorkshopMode(self)
        self.was_refused = False
        """True if the last change was refused."""
        self._on_sheet = False
        self._build()

    def _build(self) -> None:
        """Build the position again from the present texts."""
        scenario = _as_set_up(self.draft)
        if self._on_sheet and self.draft.sheet is not scenario.board:
            scenario = _on_sheet(self.draft, scenario)
        self._game = Game(scenario, seed=1)
        for name in ("things", "_tables_of_units"):
            self.__dict__.pop(name, None)
        self.look.forget_position()

    @property
    def game(self) -> Game:
        return self._game

    @property
    def board(self) -> Board:
        """The board on the map: the whole one or the scenario's part, as the mode wants it."""
        return self._game.scenario.board

    @property
    def viewer(self) -> int:
        return -1

    @property
    def can_undo(self) -> bool:
        return True

    def turn_to_mode(self, mode: WorkshopMode) -> None:
        """Turn to another mode."""
        self.mode = mode
        self.refresh_board()

    def refresh_board(self) -> None:
        """Show the draft as it is now, on the board that the mode wants. The cursor keeps its hex number."""
        number = self.board.number(self.cursor)
        self._on_sheet = self.mode.on_sheet
        self._build()
        self.cursor = self.board.by_number.get(number, -1)
        if self.cursor < 0:
            self.cursor = self.board.playable[0] if self.board.playable else 0
        self.changes.cursor = True
        self.update_game()

    # -- changes

    @cached_property
    def lines(self) -> Mapping[str, Line]:
        """The lines that change the draft or the name of the battle, by their first word."""
        return {
            **LINES,
            "copy": Line("copy [NAME]", "continue with a copy under another name", lambda _, name: self._copy(name)),
            "rename": Line("rename NAME", "give the battle another name in lists", lambda _, name: self._rename(name)),
            "delete-battle": Line("delete-battle", "delete the battle's files", lambda *_: self._ask_to_delete()),
        }

    def _ask_to_delete(self) -> str:
        from westwall_tui.ui.boxes.kinds import Confirm

        if not self.battle.is_stored:
            return "The battle isn't stored yet, so there is nothing to delete"

        def delete() -> None:
            def done() -> str:
                self.battle.delete()
                return ""

            if self.change(done):
                self._leave()

        about = f"The files of {self.battle.name} will be deleted, and this cannot be undone."
        self.open(Confirm(self, "Delete the battle?", [row(about)], delete, does="delete", stays="keep it"))
        return ""

    def _copy(self, name: str) -> str:
        self.battle.copy(name)
        return f"You continue with a copy, {self.battle.name}"

    def _rename(self, name: str) -> str:
        self.battle.rename(name)
        return f"The battle is now called {self.battle.name}"

    def carry_out(self, line: str) -> bool:
        """Change the draft as a line says, and say what happened. Return False if the change was refused."""
        word, _, rest = line.strip().partition(" ")
        if word in self.lines and word not in LINES:
            return self.change(lambda: self.lines[word].carry_out(self.draft, rest.strip()))
        return self.change(lambda: carry_out(self.draft, line))

    def change(self, change: Callable[[], str]) -> bool:
        """Make a change, which returns a sentence. Return False if it was refused, and say why."""
        try:
            done = change()
        except (FileError, OSError) as error:
            self.message, self.was_refused = row(reason_of(error), "danger"), True
            self.changes.dirty = True
            return False
        self.was_refused = False
        self.refresh_board()
        if done:
            self.say(done)
        return True

    # -- what the map shows

    def hexes_of(self, table: str, values: Mapping[str, object]) -> Sequence[int]:
        """Return the hexes on the map that the values of a table name, including those of its units."""
        board = self.draft.sheet if file_of(table) == BOARD else self.draft.scenario.board
        found: dict[str, None] = {}
        for key, value in values.items():
            terms = [value] if isinstance(value, str) else value if isinstance(value, list) else []
            texts = [term for term in terms if isinstance(term, str)]
            if key in ("units", "unit"):
                found |= dict.fromkeys(self._numbers_of_units(texts))
            elif key in SETS and not (key == "hexes" and file_of(table) == BOARD and table not in ("areas", "entries")):
                terms = [f"place {text}" for text in texts] if key == "place" else texts
                found |= dict.fromkeys(map(board.number, hexes_of_set(board, terms)))
            else:
                words = " ".join(texts).replace("/", " ").split() if key in NUMBERS else ()
                found |= dict.fromkeys(word for word in words if word in board.by_number)
        return [self.board.by_number[number] for number in found if number in self.board.by_number]

    def _numbers_of_units(self, units: Sequence[str]) -> Iterator[str]:
        game = self._game
        for unit in units:
            at = game.state.location[game.scenario.by_id[unit.lower()]] if unit.lower() in game.scenario.by_id else -1
            if at >= 0:
                yield self.board.number(at)

    def marks_of(self, table: str, values: Mapping[str, object]) -> Marks:
        """Return the marks of the hexes that the values of a table name."""
        return dict.fromkeys(self.hexes_of(table, values), HERE)

    def chosen_marks(self) -> Marks:
        """Return the marks of the chosen table."""
        table, number = self.chosen
        if not table or not 0 < number <= self.draft.count(table):
            return {}
        return self.marks_of(table, self.draft.values(table, number))

    def signs(self) -> Marks:
        """Return the Game-Turns of reinforcements and landings in their hexes."""
        found: dict[int, tuple[str, str]] = {}
        scenario = self.draft.scenario
        for group in sorted(scenario.reinforcements, key=lambda group: -group.turn):
            for h in group.hexes:
                at = self.board.by_number.get(scenario.board.number(h), NOWHERE)
                if at != NOWHERE:
                    found[at] = str(group.turn), ENTRY
        return found

    def closed_ground(self) -> Marks:
        """Return the marks of closed ground."""
        tables = (self.draft.values("closed", n + 1) for n in range(self.draft.count("closed")))
        return {h: CLOSED for values in tables for h in self.hexes_of("closed", values)}

    @cached_property
    def things(self) -> Mapping[int, Sequence[Named]]:
        """The tables of the board that name each hex on the map."""
        found: dict[int, list[Named]] = {}
        for table in TABLES[BOARD]:
            for number in range(1, self.draft.count(table) + 1):
                for h in self.hexes_of(table, self.draft.values(table, number)):
                    found.setdefault(h, []).append(Named(table, number))
        return found

    @cached_property
    def _tables_of_units(self) -> Mapping[str, str]:
        """The table of each unit, by id."""
        found = {}
        for unit in self._game.scenario.units:
            where = self.draft.where(unit.id)
            found[unit.id] = where.table if where is not None else ""
        return found

    def state_of(self, unit: str) -> str:
        """Return the sign of a counter's state: a unit of a set-up may begin in another hex."""
        return OFFERED if self._tables_of_units[unit] == "setup" else ""


def hexes_of_set(board: Board, terms: Sequence[str]) -> Sequence[int]:
    """Return the hexes of a hex set on a board; terms that cannot be read add none."""
    return read_hexes(board, terms, lambda _: None, lambda _: None)


def reason_of(error: FileError | OSError) -> str:
    """Return why a change was refused, without the name of the file."""
    if isinstance(error, OSError):
        return f"Not saved: {sentence(error)}"
    return "; ".join(str(fault._replace(file="") if fault.table or fault.key else fault) for fault in error.faults[:2])
