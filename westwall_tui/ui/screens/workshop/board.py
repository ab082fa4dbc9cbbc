"""The board on the map: terrain is painted, and roads, railways, rivers and lines are walked with the cursor."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from westwall_tui.engine.board import Board
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import TERRAIN_KEY, Terrain
from westwall_tui.engine.words import count
from westwall_tui.files.workshop.draft import BOARD, TABLES
from westwall_tui.files.workshop.ways import CHAINS, EDGE, PATHS, key_of_way
from westwall_tui.ui.boxes.kinds import ChoiceDialog
from westwall_tui.ui.map.pane.follow import DIRECTION_OF, FAR, WAYS
from westwall_tui.ui.screens.workshop.chains import next_side
from westwall_tui.ui.screens.workshop.editing import HERE, NO_TABLE, Editing, Marks, Named, WorkshopMode
from westwall_tui.ui.screens.workshop.form import FormDialog
from westwall_tui.ui.screens.workshop.scenario import LinesDialog
from westwall_tui.ui.screens.workshop.tables import NewTableDialog, TablesDialog, line_of
from westwall_tui.words.rows import Row, row
from westwall_tui.words.workshop import TITLES

OTHERS: Mapping[Terrain, str] = {Terrain.RIVER: "River", Terrain.NONE: "No hex"}
"""The names of the terrain that is not in the Terrain Key."""
LOOKS = ("help", "all_keys", "larger", "smaller", "characters", "legend")
"""Actions that change nothing, for which a walk need not be finished."""
OF_BOARD = ("board", *TABLES[BOARD])


def name_of(terrain: Terrain) -> str:
    """Return the name of a kind of terrain."""
    return TERRAIN_KEY[terrain].name if terrain in TERRAIN_KEY else OTHERS[terrain]


def beside(board: Board, h: int, way: str) -> int:
    """Return the next hex of the sheet in a direction of the keyboard, or `NOWHERE` beyond its edge."""
    column, line = board.grid.positions[h]
    if way not in ("west", "east"):
        return board.grid.neighbors[h][DIRECTION_OF[way]]
    column += 1 if way == "east" else -1
    return next((n for r in (line, line - 1, line + 1) if (n := board.grid.at(column, r)) != NOWHERE), NOWHERE)


class BoardMode(WorkshopMode):
    """The brush for terrain, and the things of the board under the cursor."""

    help = (
        "The map shows the whole board. The first change of a board of the game makes a copy that belongs to your "
        "battle. {undo}: undo a change. {redo}: redo it. {board_mode}: back to the scenario.",
        "{brush}: choose the terrain to paint. {pick_hex}: paint this hex. {brush_down}: paint wherever the cursor "
        "moves, until you press it again; one undo removes all of this paint. {brush_size}: paint seven hexes.",
        "{walk_way}: walk a road, a trail or a railway from hex to hex, or a stream, a canal, a river or a line along "
        "the sides of hexes. Where one of them ends at the cursor, you can continue it.",
        "{confirm}: change what is in this hex: its name, its kind, its hexes. {take_out}: remove it, but only "
        "cut a road or a river here.",
        "{add_part}: a new place, bridge, ferry, area or entry area. {parts}: everything on the board. {board_size}: "
        "another size, or the part of the board that the battle uses.",
    )
    on_sheet = True

    def __init__(self, editing: Editing) -> None:
        super().__init__(editing)
        self.brush: Terrain | None = None
        """The terrain to paint; None until it is chosen."""
        self._is_wide = False
        self._painted = 0
        """The number of changes since the brush was put down."""

    def prompt(self) -> str:
        if self.brush is None:
            return "Change the board"
        size = count(7, "hex", "hexes") if self._is_wide else "one hex"
        return f"{'Painting' if self.is_painting else 'The brush paints'} {name_of(self.brush)}, {size}"

    def marks(self) -> Marks:
        return self.editing.chosen_marks()

    def sides(self) -> Sequence[tuple[int, int]]:
        return [pair for line in self.editing.board.boundaries.values() for pair in line.pairs]

    def panel(self, width: int) -> Sequence[Row]:
        return [row(line_of(self.editing, named)) for named in self._things()]

    def keys(self) -> Sequence[tuple[str, str]]:
        if self.is_painting:
            return (("brush_down", "stop"), ("brush_size", "size"), ("back", "stop"))
        paint = (("pick_hex", "paint"), ("brush_down", "on the move")) if self.brush is not None else ()
        return (("brush", "terrain"), *paint, ("walk_way", "road, river"), ("confirm", "things here"),
                ("add_part", "new"), ("take_out", "remove"), ("board_size", "size"), ("undo", "undo"))  # fmt: skip

    def act(self, action: str) -> bool:
        way = action.removeprefix("far_")
        if way in WAYS:
            self._move(way, FAR if way != action else 1)
            return True
        actions: Mapping[str, Callable[[], object]] = {
            "brush": lambda: self.editing.open(BrushDialog(self)),
            "pick_hex": lambda: self._paint([self.editing.cursor]),
            "brush_down": self._put_down,
            "brush_size": self._change_size,
            "walk_way": lambda: self.editing.open(WaysDialog(self)),
            "confirm": self._open_things,
            "take_out": self._take_out,
            "back": self._drop,
            "board_size": lambda: self.editing.open(SizeDialog(self)),
            "parts": lambda: self.editing.open(TablesDialog(self.editing, OF_BOARD)),
            "add_part": lambda: self.editing.open(NewTableDialog(self.editing, OF_BOARD)),
            "commands": lambda: self.editing.open(LinesDialog(self.editing)),
        }
        if action not in actions:
            if self.is_painting:
                self.lift()  # before undo, and before anything else
            return False
        if self.is_painting and action not in ("brush_down", "brush_size", "back", "pick_hex"):
            self.lift()
        actions[action]()
        return True

    # -- the brush

    def _move(self, way: str, steps: int) -> None:
        editing, passed = self.editing, []
        for _ in range(steps):
            h = beside(editing.board, editing.cursor, way)
            if h == NOWHERE:
                editing.say("The board ends here")
                break
            editing.move_cursor(h)
            passed.append(h)
        if self.is_painting:
            self._paint(passed)

    def take(self, brush: Terrain) -> None:
        """Take a brush for a kind of terrain."""
        self.brush = brush

    def _paint(self, hexes: Sequence[int]) -> None:
        """Paint hexes, and with the wide brush those around them."""
        editing = self.editing
        if self.brush is None:
            editing.open(BrushDialog(self))
            return
        board, found = editing.board, dict.fromkeys(hexes)
        if self._is_wide:
            found = dict.fromkeys(n for h in hexes for n in (h, *board.grid.neighbors[h]) if n != NOWHERE)
        numbers = [board.number(h) for h in found if board.terrain[h] is not self.brush]
        if numbers and editing.carry_out(f"paint {self.brush} {' '.join(numbers)}"):
            self._painted += self.is_painting

    def _put_down(self) -> None:
        if self.is_painting:
            self.lift()
        elif self.brush is None:
            self.editing.open(BrushDialog(self))
        else:
            self.is_painting, self._painted = True, 0
            self._paint([self.editing.cursor])

    def lift(self) -> None:
        """Lift the brush. One undo takes back all that it has painted."""
        self.is_painting = False
        if self.brush is not None:
            self.editing.draft.join(self._painted, f"painting {name_of(self.brush)}")
        self._painted = 0

    def _change_size(self) -> None:
        self._is_wide = not self._is_wide

    def _drop(self) -> None:
        if self.is_painting:
            self.lift()
        else:
            self.brush, self.editing.chosen = None, NO_TABLE

    # -- the things under the cursor

    def _things(self) -> Sequence[Named]:
        """Return the tables of the board that name the hex under the cursor."""
        return self.editing.things.get(self.editing.cursor, ())

    def _open_things(self) -> None:
        things, editing = [*self._things()], self.editing
        is_town = editing.board.terrain[editing.cursor] in (Terrain.TOWN, Terrain.CITY)
        if is_town and all(named.table != "places" for named in things):
            things.append(Named("places", 0))
        if not things:
            editing.say("There is nothing here but terrain")
        elif not things[0].number:
            self.open_thing(things[0])
        else:
            editing.open(ThingsDialog(self, things))

    def open_thing(self, named: Named) -> None:
        """Open a thing under the cursor as a form; with number 0, a new place for the town there."""
        editing = self.editing
        values = {"kind": "town", "hexes": editing.board.number(editing.cursor)} if not named.number else None
        editing.open(FormDialog(editing, named, editing.close, values))

    def _take_out(self) -> None:
        things = [*self._things()]
        if len(things) == 1:
            self.remove(things[0])
        else:
            self._open_things()

    def remove(self, named: Named) -> None:
        """Remove a thing; of a way, only the part under the cursor."""
        editing = self.editing
        number = editing.board.number(editing.cursor)
        if named.table in (*PATHS, *CHAINS):
            way = str(editing.draft.values(*named)[key_of_way(named.table)]).split()
            steps = [step for step in way if number in step.split("/")]
            before = len(steps)
            if all(editing.carry_out(f"cut {named.table} {named.number} {step}") for step in steps[:1]) and before > 1:
                editing.say(f"Cut at {steps[0]}; {editing.key('take_out')} again cuts at {steps[1]}")
        else:
            editing.carry_out(f"delete {named.table} {named.number}")

    def walk(self, named: Named) -> None:
        """Begin a way at the cursor, or continue one."""
        mode = PathMode if named.table in PATHS else ChainMode
        self.editing.turn_to_mode(mode(self, named))

    def ways_here(self) -> Sequence[Named]:
        """Return the ways that end at the cursor, so that they can be continued there."""
        number, found = self.editing.board.number(self.editing.cursor), []
        for named in self._things():
            if named.table in (*PATHS, *CHAINS):
                way = str(self.editing.draft.values(*named)[key_of_way(named.table)]).split()
                steps = [step for step in way if step != EDGE]
                if number in (*steps[0].split("/"), *steps[-1].split("/")):
                    found.append(named)
        return found


class BrushDialog(ChoiceDialog):
    """The kinds of terrain. Their letters in the file choose them, too."""

    title = "Which terrain do you want to paint?"
    does = "take"
    typing = True
    unseen = False

    def __init__(self, board: BoardMode) -> None:
        super().__init__(board.editing, [f"{terrain}  {name_of(terrain)}" for terrain in Terrain])
        self._board = board
        self.at = [*Terrain].index(board.brush) if board.brush is not None else 0

    def prompt(self) -> str:
        return "Type the letter of a terrain, or choose it"

    def typed(self, character: str) -> None:
        if character in [*Terrain]:
            self.screen.close()
            self._board.take(Terrain(character))

    def chosen(self, at: int) -> None:
        self._board.take([*Terrain][at])


class ThingsDialog(ChoiceDialog):
    """The things of the board under the cursor. Enter opens a form, - removes one, and a way can be continued."""

    title = "Here"
    does = "change"

    def __init__(self, board: BoardMode, things: Sequence[Named]) -> None:
        lines = [line_of(board.editing, named) if named.number else "Name this town" for named in things]
        super().__init__(board.editing, lines)
        self._board, self._found = board, things

    def prompt(self) -> str:
        return f"What do you want to change at {self._board.editing.board.number(self._board.editing.cursor)}?"

    def marks(self) -> Marks:
        editing, named = self._board.editing, self._found[self.at]
        return editing.marks_of(named.table, editing.draft.values(*named)) if named.number else {}

    def act(self, action: str) -> bool:
        if action != "less" or not self._found[self.at].number:
            return super().act(action)
        self.screen.close()
        self._board.remove(self._found[self.at])
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("up", ""), ("down", "choose"), ("confirm", self.does), ("less", "remove here"), ("back", "back"))

    def chosen(self, at: int) -> None:
        self._board.open_thing(self._found[at])


class WaysDialog(ChoiceDialog):
    """A list of ways to continue: those through the cursor's hex, or a new one."""

    title = "Walk a road, a river or a line"
    does = "begin"

    def __init__(self, board: BoardMode) -> None:
        here = board.ways_here()
        lines = [f"Continue: {line_of(board.editing, named)}" for named in here]
        super().__init__(board.editing, [*lines, *(f"New: {TITLES[table]}" for table in (*PATHS, *CHAINS))])
        self._board = board
        self._ways = [*here, *(Named(table, 0) for table in (*PATHS, *CHAINS))]

    def prompt(self) -> str:
        return "What do you want to walk?"

    def chosen(self, at: int) -> None:
        self._board.walk(self._ways[at])


class SizeDialog(ChoiceDialog):
    """The ways to change the extent of the board."""

    title = "The size of the board"

    def __init__(self, board: BoardMode) -> None:
        super().__init__(board.editing)
        self._board = board
        editing = board.editing
        self._items: list[tuple[str, Callable[[], object]]] = [
            ("Choose the part that the battle uses, by two corners",
             lambda: editing.turn_to_mode(CornersMode(board))),
            ("Give the board another size", self._ask_size),
        ]  # fmt: skip
        if editing.draft.values("scenario").get("part"):
            whole = "Use the whole board", partial(editing.carry_out, "unset scenario part")
            self._items.insert(1, whole)

    def choices(self) -> Sequence[str]:
        return [line for line, _ in self._items]

    def prompt(self) -> str:
        grid = self._board.editing.board.grid
        return f"The board has {grid.columns} columns and {grid.odd_rows} rows"

    def chosen(self, at: int) -> None:
        self._items[at][1]()

    def _ask_size(self) -> None:
        editing = self._board.editing
        lines, grid = LinesDialog(editing), editing.board.grid
        lines.text = f"resize {grid.columns} {grid.odd_rows}"
        editing.open(lines)


class _FromBoard(WorkshopMode):
    """A mode that goes back to the board."""

    on_sheet = True

    def __init__(self, board: BoardMode) -> None:
        super().__init__(board.editing)
        self._board = board

    def _go_back(self) -> None:
        self.editing.turn_to_mode(self._board)

    def sides(self) -> Sequence[tuple[int, int]]:
        return self._board.sides()


class CornersMode(_FromBoard):
    """Two opposite corners of the part of the board that the scenario uses."""

    _first = NOWHERE

    def prompt(self) -> str:
        return "Where is the opposite corner?" if self._first != NOWHERE else "Where is the first corner of the part?"

    def marks(self) -> Marks:
        if self._first == NOWHERE:
            return {}
        positions = self.editing.board.grid.positions
        (c1, r1), (c2, r2) = positions[self._first], positions[self.editing.cursor]
        return {
            h: HERE
            for h, (c, r) in enumerate(positions)
            if min(c1, c2) <= c <= max(c1, c2) and min(r1, r2) <= r <= max(r1, r2)
        }

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "this corner"), ("back", "cancel"))

    def act(self, action: str) -> bool:
        if action == "back":
            self._go_back()
        elif action != "confirm":
            return action in ("undo", "redo")
        elif self._first == NOWHERE:
            self._first = self.editing.cursor
            self.editing.update()
        else:
            corners = map(self.editing.board.number, (self._first, self.editing.cursor))
            if self.editing.carry_out(f"set scenario part = {', '.join(corners)}"):
                self._keep_message(self._go_back)
        return True

    def _keep_message(self, do: Callable[[], None]) -> None:
        message = self.editing.message
        do()
        self.editing.message = message


class WalkMode(_FromBoard):
    """A way that grows with each step of the cursor, and is stored when it is finished."""

    help = (
        "Each move of the cursor adds a step. A move back, or {back}, removes it. To lead a road off the map, move "
        "beyond the last hex of the board.",
        "A stream, a canal, a river or a line follows the sides of hexes: at each corner, the arrows choose the next "
        "side. {confirm}: finish it. {leave}: cancel it.",
    )

    def __init__(self, board: BoardMode, named: Named) -> None:
        super().__init__(board)
        self.named = named
        way = str(self.editing.draft.values(*named)[key_of_way(named.table)]) if named.number else ""
        self.steps = way.split()
        self._is_reversed = bool(self.steps) and self._begins_here()
        if self._is_reversed:
            self.steps.reverse()
        self._first = self.steps[:]

    def _begins_here(self) -> bool:
        """Return True if the cursor is at the beginning of the way, and not at its end."""
        number = self.editing.board.number(self.editing.cursor)
        return number in self.steps[0].split("/") and number not in self.steps[-1].split("/")

    def prompt(self) -> str:
        name = TITLES[self.named.table]
        length = count(len(self.steps), "step")
        return f"{name}: {length}, to {self.steps[-1]}" if self.steps else f"{name}: in which direction does it begin?"

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("north", ""), ("south", "walk"), ("confirm", "finish"), ("back", "step back"), ("leave", "cancel"))

    def act(self, action: str) -> bool:
        if action in WAYS:
            self._step(action)
            self.editing.update()
        elif action == "back":
            self._step_back()
            self.editing.update()
        elif action == "leave":
            self._go_back()
        elif action == "confirm":
            self._finish()
        elif action in LOOKS:
            return False
        else:
            self.editing.say(f"Finish the {TITLES[self.named.table].lower()} first, with {self.editing.key('confirm')}")
        return True

    def _step(self, way: str) -> None:
        raise NotImplementedError

    def _step_back(self) -> None:
        if len(self.steps) <= 1:
            self._go_back()
        else:
            self.steps.pop()
            self._follow()

    def _follow(self) -> None:
        """Put the cursor on the last step."""
        number = next((step for step in reversed(self.steps) if step != EDGE), "").split("/")[0]
        if number:
            self.editing.move_cursor(self.editing.board.by_number[number])

    def _finish(self) -> None:
        table, number = self.named
        steps = " ".join(reversed(self.steps) if self._is_reversed else self.steps)
        if number:
            done = self.steps == self._first or self.editing.carry_out(
                f"set {table} {number} {key_of_way(table)} = {steps}"
            )
        else:
            name = self._free_name()
            done = self.editing.carry_out(f"add {table} name = {name}; {key_of_way(table)} = {steps}")
            if done:
                self.editing.chosen = Named(table, self.editing.draft.count(table))
                self.editing.say(f"{name} is new; {self.editing.key('confirm')} changes its name")
        if done:
            message = self.editing.message
            self._go_back()
            self.editing.message = message

    def _free_name(self) -> str:
        draft, title = self.editing.draft, TITLES[self.named.table]
        names = {draft.values(self.named.table, n + 1).get("name") for n in range(draft.count(self.named.table))}
        return next(name for n in range(1, len(names) + 2) if (name := f"{title} {n}") not in names)


class PathMode(WalkMode):
    """A road, trail or railway, from hex to hex."""

    def __init__(self, board: BoardMode, named: Named) -> None:
        super().__init__(board, named)
        if not self.steps:
            self.steps.append(self.editing.board.number(self.editing.cursor))
        self._follow()

    def route(self) -> Sequence[int]:
        return [self.editing.board.by_number[step] for step in self.steps if step != EDGE]

    def marks(self) -> Marks:
        return dict.fromkeys(self.route(), HERE)

    def _step(self, way: str) -> None:
        board, editing = self.editing.board, self.editing
        if self.steps[-1] == EDGE and len(self.steps) == 2 and not self._first:
            self.steps.reverse()  # it begins at the mapedge
        if self.steps[-1] == EDGE:
            editing.say("It leads off the map here; go one step back, or finish it")
            return
        h = beside(board, board.by_number[self.steps[-1]], way)
        if (h == NOWHERE or board.terrain[h] is Terrain.NONE) and self.steps[0] == EDGE and len(self.steps) == 2:
            editing.say("It begins at the mapedge here; walk onto the map")
        elif h == NOWHERE or board.terrain[h] is Terrain.NONE:
            self.steps.append(EDGE)
        elif self.steps[-2:-1] == [board.number(h)]:
            self.steps.pop()
        else:
            self.steps.append(board.number(h))
        self._follow()


class ChainMode(WalkMode):
    """A river, canal, stream or line, from hexside to hexside."""

    def _pairs(self) -> list[tuple[int, int]]:
        by_number = self.editing.board.by_number
        return [(by_number[a], by_number[b]) for a, _, b in (step.partition("/") for step in self.steps)]

    def sides(self) -> Sequence[tuple[int, int]]:
        return (*super().sides(), *self._pairs())

    def marks(self) -> Marks:
        return dict.fromkeys(self._pairs()[-1], HERE) if self.steps else {}

    def _step(self, way: str) -> None:
        board = self.editing.board
        pairs = self._pairs()
        found = next_side(board.grid, pairs, self.editing.cursor, way)
        if found is None:
            self.editing.say("It ends at the edge of the board")
        elif {*found} in [{*pair} for pair in pairs[-2:-1]]:
            self.steps.pop()
            self._follow()
        else:
            self.steps.append("/".join(map(board.number, found)))
            self._follow()
