"""The box that opens before a phase ends: the costs with their hexes, or the coach's list of possible regrets."""

import re
from collections.abc import Callable, Collection, Sequence
from textwrap import wrap
from typing import NamedTuple, TypedDict

from westwall_tui.ai.thinker import Thought
from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Done, end_of
from westwall_tui.engine.words import capital, count, in_words, listed
from westwall_tui.ui.around.warnings import risk_marks
from westwall_tui.ui.boxes.kinds import Confirm
from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.ui.map.signs import SIGNS
from westwall_tui.words.orders import in_full
from westwall_tui.words.places import listed_hexes
from westwall_tui.words.rows import HARD, Row, chosen_row, fold_names, row, with_more
from westwall_tui.words.warnings import points_in_words, warning_in_full

WIDTH = 76
"""Columns of the box's lines."""
ROOM = 12
"""Minimum number of lines on show; longer texts scroll."""
HEXES = 6
"""Maximum number of hexes that a line names."""
NAMES, PLACES = 3, 3
"""Maximum numbers of units per side, and of hexes, in the short line of a fight."""
MOST_RISKS = 3
"""Maximum number of risks that the box lists."""


def price_rows(game: Game, width: int, price: planning.Price | None = None, *, full: bool = True) -> list[Row]:
    """Return the costs of ending the phase now: fights, cut lines, gaps, points; empty if there are none.

    `full` names all units of large fights; else only the first are named.
    """
    price = price or planning.price_of_ending(game)
    fights = [_fight_in_words(game, clash, full=full) for clash in price.clashes]
    others = []
    for concern in price.concerns:
        points = (
            f"; this costs {points_in_words(concern.points)}" if concern.points and "point" not in concern.text else ""
        )
        others.append(_with_hexes(game, concern.text + points, concern.hexes))
    rows: list[Row] = []
    for head, lines in (("You will have to fight:", fights), ("If the phase ends now:", others)):
        if lines:
            rows.append(row(head, "bold"))
            rows += [row(part) for line in lines for part in even_lines(f"  {capital(line)}", width)]
    return rows


def risk_rows(game: Game, width: int) -> list[Row]:
    """Return the worst risks if the phase ends now, such as units that the enemy could surround; empty if none."""
    outlook = planning.Outlook(game)
    lines = [f"  {_of_risk(outlook, risk).text}" for risk in planning.risks_of_ending(game)[:MOST_RISKS]]
    rows = [row("Risks:", "bold")] if lines else []
    return rows + [row(part) for line in lines for part in even_lines(line, width)]


def own_points_rows(game: Game, width: int) -> list[Row]:
    """Return what the Second Player scores as the Game-Turn ends if nothing changes. The enemy's points are a price."""
    side = game.state.side
    due = [line for line in queries.standing_now(game).due if line.side == side] if side == 1 else []
    whose = capital(game.scenario.sides[side].people)
    lines = [f"  {whose} score {count(line.points, 'point')} for {line.cause}" for line in due]
    rows = [row("When the Game-Turn ends:", "bold")] if due else []
    return rows + [row(part) for line in lines for part in even_lines(line, width)]


def even_lines(text: str, width: int) -> list[str]:
    """Return a sentence in as few lines as possible, all about equally long; hexes in brackets are kept together.

    A hex is never separated from its name, nor a differential from the words `at best`.
    """
    kept = re.sub(
        r"\([^()]*\)", lambda found: found[0].replace(" ", HARD) if len(found[0]) < width // 2 else found[0], text
    )
    kept = re.sub(r"\b(\d{4}) (?=[A-Z])", rf"\1{HARD}", kept)
    kept = re.sub(r"\d at best|at best [-+\d]", lambda found: found[0].replace(" ", HARD), kept)

    def lines(width: int) -> list[str]:
        return wrap(kept, width, subsequent_indent="    ")

    fewest = len(lines(width))
    narrow = next(part for part in range(width // 2, width + 1) if len(lines(part)) == fewest)
    return [line.replace(HARD, " ") for line in lines(narrow)]


def _fight_in_words(game: Game, clash: planning.Clash, *, full: bool) -> str:
    """Return a fight in a sentence: the units that would have to fight, the odds and the hexes."""
    if full or not is_long(clash):
        return _with_hexes(game, clash.text, clash.hexes, len(clash.hexes) if full else HEXES)
    enemies = clash.enemies or tuple(dict.fromkeys(enemy for attack in clash.attacks for enemy in attack.enemies))
    faced = _names_in_short(game.state.names(enemies))
    if not clash.attacks:
        return _with_hexes(game, f"{faced} must be attacked, and only artillery can do it", clash.hexes, PLACES)
    text = f"{_names_in_short(game.state.names(clash.attackers))} must attack {faced}"
    return _with_hexes(game, f"{text}: {clash.range}", clash.hexes, PLACES)


def is_long(clash: planning.Clash) -> bool:
    """Return True if a fight has more units than its short line names."""
    return max(len(clash.attackers), len(clash.enemies)) > NAMES + 1


def _names_in_short(names: Sequence[str]) -> str:
    """Return names as `A, B, C and 4 more`; four names are all listed."""
    return listed(names, NAMES)


def _with_hexes(game: Game, text: str, hexes: Sequence[int], most: int = HEXES) -> str:
    """Return a sentence followed by those of the hexes that it does not name itself, at most `most`."""
    unnamed = [h for h in hexes if game.state.number(h) not in text]
    return f"{text} ({listed_hexes(game.scenario.board, unnamed, most)})" if unnamed else text


class Remaining(NamedTuple):
    """The orders that could still be given in a phase."""

    head: str
    names: Sequence[str]
    """The units that `head` is about; empty if there are none."""
    brief: str = ""
    """The same information in a sentence, for the coach."""
    then: str = ""
    """A sentence about what follows the phase, if that may surprise the player."""


def ask_to_end(
    screen: GameScreen, title: str, remaining: Remaining, yes: Callable[[], object], stays: str, *, can_act: bool = True
) -> None:
    """End a phase, but ask first if that has a cost or if orders are `remaining`.

    `stays` is the label for the answer no. The coach is asked only if the player `can_act` in the phase.
    """
    question: Dialog | None = Confirm(screen, title, [], yes, also="end", does="end the phase", stays=stays)
    with screen.advice("the warning"):
        whole = EndDialog(screen, title, remaining, yes, stays)
        question = whole if whole.needed else None
        if screen.coached and can_act:
            question = CoachDialog(screen, whole, remaining.brief, yes, stays)
    if question is not None:
        screen.open(question)
    else:
        yes()


class YesToEnd(TypedDict):
    """Keyword arguments for a box: the key that ends the phase besides `y`, and its effect."""

    also: str
    does: str


def yes_to_end(game: Game) -> YesToEnd:
    """Return the keys that end the phase.

    If that cannot be undone, only `y` does, and not the key that opened the box.
    """
    ahead = game.fork(viewer=game.side)
    ahead.apply(Done())
    if ahead.can_undo:
        return {"also": "end", "does": "end the phase"}
    return {"also": "", "does": "end your turn"}


class EndDialog(Confirm):
    """The question of whether to end a phase, below its costs. Up and Down scroll, `+` names all units."""

    wide = True
    about = "end"

    def __init__(
        self, screen: GameScreen, title: str, remaining: Remaining, yes: Callable[[], object], stays: str
    ) -> None:
        """Show the `remaining` orders below the costs; `stays` is the label for the answer no."""
        super().__init__(screen, title, [], yes, stays=stays, **yes_to_end(screen.game))
        self._price = planning.price_of_ending(screen.game)
        self._remaining = remaining
        self._full = False
        """True if every unit of a fight is named."""
        self.coach: Dialog | None = None
        """The coach's box, if that was open first: `+` leads back to it."""
        self.first = 0
        self._risks = risk_rows(screen.game, WIDTH) if screen.warns else []
        self._long = any(is_long(clash) for clash in self._price.clashes)
        front = queries.front(screen.game) if queries.front_side(screen.game) == screen.game.state.side else None
        self._breaks = front is not None and bool(front.gaps or front.lost)

    def _rows_of_price(self, width: int) -> list[Row]:
        remaining = self._remaining
        rows = [*self._risks, *price_rows(self.game, width, self._price, full=self._full)]
        if remaining.names:
            rows.append(row(remaining.head, "bold"))
            rows += [row(f"  {line}") for line in fold_names(remaining.names, width - 2)]
        return [*rows, row(remaining.then)] if remaining.then else rows

    @property
    def needed(self) -> bool:
        """True if the player should know something before the phase ends."""
        return bool(self._rows_of_price(WIDTH))

    def rows(self, width: int) -> Sequence[Row]:
        lines, room = [*self._rows_of_price(width), *own_points_rows(self.game, width)], max(ROOM, self.room)
        self.first = max(0, min(self.first, len(lines) - room))
        shown = lines[self.first : self.first + room]
        return with_more(shown, width, self.first, len(lines) - self.first - len(shown))

    def keys(self) -> Sequence[tuple[str, str]]:
        units: Sequence[tuple[str, str]] = ()
        if self._long:
            units = (("less", "shorter"),) if self._full else (("more", "all units"),)
        if self.coach is not None and (self._full or not self._long):
            units = (*units, ("more", "coach"))
        gaps = (("front", "show the front"),) if self._breaks else ()
        return (*super().keys(), *units, *gaps)

    def act(self, action: str) -> bool:
        if action == "more" and self.coach is not None and (self._full or not self._long):
            self._full = False
            self.screen.open(self.coach)
            return True
        if action in ("more", "less") and self._long:
            self._full, self.first = action == "more", 0
            return True
        steps = {"up": -1, "down": 1, "page_up": -ROOM, "page_down": ROOM}
        if action not in steps:
            return super().act(action)
        self.first += steps[action]
        return True


MAX_REGRETS, LINES = 3, 2
"""Maximum number of regrets, and the lines that each may take."""
LEFT_OUT = 0.3
"""Weight, in Victory Points, below which a regret is a trifle."""
WAITING = 0.5
"""Weight of a concern without points, such as a unit that could still enter."""


class Regret(NamedTuple):
    """Something that the player may regret if the phase ends now."""

    weight: float
    """The weight in Victory Points, by which regrets are sorted."""
    text: str
    hexes: tuple[int, ...]
    """The hexes to show, the most important first."""
    marks: tuple[tuple[int, tuple[str, str]], ...] = ()
    """The marks on the map."""
    risk: planning.Risk | None = None
    """The risk, if it is one."""

    @property
    def counts(self) -> bool:
        """True unless the regret is a trifle."""
        return self.weight >= LEFT_OUT


def regrets(game: Game, thought: Thought | None = None, sent: Collection[int] = ()) -> list[Regret]:
    """Return possible regrets, the most points first; `thought` is the order that the computer would still give.

    Risks of units that hints have `sent` to their hexes are left to `risk_taken`. Trifles appear only if there is
    nothing else.
    """
    outlook = planning.Outlook(game)
    found = [_of_risk(outlook, risk) for risk in planning.risks_of_ending(game) if risk.unit not in sent]
    for concern in planning.price_of_ending(game).concerns:
        points = f" ({points_in_words(concern.points)})" if concern.points and "point" not in concern.text else ""
        found.append(
            Regret(concern.points or WAITING, capital(concern.text) + points, concern.hexes, _marks_on(concern.hexes))
        )
    if thought is not None and thought.order not in (None, Done()) and thought.points > 0:
        found.append(_of_thought(game, thought))
    found.sort(key=lambda each: -each.weight)
    first: dict[int, Regret] = {}
    for i, each in enumerate([each for each in found if each.counts] or found):
        first.setdefault(each.hexes[0] if each.hexes else -1 - i, each)  # one per place is enough
    return [*first.values()][:MAX_REGRETS]


def risk_taken(game: Game, sent: Collection[int]) -> str:
    """Return one line about the worst risk of the units that hints have `sent`; empty if there is none."""
    outlook = planning.Outlook(game)
    risks = [risk for risk in planning.risks_of_ending(game) if risk.unit in sent] if sent else []
    if not risks:
        return ""
    worst, others = max(risks, key=outlook.weight), len({risk.unit for risk in risks}) - 1
    more = (
        f", and {in_words(others)} more units are at risk"
        if others > 1
        else ", and one more unit is at risk"
        if others
        else ""
    )
    name = game.state.units[worst.unit].name
    return f"You followed a hint and took this risk: {name} {TAKEN.get(worst.peril, 'is at risk')}{more}."


TAKEN = {
    planning.Peril.SURROUNDED: "can be surrounded",
    planning.Peril.ILL_MATCHED: "may lose its attack",
}
"""Short descriptions of risks to a unit."""


def _of_risk(outlook: planning.Outlook, risk: planning.Risk) -> Regret:
    points = points_in_words(outlook.at_stake(risk.unit) if risk.dice else risk.points)
    text = warning_in_full(outlook.game, risk) + (f" ({points})" if points else "")
    return Regret(outlook.weight(risk), text, risk.hexes, tuple(risk_marks([risk]).items()), risk)


def _of_thought(game: Game, thought: Thought) -> Regret:
    order = thought.order
    assert order is not None
    why = f". {thought.why}" if thought.why else ""
    unit = game.scenario.by_id.get(str(getattr(order, "unit", "")).lower(), -1)
    here = game.state.location[unit] if unit >= 0 else -1
    number = end_of(order)
    there = game.scenario.board.hex(number) if number else -1
    enemies = [game.state.location[game.scenario.by_id[name.lower()]] for name in getattr(order, "defenders", ())]
    hexes = tuple(h for h in dict.fromkeys((here, there, *enemies)) if h >= 0)
    return Regret(
        thought.points,
        f"You could still {in_full(game, order)} ({thought.points:+.1f}){why}",
        hexes,
        _marks_on(hexes[1:] or hexes),
    )


def _marks_on(hexes: Sequence[int]) -> tuple[tuple[int, tuple[str, str]], ...]:
    sign = SIGNS["legal"]
    return tuple((h, (sign.ascii, sign.role)) for h in hexes)


class CoachDialog(Confirm):
    """The question of whether to end a phase, below the coach's advice. Enter shows the chosen line on the map."""

    narrow = False
    wide = True
    about = "coach"

    def __init__(
        self, screen: GameScreen, whole: EndDialog, remaining: str, yes: Callable[[], object], stays: str
    ) -> None:
        """Take the box that asks without a coach (`whole`), and a sentence about possible orders (`remaining`)."""
        super().__init__(screen, whole.title, [], yes, stays=stays, **yes_to_end(screen.game))
        self._whole, self._remaining = whole, remaining
        whole.coach = self
        self._sent = screen.advised_units()
        self._regrets = regrets(screen.game, None, self._sent)
        self._taken = risk_taken(screen.game, self._sent)
        self.at = 0
        self._thinks = screen.advise(self._insert_thought)

    def _insert_thought(self, thought: Thought) -> None:
        """Add the order that the computer would still give to the regrets, once it is known."""
        if self.screen.dialog in (self, self._whole):
            self._thinks = False
            self._regrets = regrets(self.game, thought, self._sent)
            self.screen.update()

    def prompt(self) -> str:
        fights = self.game.prompt.kind == "combat"
        return "Do you still want to attack anything?" if fights else "Do you still want to change anything?"

    def stake(self, width: int) -> str:
        return "what you may regret"

    def rows(self, width: int) -> Sequence[Row]:
        lines: list[Row] = []
        for i, regret in enumerate(self._regrets):
            parts = wrap(f"{i + 1}. {regret.text}", width - 2, subsequent_indent="   ")
            lines += [chosen_row(line, width) if i == self.at else row(f"  {line}") for line in parts]
        if not self._regrets and not self._thinks:
            lines.append(row("  The coach sees nothing you would regret."))
        lines += [row()] * (MAX_REGRETS * LINES - len(lines))
        remark = "The coach is still looking at what you could do ..." if self._thinks else ""
        if self._regrets and not (remark or any(each.counts for each in self._regrets)):
            remark = "None of this matters much."
        notes = [row(self._taken[:width], "dim")] if self._taken else []
        return [*lines, *notes, row(remark or self._remaining, "dim")]

    def act(self, action: str) -> bool:
        if action in ("up", "down") and self._regrets:
            self.at = (self.at + (1 if action == "down" else -1)) % len(self._regrets)
        elif action == "more":
            self.screen.open(self._whole)
            return True
        elif action == "confirm" and self._regrets:
            self._show_on_map()
            return True
        else:
            return super().act(action)
        return True

    def _show_on_map(self) -> None:
        """Close the box and show the chosen regret on the map."""
        regret, key = self._regrets[min(self.at, len(self._regrets) - 1)], self.screen.key
        self.screen.close()
        self.screen.show_on_map(dict(regret.marks), regret.hexes, f"{regret.text}. {key('end')}: back to the coach")

    def keys(self) -> Sequence[tuple[str, str]]:
        shows = (("up", ""), ("down", ""), ("confirm", "show it")) if self._regrets else ()
        return (*shows, (self._keys_for_yes.split()[-1], self._does), ("more", "in full"), ("back", self._stays))
