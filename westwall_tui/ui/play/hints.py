"""Hints: what the computer would do in the place of who is asked."""

from westwall_tui.ai.thinker import Thought
from westwall_tui.engine import queries
from westwall_tui.ui.computer.hint import HINT_LEVEL, HintDialog
from westwall_tui.ui.play.game import COMPUTER, ELSEWHERE, Play


def ask_hint(play: Play) -> None:
    """Ask for one, about the unit in hand if there is one; it is shown when it has been thought of."""
    kind = play.game.prompt.kind
    if kind in ("over", "roll") or play.asked[0] in (COMPUTER, ELSEWHERE) or play.hands_over:
        play.say("A hint is for a decision of yours; there is none now")
        return
    play.catch_up()
    hand = play.mode.unit_in_hand()
    unit = play.game.state.units[hand].id if hand >= 0 else ""
    about = f" for {queries.named(unit)}" if unit else ""
    play.say(f"Thinking of a hint{about} ... {play.key('back')}: never mind")
    play.computer.advise(HINT_LEVEL, unit, lambda thought: show_hint(play, thought))


def show_hint(play: Play, thought: Thought) -> None:
    """Show it; what was in front goes back there afterwards."""
    play.message = ()
    if thought.order is None and not thought.stays:
        play.say("No hint: the computer found no order (it is in the error report)")
    elif not isinstance(play.dialog, HintDialog):
        play.open(HintDialog(play, thought, play.dialog, play.mode.unit_in_hand()))
    play.update()
