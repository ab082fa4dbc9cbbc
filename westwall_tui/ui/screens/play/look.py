"""Looking around without deciding anything: cursor steps and jumps, overlays, and the ground without counters."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.words import capital, in_words, with_stop
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.ui.map.overlays.objectives import Objectives
from westwall_tui.ui.map.pane.follow import FAR, WAYS, step
from westwall_tui.ui.map.signs import LAID_OVER, SIGNS, TABLE, zone_sign
from westwall_tui.words.places import why_no_lines
from westwall_tui.words.rows import Row, row

if TYPE_CHECKING:
    from westwall_tui.engine.planning import EnemyTurn
    from westwall_tui.ui.map.overlays.attack_plan import AttackPlan
    from westwall_tui.ui.map.overlays.lines import Communication, FrontView
    from westwall_tui.ui.map.overlays.objectives import CountedUnits


Marks = Mapping[int, tuple[str, str]]
"""The text and the role of each marked hex, as in the marks of modes."""


class PositionViews:
    """The contents of the overlays in a position, each computed when it is first needed."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self.shown: Marks = {}
        """The marks that a page or a box has asked for."""

    @cached_property
    def places(self) -> Objectives:
        """The objectives."""
        return Objectives(self._screen.game)

    @cached_property
    def front(self) -> "FrontView":
        """The front that would be proposed if the Player-Turn ended now."""
        from westwall_tui.ui.map.overlays.lines import FrontView

        return FrontView(self._screen.game, queries.front(self._screen.game))

    @cached_property
    def counted(self) -> "CountedUnits":
        """The units that the battle counts for points."""
        from westwall_tui.ui.map.overlays.objectives import CountedUnits

        return CountedUnits(self._screen.game)

    @cached_property
    def lines(self) -> "Communication":
        """The Lines of Communication."""
        from westwall_tui.ui.map.overlays.lines import Communication

        return Communication(self._screen.game)

    @property
    def enemy(self) -> int:
        """The side that does not decide now."""
        return 1 - max(self._screen.game.prompt.side, 0)

    @cached_property
    def enemy_turn(self) -> "EnemyTurn":
        """The enemy's next Movement Phase."""
        from westwall_tui.engine.planning import EnemyTurn

        return EnemyTurn(self._screen.game, 1 - self.enemy)

    def reach(self) -> Marks:
        """Return the hexes that the enemy could reach in its next Movement Phase."""
        turn = self.enemy_turn
        return dict.fromkeys(sorted(turn.hexes()), ("e", "zone")) if turn.comes else {}

    @cached_property
    def guns(self) -> Mapping[int, Sequence[int]]:
        """By hex, the artillery units of both sides that have it in range (8.11, 8.42)."""
        state, found = self._screen.game.state, dict[int, list[int]]()
        within = state.scenario.board.grid.within
        for gun in (*state.on_map(0), *state.on_map(1)):
            if state.units[gun].is_artillery:
                for h in within(state.location[gun], state.units[gun].strength.range):
                    found.setdefault(h, []).append(gun)
        return found

    def gun_range(self) -> Marks:
        """Return the number of our artillery units that have each hex in range."""
        units, ours = self._screen.game.state.units, 1 - self.enemy
        counts = {h: sum(units[gun].side == ours for gun in guns) for h, guns in self.guns.items()}
        return {h: (str(min(count, 9)), "zone") for h, count in sorted(counts.items()) if count}

    def zones(self) -> Marks:
        """Return the Zones of Control of both sides."""
        game = self._screen.game
        zones = [(queries.zone(game, side), zone_sign(game.scenario, side)) for side in (0, 1)]
        zones.sort(key=lambda zone: zone[1].isupper())
        return {
            h: ("".join(sign if h in hexes else " " for hexes, sign in zones), "zone")
            for h in sorted(zones[0][0] | zones[1][0])
        }


class Overlay(NamedTuple):
    """A layer over the map."""

    action: str
    """The action that hides the layer. It also shows the layer, unless `asked`."""
    word: str
    """The layer's name in the phase bar."""
    marks: Callable[[PositionViews], Marks]
    asked: bool = False
    """True if a page or a box shows the layer; then the layer disappears with the next order."""


OVERLAYS: Mapping[str, Overlay] = {
    "zones": Overlay("zones", "zones", PositionViews.zones),
    "reach": Overlay("enemy_reach", "enemy reach", PositionViews.reach),
    "lines": Overlay("lines", "lines", lambda views: views.lines.marks()),
    "objectives": Overlay("objective_marks", "objectives", lambda views: views.places.marks()),
    "front": Overlay("front", "front", lambda views: views.front.marks()),
    "counted": Overlay("counted_marks", "scoring units", lambda views: views.counted.marks()),
    "guns": Overlay("gun_range", "range of guns", PositionViews.gun_range),
    "source": Overlay("objectives", "points", lambda views: views.shown, asked=True),
    "risks": Overlay("risks", "at risk", lambda views: views.shown, asked=True),
}


class LookAround:
    """The state of looking around, and its keys."""

    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen
        self.views = PositionViews(screen)
        """The overlays of the present position."""
        self.overlay = ""
        """The key in `OVERLAYS` of the layer that is shown; empty for none."""
        self.counters_hidden = False
        """True while the counters are hidden."""
        self._placing = -1
        """The unit of the plan for which a hex is being chosen."""
        self._home: int | None = None
        """The hex to return to after looking around; None while the player is not looking around."""

    @property
    def game(self) -> Game:
        """The game, read-only."""
        return self.screen.game

    def stay_here(self) -> None:
        """Stop looking around, and leave the cursor where it is, because there is something to decide."""
        self._home = None

    def forget_position(self) -> None:
        """Forget what was computed from the position before an order."""
        self.views = PositionViews(self.screen)
        if self.overlay and OVERLAYS[self.overlay].asked:
            self.overlay = ""
        if self.screen.attack_plan is not None:
            self.screen.attack_plan = self.screen.attack_plan.after_order()

    # -- the plan

    def show_plan(self, plan: "AttackPlan | None", unit: int = -1) -> None:
        """Mark a plan on the map, or remove the marks (None).

        `unit` is the unit whose hex is being chosen, -1 for none.
        """
        self.screen.attack_plan, self._placing = plan, unit
        self.screen.update_game()

    def _drop_plan(self) -> None:
        dropped = self.screen.plan is not None
        self.show_plan(None)
        self.screen.say(
            "The plan has been dropped" if dropped else f"There is no plan. {self.screen.key('plan')}: make one"
        )

    # -- keys

    def walk(self, action: str) -> bool:
        """Move the cursor one step, or several for a far step. Return False if the action is not a cursor step."""
        far = action.startswith("far_")
        if not far and action not in WAYS:
            return False
        h = self.screen.cursor
        for _ in range(FAR if far else 1):
            h = step(self.game.scenario.board, h, action.removeprefix("far_"))
        if h == self.screen.cursor:
            self.screen.say("The map ends here")
        self.screen.move_cursor(h)
        return True

    def return_home(self, action: str) -> bool:
        """Go back to where looking around began. Return False if the action does not do that now."""
        if self._home is None or action not in ("confirm", "back", "look"):
            return False
        self.screen.move_cursor(self._home)
        self._home = None
        return True

    def actions(self) -> Mapping[str, Callable[[], object]]:
        """Return the actions of looking around, apart from cursor steps."""
        return {
            "zones": self._toggle_zones,
            "enemy_reach": self._toggle_reach,
            "lines": self._toggle_lines,
            "front": self._toggle_front,
            "objective_marks": self._toggle_objectives,
            "counted_marks": self._toggle_counted,
            "gun_range": lambda: self._toggle_overlay(
                "guns", "Each number says how many of your guns have the hex in range"
            ),
            "look": self._begin_to_look,
            "counters": self._toggle_counters,
            "drop_plan": self._drop_plan,
            "next_enemy": lambda: self._jump_to_next(self._hexes_of_enemies(), 1, "enemies on the map"),
            "previous_enemy": lambda: self._jump_to_next(self._hexes_of_enemies(), -1, "enemies on the map"),
            "next_place": lambda: self._jump_to_next(self._hexes_of_objectives(), 1, "objectives"),
            "previous_place": lambda: self._jump_to_next(self._hexes_of_objectives(), -1, "objectives"),
        }

    def _begin_to_look(self) -> None:
        self._home = self.screen.cursor
        key = self.screen.key
        self.screen.say(
            f"You are looking around. {key('next_enemy')} {key('previous_enemy')}: enemies, "
            f"{key('next_place')} {key('previous_place')}: objectives, {key('goto')}: find by name, "
            f"{key('back')}: back to where you were"
        )

    def _toggle_counters(self) -> None:
        self.counters_hidden = not self.counters_hidden
        self.screen.update_game()
        if self.counters_hidden:
            self.screen.say(f"The counters are hidden. {self.screen.key('counters')}: show them")

    # -- over the map

    def _toggle_overlay(self, what: str, legend: str, lists: str = "") -> None:
        """Show or hide an overlay. When showing it, also say its `legend` and the key of the page that `lists` it."""
        key = self.screen.key
        self.overlay = "" if self.overlay == what else what
        self.screen.update_game()
        if self.overlay:
            list_key = f"{key(lists)}: list, " if lists else ""
            self.screen.say(f"{with_stop(legend)} {list_key}{key(OVERLAYS[what].action)}: hide")

    def _toggle_zones(self) -> None:
        sides = self.game.scenario.sides
        first, second = (f"{self.screen.zone_mark(i)} {side.adjective}" for i, side in enumerate(sides))
        self._toggle_overlay("zones", f"Zones of Control: {first}, {second}")

    def _toggle_reach(self) -> None:
        name, sign = self.game.scenario.sides[self.views.enemy].adjective, self.screen.shown_as("e")
        turn = self.views.enemy_turn
        due = len(turn.arriving)
        text = f"{name} units could reach the hexes marked {sign} in their next Movement Phase"
        if not turn.comes:
            text = f"{name} units do not move again before the game ends"
        if due:
            text += f". This counts {in_words(due)} that {'are' if due > 1 else 'is'} due to arrive"
        self._toggle_overlay("reach", text)

    def _toggle_lines(self) -> None:
        if self.views.lines:
            has, is_one = "c", self.screen.shown_as("c")
            own = f"{has} has or carries one" if has == is_one else f"{is_one} is one, {has} has one"
            legend = f"Lines of Communication: {own}, n has none"
            self._toggle_overlay("lines", legend, "line_list")
        else:
            self.screen.say(why_no_lines(self.game))

    def _toggle_front(self) -> None:
        if queries.front_side(self.game) < 0:
            self.screen.say("This scenario has no front to hold")
            return
        front = self.views.front
        if self.overlay != "front" and front.front is None:
            self.screen.say(f"{front.summary()}. {self.screen.key('objectives')}: when it must be held")
        else:
            held, gap = map(self.screen.shown_as, ("F", "__"))
            signs = f"{capital(held)} held, {gap} gap, L unit lost beyond it"
            self._toggle_overlay("front", f"As proposed now: {front.summary()}. {signs}")

    def show_source(self, source: queries.Source) -> None:
        """Mark the hexes and the units of a source of points, and put the cursor on the first mark."""
        from westwall_tui.ui.map.overlays.objectives import source_marks

        marks = source_marks(self.game, source)
        if marks:
            self.screen.move_cursor(next(iter(marks)))
        found = "$ its hexes, # its units" if marks else "not on the map"
        self._lay_over("source", marks, f"{capital(source.name)}: {found}. {self.screen.key('objectives')}: points")

    def proposed(self) -> Marks:
        """Return the hexes that the coach proposes, while they are marked."""
        shown = self.views.shown if self.overlay == "risks" else {}
        return {h: mark for h, mark in shown.items() if mark[0] == SIGNS["legal"].ascii}

    def show_marks(self, marks: Marks, text: str) -> None:
        """Mark the hexes at risk, and show a text about them."""
        self._lay_over("risks", marks, text)

    def _lay_over(self, overlay: str, marks: Marks, text: str) -> None:
        self.overlay, self.views.shown = overlay, marks
        self.screen.update_game()
        self.screen.say(text)

    def hide_marks(self) -> bool:
        """Remove the marks of hexes at risk. Return False if none are shown."""
        if self.overlay != "risks":
            return False
        self.overlay = ""
        self.screen.update_game()
        return True

    def _toggle_objectives(self) -> None:
        if not self.views.places.places:
            self.screen.say(
                f"No place scores points here. {self.screen.key('objectives')}: what wins the game, and where"
            )
            return
        first, second = self.game.scenario.sides
        legend = f"Scored now by: ${first.letter} {first.adjective}, ${second.letter} {second.adjective}, $? neither"
        self._toggle_overlay("objectives", legend, "objectives")

    def _toggle_counted(self) -> None:
        counted = self.views.counted
        if counted.units or self.overlay == "counted":
            self._toggle_overlay("counted", counted.summary(), "objectives")
        else:
            self.screen.say(f"{counted.summary()}. {self.screen.key('objectives')}: how to win")

    def supply_lines(self) -> Sequence[Sequence[int]]:
        """Return the Lines of Communication to draw from hex to hex, if they are shown."""
        if self.overlay != "lines":
            return ()
        lines = self.views.lines
        found = (*(supply.line for supply in lines.units.values()), *(place.line for place in lines.places))
        return list(filter(None, found))

    def front_line(self) -> Sequence[int]:
        """Return the front to draw, hex by hex, if it is shown."""
        front = self.views.front.front if self.overlay == "front" else None
        return front.hexes if front is not None else ()

    def panel(self, h: int, width: int, *, detailed: bool = False) -> Sequence[Row]:
        """Return the panel's lines on a hex: its part in the plan, the front, or the Lines of Communication shown.

        The points that a unit counts for appear while their overlay is shown, and always in a detailed panel.
        """
        planned = self.screen.plan.panel(h) if self.screen.plan else ()
        counts = self.views.counted.panel(h, width) if detailed or self.overlay == "counted" else ()
        return (*planned, *counts, *self._happened_panel(h), *self._overlay_panel(h))

    def _happened_panel(self, h: int) -> Sequence[Row]:
        """Return the meaning of a mark that another player's turn left on the hex."""
        if self.overlay or h not in self.screen.happened:
            return ()
        sign = self.screen.happened[h][0]
        return [row(f"{sign}: {each.meaning}") for each in TABLE if each.group == LAID_OVER and each.ascii == sign][:1]

    def _overlay_panel(self, h: int) -> Sequence[Row]:
        if self.overlay == "front":
            return self.views.front.panel(h)
        if self.overlay == "guns":
            return self._guns_panel(h)
        if self.overlay != "lines":
            return ()
        unit, lines = self.screen.unit_for(h), self.views.lines
        return lines.panel_after(unit, h) if unit >= 0 else lines.panel(h)

    def _guns_panel(self, h: int) -> Sequence[Row]:
        """Return, for each side, the artillery in range of a hex, with the Strength of its Final Protective Fire."""
        state, rows = self.game.state, list[Row]()
        silent = [queries.silenced(self.game, side) for side in (0, 1)]
        for side, info in enumerate(self.game.scenario.sides):
            guns = [gun for gun in self.views.guns.get(h, ()) if state.units[gun].side == side]
            rows += [row(f"{info.adjective} guns in range:", "bold")] if guns else []
            for gun in guns:
                fire = "silent" if gun in silent[side] else f"FPF {state.units[gun].strength.fpf}"
                rows.append(row(f"  {state.units[gun].name}  {fire}"))
        return rows

    def marks(self) -> Marks:
        """Return the overlay's marks by hex, with the plan's marks on top."""
        found = OVERLAYS[self.overlay].marks(self.views) if self.overlay else self.screen.happened
        return {**found, **(self.screen.plan.marks(self._placing) if self.screen.plan else {})}

    # -- jumps

    def _jump_to_next(self, hexes: Sequence[int], step: int, what: str) -> None:
        """Put the cursor on the next of these hexes, in the order given."""
        if not hexes:
            self.screen.say(f"There are no {what}")
            return
        here = self.screen.cursor
        if here in hexes:
            self.screen.move_cursor(hexes[(hexes.index(here) + step) % len(hexes)])
        else:
            distance = self.game.scenario.board.grid.distance
            self.screen.move_cursor(min(hexes, key=lambda h: (distance(h, here), h)))

    def _hexes_of_enemies(self) -> list[int]:
        state = self.game.state
        return [state.location[u] for u in state.on_map(self.views.enemy)]

    def _hexes_of_objectives(self) -> list[int]:
        """Return the hexes of objectives, markers and bridges; else those that the victory rules name, or towns."""
        game = self.game
        scenario = game.scenario
        board = scenario.board
        places = [objective.hexes[0] for objective in queries.objectives(game)]
        places += [marker.hex for marker in queries.markers(game, self.screen.viewer)]
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

    # -- the bar, the prompt and the keys

    def switches(self) -> str:
        """Return the plan and whatever else is switched on or off on the map, each with its key, for the phase bar."""
        plan = self.screen.plan
        found = [("plan", plan.state())] if plan is not None and plan.spots else []
        found += [OVERLAYS[self.overlay][:2]] if self.overlay else []
        found += [("counters", "no counters")] if self.counters_hidden else []
        return "".join(f"  {self.screen.key(name)}: {what}" for name, what in found)

    def prompt(self) -> str:
        """Return the prompt while looking around; empty otherwise."""
        if self._home is None:
            return ""
        return f"You are looking around, from {self.game.state.number(self._home)}"

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return the keys of the footer while looking around."""
        if self._home is None:
            return ()
        return (("next_enemy", "enemies"), ("next_place", "objectives"), ("back", "back"))


class LookedAt(GameScreen):
    """A game on a map on which a player can look around."""

    look: LookAround
