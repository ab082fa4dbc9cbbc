"""One line above the map: where in the game we are."""

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Phase
from westwall_tui.ui.kit.pane import TextPane
from westwall_tui.ui.kit.rows import Row, Span, row


class PhaseBar(TextPane):
    """One line above the map: where in the game we are."""

    DEFAULT_CSS = "PhaseBar { height: 1; width: 1fr; }"
    ground = "bar"


def phase_bar(game: Game, width: int, switched: str = "") -> Row:
    """Battle, turn and date, side, phase, points; as much as fits. `switched`: what the player has turned on or off."""
    state, scenario = game.state, game.scenario
    name = f"{scenario.battle}: {scenario.name}" if scenario.battle else scenario.name
    if game.outcome is not None:
        return row(f" {name}  The game is over", "bar")
    turn = f"turn {state.turn} of {scenario.last_turn}"
    date = scenario.date(state.turn)
    now: list[Span] = [Span(f"{scenario.sides[game.prompt.side].name.upper()} ", "bar_now")]
    if state.phase is Phase.SETUP:
        now.append(Span("SET-UP", "bar_now"))
    else:
        now = [Span(f"{scenario.sides[state.side].name.upper()} ", "bar_now")]
        fights = queries.has_combat(game) or state.phase is Phase.COMBAT
        for phase, word in ((Phase.MOVEMENT, "move"), (Phase.COMBAT, "combat"))[: 1 + fights]:
            now.append(Span(f">{word.upper()}<", "bar_now") if state.phase is phase else Span(f" {word} ", "bar"))
    heads = ((name, turn, date), (scenario.name, turn, date), (scenario.name, turn), (turn,), (f"turn {state.turn}",))
    conditions, points, rest = queries.conditions(game), _points(game), _obliged(game) + switched
    room = width - sum(len(span.text) for span in now)
    # The turn is worth more room than the last of the battle's conditions.
    for kept in range(len(conditions), -1, -1):
        tail = points + "".join(f"  {condition}" for condition in conditions[:kept]) + rest
        for parts in heads:
            head = " " + "".join(f"{part}  " for part in parts if part)
            if len(head) + len(tail) <= room:
                return (Span(head, "bar"), *now, Span(tail, "bar"))
    return (Span(" ", "bar"), *now, Span(points + rest, "bar"))


def _points(game: Game) -> str:
    """Victory Points and Ground Support."""
    state, sides = game.state, game.scenario.sides
    text = ""
    if queries.account(game):
        first, second = queries.totals(game)
        text += f"  VP {sides[0].letter}{first} {sides[1].letter}{second}"
    for side, info in enumerate(sides):
        if info.support(state.turn) or state.support[side]:
            usable, rest = queries.support_left(game, side), state.support[side]
            text += f"  GS {info.letter}{usable}{f'/{rest}' if rest != usable else ''}"
    return text


def _obliged(game: Game) -> str:
    """How many must still attack or be attacked in this Combat Phase (7.11)."""
    if game.state.phase is not Phase.COMBAT:
        return ""
    obliged = queries.outstanding(game)
    count = len(obliged.attackers) + len(obliged.enemies)
    return f"  must fight {count}" if count else ""
