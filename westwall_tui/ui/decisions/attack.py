"""The attack box: attackers, defenders and all the arithmetic (7.1). This module is loaded when the box opens."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from westwall_tui.engine import planning
from westwall_tui.engine.orders import Attack
from westwall_tui.engine.words import capital, count, units_listed
from westwall_tui.ui.decisions.checklist import ChecklistDialog, Participant, odds_rows, remedy, support_note
from westwall_tui.ui.decisions.fight import TALL, counter_rows, prospect_rows
from westwall_tui.ui.decisions.mode import JOINED, TARGET, Mark
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.words import odds as text
from westwall_tui.words.rows import RULE, Row, cut, row
from westwall_tui.words.warnings import attack_warning

MOST_LEFT_OUT = 3
"""Maximum number of units that the key for all leaves out of an attack in order to find one that is allowed."""


class AttackDialog(ChecklistDialog):
    """The box in which the player composes an attack, sees its odds and declares it."""

    title = "Attack"
    about = "attack"

    def __init__(self, screen: GameScreen, defenders: Sequence[int], *, unit: int = -1, plan: bool = False) -> None:
        """Start an attack in which `unit` takes part; a `plan` only previews it before the Combat Phase."""
        super().__init__(screen)
        self.plan = plan
        if plan:
            self.title = "Plan: attack"
        self._reminded = False
        """True once the player has been warned that Ground Support would be lost."""
        self.first = tuple(defenders)
        state = screen.game.state
        self.title += f" {state.units[defenders[0]].name} at {state.number(state.location[defenders[0]])}"
        self._seen: tuple[str, planning.Preview | None] = ("", None)
        self._known_candidates: dict[tuple[int, ...], planning.Candidates] = {}
        self.chosen = set(defenders[1:])
        with screen.advice("this box"):
            self.chosen |= set(planning.suggested(screen.game, self.first, unit))
        if not plan:
            self._take_plan(unit)
        if unit in self._find_candidates(self.first).guns:
            self.chosen.add(unit)
        if not plan:
            self._add_enemies_left_over()

    def _find_candidates(self, defenders: tuple[int, ...]) -> planning.Candidates:
        """Return the units that could attack these defenders; cached, because every redraw asks for them 50 times."""
        if defenders not in self._known_candidates:
            self._known_candidates[defenders] = planning.candidates(self.game, defenders)
        return self._known_candidates[defenders]

    def _take_plan(self, unit: int) -> None:
        """Select the units of the player's plan, and `unit`, if they can take part."""
        planned, support = self.screen.plan_against(self.first[0])
        before, self.chosen = self.chosen, {*planned, unit}
        items = self.items()
        able = self.chosen & {item.unit for item in items}
        if any(item.unit in planned for item in items if item.kind in ("unit", "gun")):
            self.chosen, self.support = able, min(support, self.points_left())
        else:
            self.chosen = before

    def _choose_all(self) -> None:
        """Add all attackers and guns, and enemies that no other unit could attack afterward.

        If the rules refuse that, leave out as few units as possible, the weakest first.
        """
        before = self.chosen
        self.chosen = before | {*self._find_candidates(self.defenders).attackers}
        self.add_guns()
        every, joining = self.chosen, [item for item in self.items() if item.kind in ("unit", "gun")]
        points = {item.unit: self._points_added_by(item) for item in joining if item.unit in every}
        for number in range(min(len(points), MOST_LEFT_OUT + 1)):
            for left_out in sorted(combinations(points, number), key=lambda units: sum(map(points.__getitem__, units))):
                self.chosen = every - set(left_out)
                if self._add_enemies_left_over():
                    return
        self.chosen = every if self._is_refused(before) else before

    def _is_refused(self, chosen: set[int]) -> bool:
        """Return True if the rules refuse the attack with a choice of units."""
        self.chosen = chosen
        return self.game.explain(self.order()) is not None

    def _add_enemies_left_over(self) -> bool:
        """Add enemies that no other unit could attack afterward (7.11), if all the attackers are adjacent to them.

        Return True if the rules allow the attack then.
        """
        game, before = self.game, self.chosen
        others = self._find_candidates(self.first[:1]).others
        for number in range(len(others) + 1):
            for more in combinations(others, number):
                self.chosen = before | set(more)
                if self.chosen <= {item.unit for item in self.items()} and game.explain(self.order()) is None:
                    return True
        self.chosen = before
        return False

    @property
    def defenders(self) -> tuple[int, ...]:
        """The units under attack."""
        others = self._find_candidates(self.first[:1]).others
        return tuple(dict.fromkeys((self.first[0], *(e for e in others if e in self.chosen))))

    def items(self) -> Sequence[Participant]:
        found = self._find_candidates(self.defenders)
        together = self._find_candidates(self.first[:1]).others
        return (
            *(Participant(u, "unit") for u in found.attackers),
            *(Participant(u, "gun") for u in found.guns),
            *([Participant(-1, "support")] if found.support else []),
            *(Participant(u, "also") for u in together),
        )

    def does(self) -> Sequence[tuple[str, str]]:
        found = self.preview()
        allowed = found is not None and found.refusal is None
        first = ("back", "back") if self.plan else ("declare", "declare" if allowed else "not allowed")
        return (first, *self._fire_key(found))

    def points_left(self) -> int:
        return self._find_candidates(self.defenders).support

    def _points_added_by(self, item: Participant) -> int:
        return planning.attack_points(self.game, item.unit) if item.kind in ("unit", "gun") else 0

    def _role_in_words(self, item: Participant) -> str:
        return "also attack" if item.kind == "also" else ""

    def order(self) -> Attack:
        """Return the attack as it is now."""
        ids = self.game.state.ids
        items = self.items()

        def of(kind: str) -> tuple[str, ...]:
            return ids([i.unit for i in items if i.kind == kind and i.unit in self.chosen])

        return Attack(of("unit"), ids(self.defenders), of("gun"), self.support)

    def preview(self) -> "planning.Preview | None":
        """Return the odds and possible results of the attack as it is now."""
        order = self.order()
        if str(order) != self._seen[0]:
            self._seen = (str(order), None)
            with self.screen.advice("the odds"):
                self._seen = (str(order), planning.preview(self.game, order))
        return self._seen[1]

    def act(self, action: str) -> bool:
        if action == "declare":
            self._declare_attack()
            return True
        if action == "help" and (found := self.preview()) is not None and found.refusal is not None:
            self.screen.show_page(f"rules:{found.refusal.case}")
            return True
        if action == "fire":
            self._show_with_fire(self.preview())
            return True
        if action == "put_all":
            self._choose_all()
            return True
        return super().act(action)

    def _toggle_chosen(self) -> None:
        super()._toggle_chosen()
        items = self.items()
        present = {item.unit for item in items}
        self.chosen &= present
        self.at = min(self.at, len(items) - 1)
        self.support = min(self.support, self.points_left())

    def _declare_attack(self) -> None:
        found = self.preview()
        if self.plan:
            key = self.screen.key
            here = f"{key('back')}, then {key('confirm')} on the enemy: attack it"
            later = "You declare attacks in the Combat Phase"
            self.screen.say(f"This is only a plan. {here if self.game.prompt.kind == 'combat' else later}")
        elif found is None or found.refusal is None:
            unused = 0
            with self.screen.advice("the odds"):
                unused = self._support_to_lapse(found) if found is not None and not self._reminded else 0
            if unused:
                self._reminded = True
                key = self.screen.key
                lost = capital(f"{count(unused, 'Ground Support Point')} will be lost unused")
                them = "it" if unused == 1 else "them"
                again = f"{key('declare')} again: declare without {them}"
                self.screen.say(f"{lost}. {key('more')}: add {them} here. {again}")
                return
            order = self.order()
            self.screen.close()
            self.screen.apply(order)
        else:
            self.screen.refuse(found.refusal, remedy(self.game, found.refusal))

    def _support_to_lapse(self, found: "planning.Preview") -> int:
        """Return how many Ground Support Points would shift the column here but cannot be used in a later combat."""
        game, order = self.game, self.order()
        fuller = planning.preview(game, Attack(order.attackers, order.defenders, order.barrage, self.points_left()))
        if fuller is None or fuller.refusal is not None or fuller.odds.column == found.odds.column:
            return 0
        obliged = len(found.still.enemies) or bool(found.still.attackers)
        to_come = max(obliged, len(planning.targets_of_support(game, self.defenders)))
        return max(0, min(self.points_left(), planning.support_to_lapse(game, to_come)) - self.support)

    def beyond_limits(self) -> bool:
        refusal = self.game.explain(self.order())
        return refusal is not None and planning.limit_of(self.game, refusal.case) is not None

    def hexes(self) -> Sequence[int]:
        state = self.game.state
        near = [item.unit for item in self.items() if item.kind == "unit" and item.unit in self.chosen]
        return [state.location[unit] for unit in (*self.defenders, *near)]

    def marks(self) -> Mapping[int, Mark]:
        """Return marks on attackers and defenders; a plan has its own marks (`ui/map/overlays/attack_plan.py`)."""
        if self.plan:
            return {}
        at = self.game.state.location
        joined = (item.unit for item in self.items() if item.kind in ("unit", "gun") and item.unit in self.chosen)
        return {**{at[unit]: JOINED for unit in joined}, **{at[enemy]: TARGET for enemy in self.defenders}}

    def stake(self, width: int) -> str:
        return text.left_by(self.game, self.preview(), width)

    def prompt(self) -> str:
        found = self.preview()
        if self.plan or found is None or not self.items():
            return super().prompt()
        if found.refusal is not None:
            return "This attack is not allowed as it is"
        game, alone = self.game, planning.attackers_alone(self.game, self.order())
        risks = planning.risks_of_attack(game, found, alone=alone) if self.screen.warns else ()
        warned = attack_warning(game, risks)

        if found.fire and self.fired:
            return warned or f"The rolls with all Final Protective Fire. {self.screen.key('fire')}: without it"
        fpf = ". FPF: Final Protective Fire" if found.fire else ""
        undo = (
            "You can undo the attack and its die"
            if game.is_trial
            else "You cannot undo the attack once the die is rolled"
        )
        return warned or f"{undo}{fpf}"

    def rows(self, width: int) -> Sequence[Row]:
        found = self.preview()
        right = self._defenders_beside(self.defenders, found)
        sides = self.game.state.side, 1 - self.game.state.side
        lines = self._last_rows(width)
        odds = self._odds_rows(found, width) if found is not None and self.items() else []
        self._above = len(lines)
        self._make_room(len(lines) + 1 + len(odds), width, len(right))
        lines += self._rows_of_forces(width, sides, right)
        if not self.items():
            nobody = "No unit next to it or in range can attack it."
            return self._keep_height([*lines, row(nobody[:width], "danger")], width)
        return self._keep_height([*lines, *odds, *self._with_room(len(lines) + len(odds), width)], width)

    def _with_room(self, rows: int, width: int) -> list[Row]:
        """Return the optional rows if they fit: the defenders as counters, and the units that must still fight.

        `rows` is the number of rows already used.
        """
        if self.room < TALL:
            return []
        found = self.preview()
        allowed = found if found is not None and found.refusal is None and not self.plan else None
        left = (*allowed.still.attackers, *allowed.still.enemies) if allowed is not None else ()
        then = f"Still to fight afterward: {units_listed(self.game.state.ids(left))}"
        after = [RULE, *cut(then, width, 2)] if left else []
        counters = counter_rows(self.game, self.defenders, width, self.room - rows - len(after))
        return [*counters, *after] if rows + len(counters) + len(after) <= self.room else []

    def _odds_rows(self, found: planning.Preview, width: int) -> list[Row]:
        """Return the column on its scale and the six faces.

        For an attack that is not allowed, return the reason, and blank rows in place of the faces.
        """
        game, refusal = self.game, None if self.plan else found.refusal
        odds, shift = self._odds_on_show(found)
        limit = cut(self._limit_note(), width, 1 if self.room < TALL else 2, "dim")
        alone = planning.attackers_alone(game, self.order())
        faces = text.faces(game, found.fates, found.attacker_fates, odds.results, alone=alone)
        sides = game.state.side, 1 - game.state.side
        scale = odds_rows(game, odds, found.reason, shift, None, width)
        prospect = prospect_rows(game, faces, found.fates, sides, width, self.room)
        if refusal is None:
            return [*scale, *limit, *prospect]
        reason = odds_rows(game, odds, found.reason, shift, refusal, width)
        return [*reason, *limit, *[row()] * (len(scale) + len(prospect) - len(reason))]

    def _limit_note(self) -> str:
        """Return the use of the battle's limit, such as `artillery and support 3 of at most 10`.

        If Ground Support is not allowed, add the reason.
        """
        game = self.game
        units = game.state.units
        note = support_note(game, game.state.side, self.defenders)
        taking_part = [i for i in self.items() if i.unit in self.chosen and i.kind in ("unit", "gun")]
        if not self.support and not any(units[i.unit].is_artillery for i in taking_part):
            return note
        limit = planning.attack_limit(game, self.order())
        return "; ".join(part for part in (limit, note) if part)
