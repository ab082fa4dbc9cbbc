"""Players at other terminals: news and messages from them, messages to them, and the boxes for both."""

from collections.abc import Callable, Sequence

from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.words import with_stop
from westwall_tui.files.scenarios.catalog import fair_terms
from westwall_tui.files.sessions.base import Heard
from westwall_tui.ui.boxes.kinds import Confirm
from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.ui.opponent.hint import HintDialog
from westwall_tui.ui.screens.play.game import GameInPlay
from westwall_tui.ui.screens.play.planner import PlanDialog
from westwall_tui.ui.screens.play.turn import ELSEWHERE
from westwall_tui.words.rows import Row, row, text_rows

LONGEST = 200
"""Maximum characters of a message."""
ABOUT_BIDS = (
    "Bid the points that you would give your opponent at the start to play a side. The higher bidder plays the side "
    "they bid for; if the bids are equal, the first one counts. Nobody sees a bid until both of you have bid."
)


class ChatDialog(Dialog):
    """A field for a message, which Enter sends. The box that was open before opens again."""

    narrow = True
    title = "Say"
    wide = True
    typing = True
    unseen = False

    def __init__(self, screen: GameScreen, say: Callable[[str], None], behind: Dialog | None = None) -> None:
        super().__init__(screen)
        self._say, self._behind = say, behind
        self._text = ""

    def rows(self, width: int) -> Sequence[Row]:
        shown = f"{self._text}_"
        return [row(shown[-width:], "bold")]

    def act(self, action: str) -> bool:
        if action not in ("confirm", "back", "leave"):
            return False
        self.screen.close()
        if self._behind is not None:
            self.screen.open(self._behind)
        if action == "confirm" and self._text.strip():
            self._say(self._text.strip())
        return True

    def typed(self, character: str) -> None:
        self._text = self._text[:-1] if not character else (self._text + character)[:LONGEST]

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "send"), ("back", "cancel"))


class BidDialog(ChatDialog):
    """A field for a bid for a side, which Enter makes."""

    title = "Your bid for a side"

    def rows(self, width: int) -> Sequence[Row]:
        """Return what a bid is, the points that make the game even, and the field."""
        scenario = self.game.scenario
        first, second = (side.name for side in scenario.sides)
        about = f"{ABOUT_BIDS} {fair_terms(scenario)}".rstrip()
        example = f"Type a bid such as {first}=2 or {second}=0."
        return [*text_rows(about, width), *text_rows(example, width), *super().rows(width)]

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "bid"), ("back", "cancel"))


# -- the other player asks you to agree to an undo, or the host to a dropped die


class AskedDialog(Confirm):
    """A request of another player or the host.

    `y` agrees, `n` and Escape refuse; the answer is passed on in any case.
    """

    def __init__(
        self, screen: GameScreen, asks: str, answer: Callable[[bool], None], behind: Dialog | None = None
    ) -> None:
        """Take the box that was open (`behind`). It opens again after a no; after a yes it may be out of date.

        An earlier request is out of date, too, so this one takes its place.
        """
        super().__init__(screen, "Do you agree?", [], lambda: answer(True), does="agree", stays="do not agree")
        self._asks, self._answer = asks, answer
        self._behind: Dialog | None = behind._behind if isinstance(behind, AskedDialog) else behind

    def rows(self, width: int) -> Sequence[Row]:
        """Return the request in lines, and the keys that answer it."""
        return [*text_rows(self._asks, width), *super().rows(width)]

    def act(self, action: str) -> bool:
        if action not in ("no", "back", "leave"):
            return super().act(action)
        self.screen.close()
        if self._behind is not None:
            self.screen.open(self._behind)
        self._answer(False)
        return True


class OtherTerminals:
    """The other terminals: players and spectators."""

    def __init__(self, play: GameInPlay) -> None:
        self._play = play

    def hear(self) -> str:
        """Show all news from them. Return the last of it in a line, for a player who is in a sandbox."""
        play, before = self._play, self._play.log.lines[-1:]
        found = self._play.session.hear()
        for heard in found:
            self._show_heard(heard)
        asks = next((heard.asks for heard in found if heard.asks), "")
        last = play.log.lines[-1].text if play.log.lines[-1:] != before else ""
        told = asks or last or ("the game has changed" if any(heard.fresh for heard in found) else "")
        yours = " It is your decision." if told and play.decision.is_here and play.game.side >= 0 else ""
        return f"In the game: {with_stop(told)}{yours}" if told else ""

    def _show_heard(self, heard: Heard) -> None:
        play = self._play
        waited = play.decision.kind in (ELSEWHERE, "over")
        if heard.order is not None or heard.back or (heard.fresh and waited):
            play.message = ()  # the message is out of date
        if heard.back:
            play.elsewhere.forget()  # so are the marks
        if heard.fresh:
            play.start_over()
        elif heard.back:
            undone = "the last order" if heard.back == 1 else f"{heard.back} orders"
            play.log.tell(f"{self._whose_turn} undid {undone}")
            play.after_undo_elsewhere()
        elif heard.closed:
            if play.dialog is not None:
                play.close()
            play.after_undo_elsewhere()  # the prompt says why
        if heard.order is not None:
            play.follow(heard.order, heard.events)
            play.after_order(heard.events)
        if isinstance(play.dialog, PlanDialog) and play.dialog.plan is not play.plan:
            play.close()  # the enemy that the box is about is gone, or its phase has begun
        if isinstance(play.dialog, HintDialog) and (heard.order or heard.back or heard.fresh):
            play.close()  # the position has changed
        if heard.text:
            self._show_text(heard)
        if heard.asks:
            play.open(AskedDialog(play, heard.asks, self._answer_request, play.dialog))
        if heard.asks or heard.calls or (waited and play.decision.kind != ELSEWHERE):
            play.changes.bell = True
        play.update_game()

    def _show_text(self, heard: Heard) -> None:
        """Show a line of news in the log, and on the message line unless the player needs the prompt there."""
        play = self._play
        if not heard.is_logged:
            play.log.tell(heard.text)
        if heard.closed:
            play.message = ()
        elif play.game.side < 0 or play.decision.kind == ELSEWHERE or play.session.owner >= 0:
            play.say(heard.text)

    @property
    def _whose_turn(self) -> str:
        """The name of the player at another terminal who gave the last order."""
        play = self._play
        return play.session.seats[play.game.side].name if play.game.side >= 0 else "Someone"

    def _answer_request(self, yes: bool) -> None:
        """Answer the other player's request."""
        try:
            self._play.session.agree(yes)
        except IllegalOrder as refusal:
            self._play.refuse(refusal)

    def speak(self) -> None:
        """Open the field for a message."""
        play = self._play
        if not play.session.is_hosted:
            play.say("Nobody is playing at another terminal")
        elif not isinstance(play.dialog, ChatDialog):
            play.open(ChatDialog(play, self._say_to_others, play.dialog))

    def open_bid(self) -> None:
        """Open the field for a bid."""
        self._play.open(BidDialog(self._play, self._bid))

    def _bid(self, word: str) -> None:
        try:
            self._play.session.bid(word)
        except IllegalOrder as refusal:
            self._play.refuse(refusal)

    def _say_to_others(self, text: str) -> None:
        play = self._play
        try:
            play.session.say(text)
        except IllegalOrder as refusal:
            play.refuse(refusal)
        else:
            play.log.tell(f"You: {text}")
            play.update_game()
