"""The record at the end of the report: folded turns, each with a map and cards for each place of combat."""

from collections.abc import Sequence

from westwall_tui.engine import events as ev
from westwall_tui.engine.words import capital, count, in_words, listed, named, signed
from westwall_tui.history.course import by_game_turn
from westwall_tui.history.gains import turn_news
from westwall_tui.history.record import Fight, PlayerTurn
from westwall_tui.history.story import Story
from westwall_tui.history.words import MINUS
from westwall_tui.prints.drawing import clean
from westwall_tui.prints.report.plates import Plates
from westwall_tui.prints.report.styles import SideStyles

LONG = 15
"""Number of Game-Turns from which on none is unfolded at first."""
Move = ev.Moved | ev.Entered | ev.Exited | ev.Landed


class TurnPages:
    """The part of a page about the turns of a game."""

    def __init__(self, story: Story, colors: SideStyles, plates: Plates) -> None:
        self.story, self.history, self.words = story, story.history, story.words
        self.colors, self.plates = colors, plates

    def all(self) -> str:
        """Return all Game-Turns, with the legend above them."""
        numbers = by_game_turn(self.history)
        turning = {swing.turn.turn for swing in self.story.swings} if len(numbers) < LONG else set()
        return self._draw_legend() + "".join(self._game_turn(number, opened=number in turning) for number in numbers)

    def _draw_legend(self) -> str:
        square, round_ = self.colors.square, 1 - self.colors.square
        parts = [
            _draw_sign(f'<path class="m{kind}" d="M6 18H44"/>', f"{self.words.adjectives[side]} move")
            for side, kind in ((square, "g"), (round_, "u"))
        ]
        parts += [
            _draw_sign('<path class="mg da" d="M6 18H44"/>', "retreat"),
            _draw_sign('<path class="mx" d="M6 18H40"/>', "attack"),
            _draw_sign('<use href="#xx" x="30" y="18"/>', "lost"),
            "<span>The numbers refer to the combats listed beside the map.</span>",
            "<span>Pale counters did nothing.</span>",
        ]
        return f'<div class="legend">{"".join(parts)}</div>'

    def _game_turn(self, number: int, *, opened: bool) -> str:
        own = [turn for turn in self.history.turns if turn.turn == number]
        before, now = own[0].points_before, own[-1].points
        fights, lost = sum(len(turn.fights) for turn in own), sum(len(turn.losses) for turn in own)
        change = ", ".join(
            f"{name} {signed(now[side] - before[side], MINUS)}"
            for side, name in enumerate(self.words.adjectives)
            if now[side] != before[side]
        )
        parts = [count(fights, "combat") if fights else "", f"{in_words(lost)} lost" if lost else "", change]
        events = ", ".join(filter(None, parts)) or "quiet"
        head = " · ".join([self.words.points(now), events] if self.story.has_points else [events])
        return (
            f"<details{' open' if opened else ''}><summary><b>Turn {number}</b>{clean(self.words.date(number))} "
            f'<span class="s">{clean(head)}</span></summary><div class="in" id="t{number}">'
            f"{''.join(map(self._player_turn, own))}</div></details>"
        )

    def _player_turn(self, turn: PlayerTurn) -> str:
        texts = [news.text for entry in turn.entries for news in turn_news(entry, self.words, "−")]
        change = self.words.gains(turn) or ("no change in points" if self.story.has_points else "")
        shown: set[int] = set()
        rows = []
        for picture, fights in self.plates.places(turn):
            own = [fight for fight in fights if fight.number not in shown]
            shown |= {fight.number for fight in own}
            cards = "".join(map(self._card_of_fight, own)) or '<p class="note">No combat here.</p>'
            rows.append(f'<div class="turn">{picture}<div>{cards}</div></div>')
        rest = [fight for fight in turn.fights if fight.number not in shown]
        if rest:
            rows.append(f'<div class="two">{"".join(map(self._card_of_fight, rest))}</div>')
        return (
            f'<div class="half"><h4>{self.colors.chip(turn.side)} {clean(change)}</h4>'
            f"<p>{clean(' '.join([*self.words.happenings(turn), *texts]))}</p>"
            f"{self._tell_moves(turn)}{''.join(rows)}</div>"
        )

    def _tell_moves(self, turn: PlayerTurn) -> str:
        items = [_move_in_words(event) for entry in turn.entries for event in entry.events if isinstance(event, Move)]
        if not items:
            return ""
        rows = "".join(f"<li>{clean(item)}</li>" for item in items)
        heading = ("The move", "Both moves")[len(items) - 1] if len(items) < 3 else f"All {len(items)} moves"
        return f'<details><summary>{heading}</summary><ul class="mv">{rows}</ul></details>'

    def _card_of_fight(self, fight: Fight) -> str:
        """Return a combat in four lines: units and place; numbers; the six results with the one rolled.

        The consequences.
        """
        return (
            f'<div class="card"><p class="t"><b class="no">{fight.number}</b> '
            f"{clean(self.words.declared(fight, 99))}</p>"
            f'<p class="odds">{fight.attack} − {fight.defense} = <b>{signed(fight.differential, MINUS)}</b> · '
            f"{clean(self.words.line(fight))} line, column {clean(fight.column)}.{clean(self._tell_fire(fight))}</p>"
            f'<ol class="f" aria-label="Results of roll 1 to 6">{"".join(_items_of_faces(fight))}</ol>'
            f'<p class="res">{clean(self.words.outcome(fight))}</p></div>'
        )

    def _tell_fire(self, fight: Fight) -> str:
        """Return the defender's fire (8.2, 9.1), or an empty string."""
        combat = fight.combat
        guns = listed([self.words.unit(unit) for unit in combat.fire])
        support = f"{combat.fire_support} Ground Support" if combat.fire_support else ""
        given = " and ".join(filter(None, (guns, support)))
        return f" FPF: {given}." if given else ""


def _draw_sign(drawn: str, words: str) -> str:
    return f'<span><svg viewBox="0 0 60 36" aria-hidden="true">{drawn}</svg> {clean(capital(words))}</span>'


def _items_of_faces(fight: Fight) -> Sequence[str]:
    return [
        f'<li class="hit"><span class="vh">rolled: </span>{clean(result)}</li>'
        if face == fight.die
        else f"<li>{clean(result)}</li>"
        for face, result in enumerate(fight.faces, 1)
    ]


def _move_in_words(event: Move) -> str:
    """Return a move for a list: `1/506 1317→1420`."""
    if isinstance(event, ev.Landed):
        return f"{named(event.unit)} landed {event.hex}"
    way = "→".join(dict.fromkeys((event.path[0], event.path[-1])))
    entered = "in " if isinstance(event, ev.Entered) else ""
    return f"{named(event.unit)} {entered}{way}{' off' if isinstance(event, ev.Exited) else ''}"
