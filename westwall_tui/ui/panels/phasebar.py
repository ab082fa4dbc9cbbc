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
    points = _points(game) + switched
    short = f"turn {state.turn}"
    for parts in ((name, turn, date), (scenario.name, turn, date), (scenario.name, turn), (turn,), (short,), ()):
        head = "".join(f"{part}  " for part in parts if part)
        if 1 + len(head) + sum(len(span.text) for span in now) + len(points) <= width:
            break
    else:
        head = ""
    return (Span(" " + head, "bar"), *now, Span(points, "bar"))


def _points(game: Game) -> str:
    state, sides = game.state, game.scenario.sides
    text = ""
    if queries.account(game):
        first, second = queries.totals(game)
        text += f"  VP {sides[0].letter}{first} {sides[1].letter}{second}"
    for side, info in enumerate(sides):
        if info.support(state.turn) or state.support[side]:
            usable, rest = queries.support_left(game, side), state.support[side]
            text += f"  GS {info.letter}{usable}{f'/{rest}' if rest != usable else ''}"
    text += "".join(f"  {condition}" for condition in queries.conditions(game))
    if state.phase is Phase.COMBAT:
        obliged = queries.outstanding(game)
        count = len(obliged.attackers) + len(obliged.enemies)
        if count:
            text += f"  must fight {count}"
    return text
