"""Modes for bridges: lay a float bridge, try to blow a wired bridge, move on from a blown one, or destroy one."""

from collections.abc import Callable, Mapping, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.events import points
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import Demolish, Destroy, LayBridge, Move, Stand
from westwall_tui.ui.boxes.kinds import ChoiceDialog, Confirm
from westwall_tui.ui.decisions.mode import (
    CHOSEN,
    LEGAL,
    OFFERED,
    PATH,
    SELECTED,
    BoxMode,
    Mark,
    Mode,
    marked,
    reach_mark,
    way_marks,
)
from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.words.rows import Row, fold_row, row, text_rows


class BridgeMode(Mode, kind="bridge"):
    """The mode for laying a bridge: river hexes are marked, Enter lays one, Escape goes back to the units."""

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        board = self.game.scenario.board
        self.sites: dict[int, list[LayBridge]] = {}
        for order in queries.extra_orders(self.game):
            if isinstance(order, LayBridge):
                self.sites.setdefault(board.hex(order.hex), []).append(order)

    def begin(self) -> None:
        if self.sites and self.screen.cursor not in self.sites:
            self.screen.move_cursor(self._nearest_site())

    def _nearest_site(self) -> int:
        distance = self.game.scenario.board.grid.distance
        return min(self.sites, key=lambda h: (distance(h, self.screen.cursor), h))

    def prompt(self) -> str:
        return f"{self.who}: where does the float bridge go? {marked(len(self.sites))}"

    def marks(self) -> Mapping[int, Mark]:
        found = dict.fromkeys(self.sites, LEGAL)
        board = self.game.scenario.board
        here = self.sites.get(self.screen.cursor, [])
        return found | {board.hex(end): PATH for order in here for end in (order.west, order.east)}

    def panel(self, h: int) -> Sequence[Row]:
        sites, turn = self.sites.get(h), self.game.state.turn
        rows = [row("no bridge can go here")] if sites is None else [row("a bridge can go here:", "bold")]
        rows += [row(f"  {order.west} to {order.east}") for order in sites or ()]
        due = [bridge for bridge in queries.bridges(self.game) if bridge.due]
        return [*rows, row(), *(row(f"{b.name}: {'now' if b.due <= turn else f'turn {b.due}'}") for b in due)]

    def confirm(self, h: int) -> None:
        sites = self.sites.get(h, [])
        if not sites:
            self._refuse(h)
        elif len(sites) == 1:
            self.screen.apply(sites[0])
        else:
            self.screen.open(SiteDialog(self.screen, sites))

    def _refuse(self, h: int) -> None:
        """Say why no bridge can be laid in a hex."""
        board = self.game.scenario.board
        number, around = board.number(h), board.grid.neighbors[h]
        pairs = [(a, b) for a, b in zip(around, (*around[3:], *around[:3]), strict=True) if NOWHERE not in (a, b)]
        orders = [LayBridge(number, board.number(a), board.number(b)) for a, b in (*pairs, (h, h))]
        refusals = [refusal for order in orders if (refusal := self.game.explain(order)) is not None]
        # A fault of the hex itself is more helpful than a fault of one pair of its neighbors.
        about = next((refusal for refusal in refusals if number in refusal.hexes), None)
        self.screen.refuse(about or refusals[0], f"{self.screen.key('next')}: next hex marked *")

    def back(self) -> bool:
        self.screen.turn_to(self.game.prompt.kind)
        return True

    def next(self, step: int) -> None:
        hexes = sorted(self.sites, key=lambda h: self.game.scenario.board.grid.positions[h][::-1])
        here = self.screen.cursor
        at = hexes.index(here) + step if here in self.sites else hexes.index(self._nearest_site())
        self.screen.move_cursor(hexes[at % len(hexes)])

    def end(self) -> None:
        self.screen.say(f"{self.screen.key('back')}: back to the units; then {self.screen.key('end')}: end the phase")

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "lay it here"), ("next", "next place"), ("back", "back"), ("undo", "undo"))


class SiteDialog(ChoiceDialog):
    """The question of which two bank hexes a bridge joins."""

    title = "A float bridge"
    does = "lay it"

    def __init__(self, screen: GameScreen, sites: Sequence[LayBridge]) -> None:
        super().__init__(screen, [f"across {o.hex} from {o.west} to {o.east}" for o in sites])
        self.sites = sites

    def prompt(self) -> str:
        return "Which banks does it join?"

    def chosen(self, at: int) -> None:
        self.screen.apply(self.sites[at])

    def hexes(self) -> Sequence[int]:
        return [self.game.scenario.board.hex(self.sites[0].hex)]


class DemolitionMode(BoxMode, kind="demolition"):
    """The mode for deciding whether to try to blow a bridge that an enemy unit has reached."""

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        a, b = self.game.prompt.hexes
        self._bridge = a, b
        self._enemy = queries.under_way(self.game)

    def begin(self) -> None:
        if self.screen.cursor not in self._bridge:
            near = (h for h in self._bridge if self._enemy in queries.units_at(self.game, h))
            self.screen.move_cursor(next(near, self._bridge[0]))
        super().begin()

    def new_box(self) -> Dialog:
        return DemolitionDialog(self.screen, self._bridge, self._enemy)

    def next(self, step: int) -> None:
        super().begin()

    def prompt(self) -> str:
        return f"{self.game.prompt.text}, now or never"

    def marks(self) -> Mapping[int, Mark]:
        found = dict.fromkeys(self._bridge, OFFERED)
        if self._enemy >= 0:
            found[self.game.state.location[self._enemy]] = CHOSEN
        return found

    def end(self) -> None:
        self.screen.say(f"Decide about the bridge first. {self.screen.key('confirm')}: decide")

    def actions(self) -> Mapping[str, Callable[[], object]]:
        return {"stand": lambda: self.screen.apply(Demolish(False))}

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "decide"), ("stand", "leave it"))


class DemolitionDialog(Dialog):
    """The question of whether to try to blow a bridge: `y` or `n`, because the answer is final. Enter does nothing."""

    narrow = True
    wide = True
    final = True
    about = "demolition"

    def __init__(self, screen: GameScreen, pair: tuple[int, int], enemy: int) -> None:
        """Take the bridge, and the unit that is now next to it (`enemy`), -1 if that is not known."""
        super().__init__(screen)
        self.title = f"{screen.game.scenario.sides[screen.game.side].adjective}: a bridge is wired"
        self.pair = pair
        self._answers = queries.wired_bridge(screen.game).answers
        self._asked = self._question_about(enemy)

    def _question_about(self, enemy: int) -> str:
        game = self.game
        board, state = game.scenario.board, game.state
        kinds = {crossing.pair: crossing.kind for crossing in queries.crossings(game)}
        low, high = min(self.pair), max(self.pair)
        at = f"{board.describe(self.pair[0])} and {board.describe(self.pair[1])}"
        question = f"The {kinds.get((low, high), '')} bridge between {at}".replace("  ", " ")
        if enemy >= 0:
            unit = state.units[enemy]
            name = game.scenario.sides[unit.side].adjective
            question += f": {name} {unit.name} is now next to it, at {state.number(state.location[enemy])}"
        return f"{question}. Now or never ({queries.wired_bridge(game).case})."

    def rows(self, width: int) -> Sequence[Row]:
        answers = [part for answer in self._answers for part in fold_row(row(f"- {answer}"), width)]
        return [*text_rows(self._asked, width), row(), *answers]

    def act(self, action: str) -> bool:
        if action in ("yes", "no"):
            self.screen.close()
            self.screen.apply(Demolish(action == "yes"))
        elif action in ("confirm", "put"):
            key = self.screen.key
            self.screen.say(f"Now or never: {key('yes')} to try, {key('no')} to leave the bridge standing")
        else:
            return False
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("yes", "try"), ("no", "leave it"), ("back", "back to the map"))

    def hexes(self) -> Sequence[int]:
        return self.pair


class HaltedMode(Mode, kind="halted"):
    """The mode after a bridge was blown: Enter on a numbered hex moves the halted unit on; `s` stays."""

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.unit = self.game.prompt.units[0]
        self.left, self.ways, self.rest = queries.onward(self.game)

    def begin(self) -> None:
        self.screen.move_cursor(self.game.state.location[self.unit])

    def selected_unit(self) -> int:
        return self.unit

    def unit_for(self, h: int) -> int:
        return self.unit if h in self.ways else -1

    def prompt(self) -> str:
        unit, left = self.game.state.units[self.unit], points(self.left)
        where = f"{len(self.ways)} hexes are numbered" if len(self.ways) != 1 else "1 hex is numbered"
        return f"{self.who}: {unit.name} halted with {left} MP left. Does it go on? {where}"

    def marks(self) -> Mapping[int, Mark]:
        found = {h: reach_mark(self.rest[h]) for h in self.ways}
        cursor = self.screen.cursor
        if cursor in self.ways:
            found |= way_marks(self.game, self.ways[cursor], found)
        return {**found, self.game.state.location[self.unit]: SELECTED}

    def panel(self, h: int) -> Sequence[Row]:
        return (row(f"MP left here: {points(self.rest[h])}", "heading"),) if h in self.ways else ()

    def confirm(self, h: int) -> None:
        state = self.game.state
        if h == state.location[self.unit]:
            key = self.screen.key
            self.screen.say(f"{key('stand')}: stay here. {key('confirm')} on a numbered hex: move on there")
            return
        way = self.ways.get(h, (h, h))
        order = Move(state.units[self.unit].id, state.numbers(way[1:]))
        self.give(order, f"Choose a numbered hex, or press {self.screen.key('stand')} to stay here")

    def next(self, step: int) -> None:
        self.cursor_to_next(sorted(self.ways), step)

    def end(self) -> None:
        name = self.game.state.units[self.unit].name
        self.screen.say(f"{name} still has Movement Points. {self.screen.key('stand')}: stay here")

    def actions(self) -> Mapping[str, Callable[[], object]]:
        return {"stand": lambda: self.screen.apply(Stand())}

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "move on here"), ("next", "next hex"), ("stand", "stay here"))


class DestroyMode(Mode, kind="bridges"):
    """The mode for destroying bridges. Enter on a marked bridge asks whether to destroy it; `s` leaves all standing."""

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.bridges = self.game.prompt.hexes

    def begin(self) -> None:
        if self.bridges and self.screen.cursor not in self.bridges:
            self.screen.move_cursor(self.bridges[0])

    def prompt(self) -> str:
        case = queries.destruction_case(self.game)
        if len(self.bridges) == 1:
            return f"{self.who}: destroy the bridge at {self.game.state.number(self.bridges[0])} ({case})?"
        return f"{self.who}: destroy a bridge ({case})? {marked(len(self.bridges))}"

    def marks(self) -> Mapping[int, Mark]:
        return dict.fromkeys(self.bridges, LEGAL)

    def panel(self, h: int) -> Sequence[Row]:
        if h not in self.bridges:
            return ()
        state = self.game.state
        unit = state.units[state.occupants()[h]].name
        ends = (state.number(bridge.east) for bridge in queries.bridges(self.game) if bridge.hex == h)
        return (row("may be destroyed", "bold"), *(row(f"{unit} goes to {end}") for end in ends))

    def confirm(self, h: int) -> None:
        order = Destroy(self.game.state.number(h))
        advice = f"{self.screen.key('next')}: next bridge that you can destroy"
        if h not in self.bridges:
            self.give(order, advice)
            return
        rows = [row(f"Destroy the bridge at {order.hex}? You do not have to.")]
        answers = {"does": "destroy it", "stays": "not now"}
        self.screen.open(Confirm(self.screen, "A bridge", rows, lambda: self.give(order, advice), **answers))

    def next(self, step: int) -> None:
        self.cursor_to_next(self.bridges, step)

    def end(self) -> None:
        self.screen.say(f"Decide about the bridges first. {self.screen.key('stand')}: leave them standing")

    def actions(self) -> Mapping[str, Callable[[], object]]:
        return {"stand": lambda: self.screen.apply(Stand())}

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "destroy"), ("stand", "leave it"), ("next", "next bridge"), ("undo", "undo"))
