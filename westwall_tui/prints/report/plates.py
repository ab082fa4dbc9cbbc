"""The maps of a report: the end, both sides of each turning point, and each place where something happened."""

from collections.abc import Collection, Iterator, Sequence

from westwall_tui.engine import events as ev
from westwall_tui.engine import queries
from westwall_tui.engine.state import State
from westwall_tui.engine.words import count, with_stop
from westwall_tui.history.course import Swing
from westwall_tui.history.record import Fight, Loss, PlayerTurn
from westwall_tui.history.story import PointsMoved, Story
from westwall_tui.history.words import opening
from westwall_tui.prints.drawing import clean
from westwall_tui.prints.report.maps import Maps, MapWindow
from westwall_tui.prints.report.styles import SideStyles

MOST = 0.92
"""Share of the units that the map of the end shows; the others are counted."""
THICK = 5
"""Maximum distance, in hexes, between events at the same place."""
PLACES = 3
"""Maximum number of places in a Player-Turn that get a map."""
MANY_TURNS = 21
"""Number of Game-Turns above which only every second one has a thumbnail."""
CIRCLED = "①②③④⑤"
Way = ev.Moved | ev.Entered | ev.Exited
"""Moves that are drawn as arrows."""
Pushed = ev.Retreated | ev.Displaced | ev.Advanced
"""Moves after a combat that are drawn as arrows."""


class Plates:
    """The maps of a game, with their captions."""

    def __init__(self, story: Story, colors: SideStyles) -> None:
        self.story, self.history, self.words = story, story.history, story.words
        self.colors = colors
        self.scenario, self.board = self.history.scenario, self.history.scenario.board
        self.maps = Maps(self.scenario, colors, queries.boundaries(self.history.end.root()))
        self.far = self.board.grid.distance

    # -- the end, and the strip

    def end(self) -> str:
        """Return the map of the last position, cropped to most of the units and the places that score."""
        maps, history = self.maps, self.history
        last = history.turns[-1] if history.turns else None
        state = last.after if last else history.end.state
        units = [h for h in state.location if h >= 0]
        spots = [maps.xy(h) for h in units]
        x, y = (sorted(each)[len(each) // 2] if each else 0 for each in zip(*spots, strict=True)) if spots else (0, 0)
        near = sorted(units, key=lambda h: max(abs(maps.xy(h)[0] - x) / 1.5, abs(maps.xy(h)[1] - y)))
        places = [h for place in last.ended.places.values() for h in place.hexes[:8]] if last else []
        view = maps.view([*near[: max(1, round(len(near) * MOST))], *places], pad=1.1)
        away = sum(not view.holds(spot) for spot in spots)
        turn = last.turn if last else state.turn
        lost = [loss for loss in history.losses if loss.turn == turn]
        label = f"Map: the position at the end, {count(len(units), 'unit')}"
        picture = maps.picture(view, state, label, over=self._draw_crosses(lost, state), spill=0.4)
        square, round_ = self.words.adjectives[self.colors.square], self.words.adjectives[1 - self.colors.square]
        when = f"at the end of Game-Turn {turn}" if last else "at the start"
        caption = [
            f"This is the position {when}. Square counters are {square}, and round counters are {with_stop(round_)}"
        ]
        caption += ["Crosses mark units that were lost on the last turn."] if lost else []
        caption += (
            [f"{opening(away, 'unit')} {'is' if away == 1 else 'are'} beyond the edges of this map."] if away else []
        )
        return f'<figure class="hero">{picture}<figcaption>{clean(" ".join(caption))}</figcaption></figure>'

    def strip(self) -> str:
        """Return thumbnails of the end of each Game-Turn, as links."""
        ends = {turn.turn: turn for turn in self.history.turns}
        if not ends:
            return ""
        view = self.maps.view(sorted({h for turn in ends.values() for h in turn.after.location if h >= 0}), pad=0.8)
        every = 1 if len(ends) <= MANY_TURNS else 2
        numbers: dict[int, str] = {}
        for swing in self.story.swings:
            numbers[swing.turn.turn] = numbers.get(swing.turn.turn, "") + CIRCLED[swing.number - 1]
        cells = []
        for number, turn in ends.items():
            if (max(ends) - number) % every:
                continue
            points = f": {turn.points[0]} : {turn.points[1]}" if self.story.has_points else ""
            mark = f" <b>{numbers[number]}</b>" if number in numbers else ""
            picture = self.maps.thumbnail(view, turn.after)
            cells.append(f'<a href="#t{number}">{picture}Turn {number}{points}{mark}</a>')
        square, round_ = self.words.adjectives[self.colors.square], self.words.adjectives[1 - self.colors.square]
        points = f", with the points ({self.words.adjectives[0]} first)" if self.story.has_points else ""
        caption = (
            f"These maps show the end of {'each' if every == 1 else 'every second'} Game-Turn{points}. Squares are "
            f"{square} units, and dots are {round_} units. Each map links to its turn."
        )
        return f'<figure><div class="strip">{"".join(cells)}</div><figcaption>{clean(caption)}</figcaption></figure>'

    # -- a turning point

    def swing(self, swing: Swing, cause: PointsMoved, fights: Sequence[Fight]) -> str:
        """Return maps of a turning point: its moves and attacks, and its result.

        Return one map if there was no combat.
        """
        turn, maps = swing.turn, self.maps
        exits = turn.all(ev.Exited) if cause.exits and not fights else []
        view = maps.view(self._hexes_in_focus(turn, cause, fights, exits), least=(8, 5), pad=1.3)
        fought = {unit for fight in fights for unit in fight.where}
        moved = {unit for unit, h in enumerate(turn.began.state.location) if h != turn.after.location[unit]}
        bright = moved | fought | set(cause.units)
        rings = "".join(maps.ring(turn.after.location[unit]) for unit in cause.units)
        only = {event.unit for event in exits} or None
        start = turn.assembled if turn.assembled is not None and fights else turn.after
        before = maps.picture(
            view,
            start,
            f"Map: {self.words.when(turn)}, moves and attacks",
            bright=bright,
            under=self._draw_moves(turn, view, only),
            over=self._draw_strikes(fights) + self._names_of_exits(turn) + ("" if fights else rings),
            numbered=[fight.place for fight in fights],
            spill=0.15 if fights else 0.5,
        )
        dashed = "Dashed rings mark the units that scored the points."
        if not fights:
            arrows = "The arrows show the units that exited." if exits else "The arrows show the moves of the turn."
            caption = f"<figcaption>{dashed if cause.units else arrows}</figcaption>"
            return f'<figure class="one">{before}{caption}</figure>'
        after = maps.picture(
            view,
            turn.after,
            f"Map: {self.words.when(turn)}, after the combats",
            bright=bright,
            ghosts=self._units_lost_from_map(turn.losses, turn.after),
            under=self._draw_retreats(turn, view),
            over=rings + self._draw_crosses(turn.losses, turn.after),
            spill=0.15,
        )
        return (
            f'<div class="two"><figure>{before}<figcaption>Moves and attacks</figcaption></figure>'
            f"<figure>{after}<figcaption>{dashed if cause.units else 'The result'}</figcaption></figure></div>"
        )

    def _hexes_in_focus(
        self, turn: PlayerTurn, cause: PointsMoved, fights: Sequence[Fight], exits: Sequence[ev.Exited]
    ) -> Collection[int]:
        """Return the hexes that the maps of a turning point must show: the center of action, not the whole board."""
        focus = [*cause.hexes, *(h for fight in fights for h in fight.where.values())]
        if exits:
            return [*focus, *(self.board.hex(number) for event in exits for number in (event.path[0], event.path[-1]))]
        focus = focus or [self.board.hex(event.path[-1]) for event in turn.all(ev.Moved)]
        focus = focus or [h for h in turn.after.location if h >= 0]
        if not focus:
            return []
        heart = max(focus, key=lambda a: (sum(self.far(a, b) <= THICK for b in focus), -a))
        return [h for h in focus if self.far(h, heart) <= THICK]

    # -- a Player-Turn

    def places(self, turn: PlayerTurn) -> Iterator[tuple[str, Sequence[Fight]]]:
        """Yield a map for each place where something happened in a Player-Turn, with the combats on it."""
        maps = self.maps
        moved = {unit for unit, h in enumerate(turn.began.state.location) if h != turn.after.location[unit]}
        bright = moved | {unit for fight in turn.fights for unit in fight.where}
        for group in self._groups_of_hexes(turn)[:PLACES]:
            view = maps.view(group, least=(6, 5), pad=1.6)

            def inside(h: int, view: MapWindow = view) -> bool:
                return view.holds(maps.xy(h))

            fights = [fight for fight in turn.fights if any(inside(fight.where[u]) for u in fight.combat.defenders)]
            lost = [loss for loss in turn.losses if inside(loss.hex)]
            name = self.words.around(group) or self.board.number(group[0])
            side = self.words.adjectives[turn.side]
            label = f"Map, turn {turn.turn}, {side}, around {name}: {count(len(fights), 'combat')}, {len(lost)} lost"
            badges = "".join(maps.badge(fight.place, fight.number) for fight in fights)
            picture = maps.picture(
                view,
                turn.after,
                label,
                bright=bright,
                ghosts=self._units_lost_from_map(lost, turn.after),
                under=self._draw_moves(turn, view) + self._draw_retreats(turn, view),
                over=badges + self._draw_crosses(lost, turn.after) + self._names_of_exits(turn),
            )
            caption = f"<figcaption>The end of the Player-Turn around {clean(name)}</figcaption>"
            yield f"<figure>{picture}{caption}</figure>", fights

    def _groups_of_hexes(self, turn: PlayerTurn) -> list[list[int]]:
        """Return the hexes of combats, losses and exits by place, the largest place first.

        If there are none, return the hexes of most moves.
        """
        board = self.board
        keys = [fight.where[unit] for fight in turn.fights for unit in fight.combat.defenders]
        keys += [loss.hex for loss in turn.losses]
        keys += [board.hex(event.path[-1]) for event in turn.all(ev.Exited)]
        if not keys:
            ends = [board.hex(event.path[-1]) for event in turn.all(ev.Moved)]
            ends += [board.hex(event.path[-1]) for event in turn.all(ev.Entered)]
            ends += [board.hex(event.hex) for event in turn.all(ev.Landed)]
            if not ends:
                return []
            heart = max(ends, key=lambda a: (sum(self.far(a, b) < THICK for b in ends), -a))
            keys = [h for h in ends if self.far(h, heart) < THICK]
        groups: list[list[int]] = []
        for h in keys:
            near = [group for group in groups if any(self.far(h, other) <= THICK for other in group)]
            groups = [group for group in groups if group not in near]
            groups.append([h, *(other for group in near for other in group)])
        return sorted(groups, key=len, reverse=True)

    # -- signs

    def _draw_moves(self, turn: PlayerTurn, view: MapWindow, only: Collection[str] | None = None) -> str:
        """Draw the moves of a Player-Turn that a window shows."""
        ways = [event for entry in turn.entries for event in entry.events if isinstance(event, Way)]
        parts = []
        for track, event in enumerate(ways):
            hexes = self._hexes_of_path(event.path)
            if (only is None or event.unit in only) and self._any_in_view(hexes, view):
                edge = event.edge if isinstance(event, ev.Exited) else ""
                parts.append(self.maps.arrow(hexes, self.colors.kinds[turn.side], track, edge=edge))
        return "".join(parts)

    def _draw_retreats(self, turn: PlayerTurn, view: MapWindow) -> str:
        """Draw the retreats, displacements and advances that a window shows."""
        parts = []
        for event in (event for entry in turn.entries for event in entry.events if isinstance(event, Pushed)):
            hexes = self._hexes_of_path(event.path)
            if self._any_in_view(hexes, view):
                side = self.scenario.units[self.scenario.by_id[event.unit.lower()]].side
                dashed = not isinstance(event, ev.Advanced)
                parts.append(self.maps.arrow(hexes, self.colors.kinds[side], 2, dashed=dashed))
        return "".join(parts)

    def _hexes_of_path(self, numbers: Sequence[str]) -> Sequence[int]:
        return [self.board.hex(number) for number in numbers]

    def _any_in_view(self, hexes: Sequence[int], view: MapWindow) -> bool:
        return any(view.holds(self.maps.xy(h)) for h in hexes)

    def _draw_strikes(self, fights: Sequence[Fight]) -> str:
        return "".join(
            self.maps.strike(fight.where[a], fight.where[d])
            for fight in fights
            for d in fight.combat.defenders
            for a in fight.combat.attackers
            if self.far(fight.where[a], fight.where[d]) == 1
        )

    def _names_of_exits(self, turn: PlayerTurn) -> str:
        """Draw the names of units where they exited."""
        seen: dict[str, int] = {}
        parts = []
        for event in turn.all(ev.Exited):
            at = event.path[-1]
            above = seen[at] = seen.get(at, -1) + 1
            parts.append(self.maps.word(self.board.hex(at), f"{event.unit} off", above))
        return "".join(parts)

    def _draw_crosses(self, losses: Sequence[Loss], state: State) -> str:
        return "".join(
            self.maps.cross(loss.hex, loss.unit, taken=state.occupant(loss.hex) is not None) for loss in losses
        )

    def _units_lost_from_map(self, losses: Sequence[Loss], state: State) -> Sequence[tuple[int, int]]:
        return [(loss.unit, loss.hex) for loss in losses if state.occupant(loss.hex) is None]
