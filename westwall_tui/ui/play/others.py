"""Players at other terminals: what is heard of them, and what is said to them."""

from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.ui.boxes.talk import AskedDialog, ChatDialog
from westwall_tui.ui.computer.hint import HintDialog
from westwall_tui.ui.decisions.plan import PlanDialog
from westwall_tui.ui.play.game import ELSEWHERE, Play


def hear(play: Play) -> None:
    """Show what has come from other terminals."""
    for heard in play.session.hear():
        waited = play.asked[0] == ELSEWHERE
        if heard.order is not None or heard.back or (heard.fresh and waited):
            play.message = ()  # it was about what came before
        if heard.fresh:
            play.start_over()
        elif heard.back:
            play.log.tell(f"{_whose_turn(play)} took the last order back")
            play.went_back()
        if heard.order is not None:
            play.follow(heard.order, heard.events)
            play.went_on(heard.events)
        if isinstance(play.dialog, PlanDialog) and play.dialog.plan is not play.looking.plan:
            play.close()  # its enemy is gone, or the phase that it was made for has begun
        if isinstance(play.dialog, HintDialog) and (heard.order or heard.back or heard.fresh):
            play.close()  # it was for another position
        if heard.text:
            play.log.tell(heard.text)
            if not _is_asked(play):
                play.say(heard.text)
        if heard.asks:
            play.open(AskedDialog(play, heard.asks, lambda yes: _agree(play, yes), play.dialog))
        if heard.asks or heard.calls or (waited and play.asked[0] != ELSEWHERE):
            play.view.ring()
        play.view.paint_game()
        play.update()


def _is_asked(play: Play) -> bool:
    """Whether somebody here decides: the prompt says what, and whatever else there is to tell is in the log alone."""
    return play.game.side >= 0 and play.asked[0] != ELSEWHERE


def speak(play: Play) -> None:
    """Say something to those at other terminals; what was in front goes back there afterwards."""
    if not play.session.is_hosted:
        play.say("Nobody is at another terminal")
    elif not isinstance(play.dialog, ChatDialog):
        play.open(ChatDialog(play, lambda text: _say(play, text), play.dialog))


def _say(play: Play, text: str) -> None:
    try:
        play.session.say(text)
    except IllegalOrder as refusal:
        play.refuse(refusal)
    else:
        play.log.tell(f"You: {text}")
        play.view.paint_game()


def _agree(play: Play, yes: bool) -> None:
    """Answer what the other player asked."""
    try:
        play.session.agree(yes)
    except IllegalOrder as refusal:
        play.refuse(refusal)


def _whose_turn(play: Play) -> str:
    """The player at another terminal whose order is meant."""
    return play.session.seats[play.game.side].name if play.game.side >= 0 else "Somebody"
