"""Players of games by mail, each with a computer of their own."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from westwall_tui.ai.thinker import INSTANT, LazyPlayer, answer
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.orders import Order
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.mail.opening import Terms, begin, open_mail
from westwall_tui.mail.session import MailSession
from westwall_tui.tools.simulate.script import script

PASSPHRASE = "market garden"
SPEARHEAD = "bastogne/spearhead"


class Player:
    """A player, and the player's folders."""

    def __init__(self, name: str, home: Path, monkeypatch: pytest.MonkeyPatch, *, thinks: bool = False) -> None:
        """Make a player who plays like the simplest computer (`thinks`), or by a script, which is faster."""
        self.name, self.home, self._monkeypatch, self._thinks = name, home, monkeypatch, thinks
        self.passphrase = f"{PASSPHRASE} of {name}"
        self.asked: list[str] = []
        self.session: MailSession | None = None

    def sit_down(self) -> None:
        """Switch to this player's computer."""
        for kind in ("STATE", "DATA", "CACHE"):
            self._monkeypatch.setenv(f"XDG_{kind}_HOME", str(self.home / kind.lower()))
        self._monkeypatch.setenv("WESTWALL_SAVES", str(self.home / "saves"))
        self._monkeypatch.setenv("WESTWALL_CONFIG", str(self.home / "config"))

    def ask(self, prompt: str) -> str:
        self.asked.append(prompt)
        return self.passphrase

    @property
    def own(self) -> Path:
        """The player's own file."""
        return next(path for path in (self.home / "saves").glob("*.toml"))

    def begin(self, other: str, scenario: str = SPEARHEAD, side: int = 0, **terms: Any) -> MailSession:
        self.sit_down()
        players = (self.name, other) if side == 0 else (other, self.name)
        self.session = begin(load_scenario(scenario), Terms(side, players, **terms), self.ask)
        return self.session

    def open(self, letter: Path) -> MailSession:
        self.sit_down()
        self.session = open_mail(letter, self.ask)
        return self.session

    def play(self) -> Path:
        """Play until the letter is written, and return its path."""
        self.sit_down()
        session = self.session
        assert session is not None
        number = session.mailed.number
        players, draw = [LazyPlayer(INSTANT, number) for _ in (0, 1)], Draw(number)
        for each in session.games:
            while each.is_due:
                side = each.game.side
                known = each.game.fork(seed=0, viewer=side)
                order = answer(known, (players[side],)).order if self._thinks else script(known, draw)
                assert order is not None
                each.apply(order)
        return self.sent()

    def suggested(self) -> list[Order]:
        """Return the set-up that the game suggests."""
        assert self.session is not None
        return list(queries.suggested_setup(self.session.game))

    def sent(self) -> Path:
        """Return the path of the player's last letter."""
        assert self.session is not None
        assert self.session.written is not None, self.session.trouble
        return self.session.written.file


def exchange(first: Player, second: Player, letters: int) -> Path:
    """Play until so many letters are written, or the game is over, and return the last one. `first` has begun."""
    letter = first.play()
    turn = [second, first]
    assert first.session is not None
    while first.session.mailed.number < letters and first.session.game.outcome is None:
        turn[0].open(letter)
        letter = turn[0].play()
        turn.reverse()
        assert turn[1].session is not None
        if turn[1].session.game.outcome is not None or turn[1].session.mailed.number >= letters:
            break
    return letter


def changed(letter: Path, change: Callable[[dict[str, Any]], object], name: str = "changed.toml") -> Path:
    """Write a copy of a letter with a change, as with an editor, and return its path."""
    data = tomllib.loads(letter.read_text())
    change(data)
    path = letter.with_name(name)
    path.write_text(tomli_w.dumps(data, multiline_strings=True))
    return path


def copy_of(path: Path) -> Callable[[], None]:
    """Return a function that restores a folder to its present state."""
    kept = {each: each.read_bytes() for each in path.rglob("*") if each.is_file()}

    def restore() -> None:
        for each in [*path.rglob("*")]:
            if each.is_file() and each not in kept:
                each.unlink()
        for each, content in kept.items():
            each.parent.mkdir(parents=True, exist_ok=True)
            each.write_bytes(content)

    return restore
