"""Before a phase ends: what that costs, with its hexes."""

import re
from collections.abc import Callable, Sequence
from textwrap import wrap

from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.ui.boxes.kinds import Confirm
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.ui.terminal.rows import Row, fold_row, row, with_more

WIDTH = 76
"""Columns of its lines."""
ROOM = 12
"""Lines on show at least; they scroll."""
HEXES = 6
"""Hexes that a line names."""
HARD = "\u00a0"
"""A blank at which no line ends."""
NAMES, PLACES = 3, 3
"""Units of a side, and hexes, that the line of a fight names if it is to be short."""


def price_rows(game: Game, width: int, price: planning.Price | None = None, *, full: bool = True) -> list[Row]:
    """What it costs to end the phase now: fights, lines that are cut, gaps, points; empty if it costs nothing.

    Fights of many against many are named in `full`, or by their first units.
    """
    price = price or planning.price_of_ending(game)
    fights = [_fight_in_words(game, clash, full=full) for clash in price.clashes]
    others = []
    for concern in price.concerns:
        points = f", {concern.points} points" if concern.points and "point" not in concern.text else ""
        others.append(_with_hexes(game, concern.text + points, concern.hexes))
    rows: list[Row] = []
    for head, lines in (("You will have to fight:", fights), ("If the phase ends now:", others)):
        if lines:
            rows.append(row(head, "bold"))
            rows += [row(part) for line in lines for part in even_lines(f"  {line}", width)]
    return rows


def even_lines(text: str, width: int) -> list[str]:
    """A sentence in as few lines as it needs, all about as long; hexes in brackets stay together if they can."""
    kept = re.sub(
        r"\([^()]*\)", lambda found: found[0].replace(" ", HARD) if len(found[0]) < width // 2 else found[0], text
    )

    def lines(width: int) -> list[str]:
        return wrap(kept, width, subsequent_indent="    ")

    fewest = len(lines(width))
    narrow = next(part for part in range(width // 2, width + 1) if len(lines(part)) == fewest)
    return [line.replace(HARD, " ") for line in lines(narrow)]


def _fight_in_words(game: Game, clash: planning.Clash, *, full: bool) -> str:
    """Who would have to fight whom, at which odds and where."""
    if full or not is_long(clash):
        return _with_hexes(game, clash.text, clash.hexes, len(clash.hexes) if full else HEXES)
    enemies = clash.enemies or tuple(dict.fromkeys(matchup.enemy for matchup in clash.matchups))
    _, odds, result = clash.text.rpartition(": ")
    faced = _names_in_short(game.state.names(enemies), NAMES)
    if not clash.matchups:
        return _with_hexes(game, f"{faced} must be attacked, and only artillery can", clash.hexes, PLACES)
    text = f"{_names_in_short(game.state.names(clash.attackers), NAMES)} must attack {faced}"
    return _with_hexes(game, f"{text}{odds}{result}", clash.hexes, PLACES)


def is_long(clash: planning.Clash) -> bool:
    """Whether a fight has more units than its short line names."""
    return max(len(clash.attackers), len(clash.enemies)) > NAMES + 1


def _names_in_short(names: Sequence[str], count: int) -> str:
    """`A, B, C and 4 more`; one more than the count is named, too."""
    if len(names) <= count + 1:
        return ", ".join(names)
    return f"{', '.join(names[:count])} and {len(names) - count} more"


def _with_hexes(game: Game, text: str, hexes: Sequence[int], most: int = HEXES) -> str:
    """A sentence, with the hexes that it does not name itself, up to a number."""
    unnamed = [number for h in hexes if (number := game.state.number(h)) not in text]
    if not unnamed:
        return text
    return f"{text} ({', '.join(unnamed[:most])}{' ...' if len(unnamed) > most else ''})"


def ask_to_end(
    screen: GameScreen, title: str, rows: Sequence[Row], yes: Callable[[], object], stays: str, *, can_act: bool = True
) -> None:
    """Ask whether to end a phase, if there is anything to know before; else end it.

    `rows` come below the price; `stays` says in a few words what no does. `can_act`: whether anything can still be done
    in the phase; if not, there is nothing for the coach to say.
    """
    question = EndDialog(screen, title, rows, yes, stays)
    if screen.coached and can_act:
        from westwall_tui.ui.boxes.coach import CoachDialog  # not for everybody

        screen.open(CoachDialog(screen, question, yes, stays))
    elif question.needed:
        screen.open(question)
    else:
        yes()


class EndDialog(Confirm):
    """The question whether to end a phase, under what that costs; Up and Down scroll, `+` names all units."""

    wide = True
    about = "end"

    def __init__(
        self, screen: GameScreen, title: str, rows: Sequence[Row], yes: Callable[[], object], stays: str
    ) -> None:
        """`rows` come below the price; `stays` says in a few words what no does."""
        super().__init__(screen, title, [], yes, also="end", does="end the phase", stays=stays)
        self._price = planning.price_of_ending(screen.game)
        self._more = rows
        self._full = False
        """Whether every unit of a fight is named."""
        self.first = 0
        self._long = any(is_long(clash) for clash in self._price.clashes)
        front = queries.front(screen.game) if queries.front_side(screen.game) == screen.game.state.side else None
        self._breaks = front is not None and bool(front.gaps or front.lost)

    def _lines(self, width: int) -> list[Row]:
        more = [part for line in self._more for part in fold_row(line, width)]
        return [*price_rows(self.screen.game, width, self._price, full=self._full), *more]

    @property
    def needed(self) -> bool:
        """Whether there is anything to know before the phase ends."""
        return bool(self._lines(WIDTH))

    def rows(self, width: int) -> Sequence[Row]:
        lines, room = self._lines(width), max(ROOM, self.room)
        self.first = max(0, min(self.first, len(lines) - room))
        shown = lines[self.first : self.first + room]
        return with_more(shown, width, self.first, len(lines) - self.first - len(shown))

    def keys(self) -> Sequence[tuple[str, str]]:
        """What ends the phase, what does not, and what shows more."""
        units = (("less", "shorter") if self._full else ("more", "all units"),) if self._long else ()
        gaps = (("front", "show the front"),) if self._breaks else ()
        return (*super().keys(), *units, *gaps)

    def act(self, action: str) -> bool:
        if action in ("more", "less") and self._long:
            self._full, self.first = action == "more", 0
            self.screen.refresh_dialog()
            return True
        steps = {"up": -1, "down": 1, "page_up": -ROOM, "page_down": ROOM}
        if action not in steps:
            return super().act(action)
        self.first += steps[action]
        self.screen.refresh_dialog()
        return True
