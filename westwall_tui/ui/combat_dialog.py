"""The dialogs of a combat: declaring it with its whole arithmetic, the defender's fire, a die that is typed in."""

from collections.abc import Sequence
from textwrap import wrap
from typing import ClassVar, NamedTuple

from westwall_tui.engine import planning
from westwall_tui.engine.events import Eliminated, Event, Retreated, Rolled
from westwall_tui.engine.orders import Attack, Fire, IllegalOrder, Roll
from westwall_tui.ui import combat_text as text
from westwall_tui.ui.dialog import Desk, Dialog
from westwall_tui.ui.rows import Row, Span, row

LEFT, RIGHT = 42, 25
"""Width of the list of those who may take part, and of the other side beside it."""
SHOWN = 8
"""Lines of the list at most; it scrolls beyond."""
FATES = 3
"""Defenders whose room for retreat is told; more are counted."""


LOOK_UP = (("back", "back"), ("help", "help"), ("tables", "tables"))
"""Keys that the footer shows behind a combat dialog's own, if there is room."""


class Item(NamedTuple):
    """A line of a dialog's list: a unit that may take part, or with `unit` -1 the Ground Support."""

    unit: int
    kind: str
    """`unit`, `gun`, `also` (a further defender), `support`."""


class _Choosing(Dialog):
    """A list whose lines are put in and out, with a cursor."""

    enters = ""
    """What Enter does, in a word."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.chosen: set[int] = set()
        self.support = 0
        self.at = 0
        self._tallest = 0

    def items(self) -> Sequence[Item]:
        """The lines of the list."""
        raise NotImplementedError

    def points_left(self) -> int:
        """Ground Support Points that may be used."""
        raise NotImplementedError

    def act(self, action: str) -> bool:
        if action in ("north", "previous", "south", "next"):
            count = len(self.items())
            self.at = (self.at + (1 if action in ("south", "next") else -1)) % count if count else 0
        elif action == "skip":
            self._toggle()
        elif action == "help":
            self.desk.show_page("help")
            return True
        elif action in ("larger", "goto", "smaller"):
            self.support = min(max(self.support + (-1 if action == "smaller" else 1), 0), self.points_left())
        else:
            return False
        self.desk.refresh_dialog()
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        support = (("larger", ""), ("smaller", "support")) if self.points_left() else ()
        return (("north", ""), ("south", "line"), ("skip", "in/out"), *support, ("confirm", self.enters), *LOOK_UP)

    def _toggle(self) -> None:
        items = self.items()
        if not items:
            return
        item = items[self.at]
        if item.kind == "support":
            self.support = 0 if self.support else self.points_left()
        else:
            self.chosen ^= {item.unit}

    def _list(self, right: Sequence[str]) -> list[Row]:
        """The list, scrolled to its cursor, with the other side at its right."""
        items = self.items()
        first = max(0, min(self.at - SHOWN // 2, len(items) - SHOWN))
        lines = []
        for i in range(max(min(len(items), SHOWN), len(right))):
            at = first + i
            here = at < len(items) and i < SHOWN
            told = self._line(items[at]) if here else ""
            style = "reverse" if here and at == self.at else ""
            pointer = ">" if style else " "
            beside = f" | {right[i][:RIGHT]}" if i < len(right) else ""
            lines.append((*_span(f"{pointer}{told}".ljust(LEFT), style), Span(beside)))
        return lines

    def _line(self, item: Item) -> str:
        state = self.desk.game.state
        if item.kind == "support":
            return f"[{self.support}] Ground Support, {self.points_left()} to use (+ -)"
        counter = state.units[item.unit]
        box = "[x]" if item.unit in self.chosen else "[ ]"
        number = state.number(state.location[item.unit])
        return f"{box} {counter.id:<7} {counter.strength!s:<11} {number} {self._adds(item)}"

    def _adds(self, item: Item) -> str:
        raise NotImplementedError

    def _filled(self, rows: list[Row], keys: str) -> list[Row]:
        """The rows with the keys at the bottom, and never fewer than before."""
        self._tallest = max(self._tallest, len(rows))
        return [*rows, *[row()] * (self._tallest - len(rows)), row(keys, "bold")]


def _span(told: str, style: str) -> Row:
    return row(told, style)


# -- the attack


class AttackDialog(_Choosing):
    """Who attacks whom, and what that means; Enter declares it."""

    title = "Attack"
    enters = "attack"

    def __init__(self, desk: Desk, defenders: Sequence[int], *, unit: int = -1, plan: bool = False) -> None:
        """`unit` takes part from the start. A `plan` only shows what would be, before the Combat Phase."""
        super().__init__(desk)
        self.plan = plan
        if plan:
            self.title, self.enters = "Plan of an attack", "close"
        self.first = tuple(defenders)
        self._seen: tuple[str, planning.Preview | None] = ("", None)
        self.chosen = set(self._suggested(unit)) | set(defenders[1:])
        if unit in planning.candidates(desk.game, self.first).guns:
            self.chosen.add(unit)

    def _suggested(self, unit: int) -> Sequence[int]:
        """The adjacent units to begin with: all if that is allowed, else those who have no other enemy, and `unit`."""
        game = self.desk.game
        near = planning.candidates(game, self.first).attackers
        ground = [u for u in near if not game.state.units[u].is_artillery]
        for group in (near, ground):
            if group and not game.explain(self._order(group)):
                return group
        bound = [u for u in ground if not self._has_another(u)]
        return sorted({*bound, *([unit] if unit in near else [])}) or ground

    def _has_another(self, unit: int) -> bool:
        """Whether a unit could attack a further enemy alone."""
        others = planning.candidates(self.desk.game, self.first).others
        return any(unit in planning.candidates(self.desk.game, (enemy,)).attackers for enemy in others)

    @property
    def defenders(self) -> tuple[int, ...]:
        """Those under attack."""
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

    def points_left(self) -> int:
        return planning.candidates(self.desk.game, self.defenders).support

    def _adds(self, item: Item) -> str:
        game = self.desk.game
        counter = game.state.units[item.unit]
        if item.kind == "also":
            return "attack too"
        what = " barrage" if item.kind == "gun" else " adjacent" if counter.is_artillery else ""
        return f"{text.attack_points(counter):>2}{what}"

    def _order(self, units: Sequence[int]) -> Attack:
        ids = self.desk.game.state.ids
        return Attack(ids(tuple(units)), ids(self.first), (), 0)

    def order(self) -> Attack:
        """The attack as it stands."""
        ids = self.desk.game.state.ids
        items = self.items()

        def of(kind: str) -> tuple[str, ...]:
            return ids([i.unit for i in items if i.kind == kind and i.unit in self.chosen])

        return Attack(of("unit"), ids(self.defenders), of("gun"), self.support)

    def preview(self) -> "planning.Preview | None":
        """What the attack as it stands would be."""
        order = self.order()
        if str(order) != self._seen[0]:
            self._seen = (str(order), planning.preview(self.desk.game, order))
        return self._seen[1]

    def act(self, action: str) -> bool:
        if action == "confirm":
            self._declare()
            return True
        if action == "help" and (found := self.preview()) is not None and found.refusal is not None:
            self.desk.show_page(f"rules:{found.refusal.case}")
            return True
        if action == "attack":
            near = planning.candidates(self.desk.game, self.defenders).attackers
            self.chosen = self.chosen - set(near) if self.chosen.issuperset(near) else self.chosen | set(near)
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
            self.desk.close()
        elif found is not None and found.refusal is None:
            order = self.order()
            self.desk.close()
            tell_die(self.desk, self.desk.apply(order))
        elif found is not None and found.refusal is not None:
            self.desk.refuse(found.refusal, remedy(found.refusal))

    def hexes(self) -> Sequence[int]:
        state = self.desk.game.state
        return [state.location[unit] for unit in self.defenders]

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
        if found is None:
            return self._filled(self._list(right), "Esc back")
        if not self.items():
            nobody = "No unit is next to it, and no artillery that may fire is in range."
            return self._filled([*self._list(right), row(nobody[:width])], "Esc back")
        if found.fire:
            right.append(f"their fire up to {-found.fire:>4}")
        told = [*self._list(right), row("-" * width), *self._sum(found, width)]
        keys = "Enter closes" if self.plan else "Enter attack" if found.refusal is None else "Enter: not so"
        support = "  + - support" if self.points_left() else ""
        return self._filled(told, f"Space in/out  a all{support}  {keys}  Esc back"[:width])

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
            row(text.dice_row(odds.results)[:width], "bold"),
        ]
        fates = found.fates[:FATES]
        lines += [row(text.defender_fate(game, fate, odds.results, alone=alone)[:width]) for fate in fates]
        if len(found.fates) > FATES:
            lines.append(row(f"and {len(found.fates) - FATES} defenders more"))
        lines.append(row(text.attackers_fate(game, found.attacker_fates, odds.results, alone=alone)[:width]))
        limit = self._limit()
        if limit:
            lines.append(row(limit[:width]))
        refusal = found.refusal if not self.plan else None
        if refusal is None:
            obliged = f"then still obliged: {text.still_obliged(game, found.still)}"
            return lines + [row(line) for line in wrap(obliged, width)[:2]]
        told = f"{refusal.case}: {refusal.reason}. {remedy(refusal)}".rstrip()
        return lines + [row(line, "bold") for line in wrap(told, width)[:3]]

    def _limit(self) -> str:
        """`artillery and support 3 of at most 10 (14.0)`, where the battle has such a limit."""
        game = self.desk.game
        units = game.state.units
        taking = [units[i.unit] for i in self.items() if i.kind in ("unit", "gun") and i.unit in self.chosen]
        ground = sum(counter.strength.attack for counter in taking if not counter.is_artillery)
        limit = planning.artillery_room(game, ground, attacking=True)
        used = sum(counter.strength.barrage for counter in taking if counter.is_artillery) + self.support
        if limit is None or not any(i.kind in ("gun", "support") or units[i.unit].is_artillery for i in self.items()):
            return ""
        return f"artillery and support {used} of at most {limit} ({game.rules.artillery_case})"


REMEDIES: dict[str, str] = {
    "7.11": "Put it in as a further defender, or leave a unit for it.",
    "7.12": "Put it in.",
    "8.31": "Put it in.",
    "14.0": "Take artillery or support out, or ground units in.",
    "8.13": "Put a ground unit in, or attack one enemy.",
    "7.0": "Put a unit in with Space.",
    "7.23": "Take it out, or attack one enemy.",
    "8.12": "Take it out.",
    "8.32": "Take it out.",
}
"""What to do about a refusal of an attack, by case."""


def remedy(refusal: IllegalOrder) -> str:
    """What to do instead, in a sentence; empty when there is nothing to say."""
    return REMEDIES.get(refusal.case, "")


def tell_die(desk: Desk, events: Sequence[Event] | None) -> None:
    """Say in words what the die has given, unless a prompt about its result does."""
    for event in events or ():
        if isinstance(event, Rolled) and desk.game.state.combat is None:
            desk.say(f"Die {event.die}: {event.result}, {text.in_words(event.result)}. {_fates(events or ())}")
            desk.update()


def _fates(events: Sequence[Event]) -> str:
    """What became of the units: retreats and losses in a line."""
    return ". ".join(str(event) for event in events if isinstance(event, Retreated | Eliminated))


# -- the defender's fire


class FireDialog(_Choosing):
    """The attack as declared, and what the defender may add to his defense; Enter gives it."""

    title = "Final Protective Fire"
    enters = "answer"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.guns, self.points = planning.protection(desk.game)

    def items(self) -> Sequence[Item]:
        return (*(Item(u, "gun") for u in self.guns), *([Item(-1, "support")] if self.points else []))

    def points_left(self) -> int:
        return self.points

    def _adds(self, item: Item) -> str:
        return f"{self.desk.game.state.units[item.unit].strength.fpf:>2} FPF"

    def order(self) -> Fire:
        """The answer as it stands."""
        return Fire(self.desk.game.state.ids([u for u in self.guns if u in self.chosen]), self.support)

    def act(self, action: str) -> bool:
        if action == "confirm":
            found = planning.answer(self.desk.game, self.order())
            if found is not None and found.refusal is None:
                self._give(self.order())
            return True
        if action == "southeast":  # the key n: none
            self.chosen.clear()
            self.support = 0
            self.desk.refresh_dialog()
            return True
        return super().act(action)

    def _give(self, order: Fire) -> None:
        self.desk.close()
        tell_die(self.desk, self.desk.apply(order))

    def hexes(self) -> Sequence[int]:
        state = self.desk.game.state
        return [state.location[unit] for unit in state.combat.defenders] if state.combat else []

    def rows(self, width: int) -> Sequence[Row]:
        game = self.desk.game
        combat = game.state.combat
        found = planning.answer(game, self.order())
        if combat is None or found is None:
            return [row("Esc back")]
        ids = game.state.ids
        attackers = ", ".join(ids((*combat.attackers, *combat.barrage)))
        support = f" and {combat.support} Ground Support" if combat.support else ""
        lines = wrap(f"{attackers}{support} attack {', '.join(ids(combat.defenders))}", width)[:2]
        declared = planning.answer(game, Fire())
        before = declared.odds if declared else found.odds
        head = [row(line, "bold") for line in lines]
        head.append(row(f"without fire: {text.arithmetic(before.attack, before.defense, before.column)}"[:width]))
        odds = found.odds
        foot = [
            row("-" * width),
            row(text.arithmetic(odds.attack, odds.defense, odds.column)[:width], "bold"),
            row(f"line {odds.line.value}: {planning.line_reason(game, combat)}"[:width]),
            row(text.dice_row(odds.results)[:width], "bold"),
        ]
        fates = [planning.fate(game, unit) for unit in combat.defenders[:FATES]]
        foot += [row(text.defender_fate(game, fate, odds.results, alone=False)[:width]) for fate in fates]
        ground = sum(
            game.state.units[u].strength.defense for u in combat.defenders if not game.state.units[u].is_artillery
        )
        limit = planning.artillery_room(game, ground, attacking=False)
        if limit is not None:
            foot.append(row(f"fire and support at most {limit} ({game.rules.artillery_case})"))
        if found.refusal is not None:
            told = f"{found.refusal.case}: {found.refusal.reason}. {remedy(found.refusal)}".rstrip()
            foot += [row(line, "bold") for line in wrap(told, width)[:2]]
        keys = "Enter fires" if self.chosen or self.support else "Enter fires nothing"
        support = "  + - support" if self.points else ""
        return self._filled([*head, *self._list(()), *foot], f"Space in/out{support}  n none  {keys}  Esc look"[:width])


# -- the die


class RollDialog(Dialog):
    """The die of a game whose dice are rolled by the players: 1 to 6 is typed."""

    title = "The die"
    typing = True
    DICE: ClassVar[str] = "123456"

    def hexes(self) -> Sequence[int]:
        state = self.desk.game.state
        return [state.location[unit] for unit in state.combat.defenders] if state.combat else []

    def typed(self, character: str) -> None:
        if character in self.DICE and character:
            self.desk.close()
            tell_die(self.desk, self.desk.apply(Roll(int(character))))

    def rows(self, width: int) -> Sequence[Row]:
        odds = planning.current(self.desk.game)
        if odds is None:
            return [row("Esc back")]
        return [
            row(f"{text.arithmetic(odds.attack, odds.defense, odds.column)} on {odds.line.value}"[:width]),
            row(text.dice_row(odds.results)[:width], "bold"),
            row(),
            row("Roll a die and type what it shows, 1 to 6.  Esc look"[:width], "bold"),
        ]
