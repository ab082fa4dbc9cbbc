"""The menus for games at several terminals, in which players host, join and watch games."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from westwall_tui.files.players.seats import Seat
from westwall_tui.ui.screens.menus import Menu, MenuItem, Subject, choice_item, lines, scenario_subject, text_item
from westwall_tui.ui.screens.title.lobby import DAY
from westwall_tui.ui.screens.title.menu_screen import MenuScreen

if TYPE_CHECKING:
    from westwall_tui.files.saves.catalog import SaveInfo
    from westwall_tui.net.command import HostedGame

JOIN = "Games hosted on this machine. On another machine: westwall join HOST:PORT."
HOST = "Play with someone at another terminal (or: westwall host). Others may watch."
ASKING = "Looking for games ..."
NONE = "No game is hosted here now. Choose Host a game, or ask a friend to host one."


CALLED = (
    "The name that other players see. Type to change; Backspace deletes. Two people who share a login need two names."
)
PASSWORD = (
    "Optional password. You need it to come back, so nobody else using your login can take your seat. "
    "If you forget it, the host can free the seat."
)
LONGEST_PASSWORD = 60
HERE = "Play both sides at this keyboard, without the other terminals. You can host the game again later."
WATCHED = "You see only what both sides may see."
MINUTE, HOUR = 60, 3_600
SPANS = {MINUTE: "a minute", HOUR: "an hour", DAY: "a day", 7 * DAY: "a week"}
LINGER_LABELS = {seconds: f"for {span} after everyone has left" for seconds, span in SPANS.items()}
"""Labels for the seconds that a host in the background waits for players to return."""
LINGER_INFO = (
    "When you quit, the host keeps running so that players can come back. If nobody comes back for this long, it "
    "stops. The game is saved; Continue or Host a game resumes it."
)


def save_items(saves: "Sequence[SaveInfo]", open_save: "Callable[[SaveInfo], None]") -> list[MenuItem]:
    """Return the items for saved games to host; `open_save` opens the menu of one."""
    return [
        MenuItem(
            f"Resume {save.about}",
            partial(open_save, save),
            info=lines(save.prompt, f"File {save.path.name}"),
            subject=Subject("save", str(save.path)),
        )
        for save in saves
        if not (save.trouble or save.mail)
    ]


class HostedGames:
    """The title's menus for hosted games."""

    def __init__(self, title: MenuScreen) -> None:
        self._title, self._lobby = title, title.lobby

    def join_menu(self) -> Menu:
        """Return the menu of games that are waiting. It fills once the hosts have answered; picking one shows its
        seats.
        """
        from westwall_tui.files.scenarios.catalog import FAMOUS, listed_scenarios

        items = [MenuItem(ASKING)]
        keys = {each.entry.title: each.entry.key for each in reversed(listed_scenarios())}

        def shown_of(game: "HostedGame") -> Subject | None:
            return Subject("scenario", keys[game.title]) if game.title in keys else None

        def found(games: "Sequence[HostedGame]") -> None:
            items[:] = [
                MenuItem(
                    f"{game.title}, turn {game.turn} {game.date}".rstrip(),
                    partial(self._open_seats, game, shown_of(game)),
                    info=lines(
                        ", ".join(game.seats),
                        *([f"Hosted by {game.host}"] if game.host else []),
                        f"westwall join {game.name}",
                    ),
                    subject=scenario_subject(keys[game.title]) if game.title in keys else None,
                )
                for game in games
            ] or [MenuItem("No games are waiting", info=lines(NONE))]
            self._title.paint_again()

        self._lobby.look(found)
        return Menu("Join a game", lambda: items, subject=Subject("scenario", FAMOUS))

    def save_menu(
        self, save: "SaveInfo", seats: Sequence[tuple[str, Seat]], resume: Callable[[], None] | None = None
    ) -> Menu:
        """Return the menu of a saved game for several terminals.

        If someone hosts the game, you can join it, otherwise host it. `resume` continues it at this keyboard alone.
        """
        items = [MenuItem(ASKING)]
        title = f"{save.title}, hosted by {save.host}" if save.host else save.title
        ready: list[bool] = []
        menu = Menu(
            title,
            lambda: [*items, *(self.linger_items() if False in ready else []), *self.who_items()],
            subject=Subject("save", str(save.path)),
        )

        def found(game: "HostedGame | None") -> None:
            ready[:] = [game is not None]
            if game is not None:
                items[:], menu.at = self._seat_items(game), _best_seat(game, save.host)
            else:
                items[:], menu.at = self._host_items(save, seats), _seat_of(save.host, seats)
                items.extend([MenuItem("Play on at this keyboard", resume, info=lines(HERE))] if resume else [])
            self._title.paint_again()

        self._lobby.look_for(save.path, found)
        return menu

    def who_items(self) -> list[MenuItem]:
        """Return the items in which the player types a name and a password for the seat."""
        lobby = self._lobby
        call, protect = partial(setattr, lobby, "called"), partial(setattr, lobby, "password")
        return [
            text_item("Your name:", lobby.called, call, CALLED, "your login name"),
            text_item("Password:", lobby.password, protect, PASSWORD, "none", secret=True, most=LONGEST_PASSWORD),
        ]

    def linger_items(self) -> list[MenuItem]:
        """Return the item for how long the host waits for players to come back; none in a browser."""
        lobby = self._lobby
        if lobby.in_browser:
            return []
        linger = partial(setattr, lobby, "linger")
        return [choice_item("Kept open:", LINGER_LABELS, lobby.linger, linger, LINGER_INFO)]

    def _open_seats(self, game: "HostedGame", subject: Subject | None) -> None:
        items = self._seat_items(game)
        menu = Menu(game.title, lambda: [*items, *self.who_items()], at=_best_seat(game), subject=subject)
        self._title.open_menu(menu)

    def _seat_items(self, game: "HostedGame") -> list[MenuItem]:
        """Return the seats of a game that waits, and one to watch it from."""
        from westwall_tui.engine.words import people  # not loaded at the start

        def come(side: str) -> Callable[[], None]:
            return partial(self._title.sit, partial(self._lobby.join, game.name, side))

        seats = [seat.partition(":") for seat in game.seats]
        items = [MenuItem(f"Play {people(side)}:{who}", come(side), info=lines(JOIN)) for side, _, who in seats]
        return [*items, MenuItem("Watch", come(""), info=lines(WATCHED))]

    def _host_items(self, save: "SaveInfo", seats: Sequence[tuple[str, Seat]]) -> list[MenuItem]:
        """Return the sides of a saved game that people play, to host it and play one."""
        from westwall_tui.engine.words import people

        def begin(side: str) -> Callable[[], None]:
            return partial(self._title.sit, partial(self._lobby.host_save, str(save.path), side))

        items = [
            MenuItem(f"Play {people(side)}" + (f": {seat.name}" if seat.name else ""), begin(side), info=lines(HOST))
            for side, seat in seats
            if seat.is_person
        ]
        return [*items, MenuItem("Watch", begin(""), info=lines(HOST, WATCHED))]


def _best_seat(game: "HostedGame", name: str = "") -> int:
    """Return the index of the seat that the player most likely wants; past the last seat if there is none.

    The order is the seat of a player called `name`, the player's own seat, a free one, one whose player is away.
    """
    own = tuple(f"{side}: " for side in game.own)
    likely: Sequence[Callable[[str], bool]] = (
        lambda seat: bool(name) and seat.endswith(f": {name}, away"),
        lambda seat: seat.startswith(own),
        lambda seat: seat.endswith(": free"),
        lambda seat: seat.endswith(", away"),
    )
    found = (i for is_likely in likely for i, seat in enumerate(game.seats) if is_likely(seat))
    return next(found, len(game.seats))


def _seat_of(name: str, seats: Sequence[tuple[str, Seat]]) -> int:
    """Return the index of the person's seat with this name; 0 if there is none."""
    names = [seat.name for _, seat in seats if seat.is_person]
    return names.index(name) if name in names else 0
