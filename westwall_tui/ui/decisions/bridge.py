"""Laying a float bridge, as a part of the Movement Phase."""

from collections.abc import Mapping, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import LayBridge
from westwall_tui.ui.boxes.kinds import ChoiceDialog
from westwall_tui.ui.decisions.mode import LEGAL, PATH, Mark, Mode, marked, register
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.ui.terminal.rows import Row, row


@register
class BridgeMode(Mode):
    """Marks the river hexes where you may lay a bridge; Enter lays one. Escape goes back to the units."""

    kinds = ("bridge",)

    def begin(self) -> None:
        board = self.game.scenario.board
        self.sites: dict[int, list[LayBridge]] = {}
        for order in queries.bridge_sites(self.game):
            self.sites.setdefault(board.hex(order.hex), []).append(order)
        if self.sites and self.screen.cursor not in self.sites:
            self.screen.move_cursor(self._nearest_site())

    def _nearest_site(self) -> int:
        distance = self.game.scenario.board.grid.distance
        return min(self.sites, key=lambda h: (distance(h, self.screen.cursor), h))

    def prompt(self) -> str:
        name = self.game.scenario.sides[self.game.prompt.side].name
        return f"{name}: where does the float bridge go? {marked(len(self.sites))}"

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
        """Why no bridge can go there."""
        board = self.game.scenario.board
        number, around = board.number(h), board.grid.neighbours[h]
        pairs = [(a, b) for a, b in zip(around, (*around[3:], *around[:3]), strict=True) if NOWHERE not in (a, b)]
        orders = [LayBridge(number, board.number(a), board.number(b)) for a, b in (*pairs, (h, h))]
        refusals = [refusal for order in orders if (refusal := self.game.explain(order)) is not None]
        # A fault of the hex says more than a fault of one pair of its neighbours.
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
        self.screen.say(f"{self.screen.key('back')}: back to the units; then {self.screen.key('end')} ends the phase")

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "lay it here"), ("next", "next place"), ("back", "back"), ("undo", "undo"))


class SiteDialog(ChoiceDialog):
    """Which two bank hexes to join."""

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
        return [self.screen.game.scenario.board.hex(self.sites[0].hex)]
