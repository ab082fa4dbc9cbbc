"""The position of a game as a scenario of its own."""

import re
from collections.abc import Iterator, Mapping, Sequence

from westwall_tui.engine.battles.standard import Standard
from westwall_tui.engine.battles.standard.forces import LossPoints
from westwall_tui.engine.battles.standard.places import LAST_THROUGH, HoldPoints
from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.answers import NOBODY
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import ELIMINATED, EXITED, RESERVE
from westwall_tui.engine.units import lower
from westwall_tui.engine.words import listed
from westwall_tui.files.faults import FileError, refuse
from westwall_tui.files.scenarios.reader import build_scenario
from westwall_tui.files.scenarios.texts import LoadedScenario, Texts
from westwall_tui.files.tables import MAX_NAME_LENGTH, toml
from westwall_tui.files.workshop.draft import GROUPS, SCENARIO, TABLES
from westwall_tui.files.workshop.pieces import Block, Pieces

_LABEL = re.compile(r"\[\[?([a-z.]+)\]\]?(?: ([0-9]+))?")
_FROM = ", Game-Turn "
"""The text between the name of a scenario and the Game-Turn of the position."""
_ROUNDS = 9
"""The maximum number of times that tables with faults are left out; the faults of one time may cause others."""
_MENDABLE = ("place", "points", "closed", "victory", "special")
"""The tables that a scenario can do without."""


def texts_of_position(game: Game) -> tuple[Texts, Sequence[str]]:
    """Return a scenario that begins with a game's position, and sentences on what it does not keep.

    Raises `FileError` in the middle of a combat or of another decision, or if no scenario can begin there.
    """
    if game.state.combat is not None or (game.state.frames and game.prompt.kind not in ("notes", *map(str, Phase))):
        refuse("this game", "is in the middle of a combat or of another decision; continue until that is decided")
    position = _Position(game)
    return position.texts(), position.notes


class _Position:
    """A position on its way into a scenario."""

    def __init__(self, game: Game) -> None:
        scenario = game.scenario
        assert isinstance(scenario, LoadedScenario)
        assert scenario.texts is not None
        self.game, self.state, self.scenario, self.old = game, game.state, scenario, scenario.texts
        self.notes: list[str] = []
        self.pieces = Pieces(self.old.scenario.text)
        self.data = toml.loads(self.old.scenario.text)
        at = {unit.id.lower(): h for unit, h in zip(scenario.units, self.state.location, strict=True)}
        self.waiting = frozenset(unit for unit, h in at.items() if h == RESERVE)
        self.left = frozenset(unit for unit, h in at.items() if h == RESERVE or h >= 0)

    def texts(self) -> Texts:
        """Return the texts of the scenario. Raises `FileError`."""
        self._write_head()
        self._write_units()
        self._write_points()
        self._tell_what_is_lost()
        scenario = self._mended()
        if isinstance(self.game.rules, Standard) and self.state.phase is not Phase.SETUP:
            self._write_start(scenario)
            scenario = self._mended()
        assert scenario.texts is not None
        return scenario.texts

    def _tables(self, name: str) -> Iterator[tuple[Block, Mapping[str, object]]]:
        """Yield the tables of a list with their values. A file that writes them as one key has none."""
        found = self.data.get(name, [])
        blocks = self.pieces.find(name)
        return zip(blocks, found if isinstance(found, list) else [found], strict=False)

    def _remove(self, name: str) -> None:
        for block in self.pieces.find(name):
            self.pieces.remove(block)

    def _write_head(self) -> None:
        name, turn = self.scenario.name.partition(_FROM)[0], f"{_FROM}{self.state.turn}"
        self.pieces.blocks[0].put("name", f"{name[: MAX_NAME_LENGTH - len(turn)]}{turn}")
        if self.state.phase is not Phase.SETUP:
            self._remove("start")
            side = self.scenario.sides[self.state.side].name
            start = {"turn": self.state.turn, "side": side, "phase": str(self.state.phase)}
            self.pieces.add("start", start, TABLES[SCENARIO], listed=False)
        for block in self.pieces.blocks:
            if block.name.partition(".")[0] == "briefing":
                self.pieces.remove(block)

    def _write_units(self) -> None:
        """Write the units where they are, and leave only those in groups that are still due or not set up yet."""
        self._remove("place")
        state, board = self.state, self.scenario.board
        for name in GROUPS[1:]:
            for block, values in self._tables(name):
                units, suggest = _words(values.get("units")), _words(values.get("suggest"))
                due = [i for i, unit in enumerate(units) if lower(unit) in self.waiting]
                if not due:
                    self.pieces.remove(block)
                elif len(due) < len(units):
                    block.put("units", [units[i] for i in due])
                free = [suggest[i] for i in due if suggest and state.occupant(board.by_number[suggest[i]]) is None]
                if suggest and due and len(free) == len(due):
                    block.put("suggest", free)
                elif suggest:
                    block.drop("suggest")
        for unit, h in zip(self.scenario.units, state.location, strict=True):
            if h >= 0:
                self.pieces.add("place", {"unit": unit.id, "hex": board.number(h)}, TABLES[SCENARIO])

    # -- points

    def _write_points(self) -> None:
        """Take lost units out of the tables that name units, and write who holds what."""
        points = [*self._tables("points")]
        for block, values in [*points, *self._tables("victory")]:
            for key, value in values.items():
                words = _words(value)
                left = [word for word in words if lower(word) not in self.scenario.by_id or lower(word) in self.left]
                if words and not left and block.name == "points":
                    self.pieces.remove(block)
                elif words and not left:
                    block.drop(key)
                elif len(left) < len(words):
                    block.put(key, left)
        rules = self.game.rules
        if isinstance(rules, Standard):
            for rule, (block, _) in zip(rules.tables, points, strict=False):
                if isinstance(rule, HoldPoints) and rule.by == "last":
                    self._write_holder(rule, block)
                elif isinstance(rule, LossPoints) and rule.free:
                    lost = sum(rule.value(self.scenario.units[u]) for u in rule.units if self._is_lost(u))
                    block.put("free", max(rule.free - lost, 0))

    def _is_lost(self, unit: int) -> bool:
        return self.state.location[unit] == ELIMINATED

    def _write_holder(self, rule: HoldPoints, block: Block) -> None:
        """Write which side was the last through the hexes where no unit is."""
        state, sides = self.state, self.scenario.sides
        empty = [h for h in rule.hexes if state.occupant(h) is None]
        holders = {state.facts.get(LAST_THROUGH.about(state.number(h)), rule.held) for h in empty}
        if len(holders) == 1 and NOBODY not in holders:
            block.put("held", sides[holders.pop()].name)
        elif holders:
            block.drop("held")
            if len(holders) > 1:
                self.notes.append(f"{rule.name}: each side holds some of its hexes; those without a unit are nobody's")

    def _write_start(self, scenario: LoadedScenario) -> None:
        """Write the points that the sides have beyond those which the new scenario counts from its position."""
        now = Game(scenario)
        old, new = self.game.rules.totals(self.state), now.rules.totals(now.state)
        given = [max(now.rules.start[side] + old[side] - new[side], 0) for side in (0, 1)]
        for block in self.pieces.find("victory"):
            block.drop("start")
        start = {info.name: points for info, points in zip(scenario.sides, given, strict=True) if points}
        if start and self.pieces.find("victory"):
            self.pieces.find("victory")[0].put("start", start)
        elif start:
            self.pieces.add("victory", {"start": start}, TABLES[SCENARIO], listed=False)

    # -- what is lost

    def _tell_what_is_lost(self) -> None:
        """Note what a scenario cannot say."""
        state, rules = self.state, self.game.rules
        if state.outcome is not None:
            self.notes.append("The game is over; the scenario begins with its last phase")
        elif state.phase is not Phase.SETUP and self._has_acted():
            self.notes.append("The phase starts over: units that have moved or fought may do so again")
        if state.works:
            pairs = [f"{state.number(a)}/{state.number(b)}" for a, b, _ in state.works]
            self.notes.append(f"Bridges return to their state on the board at {listed(pairs, 9)}")
        if not isinstance(rules, Standard) and state.phase is not Phase.SETUP:
            self.notes.append("Points scored so far, and what else the battle's rules remember, are not kept")
        if any(h in EXITED for h in state.location) and not isinstance(rules, Standard):
            self.notes.append("Units that have exited are left out")
        if "briefing" in self.data:
            self.notes.append("The briefing is left out, because it describes the beginning of the battle")

    def _has_acted(self) -> bool:
        state = self.state
        return any(state.serial in done for done in (state.moved, state.attacked, state.support_phase))

    # -- faults

    def _mended(self) -> LoadedScenario:
        """Return the scenario without the tables that make no sense any more. Raises `FileError`."""
        for _ in range(_ROUNDS):
            texts = self.old._replace(scenario=self.old.scenario._replace(text=self.pieces.text))
            try:
                return build_scenario(texts, self.scenario.key)
            except FileError as error:
                if not self._leave_out(error):
                    raise
        refuse("this position", "cannot begin a scenario")

    def _leave_out(self, error: FileError) -> bool:
        """Leave out the tables or keys with faults. Return False if the scenario cannot do without one of them."""
        blocks: dict[int, tuple[Block, str]] = {}
        for fault in error.faults:
            match = _LABEL.match(fault.table)
            if match is None or match[1] not in _MENDABLE:
                return False
            block = self.pieces.find(match[1])[int(match[2] or 1) - 1]
            if match[1] in ("victory", "special") and fault.key in block.keys:
                block.drop(fault.key)
                self.notes.append(f"{fault.table} {fault.key} is left out: {fault.reason}")
            else:
                blocks[id(block)] = block, f"{fault.table} is left out: {fault.reason}"
        for block, note in blocks.values():
            self.pieces.remove(block)
            self.notes.append(note)
        return True


def _words(value: object) -> Sequence[str]:
    """Return a value that is a list of strings; otherwise none."""
    return value if isinstance(value, list) and all(isinstance(item, str) for item in value) else ()
