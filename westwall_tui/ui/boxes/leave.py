"""Boxes for handing over the keyboard, conceding, offering a draw, and quitting an unsaved game."""

from collections.abc import Callable, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.words import capital, with_stop
from westwall_tui.ui.boxes.kinds import Confirm, NoticeDialog
from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.words.rows import Row, cut, row, text_rows


def decides_in_secret(game: Game) -> bool:
    """Return True if the deciding player sees, or now notes, something that the opponent must not see."""
    return game.side >= 0 and (game.prompt.kind == "notes" or queries.holds_secret(game, game.side))


def _opponent_has_played(game: Game) -> bool:
    """Return True if the opponent of the deciding side has begun a Player-Turn."""
    state = game.state
    return state.phase is not Phase.SETUP and (
        state.turn > game.scenario.first_turn or 1 in (state.side, game.prompt.side)
    )


class HandOverDialog(NoticeDialog):
    """The notice that the other player decides now."""

    follows_orders = True

    def __init__(
        self, screen: GameScreen, then: Callable[[], None], undo: Callable[[], None], news: str, names: Sequence[str]
    ) -> None:
        """Take functions that go on (`then`) and that undo the last order, then the `news` and the players' `names`.

        The names are in the order of the sides, and may be empty.
        """
        super().__init__(screen, then)
        self._undo = undo
        game, prompt = screen.game, screen.game.prompt
        sides = game.scenario.sides
        self.title = f"{capital(sides[prompt.side].people)} decide"
        self._text = with_stop(prompt.text)
        if decides_in_secret(game):
            other = names[1 - prompt.side] or f"The {sides[1 - prompt.side].adjective} player"
            self._text += f" {other} must look away."
        self._news = news
        name = names[prompt.side]
        self._whom = f"Take the keyboard, {name}" if name else "Take the keyboard"

    def rows(self, width: int) -> Sequence[Row]:
        lines = [*cut(self._news, width, 5), *cut(self._text, width, 4, "bold")]
        if _opponent_has_played(self.game):
            key = self.screen.key
            again = f"After {key('put')}, {key('replay_on')} replays your opponent's last turn."
            lines.append(row(again, "dim"))
        if self.screen.can_undo and not self.game.can_undo:
            lines.append(row(f"If you both agree, {self.screen.key('undo')} undoes the last order.", "dim"))
        return lines

    def prompt(self) -> str:
        return self._whom

    def act(self, action: str) -> bool:
        if action == "undo" and self.screen.can_undo:
            self.screen.close()
            self._undo()
        elif action == "back":
            self.screen.say(f"{self.screen.key('put')}: go on")
        else:
            return super().act(action)
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        undo = (("undo", "undo"),) if self.screen.can_undo else ()
        return (("put", "go on"), *undo, ("leave", "quit"))


def concede_dialog(screen: GameScreen, side: int, concede: Callable[[], None]) -> Dialog:
    """Return the question of whether a side concedes; conceding takes effect at its next decision."""
    game = screen.game
    sides = game.scenario.sides
    if side < 0:
        return Confirm(screen, "", [row("The game is over.")], lambda: None, does="back", stays="back")
    rows = [row(f"{capital(sides[side].people)} concede, and {sides[1 - side].people} win.")]
    rows += [] if game.is_trial else [row("This cannot be undone.")]
    if side != game.prompt.side:
        rows.append(row(f"Until your next decision, {sides[game.prompt.side].people} play on."))
    return Confirm(screen, "Concede?", rows, concede, does="concede", stays="play on")


def draw_dialog(screen: GameScreen, offer: Callable[[], object]) -> Dialog:
    """Return the question of whether the deciding side offers a draw."""
    sides, side = screen.game.scenario.sides, screen.game.side
    own, other = capital(sides[side].people), sides[1 - side].people
    rows = [row(f"{own} offer a draw. If {other} accept, the game is over.")]
    return Confirm(screen, "Offer a draw?", rows, offer, does="offer it", stays="play on")


def unsaved_dialog(screen: GameScreen, trouble: str, leave: Callable[[], None]) -> Dialog:
    """Return the question of whether to quit (`leave`) although the last orders are not on disk (`trouble`)."""
    rows = text_rows(f"The last orders are {trouble}", 49)
    return Confirm(screen, "Quit without saving?", rows, leave, does="quit anyway", stays="play on")
