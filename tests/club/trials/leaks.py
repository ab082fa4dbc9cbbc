"""A search for one side's secrets in everything that the other player and a spectator are sent.

Only drop zones that are noted and not yet placed are secret (15.36). The trial plays two games with the same random
orders and the same dice, which differ only in the hex that the Allied player has noted for a division that lands late.
Until it lands, everything that the German player and a spectator are sent must be the same in both games: screens with
their styles, news, lists, letters, and every command that prints text. `python -m tests.club.trials.leaks SEED GAMES`
plays more games.
"""

import asyncio
import io
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from tests.club.conftest import new_game
from westwall_tui.club.context import ChangeFeed
from westwall_tui.club.database.games import Games
from westwall_tui.club.database.lists import Lists
from westwall_tui.club.database.people import People
from westwall_tui.club.database.store import Store
from westwall_tui.club.server import player_commands as commands
from westwall_tui.club.server.child import ClubApp, ClubGameStart
from westwall_tui.club.server.thinker import move_message
from westwall_tui.club.session import ClubSession, begin, what_happened
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Note
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.sessions import dice

SCENARIO = "arnhem/free"
ALLIED, GERMAN, WATCHES = 0, 1, -1
LATE, TURN = "82", 3
"""The division that lands late, and its Game-Turn."""
MAIL = {"sender": "club@club.example", "address": "ssh club.example"}
ASKED = "?state\n?prompt\n?legal\n?score\n?sample\n?why zone 82 2020 3\n?why done\n"
ORDERS = "?advise 1\nundo\n"
"""Lines that take time or give an order, for the player to decide only."""
COMMANDS = (("board",), ("save",), ("games",), ("referee",), ("referee", "--json"))
KEYS = (
    "right", "down", "tab", "z", "T", "c", "o", "O", "x", "m", "v", "r", "t", "V", "P", "W", "p", "G", "question_mark",
    "R", "C", "i", "left_square_bracket", "colon", "Q", "s", "u", "less_than_sign",
)  # fmt: skip
SCREENS = 6
"""The number of orders between two looks at a screen."""


class Seats:
    """A game, its two players and a spectator, each with a connection."""

    def __init__(self, folder: Path, noted: str, rolls: Draw) -> None:
        self._url = str(folder / f"{noted}.db")
        self.store = Store(self._url)
        self.store.prepare()
        self.people = People(self.store)
        for name in ("Anna", "Bert", "Carla"):
            self.people.register(name)
        self.games = Games(self.store)
        self.noted, self.rolls = noted, rolls
        self.number = new_game(self.games, (1, 0), (2, 0), scenario=SCENARIO)
        self._opened = [self.store]
        self.sessions = {side: self._session(side) for side in (ALLIED, GERMAN, WATCHES)}

    def _session(self, side: int) -> ClubSession:
        self._opened.append(Store(self._url))
        return ClubSession(Games(self._opened[-1]), self.number, side, side + 1, ("Carla", "Anna", "Bert")[side + 1])

    @property
    def game(self) -> Game:
        """Return the whole game."""
        self.sessions[ALLIED].hear()
        return self.sessions[ALLIED].game

    @property
    def secret(self) -> str:
        """Return the secret order."""
        return f"zone {LATE} {self.noted} {TURN}"

    def apply(self, order: str) -> None:
        """Let the side to decide give an order."""
        with replaced(dice, "draw", lambda: self.rolls.below(6) + 1):
            self.sessions[self.game.side].apply(order)

    def sent(self, side: int, word: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield everything that a player is sent, with its kind: news, lists, letters, and answers to commands."""
        session, player = self.sessions[side], side + 1 or 3
        yield "hears", " ".join(f"{heard._replace(order=None)}" for heard in session.hear())
        lists = Lists(self.store)
        yield "lists", re.sub(r"\d{10}\.\d+", "", str((lists.of(player), lists.to_watch(player))))
        for due in lists.due_notifications(1e12):
            if due.player == player:
                happened = what_happened(self.games, due.game, due.seen)
                yield "letter", move_message("Bert", "b@example.org", due, happened, MAIL).as_string()
        yield "asks", f"{session.game.known(side).prompt}"
        who = self.people.by_number(player)
        assert who is not None
        if word[0] == "referee" and side == WATCHES:
            return
        asked = ASKED if side == self.game.side else ASKED + ORDERS
        out = io.StringIO()
        number = [] if word[0] == "games" else [str(self.number)]
        words = [word[0], *number, *word[1:]]
        with replaced(commands, "new_seed", lambda: 7):
            commands.answer(self.games, self.people, who, words, lambda _: None, io.StringIO(asked), out)
        yield " ".join(words), re.sub(r"saved = .*", "", out.getvalue())

    async def shown(self, side: int, keys: Sequence[str]) -> list[tuple[str, str]]:
        """Return what a player's terminal shows, including styles, while the player presses keys."""
        player = self.people.by_number(side + 1 or 3)
        assert player is not None
        start = ClubGameStart(self.number, watches=side == WATCHES)
        app = ClubApp("club", self.store, player, Settings(), ChangeFeed(), start)
        found = []
        async with app.run_test(size=(100, 30)) as pilot:
            for key in ("", *keys):
                if key:
                    await pilot.press(key)
                await pilot.pause()
                strips = app.screen._compositor.render_strips()
                styled = [[(part.text, str(part.style)) for part in strip] for strip in strips]
                found.append((f"screen after {key or 'coming in'}", f"{styled}"))
        return found

    def close(self) -> None:
        """Close all connections."""
        for store in self._opened:
            store.close()


@contextmanager
def replaced(module: ModuleType, name: str, value: object) -> Iterator[None]:
    """Replace a name of a module, so that random numbers are the same in both games."""
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)


def leaks(folder: Path, seed: int, steps: int, *, screens: bool = True) -> tuple[int, list[str]]:
    """Play two games that differ only in a secret; return the number of comparisons, and what revealed the secret."""
    draw = Draw(seed)
    known, places = _notes(draw)
    pair = [Seats(folder, place, Draw(seed)) for place in places]
    found: list[str] = []
    compared = 0
    try:
        for seats in pair:
            for order in known:
                seats.apply(order)
        for step in range(steps):
            one, other = pair
            given = _next(one, other, step, draw)
            if given is None:
                break
            for seats in pair:
                seats.apply(given or seats.secret)
            if one.game.state.turn >= TURN:
                break  # the division has landed, and is no longer secret
            keys = [KEYS[draw.below(len(KEYS))] for _ in range(4)] if screens and not draw.below(SCREENS) else None
            word = COMMANDS[draw.below(len(COMMANDS))]
            for side in (GERMAN, WATCHES):
                told = [
                    [*seats.sent(side, word), *(asyncio.run(seats.shown(side, keys)) if keys else ())] for seats in pair
                ]
                for (what, first), (_, second) in zip(*told, strict=True):
                    compared += 1
                    if first != second or one.secret in first or other.secret in second:
                        found.append(f"seed {seed}, step {step}, {('German', 'who watches')[side < 0]}: {what}")
    finally:
        for seats in pair:
            seats.close()
    return compared, found


def _notes(draw: Draw) -> tuple[list[str], tuple[str, str]]:
    """Return the notes that both games share, and the hexes of the division in which they differ."""
    game = begin(SCENARIO)

    def hexes(division: str) -> list[str]:
        notes = (order for order in game.legal() if isinstance(order, Note))
        return sorted(note.hex for note in notes if note.division == division)

    for division in ("101", "1"):
        legal = hexes(division)
        game.apply(Note(division, legal[draw.below(len(legal))]))
    legal = hexes(LATE)
    at = draw.below(len(legal))
    return game.log[:], (legal[at], legal[at - 1 - draw.below(len(legal) - 1)])


def _next(one: Seats, other: Seats, step: int, draw: Draw) -> str | None:
    """Return an order that is legal in both games; empty for the secret note itself, None once the secret is out."""
    if step == 0:
        return ""
    game = one.game
    if game.outcome is not None:
        return None
    for _ in range(60):
        order = str(game.sample(draw.below(1 << 30))) if game.prompt.kind != "notes" else "done"
        if not order.startswith("zone") and other.game.explain(order) is None:
            return order
    return None


def main() -> None:
    """Compare as many games as the command line says."""
    first, games = int(sys.argv[1]), int(sys.argv[2])
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + games):
            count, found = leaks(Path(folder), seed, 200)
            compared += count
            for line in found:
                print(line, flush=True)
    print(f"{games} pairs of games: {compared} things were compared")


if __name__ == "__main__":
    main()
