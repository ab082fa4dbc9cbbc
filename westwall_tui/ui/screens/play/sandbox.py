"""The playing screen of a sandbox above that of the real game, and the list of a player's sandboxes."""

from collections.abc import Callable, Sequence

from textual.events import Key, Paste
from textual.geometry import Size

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.words import capital
from westwall_tui.files.faults import printable
from westwall_tui.files.saves.private import Sandbox
from westwall_tui.files.sessions.recording import as_known
from westwall_tui.files.sessions.sandbox import ListedSandbox, Sandboxes, SandboxSession
from westwall_tui.files.tables import MAX_NAME_LENGTH
from westwall_tui.ui.around.bars import headed_bar, points_row
from westwall_tui.ui.boxes.kinds import Confirm
from westwall_tui.ui.screens.menus import ItemsPage, MenuItem
from westwall_tui.ui.screens.play.keys import Actions, Keys
from westwall_tui.ui.screens.play.panes import Panes
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.terminal.page import TellingScreen
from westwall_tui.ui.terminal.typed import TypedLine
from westwall_tui.words.keymap import BOX, SANDBOXES
from westwall_tui.words.rows import Row, row, spread, width_of
from westwall_tui.words.sandboxes import (
    about_sandbox,
    named_orders,
    orders_in_short,
    place_in_short,
    question_in_words,
    result_in_short,
)

NEW = "New sandbox from here"
ABOUT = "Try out a line of play: you decide for both sides and choose the dice. The game does not change."
BRANCH = "Begin another sandbox with the orders so far. The sandbox {} stays as it is."
NAME = 16
"""Maximum characters of a name in the list and in the bar."""


def show_sandboxes(screen: PlayScreen) -> None:
    """Show the list of the player's sandboxes, or say why there is none."""
    play, real = screen.play, _real_of(screen).play
    play.catch_up()
    if not real.may_show("sandboxes"):
        return
    try:
        boxes = Sandboxes(real.session, real.keeper)
        listed = boxes.listed()
    except IllegalOrder as refusal:
        play.refuse(refusal)
        return
    screen.app.push_screen(SandboxesScreen(boxes, listed, screen))


def ask_to_give(screen: PlayScreen, name: str) -> None:
    """Ask whether to give the orders of a sandbox in earnest, or say why that isn't possible."""
    play, real = screen.play, _real_of(screen).play
    side = real.keeper
    try:
        orders = Sandboxes(real.session, side).to_give(name)
    except IllegalOrder as refusal:
        play.refuse(refusal)
        return

    def give() -> None:
        if isinstance(screen, SandboxScreen):
            screen.show_real()
        real.give_in_earnest(side, orders)
        real.update_game()

    rows = [row(f"{named_orders(orders)}.")]
    play.open(Confirm(play, question_in_words(orders), rows, give, also="give", does="give them", stays="do not give"))


def show_sandbox(screen: PlayScreen, session: SandboxSession) -> None:
    """Show a sandbox above the real game, in place of another sandbox if one is on the screen."""
    real, app = _real_of(screen), screen.app
    sandbox = SandboxScreen(session, real)
    real.tell_sandbox = sandbox.tell_news
    if screen is not real:
        app.pop_screen()
    app.push_screen(sandbox)


def _real_of(screen: PlayScreen) -> PlayScreen:
    """Return the screen of the real game."""
    return screen.real if isinstance(screen, SandboxScreen) else screen


def _short(name: str) -> str:
    return name if len(name) <= NAME else f"{name[: NAME - 3]}..."


# -- a sandbox


class SandboxKeys(Keys):
    """The keys of a sandbox, in which `q` goes back to the game."""

    def keys(self) -> Sequence[tuple[str, str]]:
        pairs = super().keys()
        found = [(name, "back" if name == "leave" else word) for name, word in pairs]
        at = next((n for n, (name, _) in enumerate(found) if name == "goto"), -1)
        return found if at < 0 else [*found[:at], ("give", "give"), *found[at:]]

    def _open_players(self) -> None:
        if len(self._play.session.may_sit(0)) > 1:
            super()._open_players()
        else:
            self._play.say("The computer plays in a sandbox only if your own computer has the game's file")

    @property
    def _way_out(self) -> str:
        return f"{self._play.key('leave')}: back to the game"


class SandboxPanes(Panes):
    """The panes of a sandbox, whose bar names it."""

    news = ""
    """Words for the bar, once the real game has gone on."""

    def bar_row(self, width: int) -> Row:
        """Return the bar: the name of the sandbox, turn, side and phase, and the points if there is room."""
        game = self.play.game
        turn = f"  turn {game.state.turn}" if game.state.turn else ""
        session = self.play.session
        name = _short(session.name) if isinstance(session, SandboxSession) else ""
        head = f"SANDBOX {name}{self.news}{turn}"
        points = points_row(game)
        bar = headed_bar(head, game, width - width_of(points) - 2, self.play.look.switches())
        return spread(bar, points, width)


class SandboxScreen(PlayScreen):
    """A sandbox, above the screen of the real game."""

    def __init__(self, session: SandboxSession, real: PlayScreen) -> None:
        """Take the screen of the `real` game, which is below this one."""
        self._sandbox, self.real = session, real
        super().__init__(session, real.preferences, self.show_real)

    def new_keys(self) -> Keys:
        return SandboxKeys(self.play, self.screen_actions())

    def new_panes(self) -> Panes:
        return SandboxPanes(self.play, self.keys, self.map)

    def screen_actions(self) -> Actions:
        return {**super().screen_actions(), "give": lambda: ask_to_give(self, self._sandbox.sandbox.name)}

    def on_mount(self) -> None:
        """Begin, and tell the player how a new sandbox works."""
        super().on_mount()
        if not self._sandbox.sandbox.orders:
            key = self.play.key
            self.play.say(f"{ABOUT} {key('give')}: give its orders in earnest, {key('leave')}: back to the game")
            self.draw()

    @property
    def whose_move(self) -> str:
        """The scenario and whose move it is in the real game, for the title of the window."""
        return self.real.play.whose_move

    def show_real(self) -> None:
        """Go back to the real game, with the cursor where it was."""
        self.real.tell_sandbox = None
        while self.app.screen is not self.real:
            self.app.pop_screen()

    def tell_news(self, text: str) -> None:
        """Tell the player what has happened in the real game, whose log has all of it."""
        self.play.say(f"{text} {self.play.key('leave')}: back to the game")
        assert isinstance(self.panes, SandboxPanes)
        self.panes.news = "  news in the game"
        self.play.update_game()
        self.draw()


# -- the list


class SandboxesScreen(TellingScreen, ItemsPage):
    """The list of a player's sandboxes, with the position after the chosen one beside it."""

    heading = "Sandboxes"

    def __init__(self, boxes: Sandboxes, listed: Sequence[ListedSandbox], screen: PlayScreen) -> None:
        """Take the `screen` below this one."""
        super().__init__(screen.preferences)
        self._boxes, self._listed, self._screen = boxes, listed, screen
        here = screen.play.session
        self._here = here if isinstance(here, SandboxSession) else None
        """The sandbox below this list, if there is one."""
        real = boxes.real
        self._now: Game = as_known(real, real.game, boxes.side) if self._here is None else self._here.game
        self._line: TypedLine | None = None
        """The new name of the chosen sandbox, while it is typed."""
        self._asks = False
        """True while the page asks whether to delete the chosen sandbox."""
        names = [each.sandbox.name for each in listed]
        name = "" if self._here is None else self._here.sandbox.name
        self._at = names.index(name) + 1 if name in names else len(listed)

    @property
    def _chosen(self) -> ListedSandbox | None:
        return self._listed[self._at - 1] if self._at else None

    def items(self) -> Sequence[MenuItem]:
        """Return the item that begins a sandbox, then one for each sandbox."""
        found = [MenuItem(NEW, self._begin, info=self._about_chosen)]
        room = max((len(_short(printable(each.sandbox.name))) for each in self._listed), default=0)
        for each in self._listed:
            name = _short(printable(each.sandbox.name))
            label = f"{name:<{room}}  {place_in_short(each.beginning)}, {orders_in_short(each)}"
            found.append(MenuItem(label, self._go_on, info=self._about_chosen, more=f"  {result_in_short(each)}"))
        return found

    def _about_chosen(self) -> Sequence[str]:
        chosen = self._chosen
        if chosen is None:
            return (ABOUT if self._here is None else BRANCH.format(self._here.name),)
        name = printable(chosen.sandbox.name)
        if self._line is not None:
            return (f"The new name of {name}: {self._line.text}_", "Ctrl+U clears the line")
        if self._asks:
            return (f"Delete the sandbox {name} with {orders_in_short(chosen)}?",)
        return about_sandbox(chosen)

    def subject(self) -> object:
        """Return the number of the chosen item and its orders, which the picture is drawn from."""
        chosen = self._chosen
        return self._at, chosen and chosen.sandbox

    def draw_picture(self, subject: tuple[int, Sandbox | None], extent: Size) -> Sequence[Row]:
        """Draw the position after the chosen sandbox, or the present one."""
        at, _ = subject
        chosen = self._listed[at - 1] if 0 < at <= len(self._listed) else None
        game = self._now if chosen is None else chosen.end or chosen.beginning
        if game is None:
            return ()
        caption = "Now" if chosen is None else f"After {printable(chosen.sandbox.name)}"
        board = self.map_of(game).rows(Size(extent.width, max(0, extent.height - 2)))
        return [row(caption, "bold"), *board, points_row(game)]

    def keys(self, item: MenuItem) -> Sequence[tuple[str, str]]:
        """Return the keys for the chosen sandbox."""
        if self._line is not None:
            return [("confirm", "rename")]
        if self._asks:
            return [("yes", "delete")]
        found = [("up", ""), ("down", "choose"), ("confirm", "begin" if self._chosen is None else "go on")]
        return found if self._chosen is None else [*found, ("give", "give"), ("rename", "rename"), ("delete", "delete")]

    # -- keys

    def press(self, event: Key) -> None:
        """Do what a key of the list does, or take the character of a name."""
        names = event.key, *event.aliases
        action = self.keymap.action_in(SANDBOXES, names)
        if self._line is not None:
            self._type(event, self._line)
        elif self._asks:
            self._asks = False
            if self.keymap.action_in(BOX, names) == "yes":
                self._change(self._delete)
        elif self._chosen is not None and action == "give":
            self.dismiss()
            ask_to_give(self._screen, self._own_name)
            self._screen.draw()
        elif self._chosen is not None and action == "rename":
            self._line = TypedLine(MAX_NAME_LENGTH, printable(self._own_name))
        elif self._chosen is not None and action == "delete":
            self._asks = True
        else:
            super().press(event)

    def _type(self, event: Key, line: TypedLine) -> None:
        if end := line.take(event):
            self._line = None
        if end == "enter":
            self._change(lambda: self._rename(line.text))

    def on_paste(self, event: Paste) -> None:
        """Add pasted text to the name that is typed."""
        event.stop()
        if self._line is not None:
            self._line.paste(event.text)
            self.paint()

    @property
    def _own_name(self) -> str:
        assert self._chosen is not None
        return self._chosen.sandbox.name

    def _change(self, change: Callable[[], None]) -> None:
        """Change a sandbox and read the list again, or say why that isn't possible."""
        self._try(change)
        self._listed = self._boxes.listed()

    def _rename(self, name: str) -> None:
        old, here = self._own_name, self._here
        self._boxes.rename(old, name)
        if here is not None and here.sandbox.name == old:
            here.sandbox = here.sandbox._replace(name=name.strip())
            self._screen.play.update_game()
            self._screen.draw()

    def _delete(self) -> None:
        name, screen = self._own_name, self._screen
        self._boxes.delete(name)
        if self._here is not None and self._here.sandbox.name == name and isinstance(screen, SandboxScreen):
            screen.show_real()

    def _begin(self) -> None:
        boxes, here = self._boxes, self._here
        self._try(lambda: self._show(boxes.new() if here is None else boxes.branch(here)))

    def _go_on(self) -> None:
        self._try(lambda: self._show(self._boxes.open(self._own_name)))

    def _show(self, session: SandboxSession) -> None:
        self.dismiss()
        show_sandbox(self._screen, session)

    def _try(self, act: Callable[[], None]) -> None:
        try:
            act()
        except IllegalOrder as refusal:
            self._trouble = f"{capital(refusal.reason)}."
