"""Sandboxes in plain lines: the commands that list, open and give them, and a sandbox as a game within the game."""

from collections.abc import Mapping

from westwall_tui.engine.orders import IllegalOrder, OrderSyntaxError
from westwall_tui.files.saves.private import CASE
from westwall_tui.files.sessions.dice import draw
from westwall_tui.files.sessions.sandbox import Sandboxes, SandboxSession
from westwall_tui.plain.table import PlainGame, Quit
from westwall_tui.words.sandboxes import about_sandbox, named_orders, question_in_words

BACK, GIVE, DELETE = "back", "give", "delete"
AGAIN = "type the same line again"
HOW = (
    "You decide for both sides, and the game does not change",
    "When a die is due, type roll and a number, or roll alone for a random die",
    "Type sandbox give to give your orders in earnest, or sandbox back to go back to the game",
)


class SandboxCommands:
    """The commands of a game about its sandboxes."""

    def __init__(self, game: PlainGame) -> None:
        """Add the commands to a game."""
        self._game = game
        game.add({"sandboxes": self._list, "sandbox": self._obey}, OF_SANDBOXES)

    @property
    def _boxes(self) -> Sandboxes:
        game = self._game
        game.check_shown("sandboxes")
        return Sandboxes(game.session, game.keeper)

    def _list(self, _: str) -> None:
        found = self._boxes.listed()
        for each in found:
            self._game.say(f"Sandbox {each.sandbox.name}", *about_sandbox(each))
        if not found:
            self._game.say("You have no sandboxes in this game. Type sandbox and a name to begin one")

    def _obey(self, rest: str) -> None:
        word, _, name = rest.partition(" ")
        if word == BACK:
            raise IllegalOrder(CASE, "you are not in a sandbox")
        if word in (GIVE, DELETE) and not name:
            raise OrderSyntaxError(f"type sandbox {word} and the name of a sandbox")
        if word == GIVE:
            self._give(name)
        elif word == DELETE:
            asks = f"This deletes the sandbox {self._boxes.find(name).sandbox.name}"
            if self._game.confirms(f"sandbox {rest}", [asks], AGAIN):
                self._boxes.delete(name)
                self._game.say("The sandbox is deleted")
        else:
            self._enter(rest)

    def _enter(self, name: str) -> None:
        """Play in a sandbox, or in a new one if there is none of that name, until the player comes back."""
        boxes, game = self._boxes, self._game
        known = any(box.name.casefold() == name.casefold() for box in boxes.all)
        sandbox = PlainSandbox(boxes.open(name) if known else boxes.new(name), game)
        if not sandbox.play():
            raise Quit
        game.resume()
        if sandbox.gives:
            side = game.keeper
            game.give_in_earnest(side, Sandboxes(game.session, side).to_give(sandbox.name))

    def _give(self, name: str) -> None:
        side = self._game.keeper
        orders = self._boxes.to_give(name)
        asks = [question_in_words(orders), named_orders(orders)]
        if self._game.confirms(f"sandbox give {name}", asks, AGAIN):
            self._game.give_in_earnest(side, orders)


class PlainSandbox(PlainGame):
    """A sandbox at this terminal, while the real game waits."""

    def __init__(self, session: SandboxSession, real: PlainGame) -> None:
        super().__init__(session, real.console, real.settings)
        self._sandbox, self._real = session, real
        self._is_left = False
        self.gives = False
        """True if the player wants to give the orders in earnest."""
        self.add({"sandbox": self._obey_sandbox, "roll": self._roll}, IN_SANDBOXES)

    @property
    def name(self) -> str:
        """The name of the sandbox."""
        return self._sandbox.sandbox.name

    @property
    def goes_on(self) -> bool:
        """True until the player goes back; the end of the sandbox's game can be undone."""
        return not self._is_left

    def begin(self) -> None:
        """Say which sandbox this is, and how it differs from the game."""
        self.say(f"You are in the sandbox {self._sandbox.name}", *HOW)
        if self.game.state.turn:
            self.say(f"Game-Turn {self.game.state.turn} of {self.game.scenario.last_turn}")

    def end(self) -> None:
        """Say that the player is back in the game."""
        self.say("You are back in the game")

    def farewell(self, why: str) -> None:  # noqa: ARG002 - every game has this parameter
        """Say only what is wrong, because the real game says the rest."""
        self._say_trouble()

    @property
    def _prompt(self) -> str:
        return f"Sandbox {self._sandbox.name}, {super()._prompt}"

    @property
    def _computer_decides(self) -> bool:
        return self.game.outcome is None and super()._computer_decides

    def _let_person(self) -> None:
        self._real.tell_news()
        super()._let_person()

    def _obey_sandbox(self, rest: str) -> None:
        if rest == GIVE:
            orders = Sandboxes(self._sandbox.real, self._sandbox.owner).to_give(self.name)
            asks = [question_in_words(orders), named_orders(orders)]
            self.gives = self._is_left = self.confirms("sandbox give", asks, AGAIN)
        elif rest == BACK:
            self._is_left = True
        else:
            raise OrderSyntaxError("you are in a sandbox already; type sandbox back or sandbox give")

    def _save(self, _: str) -> None:
        self.say(self.session.trouble or "Every order of the sandbox is saved at once")

    def _roll(self, rest: str) -> None:
        self._order(f"roll {rest or draw()}")


OF_SANDBOXES: Mapping[str, str] = {
    "sandboxes": "list your sandboxes, in which you try out lines of play",
    "sandbox": "go to a sandbox, or begin one, as in sandbox by the road; sandbox give by the road gives its orders in "
    "earnest, and sandbox delete by the road deletes it",
}
"""The functions of the commands about sandboxes, by command."""
IN_SANDBOXES: Mapping[str, str] = {
    "sandbox": "sandbox back goes back to the game, and sandbox give gives your orders in earnest",
    "roll": "choose a die, as in roll 4; roll alone rolls a random one",
}
"""The functions of the commands in a sandbox, by command."""
