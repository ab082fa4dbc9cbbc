"""An offer from the other side, either of a draw or to concede, which the player accepts or declines."""

from collections.abc import Callable, Mapping, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.orders import CONCESSION, Accept, Stand
from westwall_tui.engine.words import capital, with_stop
from westwall_tui.ui.boxes.kinds import Confirm
from westwall_tui.ui.decisions.mode import BoxMode
from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.words.rows import row


class OfferMode(BoxMode, kind="offer"):
    """The mode for answering an offer."""

    def new_box(self) -> Dialog:
        return OfferDialog(self.screen)

    def next(self, step: int) -> None:
        self.begin()

    def end(self) -> None:
        self.screen.say(f"Answer the offer first. {self.screen.key('confirm')}: decide")

    def actions(self) -> Mapping[str, Callable[[], object]]:
        return {"stand": lambda: self.screen.apply(Stand())}

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "decide"), ("stand", "play on"))


class OfferDialog(Confirm):
    """The question of whether to accept: `y` or `n`, because the answer is final. Escape goes back to the map."""

    about = "offer"

    def __init__(self, screen: GameScreen) -> None:
        game = screen.game
        people = capital(game.scenario.sides[1 - game.side].people)
        gives_up = queries.offered(game) == CONCESSION
        ends = f"{people} would concede, and you would win." if gives_up else "The game would be a draw."
        rows = [row(with_stop(game.prompt.text)), row(ends), row("If you play on, nothing changes.")]
        title = f"{people} {'would concede' if gives_up else 'offer a draw'}"
        super().__init__(screen, title, rows, lambda: screen.apply(Accept()), does="accept", stays="play on")

    def act(self, action: str) -> bool:
        if action == "no":
            self.screen.close()
            self.screen.apply(Stand())
            return True
        return super().act(action)

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("yes", "accept"), ("no", "play on"), ("back", "back to the map"))
