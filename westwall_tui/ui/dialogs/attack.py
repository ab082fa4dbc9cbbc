"""The attack box: who attacks whom, with all the arithmetic."""

from collections.abc import Sequence
from itertools import combinations

from westwall_tui.engine import planning
from westwall_tui.engine.orders import Attack
from westwall_tui.ui.dialogs.checklist import ChecklistDialog, Item, text_of_dice
from westwall_tui.ui.dialogs.remedies import remedy, support_note
from westwall_tui.ui.terminal.dialog import Desk
from westwall_tui.ui.terminal.rows import Row, cut, row
from westwall_tui.ui.words import combat as text


class AttackDialog(ChecklistDialog):
    """Who attacks whom, and what comes of it. A key of its own declares it."""

    title = "Attack"
    about = "attack"

    def __init__(self, desk: Desk, defenders: Sequence[int], *, unit: int = -1, plan: bool = False) -> None:
        """`unit` takes part from the start. A `plan` only previews the attack, before the Combat Phase."""
        super().__init__(desk)
        self.plan = plan
        if plan:
            self.title = "Attack plan"
        self.first = tuple(defenders)
        self._seen: tuple[str, planning.Preview | None] = ("", None)
        self.chosen = set(planning.suggested(desk.game, self.first, unit)) | set(defenders[1:])
        if not plan:
            self._take_plan(unit)
        if unit in planning.candidates(desk.game, self.first).guns:
            self.chosen.add(unit)
        if not plan:
            self._draw_in()

    def _take_plan(self, unit: int) -> None:
        """Begin with those whom the player's plan takes in, and `unit`, as far as they can take part."""
        planned, support = self.desk.planned(self.first[0])
        before, self.chosen = self.chosen, {*planned, unit}
        items = self.items()
        able = self.chosen & {item.unit for item in items}
        if any(item.unit in planned for item in items if item.kind in ("unit", "gun")):
            self.chosen, self.support = able, min(support, self.points_left())
        else:
            self.chosen = before

    def _draw_in(self) -> None:
        """7.11: enemies that nobody else could attack are in from the start, if all the attackers touch them."""
        game, before = self.desk.game, self.chosen
        others = planning.candidates(game, self.first[:1]).others
        for count in range(len(others) + 1):
            for more in combinations(others, count):
                self.chosen = before | set(more)
                if self.chosen <= {item.unit for item in self.items()} and game.explain(self.order()) is None:
                    return
        self.chosen = before

    @property
    def defenders(self) -> tuple[int, ...]:
        """The units under attack."""
        others = planning.candidates(self.desk.game, self.first[:1]).others
        return tuple(dict.fromkeys((self.first[0], *(e for e in others if e in self.chosen))))

    def items(self) -> Sequence[Item]:
        found = planning.candidates(self.desk.game, self.defenders)
        together = planning.candidates(self.desk.game, self.first[:1]).others
        return (
            *(Item(u, "unit") for u in found.attackers),
            *(Item(u, "gun") for u in found.guns),
            *([Item(-1, "support")] if found.support else []),
            *(Item(u, "also") for u in together),
        )

    def does(self) -> Sequence[tuple[str, str]]:
        if self.plan:
            return ()
        found = self.preview()
        allowed = found is not None and found.refusal is None
        return (("declare", "declare" if allowed else "not allowed"),)

    def points_left(self) -> int:
        return planning.candidates(self.desk.game, self.defenders).support

    def _adds(self, item: Item) -> str:
        game = self.desk.game
        counter = game.state.units[item.unit]
        if item.kind == "also":
            return "attack too"
        what = " barrage" if item.kind == "gun" else " adjacent" if counter.is_artillery else ""
        return f"{planning.attack_points(game, item.unit):>2}{what}"

    def order(self) -> Attack:
        """The attack as it stands."""
        ids = self.desk.game.state.ids
        items = self.items()

        def of(kind: str) -> tuple[str, ...]:
            return ids([i.unit for i in items if i.kind == kind and i.unit in self.chosen])

        return Attack(of("unit"), ids(self.defenders), of("gun"), self.support)

    def preview(self) -> "planning.Preview | None":
        """What the attack as it stands would bring."""
        order = self.order()
        if str(order) != self._seen[0]:
            self._seen = (str(order), planning.preview(self.desk.game, order))
        return self._seen[1]

    def act(self, action: str) -> bool:
        if action == "declare":
            self._declare()
            return True
        if action == "help" and (found := self.preview()) is not None and found.refusal is not None:
            self.desk.show_page(f"rules:{found.refusal.case}")
            return True
        if action == "put_all":
            near = planning.candidates(self.desk.game, self.defenders).attackers
            self.chosen |= set(near)
            self.desk.refresh_dialog()
            return True
        return super().act(action)

    def _toggle(self) -> None:
        super()._toggle()
        items = self.items()
        present = {item.unit for item in items}
        self.chosen &= present
        self.at = min(self.at, len(items) - 1)
        self.support = min(self.support, self.points_left())

    def _declare(self) -> None:
        found = self.preview()
        if self.plan:
            key = self.desk.key
            here = f"{key('back')}, then {key('confirm')} on the enemy: attack it"
            later = "You declare attacks in the Combat Phase"
            self.desk.say(f"This is only a plan. {here if self.desk.game.prompt.kind == 'combat' else later}")
        elif found is not None and found.refusal is None:
            order = self.order()
            self.desk.close()
            self.desk.apply(order)
        elif found is not None and found.refusal is not None:
            self.desk.refuse(found.refusal, remedy(self.desk.game, found.refusal))

    def hexes(self) -> Sequence[int]:
        state = self.desk.game.state
        near = [item.unit for item in self.items() if item.kind == "unit" and item.unit in self.chosen]
        return [state.location[unit] for unit in (*self.defenders, *near)]

    def rows(self, width: int) -> Sequence[Row]:
        game = self.desk.game
        board = game.scenario.board
        found = self.preview()
        defenders = self.defenders
        right = []
        for unit in defenders:
            counter = game.state.units[unit]
            right.append(f"{counter.id:<7} {counter.strength!s:<9} {-counter.strength.defense:>3}")
            right.append(f"  at {board.describe(game.state.location[unit])}")
        back = self.hint(width, ("back", "back to the map"))
        if found is None:
            return self._filled(self._list(right), back)
        if not self.items():
            nobody = "No adjacent unit and no artillery in range can attack it."
            return self._filled([*self._list(right), row(nobody[:width])], back)
        if found.fire:
            right.append(f"their fire up to {-found.fire:>4}")
        lines = [*self._list(right), self._rule(width), *self._sum(found, width)]
        support = (("more less", "support"),) if self.points_left() else ()
        keys = (*self.does(), ("confirm", "add/drop"), ("put_all", "all"), *support, ("back", "back"))
        return self._filled(lines, self.hint(width, *keys))

    def _sum(self, found: planning.Preview, width: int) -> list[Row]:
        game = self.desk.game
        odds, fired = found.odds, found.fire_odds
        alone = planning.attackers_alone(game, self.order())
        sums = text.arithmetic(odds.attack, odds.defense, odds.column)
        fire = f"with their fire {text.signed(fired.differential)}: {fired.column}" if found.fire else ""
        gap = " " * max(2, width - len(sums) - len(fire))
        lines = [
            row(f"{sums}{gap}{fire}"[:width], "bold"),
            row(f"line {odds.line.value}: {found.reason} (7.44)"[:width]),
            *text_of_dice(game, found.fates, found.attacker_fates, odds.results, width, alone=alone),
        ]
        limit = self._limit()
        if limit:
            lines.append(row(limit[:width]))
        refusal = found.refusal if not self.plan else None
        if refusal is None:
            after = f"after this: {text.still_obliged(game, found.still)}"
            return lines + cut(after, width, 2)
        why = f"{refusal.case}: {refusal.reason}. {remedy(self.desk.game, refusal)}".rstrip()
        return lines + cut(why, width, 3, "bold")

    def _limit(self) -> str:
        """`artillery and support 3 of at most 10`, with its case, if the battle sets a limit.

        And why no Ground Support may be used here, though some is left.
        """
        game = self.desk.game
        units = game.state.units
        note = support_note(game, game.state.side, self.defenders)
        if not any(i.kind in ("gun", "support") or units[i.unit].is_artillery for i in self.items()):
            return note
        limit = planning.attack_limit(game, self.order())
        return "; ".join(part for part in (limit, note) if part)
