"""The modes for retreats (7.7), in which the player chooses unit and path, and for displacement (7.8)."""

from collections.abc import Callable, Mapping, Sequence

from westwall_tui.engine import planning, queries
from westwall_tui.engine.orders import Displace, Retreat
from westwall_tui.engine.words import in_words
from westwall_tui.ui.boxes.kinds import Confirm
from westwall_tui.ui.decisions.mode import LEGAL, OFFERED, PATH, SELECTED, Mark, Mode, marked, next_after, quietest
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.words.odds import die_in_words, hexes
from westwall_tui.words.rows import Row, row

MAX_NAMED = 3
"""Maximum number of units that the title of a question names."""


class RetreatMode(Mode, kind="retreat"):
    """The mode for retreats: Enter on a marked hex sends the unit there, or shows its paths one by one.

    The cursor starts on a possible hex, preferably one with a single path, so that Enter takes the obvious path.
    """

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.units = self.game.prompt.units
        self.length = queries.retreat_length(self.game)
        self.select(next((unit for unit in self.units if not queries.retreats(self.game, unit).lost), self.units[0]))

    def begin(self) -> None:
        self.screen.move_cursor(self._best_hex())

    def _select_and_point(self, unit: int) -> None:
        """Select a unit and put the cursor where it would go."""
        self.select(unit)
        self.screen.move_cursor(self._best_hex())

    def _best_hex(self) -> int:
        ends, state = self.paths_by_end(), self.game.state
        if state.location[self.unit] in ends:  # it may stay where it is
            return state.location[self.unit]
        single = [h for h, paths in ends.items() if len(paths) == 1]
        return quietest(self.game, state.units[self.unit].side, single or list(ends))

    def select(self, unit: int) -> None:
        """Select one of the units that must retreat."""
        self.unit = unit
        self.choices = queries.retreats(self.game, unit)
        self.ways: list[tuple[int, ...]] = []
        """The paths to the chosen hex, if there are several."""
        self.way = 0

    def paths_by_end(self) -> dict[int, list[tuple[int, ...]]]:
        """Return the retreat paths of the selected unit by their last hex."""
        found: dict[int, list[tuple[int, ...]]] = {}
        for path in self.choices.paths:
            found.setdefault(path[-1], []).append(path)
        return found

    def prompt(self) -> str:
        state = self.game.state
        who, name = state.units[self.unit].name, die_in_words(state) + self.who
        if self.ways:
            end = state.number(self.ways[self.way][-1])
            return f"{name}: which path does {who} take to {end}? This is path {self.way + 1} of {len(self.ways)}"
        ends, left = self.paths_by_end(), len(self.units) - 1
        others = f". {in_words(left).capitalize()} more unit{'s' * (left > 1)} must retreat" if left else ""
        if self.choices.lost:
            where = "" if state.location[self.unit] in ends else f". {marked(len(ends))}"
            return f"{name}: {who} cannot retreat {hexes(self.length)} and is eliminated (7.74){where}{others}"
        more = ", displacing friendly units (7.73)" if self.choices.displacing else ""
        reduction = queries.refuges(self.game)
        where = marked(len(ends))
        if self._may_hold():
            where += f", or it stays in the {reduction.place} ({reduction.case})"
        elif any(len(path) - 1 < self.length for path in self.choices.paths):
            where += f"; a {reduction.place} shortens it ({reduction.case})"
        return f"{name}: {who} retreats {hexes(self.length)}{more}. Where to? {where}{others}"

    def _may_hold(self) -> bool:
        """Return True if the unit need not retreat at all."""
        return not self.choices.lost and any(len(path) == 1 for path in self.choices.paths)

    def selected_unit(self) -> int:
        return self.unit

    def marks(self) -> Mapping[int, Mark]:
        state = self.game.state
        found = {state.location[unit]: OFFERED for unit in self.units}
        if self.ways:
            path = self.ways[self.way]
            found |= dict.fromkeys(path[1:-1], PATH) | {path[-1]: LEGAL}
        else:
            found |= dict.fromkeys(self.paths_by_end(), LEGAL)
        own = SELECTED._replace(char=LEGAL.char) if self._may_hold() and not self.ways else SELECTED
        return {**found, state.location[self.unit]: own}

    def panel(self, h: int) -> Sequence[Row]:
        paths = self.paths_by_end().get(h)
        if not paths:
            return ()
        numbers = self.game.state.numbers
        reduction = queries.refuges(self.game)
        if len(paths[0]) == 1 and not self.choices.lost:
            return [row(f"stays in the {reduction.place} ({reduction.case})", "bold")]
        lines = [row("retreat path" if len(paths) == 1 else f"{len(paths)} retreat paths")]
        if not self.choices.lost and len(paths[0]) - 1 < self.length:
            lines.append(row(f"{hexes(self.length - len(paths[0]) + 1)} fewer ({reduction.case})"))
        lines += [row(f" {' '.join(numbers(path[1:] or path))}") for path in paths[:4]]
        combat, own = self.game.state.combat, self.game.state.units[self.unit].side
        fallen = [unit for unit, path in (combat.paths if combat else ()) if path[0] == h]
        lines += [row("an enemy was here (7.62)") for unit in fallen if self.game.state.units[unit].side != own]
        return [*lines, row("eliminated there (7.74)", "obliged")] if self.choices.lost else lines

    def route(self) -> Sequence[int]:
        return self.ways[self.way] if self.ways else ()

    def confirm(self, h: int) -> None:
        unit = self.game.state.occupants().get(h, -1)
        if self.ways:
            self._retreat_by(self.ways[self.way])
            return
        paths = self.paths_by_end().get(h)
        if paths is None and unit in self.units and unit != self.unit:
            self._select_and_point(unit)
        elif paths is None and unit == self.unit:
            self.screen.move_cursor(self._best_hex())
        elif paths is None:
            state = self.game.state
            self.refused(Retreat(state.units[self.unit].id, (state.number(h),)), "Choose a hex marked *")
        elif len(paths) == 1:
            self._retreat_by(paths[0])
        else:
            self.ways, self.way = paths, 0

    def _retreat_by(self, path: tuple[int, ...]) -> None:
        state = self.game.state
        give_or_ask(self.screen, Retreat(state.units[self.unit].id, state.numbers(path[1:] or path)))

    def back(self) -> bool:
        if not self.ways:
            return False
        self.ways = []
        return True

    def next(self, step: int) -> None:
        if self.ways:
            self.way = (self.way + step) % len(self.ways)
        elif len(self.units) > 1:
            self._select_and_point(next_after(self.units, self.unit, step))
        else:
            self.cursor_to_next(list(self.paths_by_end()), step)

    def actions(self) -> Mapping[str, Callable[[], object]]:
        hold = {"stand": self._hold} if self._may_hold() and not self.ways else {}
        return {"alike": self._retreat_alike, **hold}

    def _retreat_alike(self) -> None:
        """Retreat the unit to the cursor's hex, and all that are alike in the same way."""
        paths = self.paths_by_end()
        here = paths.get(self.screen.cursor) or paths[self._best_hex()]
        if len(here) > 1 and not self.ways:
            self.ways, self.way = here, 0
            return
        path, state = self.ways[self.way] if self.ways else here[0], self.game.state
        give_alike(self.screen, Retreat(state.units[self.unit].id, state.numbers(path[1:] or path)))

    def _hold(self) -> None:
        """Keep the unit where it is, which a City allows."""
        self._retreat_by((self.game.state.location[self.unit],))

    def keys(self) -> Sequence[tuple[str, str]]:
        if self.ways:
            return (("confirm", "take this path"), ("next", "next path"), ("back", "back"))
        stays = (("stand", "stay"),) if self._may_hold() else ()
        same = (("alike", "all alike"),) if len(self.units) > 1 else ()
        does = "lose it here" if self.choices.lost else "retreat here"
        return (("confirm", does), *stays, *same, ("next", "next unit" if len(self.units) > 1 else "next hex"))


def give_or_ask(screen: GameScreen, order: Retreat | Displace) -> None:
    """Give a legal order, but ask first if it loses units that another order would save."""
    lost: Sequence[int] = ()
    with screen.advice("the warning"):
        lost = planning.needless_loss(screen.game, order)
    if not lost:
        screen.apply(order)
        return
    names = screen.game.state.names(lost)
    names_listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    rows = [
        row(f"That would eliminate {names_listed}: no retreat path would be left (7.74)."),
        row(f"Retreat another unit first or choose another path to {'save it' if len(names) == 1 else 'lose fewer'}."),
    ]
    title = f"Lose {names_listed if len(names) <= MAX_NAMED else f'{len(names)} units'}?"
    screen.open(Confirm(screen, title, rows, lambda: screen.apply(order), does="lose it", stays="look again"))


def give_alike(screen: GameScreen, order: Retreat | Displace) -> None:
    """Give a legal order, and the same for all units that are alike; ask first if it needlessly loses units."""
    lost: Sequence[int] = ()
    with screen.advice("the warning"):
        lost = planning.needless_loss(screen.game, order)
    if lost:
        give_or_ask(screen, order)
    else:
        screen.apply_all(planning.alike(screen.game, order))


class DisplaceMode(Mode, kind="displace"):
    """The mode for displacement: Enter on a marked hex sends the unit there."""

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.unit = self.game.prompt.units[0]
        self.ends = queries.displacements(self.game)

    def begin(self) -> None:
        self.screen.move_cursor(self._best_hex())

    def _best_hex(self) -> int:
        return quietest(self.game, self.game.state.units[self.unit].side, self.ends)

    def prompt(self) -> str:
        state = self.game.state
        again = " next" if state.displaced[self.unit] == state.serial else ""
        name = state.units[self.unit].name
        return f"{self.who}: where is {name} displaced to{again} (7.81)? {marked(len(self.ends))}"

    def selected_unit(self) -> int:
        return self.unit

    def marks(self) -> Mapping[int, Mark]:
        return {**dict.fromkeys(self.ends, LEGAL), self.game.state.location[self.unit]: SELECTED}

    def confirm(self, h: int) -> None:
        state = self.game.state
        if h == state.location[self.unit]:
            self.screen.move_cursor(self._best_hex())
            return
        order = Displace(state.units[self.unit].id, state.number(h))
        if h in self.ends:
            give_or_ask(self.screen, order)
        else:
            self.give(order, "Choose a hex marked *")

    def next(self, step: int) -> None:
        self.cursor_to_next(self.ends, step)

    def actions(self) -> Mapping[str, Callable[[], object]]:
        return {"alike": self._displace_alike}

    def _displace_alike(self) -> None:
        """Displace the unit to the cursor's hex, and all that are alike in the same direction."""
        state = self.game.state
        h = self.screen.cursor if self.screen.cursor in self.ends else self._best_hex()
        give_alike(self.screen, Displace(state.units[self.unit].id, state.number(h)))

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "move here"), ("next", "next hex"))
