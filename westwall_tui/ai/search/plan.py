"""The search for a plan: candidates, sweeps, groups, then annealing. A node is one position weighed."""

from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush
from math import log

from westwall_tui.ai.value.view import View
from westwall_tui.engine.dice import Draw

CALM, IN_CONTACT, GUNS_IN_CONTACT = 7, 7, 1
"""Maximum number of candidates of a unit: out of contact, in contact, and for artillery in contact.

Candidates are the best hexes by place and danger.
"""
GROUP_TARGETS, GROUP_SIZE, GROUP_PICKS = 12, 4, 3
FIRST_SWEEP, LEAST = 0.5, 2
"""The first sweep's share of the nodes, which is divided among all units, and the minimum candidates of a unit."""
ASK_EVERY = 64
"""Nodes between two checks of the clock."""
HOTTEST, COLDEST = 1.5, 0.08
"""The first and the last temperature of the annealing, in points."""
EPSILON = 1e-9


class PlanSearch:
    """A search for the best plan of a phase, on a budget of nodes."""

    def __init__(
        self,
        view: View,
        nodes: int,
        draw: Draw,
        *,
        groups: bool = True,
        anneal: float = 0.0,
        stop: Callable[[], bool] = bool,
    ) -> None:
        """Begin a search. `anneal` is annealing's share of the budget. `stop` returns True to stop at once."""
        self.stop = stop
        self.view, self.left, self.draw = view, nodes, draw
        self.with_groups, self.anneal = groups, anneal
        self.units = sorted(view.options, key=lambda unit: (-view.goals.worth[unit], unit))
        self.each = max(int(FIRST_SWEEP * nodes * (1 - anneal) / max(len(self.units), 1)), LEAST)
        self.candidates = {unit: self._candidate_hexes(unit) for unit in self.units}
        self.nodes = 0
        self._hurried = False

    def hurry(self) -> None:
        """Settle for the best plan so far. Another thread may call this during `run`."""
        self._hurried = True
        self.left = 0

    def run(self) -> None:
        """Search, and leave the view with the best plan found."""
        annealing_nodes = int(self.left * self.anneal)
        self.left -= annealing_nodes
        if self.with_groups:
            self.land_together()
        self.sweep()
        if self.with_groups:
            self.sweep_groups()
        better = True
        while better and self.left > 0:
            before = self.view.parts.total
            self.sweep(wild=3)
            if self.with_groups:
                self.sweep_groups()
            better = self.view.parts.total > before + EPSILON
        self.left += 0 if self._hurried else annealing_nodes
        if annealing_nodes and self.left > 0:
            self.anneal_all()

    def _candidate_hexes(self, unit: int) -> list[int]:
        view = self.view
        calm, contact, off = [], [], []
        for h in view.options[unit]:
            if h < 0:
                off.append(h)
                continue
            near = view.near(h)
            if near:
                promise = max(view.goals.gain[view.position.where[foe]] + 0.2 * view.goals.worth[foe] for foe in near)
                contact.append((-(view.place(unit, h) + promise - 0.3 * len(near)), h))
            else:
                calm.append((-view.place(unit, h), h))
        most = GUNS_IN_CONTACT if view.position.gun[unit] else IN_CONTACT
        places = self._cheapest_hexes(unit, calm, min(CALM, self.each))
        fights = self._cheapest_hexes(unit, contact, min(most, self.each))
        found = off
        for i in range(max(len(places), len(fights))):
            found += places[i : i + 1] + fights[i : i + 1]
        found = found[: self.each]
        home = view.home[unit]
        if home in view.options[unit] and home not in found:
            found.append(home)
        return found

    def _cheapest_hexes(self, unit: int, costs: list[tuple[float, int]], most: int) -> list[int]:
        """Return the `most` hexes with the lowest cost plus danger.

        Danger takes long to calculate and only adds to the cost, so it is calculated for as few hexes as possible.
        """
        heap = [(cost, h, False) for cost, h in costs]
        heapify(heap)
        found: list[int] = []
        while heap and len(found) < most:
            cost, h, whole = heappop(heap)
            if whole:
                found.append(h)
            else:
                heappush(heap, (cost + self.view.fear * self.view.danger(unit, h), h, True))
        return found

    def _keep_if_better(self, changes: Sequence[tuple[int, int]], more_than: float) -> bool:
        """Make a change, and keep it if that raises the value of the plan. Return True if it is kept."""
        self.left -= 1
        self.nodes += 1
        saved = self.view.change(changes, more_than)
        if self.view.parts.total > more_than + EPSILON:
            return True
        self.view.restore(saved)
        return False

    def sweep(self, wild: int = 0) -> None:
        """Give each unit in turn its best candidate.

        With `wild`, that many hexes drawn from all in its reach are candidates.
        """
        view = self.view
        for unit in self.units:
            if self.left <= 0 or self.stop():
                return
            hexes: Iterable[int] = self.candidates[unit]
            options = view.options[unit]
            if wild and len(options) > wild:
                hexes = [*hexes, *(self.draw.pick(options) for _ in range(wild))]
            best = view.parts.total
            for h in hexes:
                if h == view.position.where[unit] or (h >= 0 and view.position.at[h] >= 0):
                    continue
                if self._keep_if_better([(unit, h)], best):
                    best = view.parts.total

    # -- landings: each unit takes the best free hex, and stays there

    def land_together(self) -> None:
        """Land all units, each in the best hex that the others have left; or none if the plan would be worth less."""
        view = self.view
        landing = [unit for unit in self.units if unit in view.landing and view.position.where[unit] < 0]
        before, undo = view.parts.total, []
        for unit in landing:
            vacant = [(-view.place(unit, h), h) for h in view.options[unit] if h >= 0 and view.position.at[h] < 0]
            for h in self._cheapest_hexes(unit, vacant, 1):
                self.left -= 1
                self.nodes += 1
                undo.append(view.change([(unit, h)]))
                if h not in self.candidates[unit]:
                    self.candidates[unit].append(h)
        if view.parts.total < before:
            while undo:
                view.restore(undo.pop())

    # -- groups: one unit that steps up to an enemy looks bad, three together look good

    def sweep_groups(self) -> None:
        """Bring up units one by one to each of the most valuable enemies. Keep as many as improve the plan."""
        view = self.view
        near: dict[int, list[int]] = {}
        for unit in self.units:
            for h in view.options[unit]:
                if h >= 0 and not view.position.gun[unit]:
                    near.setdefault(h, []).append(unit)
        for special in view.goals.group_targets(view):
            if self.left <= 0 or self.stop():
                return
            self._bring_up([h for h, _ in special], near)
        position, land = view.position, view.position.land
        worth = {
            foe: view.goals.worth[foe] + view.goals.gain[position.where[foe]] - 0.5 * view.room(foe)
            for foe in view.foes
            if any(h in near for h in land.zone[position.where[foe]])
        }
        for foe in sorted(worth, key=lambda foe: (-worth[foe], foe))[:GROUP_TARGETS]:
            if self.left <= 0 or self.stop():
                return
            self._bring_up(land.zone[position.where[foe]], near)

    def _bring_up(self, hexes: Sequence[int], near: dict[int, list[int]]) -> None:
        view = self.view
        attack = view.position.attack
        best = view.parts.total
        kept = 0
        group: set[int] = set()
        undo = []
        for _ in range(GROUP_SIZE):
            found: tuple[float, list[tuple[int, int]]] | None = None
            for h in hexes:
                if view.position.at[h] >= 0:
                    continue
                able = [u for u in near.get(h, ()) if u not in group and view.position.where[u] != h]
                able.sort(key=lambda u: (-attack[u], u))
                for unit in able[:GROUP_PICKS]:
                    if self.left <= 0:
                        break
                    self.left -= 1
                    self.nodes += 1
                    saved = view.change([(unit, h)], -1e18 if found is None else found[0])
                    total = view.parts.total
                    view.restore(saved)
                    if found is None or total > found[0] + EPSILON:
                        found = total, [(unit, h)]
            if found is None:
                break
            undo.append(view.change(found[1]))
            group.add(found[1][0][0])
            if found[0] > best + EPSILON:
                best, kept = found[0], len(undo)
        while len(undo) > kept:
            view.restore(undo.pop())

    # -- annealing

    def anneal_again(self, nodes: int, hottest: float) -> None:
        """Change the view's plan at random again, with a first temperature of `hottest` points."""
        if not self._hurried:
            self.left = nodes
            self.anneal_all(hottest)

    def anneal_all(self, hottest: float = HOTTEST) -> None:
        """Change the plan at random, and accept worse plans less and less often. End with the best plan met."""
        view, draw = self.view, self.draw
        movable = [unit for unit in self.units if len(view.options[unit]) > 1]
        if not movable:
            return
        best = view.parts.total
        kept = [(unit, view.position.where[unit]) for unit in movable]
        span = self.left
        while self.left > 0:
            if self.left % ASK_EVERY == 0 and self.stop():
                break
            temperature = hottest * (COLDEST / hottest) ** (1 - self.left / span)
            changes = self._random_change(movable)
            self.left -= 1
            if not changes:
                continue
            self.nodes += 1
            before = view.parts.total
            chance = log((draw.below(1 << 20) + 1) / (1 << 20))
            bar = before + temperature * round(chance, 6)  # rounded, so that every machine agrees
            saved = view.change(changes, bar)
            after = view.parts.total
            if after <= bar:
                view.restore(saved)
                continue
            if after > best + EPSILON:
                best = after
                kept = [(unit, view.position.where[unit]) for unit in movable]
        view.change([(unit, h) for unit, h in kept if view.position.where[unit] != h])
        self.left += 2 * len(self.units)  # for a last sweep, not counted in the annealing
        self.sweep()

    def _random_change(self, movable: Sequence[int]) -> list[tuple[int, int]]:
        view, draw = self.view, self.draw
        unit = draw.pick(movable)
        here = view.position.where[unit]
        kind = draw.below(10)
        if kind == 0:
            h = draw.pick(view.options[unit])
        elif kind == 1 and view.home[unit] in view.options[unit]:
            h = view.home[unit]
        else:
            h = draw.pick(self.candidates[unit])
        if h == here:
            return []
        if h < 0:
            return [(unit, h)]
        other = view.position.at[h]
        if other < 0:
            return [(unit, h)]
        if other not in self.candidates:
            return []
        if here >= 0 and here in view.options[other]:
            return [(unit, h), (other, here)]
        away = draw.pick(self.candidates[other])
        if away in (h, here) or (away >= 0 and view.position.at[away] >= 0):
            return []
        return [(unit, h), (other, away)]
