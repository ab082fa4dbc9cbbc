"""Players at other terminals: what is heard of them, and what is said to them."""

from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.session import Heard
from westwall_tui.ui.boxes.talk import AskedDialog, ChatDialog
from westwall_tui.ui.decisions.plan import PlanDialog
from westwall_tui.ui.opponent.hint import HintDialog
from westwall_tui.ui.screens.game import GameInPlay
from westwall_tui.ui.screens.turn import ELSEWHERE


class OtherTerminals:
    """Those who sit or watch at other terminals."""

    def __init__(self, play: GameInPlay) -> None:
        self._play = play

    def hear(self) -> None:
        """Show what has come from them."""
        for heard in self._play.session.hear():
            self._show(heard)

    def _show(self, heard: Heard) -> None:
        play = self._play
        waited = play.decision.kind == ELSEWHERE
        if heard.order is not None or heard.back or (heard.fresh and waited):
            play.message = ()  # it was about what came before
        if heard.fresh:
            play.start_over()
        elif heard.back:
            play.log.tell(f"{self._whose_turn} took the last order back")
            play.went_back()
        if heard.order is not None:
            play.follow(heard.order, heard.events)
            play.went_on(heard.events)
        if isinstance(play.dialog, PlanDialog) and play.dialog.plan is not play.plan:
            play.close()  # its enemy is gone, or the phase that it was made for has begun
        if isinstance(play.dialog, HintDialog) and (heard.order or heard.back or heard.fresh):
            play.close()  # it was for another position
        if heard.text:
            play.log.tell(heard.text)
            if play.game.side < 0 or play.decision.kind == ELSEWHERE or play.session.owner >= 0:
                play.say(heard.text)  # whoever else decides here reads what he is asked; this is in the log
        if heard.asks:
            play.open(AskedDialog(play, heard.asks, self._agree, play.dialog))
        if heard.asks or heard.calls or (waited and play.decision.kind != ELSEWHERE):
            play.changes.bell = True
        play.update_game()
        play.update()

    @property
    def _whose_turn(self) -> str:
        """The player at another terminal whose order is meant."""
        play = self._play
        return play.session.seats[play.game.side].name if play.game.side >= 0 else "Somebody"

    def _agree(self, yes: bool) -> None:
        """Answer what the other player asked."""
        try:
            self._play.session.agree(yes)
        except IllegalOrder as refusal:
            self._play.refuse(refusal)

    def speak(self) -> None:
        """Say something to them; what was in front goes back there afterwards."""
        play = self._play
        if not play.session.is_hosted:
            play.say("Nobody is at another terminal")
        elif not isinstance(play.dialog, ChatDialog):
            play.open(ChatDialog(play, self._say, play.dialog))

    def _say(self, text: str) -> None:
        play = self._play
        try:
            play.session.say(text)
        except IllegalOrder as refusal:
            play.refuse(refusal)
        else:
            play.log.tell(f"You: {text}")
            play.update_game()
