"""The result of a combat: the odds with the roll, the fate of every unit, and the points."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine import planning, queries
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.words import listed, sentence, signed, units_listed
from westwall_tui.history.entries import Fight, because
from westwall_tui.history.gains import cause_of, changes
from westwall_tui.history.words import Words
from westwall_tui.ui.boxes.kinds import NoticeDialog
from westwall_tui.ui.decisions.fight import counter_spans, face_rows, results_rows
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.words import odds as text
from westwall_tui.words.odds import Face
from westwall_tui.words.rows import HARD, RULE, Row, Span, fold_row, row, text_rows, width_of

MAX_CAUSES = 2
"""Maximum number of causes that are named for a change of points."""


class Fought(NamedTuple):
    """A combat that is over."""

    before: Game
    """The game when the attack was declared."""
    fight: Fight


def faces_of(before: Game, fight: Fight) -> list[Face]:
    """Return the six results that were possible in a position before the roll."""
    combat = fight.combat
    them, us = ([planning.fate(before, unit) for unit in units] for units in (combat.defenders, combat.attackers))
    return text.faces(before, them, us, fight.faces, alone=fight.alone)


def rolled_faces(before: Game, fight: Fight, width: int, *, low: bool = False) -> list[Row]:
    """Return the six results that were possible in a position before the roll; the one rolled is marked.

    In a low panel, rolls with the same result share a row.
    """
    draw = results_rows if low else face_rows
    return draw(before, faces_of(before, fight), (fight.side, 1 - fight.side), width, fight.die)


class ResultDialog(NoticeDialog):
    """The box with the result: Enter and Space go on to the next decision, Escape keeps the cursor at the combat."""

    wide = True
    follows_orders = True
    about = "result"
    passes = ("replay_back",)

    def __init__(
        self, screen: GameScreen, fought: Fought, asks: str, then: Callable[[], None], *, seen: bool = False
    ) -> None:
        """Take the next question (`asks`), and a function (`then`) that puts the cursor where it is decided.

        With `seen`, leave out the six faces, because the player has decided with them in sight.
        """
        super().__init__(screen, then)
        self._seen = seen
        self._game = screen.game.copy()
        """The game after the combat; the game itself may continue at another terminal."""
        self._before, self._fight = fought
        self._asks = asks
        self.title = f"Result at {Words(self._game.scenario).at(self._fight.place).removeprefix('at ')}"

    def stake(self, width: int) -> str:
        state = self._game.state
        if state.phase is not Phase.COMBAT or state.side != self._fight.side:
            return "the last attack"
        return text.still_to_fight(self._game, queries.outstanding(self._game), width)

    def prompt(self) -> str:
        return self._asks

    def hexes(self) -> Sequence[int]:
        fight = self._fight
        units = (*fight.combat.defenders, *fight.combat.attackers)
        now = (self._game.state.location[unit] for unit in units)
        return list(dict.fromkeys((fight.place, *(h for h in now if h >= 0))))

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("put", "go on"), ("replay_back", "see it again"), ("back", "back to the map"))

    # -- the rows

    def rows(self, width: int) -> Sequence[Row]:
        fight, game = self._fight, self._game
        words = Words(game.scenario)
        attackers = words.attackers(fight, 4)
        sums = f"{fight.attack} - {fight.defense} = {signed(fight.differential)}"
        head = f"{sentence(attackers)} on {words.units(fight.combat.defenders)}{self._fire_in_words(words)}: {sums}"
        column = f"column {fight.column}, {fight.reason} (7.44)"
        lines: list[Row] = [(Span(head, "bold"), Span(f"   {column}", "dim"))]
        if width_of(lines[0]) > width:
            head = head.replace(sums, sums.replace(" ", HARD))
            lines = [*text_rows(head, width, "bold", hang="    "), *fold_row((Span(column, "dim"),), width)]
        lines.append(RULE)
        lines += [*self._die_rows(width), RULE]
        points = self._point_rows(width)
        points = [row(), *points] if points else []
        fates = [_unit_rows(game, unit, fate, width, lost=lost) for unit, fate, lost in self._fates_of_units()]
        if len(lines) + sum(map(len, fates)) + len(points) > self.room:
            fates = self._fates_without_detail(width)
        return [*lines, *(line for rows in fates for line in rows), *points]

    def _fates_without_detail(self, width: int) -> list[list[Row]]:
        """Return the fate of each unit that fought; displaced units share a line."""
        combat, game = self._fight.combat, self._game
        fought = (-1, *combat.defenders, *combat.attackers)
        fates = list(self._fates_of_units())
        made_way = [unit for unit, _, lost in fates if unit not in fought and not lost]
        shown = [_unit_rows(game, unit, fate, width, lost=lost) for unit, fate, lost in fates if unit not in made_way]
        names = units_listed(game.state.ids(made_way))
        return [*shown, _unit_rows(game, -1, f"displaced: {names}", width, lost=False)] if made_way else shown

    def _fire_in_words(self, words: Words) -> str:
        """Return the defender's fire for a sentence: `, with the fire of unit 73`."""
        combat = self._fight.combat
        support = f"{combat.fire_support} Ground Support" if combat.fire_support else ""
        who = " and ".join(filter(None, (words.units(combat.fire), support)))
        return f", with the fire of {who}" if who else ""

    def _die_rows(self, width: int) -> list[Row]:
        """Return the results that were possible when the attack was declared, and the roll with its effect."""
        fight = self._fight
        effect = text.result_in_words(fight.result, alone=fight.alone, adjacent=bool(fight.combat.attackers))
        faces = [] if self._seen else rolled_faces(self._before, fight, width)
        return [*faces, row(f"The die: {fight.die}. {effect}", "bold")]

    def _fates_of_units(self) -> Iterator[tuple[int, str, bool]]:
        """Yield each unit with its fate and whether it was lost, defenders first; unaffected units are left out."""
        game, fight = self._game, self._fight
        by_unit: dict[int, list[Event]] = {}
        for event in fight.events:
            if isinstance(event, ev.Retreated | ev.Displaced | ev.Advanced | ev.Eliminated | ev.Held):
                by_unit.setdefault(game.scenario.by_id[event.unit.lower()], []).append(event)
        whys = {loss.unit: loss.why for loss in fight.losses}
        order = (*fight.combat.defenders, *fight.combat.attackers, *by_unit)
        for unit in dict.fromkeys(order):
            clauses = [_event_in_words(event, whys.get(unit, "")) for event in by_unit.get(unit, ())]
            if clauses or unit in fight.combat.defenders:
                yield unit, ", then ".join(clauses) or f"stays at {game.state.number(fight.where[unit])}", unit in whys
        idle = [unit for unit in fight.combat.attackers if unit not in by_unit]
        if idle and len(idle) < len(fight.combat.attackers):
            yield -1, f"{Words(game.scenario).units(idle, 5)} stay{'s' * (len(idle) == 1)}", False

    def _point_rows(self, width: int) -> list[Row]:
        """Return the points before and after, with the causes; nothing if they are unchanged."""
        game, before = self._game, self._before
        then, now = queries.totals(before), queries.totals(game)
        if then == now:
            return []
        scores = [
            f"{side.adjective} {old} > {new}" if old != new else f"{side.adjective} {new}"
            for side, old, new in zip(game.scenario.sides, then, now, strict=True)
        ]
        found = changes(queries.account(before), queries.account(game))
        causes = listed([*dict.fromkeys(line.place or cause_of(line) for _, line, _ in found)][:MAX_CAUSES])
        return fold_row((Span(f"Points   {'   '.join(scores)}   ", "bold"), Span(causes)), width)


def _event_in_words(event: Event, why: str) -> str:
    """Return the effect of an event on a unit, as a clause without the unit's name."""
    match event:
        case ev.Retreated(path=path):
            return f"retreats {text.hexes(len(path) - 1)}: {', '.join(path[1:])}"
        case ev.Displaced(path=path):
            return f"is displaced to {', '.join(path[1:])}"
        case ev.Advanced(path=path):
            return f"advances to {path[-1]}"
        case ev.Eliminated(path=path):
            return f"is eliminated at {path[-1]}{because(why)}"
        case _:
            return f"stays at {getattr(event, 'hex', '')}"


def _unit_rows(game: Game, unit: int, fate: str, width: int, *, lost: bool) -> list[Row]:
    """Return the fate of a unit after its name and kind, folded if it is long."""
    name: Row = counter_spans(game, unit, strengths=0)[:2] if unit >= 0 else (Span(" " * 11),)
    room = width - width_of(name) - 2
    first, *rest = fold_row((Span(fate, "danger" if lost else ""),), room)
    return [(*name, Span("  "), *first), *((Span(" " * (width - room)), *line) for line in rest)]
