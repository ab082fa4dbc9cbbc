"""The coach before a phase ends: at most three things that you may regret, and each of them on the map."""

from collections.abc import Callable, Collection, Sequence
from textwrap import wrap
from typing import NamedTuple

from westwall_tui.ai.thinker import Thought
from westwall_tui.engine import planning
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Done, end_of
from westwall_tui.ui.around.warnings import risk_marks
from westwall_tui.ui.boxes.kinds import Confirm
from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.ui.map.signs import SIGNS
from westwall_tui.ui.terminal.rows import Row, chosen_row, row
from westwall_tui.ui.words.orders import in_full
from westwall_tui.ui.words.warnings import points_in_words, warning_in_full

MOST, LINES = 3, 2
"""Things that are named, and the lines that each may take."""
LEFT_OUT = 0.3
"""What weighs less than this is a trifle."""
HINTED = ", as the hint said"
WAITING = 0.5
"""What something weighs that costs no points as yet: a unit that could still enter."""


class Regret(NamedTuple):
    """Something that you may regret if the phase ends now."""

    weight: float
    """By this they are ordered, in Victory Points."""
    text: str
    hexes: tuple[int, ...]
    """Where to look, the first one first."""
    marks: tuple[tuple[int, tuple[str, str]], ...] = ()
    """What is marked on the map."""
    hinted: bool = False
    """True if a hint has told it, and advised it all the same."""

    @property
    def counts(self) -> bool:
        """True unless it is a trifle."""
        return self.hinted or self.weight >= LEFT_OUT


def regrets(game: Game, thought: Thought | None = None, sent: Collection[int] = ()) -> list[Regret]:
    """What you may regret, the most points first; `thought` is what the computer would still do in your place.

    What hints have said of the units that they `sent` where they stand comes last. Trifles are told only where nothing
    weighs more.
    """
    outlook = planning.Outlook(game)
    found = [_of_risk(outlook, risk, hinted=risk.unit in sent) for risk in planning.risks_of_ending(game)]
    for concern in planning.price_of_ending(game).concerns:
        points = f" ({points_in_words(concern.points)})" if concern.points and "point" not in concern.text else ""
        found.append(Regret(concern.points or WAITING, concern.text + points, concern.hexes, _marks(concern.hexes)))
    if thought is not None and thought.order not in (None, Done()) and thought.points > 0:
        found.append(_of_thought(game, thought))
    found.sort(key=lambda each: (each.hinted, -each.weight))
    first: dict[int, Regret] = {}
    for i, each in enumerate([each for each in found if each.counts] or found):
        first.setdefault(each.hexes[0] if each.hexes else -1 - i, each)  # one for each place is enough
    return [*first.values()][:MOST]


def _of_risk(outlook: planning.Outlook, risk: planning.Risk, *, hinted: bool) -> Regret:
    points = points_in_words(outlook.at_stake(risk.unit) if risk.dice else risk.points)
    text = warning_in_full(outlook.game, risk) + (f" ({points})" if points else "") + (HINTED if hinted else "")
    return Regret(outlook.weight(risk), text, risk.hexes, tuple(risk_marks([risk]).items()), hinted)


def _of_thought(game: Game, thought: Thought) -> Regret:
    order = thought.order
    assert order is not None
    why = f": {thought.why}" if thought.why else ""
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
        _marks(hexes[1:] or hexes),
    )


def _marks(hexes: Sequence[int]) -> tuple[tuple[int, tuple[str, str]], ...]:
    sign = SIGNS["legal"]
    return tuple((h, (sign.ascii, sign.role)) for h in hexes)


class CoachDialog(Confirm):
    """The question whether to end a phase, under what the coach has to say; Enter shows the chosen line on the map."""

    wide = True
    about = "coach"

    def __init__(self, screen: GameScreen, whole: Dialog, yes: Callable[[], object], stays: str) -> None:
        """`whole` is the question as it is put without a coach."""
        super().__init__(screen, whole.title, [], yes, also="end", does="end the phase", stays=stays)
        self._whole = whole
        self._sent = screen.advised_units()
        self._regrets = regrets(screen.game, None, self._sent)
        self.at = 0
        self._thinks = screen.advise(self._add)

    def _add(self, thought: Thought) -> None:
        """What the computer would still do is known: it takes its place among the others."""
        if self.screen.dialog is self:
            self._thinks = False
            self._regrets = regrets(self.screen.game, thought, self._sent)
            self.screen.refresh_dialog()

    def prompt(self) -> str:
        fights = self.screen.game.prompt.kind == "combat"
        return "Is there anything that you would still attack?" if fights else "Would you still change anything?"

    def stake(self, width: int) -> str:
        return "what you may regret"

    def rows(self, width: int) -> Sequence[Row]:
        lines: list[Row] = []
        for i, regret in enumerate(self._regrets):
            parts = wrap(f"{i + 1}. {regret.text}", width - 4)
            for part, line in enumerate(parts):
                text = line if not part else f"   {line}"
                lines.append(chosen_row(text, width) if i == self.at else row(f"  {text}"))
        if not self._regrets and not self._thinks:
            lines.append(row("  The coach sees nothing that you would regret."))
        lines += [row()] * (MOST * LINES - len(lines))
        said = "The coach is still looking at what you could do ..." if self._thinks else ""
        if self._regrets and not (said or any(each.counts for each in self._regrets)):
            said = "None of this weighs much."
        return [*lines, row(said, "dim")]

    def act(self, action: str) -> bool:
        if action in ("up", "down") and self._regrets:
            self.at = (self.at + (1 if action == "down" else -1)) % len(self._regrets)
        elif action == "more":
            self.screen.open(self._whole)
            return True
        elif action == "confirm" and self._regrets:
            self._show()
            return True
        else:
            return super().act(action)
        self.screen.refresh_dialog()
        return True

    def _show(self) -> None:
        """Close, with the chosen one on the map."""
        regret, key = self._regrets[min(self.at, len(self._regrets) - 1)], self.screen.key
        self.screen.close()
        self.screen.show_on_map(dict(regret.marks), regret.hexes, f"{regret.text}. {key('end')}: back to the coach")

    def keys(self) -> Sequence[tuple[str, str]]:
        shows = (("up", ""), ("down", ""), ("confirm", "show it")) if self._regrets else ()
        return (*shows, ("end", "end the phase"), ("more", "in full"), ("back", self._stays))
