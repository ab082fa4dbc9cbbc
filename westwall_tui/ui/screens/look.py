"""Looking around: what a player can look at without deciding anything.

The cursor's steps and jumps, zones and reach over the map, the ground without its counters, and the log replayed line
by line.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from westwall_tui.engine import queries
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.ui.map.objectives import Objectives
from westwall_tui.ui.map.signs import zone_sign
from westwall_tui.ui.map.view import DIRECTION_OF, step
from westwall_tui.ui.terminal.rows import Row
from westwall_tui.ui.words.events import LogLine, hex_in

if TYPE_CHECKING:
    from westwall_tui.ui.map.attack_plan import AttackPlan
    from westwall_tui.ui.map.objectives import CountedUnits
    from westwall_tui.ui.map.overlays import Communication, FrontView

FAR = 5
"""Hexes that the cursor goes with Shift."""

WAYS = (*DIRECTION_OF, "west", "east")


class LookAround:
    """What is being looked at, and the keys for it."""

    def __init__(
        self,
        desk: GameScreen,
        log: Sequence[LogLine],
        in_hand: Callable[[int], int],
    ) -> None:
        """`in_hand`: which unit Enter would take to a hex, -1 for none."""
        self.desk = desk
        self.overlay = ""
        """`zones`, `reach`, `lines`, `objectives`, `front` or `counted`, or nothing."""
        self.hidden = False
        """Whether the counters are hidden, so that the ground can be seen."""
        self._log = log
        self._in_hand = in_hand
        self._lines: Communication | None = None
        """The Lines of Communication as they stand, once they are asked for."""
        self._places: Objectives | None = None
        """The objectives as they stand, once they are asked for."""
        self._front: FrontView | None = None
        """The front that would be proposed, once it is asked for."""
        self._placing = -1
        """The unit of the plan for which a hex is being chosen."""
        self._counted: CountedUnits | None = None
        """The units that count, once they are asked for."""
        self._home: int | None = None
        """The hex to go back to after looking around."""
        self._replayed: int | None = None
        """Line of the log that is being replayed."""

    def come_back(self) -> None:
        """There is something to decide here: there is nowhere to go back to."""
        self._home = self._replayed = None

    def forget(self) -> None:
        """Something was decided, and what was worked out from the position is void."""
        self._lines = self._places = self._counted = self._front = None
        if self.desk.attack_plan is not None:
            self.desk.attack_plan = self.desk.attack_plan.after_order()

    # -- the plan

    def show_plan(self, plan: "AttackPlan | None", unit: int = -1) -> None:
        """Mark a plan on the map, or none; `unit` is one for which a hex is being chosen."""
        self.desk.attack_plan, self._placing = plan, unit
        self.desk.update_game()

    def _drop_plan(self) -> None:
        dropped = self.desk.plan is not None
        self.show_plan(None)
        self.desk.say("The plan is dropped" if dropped else f"There is no plan. {self.desk.key('plan')}: make one")

    # -- keys

    def walk(self, action: str) -> bool:
        """Take the cursor a step, or far; False if the key does something else."""
        far = action.startswith("far_")
        if not far and action not in WAYS:
            return False
        h = self.desk.cursor
        for _ in range(FAR if far else 1):
            h = step(self.desk.game.scenario.board, h, action.removeprefix("far_"))
        self.desk.move_cursor(h)
        return True

    def end(self, action: str) -> bool:
        """Go back to where the looking around began; False if the key does something else."""
        if self._home is None or action not in ("confirm", "back", "look"):
            return False
        self.desk.move_cursor(self._home)
        self._home = None
        return True

    def actions(self) -> Mapping[str, Callable[[], object]]:
        """What the other keys do, by action."""
        return {
            "zones": self._zones,
            "enemy_reach": self._enemy_reach,
            "lines": self._show_lines,
            "front": self._show_front,
            "objectives": self._list_objectives,
            "objective_marks": self._mark_objectives,
            "counted_marks": self._mark_counted,
            "look": self._look,
            "counters": self._toggle_counters,
            "drop_plan": self._drop_plan,
            "next_enemy": lambda: self._jump(self._enemies(), 1, "enemies on the map"),
            "previous_enemy": lambda: self._jump(self._enemies(), -1, "enemies on the map"),
            "next_place": lambda: self._jump(self._objectives(), 1, "objectives"),
            "previous_place": lambda: self._jump(self._objectives(), -1, "objectives"),
            "replay_back": lambda: self._replay(-1),
            "replay_on": lambda: self._replay(1),
        }

    def _look(self) -> None:
        self._home = self.desk.cursor
        key = self.desk.key
        self.desk.say(
            f"Looking around. {key('next_enemy')} {key('previous_enemy')}: enemies, "
            f"{key('next_place')} {key('previous_place')}: objectives, {key('goto')}: find by name, "
            f"{key('back')}: back to where you were"
        )

    def _toggle_counters(self) -> None:
        self.hidden = not self.hidden
        self.desk.update_game()
        if self.hidden:
            self.desk.say(f"Counters hidden. {self.desk.key('counters')}: show them again")

    # -- over the map

    def _toggle_overlay(self, what: str, legend: str) -> None:
        self.overlay = "" if self.overlay == what else what
        self.desk.update_game()
        if self.overlay:
            self.desk.say(legend)

    def _zones(self) -> None:
        scenario = self.desk.game.scenario
        first, second = (f"{zone_sign(scenario, i)} {side.name}" for i, side in enumerate(scenario.sides))
        self._toggle_overlay("zones", f"Zones of Control: {first}, {second}. {self.desk.key('zones')}: hide")

    def _enemy_reach(self) -> None:
        name = self.desk.game.scenario.sides[self._enemy].name
        legend = f"{name} units could now reach the hexes marked e"
        self._toggle_overlay("reach", f"{legend}. {self.desk.key('enemy_reach')}: hide")

    def _show_lines(self) -> None:
        if not self.lines:
            self.desk.say("There are no Lines of Communication in this game")
            return
        legend = "Lines of Communication: c has one or is on one, n has none"
        hide, listed = self.desk.key("lines"), self.desk.key("line_list")
        self._toggle_overlay("lines", f"{legend}. {listed}: list, {hide}: hide")

    @property
    def places(self) -> Objectives:
        """The objectives as they stand."""
        if self._places is None:
            self._places = Objectives(self.desk.game)
        return self._places

    @property
    def front(self) -> "FrontView":
        """The front that would be proposed if the Player-Turn ended now."""
        if self._front is None:
            from westwall_tui.ui.map.overlays import FrontView

            self._front = FrontView(self.desk.game, queries.front(self.desk.game))
        return self._front

    def _show_front(self) -> None:
        if queries.front_side(self.desk.game) < 0:
            self.desk.say("There is no front to hold in this game")
        elif self.overlay != "front" and self.front.front is None:
            self.desk.say(f"{self.front.summary()}. {self.desk.key('account')}: when it must be held")
        else:
            from westwall_tui.ui.map.overlays import FRONT_SIGNS

            legend = f"As proposed now: {self.front.summary()}. {FRONT_SIGNS}"
            self._toggle_overlay("front", f"{legend}. {self.desk.key('front')}: hide")

    def _list_objectives(self) -> None:
        if self.places.places:
            from westwall_tui.ui.boxes.lists import ObjectivesDialog

            self.desk.open(ObjectivesDialog(self.desk, self.places))
        else:
            self._no_objectives()

    def _no_objectives(self) -> None:
        self.desk.say(f"There are no objectives to list in this game. {self.desk.key('account')}: what wins it")

    def _mark_objectives(self) -> None:
        if not self.places.places:
            self._no_objectives()
            return
        first, second = self.desk.game.scenario.sides
        legend = f"Who scores them now: ${first.letter} {first.name}, ${second.letter} {second.name}, $? nobody"
        hide, listed = self.desk.key("objective_marks"), self.desk.key("objectives")
        self._toggle_overlay("objectives", f"{legend}. {listed}: list, {hide}: hide")

    @property
    def counted(self) -> "CountedUnits":
        """The units that the battle counts for points, as they stand."""
        if self._counted is None:
            from westwall_tui.ui.map.objectives import CountedUnits

            self._counted = CountedUnits(self.desk.game)
        return self._counted

    def _mark_counted(self) -> None:
        if not self.counted.units and self.overlay != "counted":
            self.desk.say(f"{self.counted.summary()}. {self.desk.key('account')}: what wins it")
            return
        hide, listed = self.desk.key("counted_marks"), self.desk.key("account")
        self._toggle_overlay("counted", f"{self.counted.summary()}. {listed}: list, {hide}: hide")

    @property
    def lines(self) -> "Communication":
        """The Lines of Communication as they stand."""
        if self._lines is None:
            from westwall_tui.ui.map.overlays import Communication

            self._lines = Communication(self.desk.game)
        return self._lines

    def threads(self) -> Sequence[Sequence[int]]:
        """The lines that are shown from hex to hex on the drawn map, while they are asked for."""
        if self.overlay != "lines":
            return ()
        of_units = [supply.line for supply in self.lines.units.values()]
        return [line for line in (*of_units, *(place.line for place in self.lines.places)) if line]

    def panel(self, h: int, width: int, *, detailed: bool = False) -> Sequence[Row]:
        """What to say about a hex: its part in the plan, in the front or in the Lines of Communication shown.

        What a unit counts for is said while those are shown; a detailed panel says it anyway.
        """
        planned = self.desk.plan.panel(h) if self.desk.plan else ()
        counts = self.counted.panel(h, width) if detailed or self.overlay == "counted" else ()
        return (*planned, *counts, *self._overlay_panel(h))

    def _overlay_panel(self, h: int) -> Sequence[Row]:
        if self.overlay == "front":
            return self.front.panel(h)
        if self.overlay != "lines":
            return ()
        unit = self._in_hand(h)
        return self.lines.panel_after(unit, h) if unit >= 0 else self.lines.panel(h)

    @property
    def _enemy(self) -> int:
        """The side that does not decide now."""
        return 1 - max(self.desk.game.prompt.side, 0)

    def marks(self) -> Mapping[int, tuple[str, str]]:
        """What is laid over the map, as marks by hex; over all the plan."""
        return {**self._overlay_marks(), **(self.desk.plan.marks(self._placing) if self.desk.plan else {})}

    def _overlay_marks(self) -> Mapping[int, tuple[str, str]]:
        """Zones of control or the enemy's reach, as marks by hex."""
        game = self.desk.game
        if self.overlay == "reach":
            return dict.fromkeys(sorted(queries.side_reach(game, self._enemy)), ("e", "zone"))
        if self.overlay == "objectives":
            return self.places.marks()
        if self.overlay == "front":
            return self.front.marks()
        if self.overlay == "counted":
            return self.counted.marks()
        if self.overlay == "lines":
            return self.lines.marks()
        if self.overlay != "zones":
            return {}
        zones = [(queries.zone(game, side), zone_sign(game.scenario, side)) for side in (0, 1)]
        return {
            h: ("".join(sign if h in hexes else " " for hexes, sign in sorted(zones, key=_capital_last)), "zone")
            for h in sorted(zones[0][0] | zones[1][0])
        }

    # -- jumps

    def _jump(self, hexes: Sequence[int], step: int, what: str) -> None:
        """Put the cursor on the next of some hexes, in the order given."""
        if not hexes:
            self.desk.say(f"There are no {what}")
            return
        here = self.desk.cursor
        if here in hexes:
            self.desk.move_cursor(hexes[(hexes.index(here) + step) % len(hexes)])
        else:
            distance = self.desk.game.scenario.board.grid.distance
            self.desk.move_cursor(min(hexes, key=lambda h: (distance(h, here), h)))

    def _enemies(self) -> list[int]:
        state = self.desk.game.state
        return [state.location[u] for u in state.on_map(self._enemy)]

    def _objectives(self) -> list[int]:
        """The places that score points, or those that the scenario's victory names, or the towns.

        Plus the markers on the map, and the bridges that may fall or have fallen.
        """
        game = self.desk.game
        scenario = game.scenario
        board = scenario.board
        places = [objective.hexes[0] for objective in queries.objectives(game)]
        places += [marker.hex for marker in queries.markers(game, self.desk.viewer)]
        places += [crossing.pair[0] for crossing in queries.crossings(game) if crossing.kind or crossing.state]
        if places:
            return list(dict.fromkeys(places))
        found: dict[int, None] = {}
        for value in scenario.victory.values():
            for word in value if isinstance(value, list) else ():
                try:
                    found[board.hex(str(word))] = None
                except ValueError:
                    continue
        return list(found) or [place.hexes[0] for place in board.places if place.kind == "town"]

    def _replay(self, step: int) -> None:
        """Step through the log, with the cursor where each line happened."""
        log = self._log
        at = min(max(0, (len(log) if self._replayed is None else self._replayed) + step), len(log))
        self._replayed = at if at < len(log) else None
        if self._replayed is None:
            self.desk.say(f"End of the log. {self.desk.key('replay_back')}: back through it")
            return
        text = log[at].text
        h = hex_in(self.desk.game, text)
        if h is not None:
            self.desk.move_cursor(h)
        self.desk.say(f"[{at + 1} of {len(log)}] {text}")

    # -- what is shown

    def switched(self) -> str:
        """What the player has switched on or off on the map, with its key: for the phase bar."""
        overlays = {"zones": ("zones", "zones"), "reach": ("enemy_reach", "enemy reach"), "lines": ("lines", "lines")}
        overlays |= {"objectives": ("objective_marks", "objectives"), "front": ("front", "front")}
        overlays |= {"counted": ("counted_marks", "who counts")}
        on = overlays.get(self.overlay)
        plan = self.desk.plan
        planned = [("plan", plan.state())] if plan is not None and plan.spots else []
        switches = [*planned, *([on] if on else ()), *([("counters", "no counters")] if self.hidden else ())]
        return "".join(f"  {self.desk.key(name)}: {what}" for name, what in switches)

    def prompt(self) -> str:
        """The prompt while looking around."""
        if self._home is None:
            return ""
        return f"Looking around. {self.desk.key('back')}: back to {self.desk.game.state.number(self._home)}"

    def keys(self) -> Sequence[tuple[str, str]]:
        """The keys of the footer while looking around."""
        if self._home is None:
            return ()
        return (("next_enemy", "enemies"), ("next_place", "objectives"), ("back", "back"))


def _capital_last(zone: tuple[frozenset[int], str]) -> bool:
    return zone[1].isupper()
