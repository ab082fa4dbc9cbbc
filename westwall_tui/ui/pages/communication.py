"""Who has a Line of Communication, and who has none and why."""

from textwrap import wrap

from westwall_tui.engine.game import Game
from westwall_tui.ui.map.overlays import Communication
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.ui.terminal.rows import Row, row


def lines_rows(game: Game, width: int) -> list[Row]:
    """Who has no line and why, then who has one, as a page."""
    lines = Communication(game)
    if not lines:
        return [row("There are no Lines of Communication in this game.")]
    state = game.state
    lacking = [supply for supply in lines.units.values() if not supply.line]
    having = [supply for supply in lines.units.values() if supply.line]
    rows: list[Row] = []
    if lines.units:
        rows.append(row(f"No Line of Communication: {len(lacking) or 'nobody'}", "bold"))
        for supply in lacking:
            at = state.number(state.location[supply.unit])
            rows.append(row(f"  {state.units[supply.unit].id:<8} at {at}  {supply.why}"[:width]))
        rows += [row(), row(f"With a line: {len(having) or 'nobody'}", "bold")]
        for supply in having:
            at, steps = state.number(state.location[supply.unit]), len(supply.line) - 1
            goal = state.number(supply.line[-1])
            end = f"{steps} hex{'es' if steps > 1 else ''} to {goal}" if steps else "its line ends right here"
            rows.append(row(f"  {state.units[supply.unit].id:<8} at {at}  {end}"[:width]))
    if lines.places:
        rows += [row(), row("Places", "bold")]
        for place in lines.places:
            rows += [row(line) for line in wrap(f"  {place.name}: {place.why}", width, subsequent_indent="    ")]
    return rows


def lines_screen(game: Game) -> PageScreen:
    """Who has a Line of Communication, and who has none and why."""
    return PageScreen("Lines of Communication", lambda width: lines_rows(game, width))
