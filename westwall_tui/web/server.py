"""The server: it lets visitors in, gives each a cookie and a folder, and starts the game for each screen.

The cookie is all that makes somebody that visitor. It is given to whoever has the key in the address, or to all who
come. A screen is opened only from our own page: other pages in the same browser send another Origin.
"""

import asyncio
import contextlib
import hashlib
import logging
import secrets
import shlex
import sys
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

import jinja2
from aiohttp import WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.server import Server

from westwall_tui.files.players.settings import Settings, save_settings
from westwall_tui.ui.terminal.abilities import LIKES, MOST

COOKIE = "westwall"
YEAR = 365 * 24 * 3600
SCREENS = 4
"""The most screens of one visitor at a time."""
SOURCES = (
    "default-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self' 'nonce-{}'; "
    "connect-src 'self' ws: wss:; frame-ancestors 'none'"
)
"""What the page may load: the terminal writes styles of its own."""
PATIENCE = 10
"""Seconds that a game has for ending."""
LONGEST = 64 * 1024
"""Bytes of the longest message of a browser: a long paste."""
PAGE = files("westwall_tui.web") / "page.html"
HEADERS = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class GameProcess(AppService):
    """A game in a process of its own."""

    async def stop(self) -> None:
        """Ask it to end, wait until it has, and kill it if it does not."""
        await super().stop()
        if self._process is not None:
            try:
                await asyncio.wait_for(self._process.wait(), PATIENCE)
            except TimeoutError:
                self._process.kill()
                await self._process.wait()
            self._process = None


class Web(Server):
    """Serves the game in browsers."""

    def __init__(self, folder: Path, host: str, port: int, public: str | None, key: str, visitors: int) -> None:
        """`key`: what must be in the address for a first visit; empty: nothing."""
        super().__init__(f"{sys.executable} -m westwall_tui", host, port, "westwall", public)
        self.public_url = self.public_url.rstrip("/")
        self._folder = folder
        self._key = key
        self._visitors = visitors
        self._screens: dict[Path, int] = {}
        self._page = jinja2.Template(PAGE.read_text(encoding="utf-8"), autoescape=True)

    @property
    def address(self) -> str:
        """What somebody types for a first visit."""
        return f"{self.public_url}/" + (f"?key={self._key}" if self._key else "")

    async def on_startup(self, _: web.Application) -> None:
        """Say where it is; nothing of the key goes into a log."""
        print(f"westwall is at {self.address}\nCtrl+C ends it; games are saved order by order.", flush=True)

    def initialize_logging(self) -> None:
        """Only what went wrong."""
        logging.basicConfig(level=logging.ERROR, format="%(message)s")

    async def handle_index(self, request: web.Request) -> web.StreamResponse:
        """The page with the screen."""
        cookie = request.cookies.get(COOKIE, "")
        known = self._home_of_visitor(cookie)
        if known is None:
            if self._key and not secrets.compare_digest(request.query.get("key", "").encode(), self._key.encode()):
                text = "Open the whole address that westwall web printed, key included."
                return web.Response(text=text, status=HTTPStatus.FORBIDDEN, headers=HEADERS)
            cookie = secrets.token_urlsafe(24)
            self._move_in(cookie)
        if request.query.get("key"):  # so that the key stays in no history
            response = web.Response(status=HTTPStatus.SEE_OTHER, headers={"Location": f"{self.public_url}/"})
        else:
            base = f"{self.public_url}/static/"
            screen = f"ws{self.public_url.removeprefix('http')}/ws"
            nonce = secrets.token_urlsafe(12)
            text = self._page.render(static=base, screen=screen, title=self.title, nonce=nonce)
            headers = {**HEADERS, "Content-Security-Policy": SOURCES.format(nonce)}
            response = web.Response(text=text, content_type="text/html", headers=headers)
        secure = self.public_url.startswith("https:")
        response.set_cookie(COOKIE, cookie, max_age=YEAR, httponly=True, samesite="Strict", secure=secure)
        return response

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """A screen, for as long as the browser shows it."""
        home = self._home_of_visitor(request.cookies.get(COOKIE, ""))
        if home is None or not _same_place(request.headers.get("Origin", ""), self.public_url):
            raise web.HTTPForbidden(text="Open the page of the game first.")
        if self._screens.get(home, 0) >= SCREENS or sum(self._screens.values()) >= self._visitors:
            raise web.HTTPServiceUnavailable(text="Too many screens are open. Close one.")
        self._screens[home] = self._screens.get(home, 0) + 1
        screen = web.WebSocketResponse(heartbeat=15, max_msg_size=LONGEST)
        try:
            await screen.prepare(request)
            await self._show_game(screen, home, request)
        finally:
            self._screens[home] -= 1
        return screen

    async def _show_game(self, screen: web.WebSocketResponse, home: Path, request: web.Request) -> None:
        async def close() -> None:
            await screen.close()

        game = GameProcess(
            _shell_line(home),
            write_bytes=screen.send_bytes,
            write_str=screen.send_str,
            close=close,
            download_manager=self.download_manager,
        )
        await game.start(*_size_told(request.query.get("width"), request.query.get("height")))
        try:
            async for message in screen:
                if message.type is not WSMsgType.TEXT or not await _passed_on(message.json(), game, screen):
                    break
        except (ValueError, TypeError, KeyError, IndexError, RecursionError):
            pass  # no browser sends that: the screen closes
        finally:
            with contextlib.suppress(ConnectionError, RuntimeError):
                await game.stop()
            await screen.close()

    def _home_of_visitor(self, cookie: str) -> Path | None:
        """The folder of a visitor with a cookie of ours; None for anybody else."""
        home = self._folder_of(cookie)
        return home if cookie and home.is_dir() else None

    def _folder_of(self, cookie: str) -> Path:
        """Where a visitor's games go: nobody can read his cookie off it."""
        return self._folder / hashlib.sha256(cookie.encode()).hexdigest()[:32]

    def _move_in(self, cookie: str) -> None:
        """Make the folder of a new visitor, with the drawn map, which a browser can always show."""
        home = self._folder_of(cookie)
        home.mkdir(mode=0o700)
        save_settings(Settings(glyphs="drawn", blocks="quadrants", mouse="always"), Settings(), home / "settings.toml")


def _shell_line(home: Path) -> str:
    """The shell's line that starts the game for a visitor: with his own saves, settings and progress, and colors."""
    own = {
        "WESTWALL_SAVES": home / "saves",
        "WESTWALL_CONFIG": home / "settings.toml",
        "XDG_DATA_HOME": home,
        "XDG_STATE_HOME": home,
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "PYTHONPATH": ":".join(path for path in sys.path if path),
    }
    words = " ".join(f"{name}={shlex.quote(str(value))}" for name, value in own.items())
    return f"{words} exec {shlex.quote(sys.executable)} -m westwall_tui"


async def _passed_on(message: object, game: AppService, screen: web.WebSocketResponse) -> bool:
    """Hand a browser's message to the game; False for one that no browser sends. Raises what a wrong value raises."""
    if not isinstance(message, list) or not message:
        return False
    match message[0]:
        case "stdin":
            await game.send_bytes(str(message[1]).encode("utf-8", "replace"))
        case "resize":
            await game.set_terminal_size(*_size_told(message[1]["width"], message[1]["height"]))
        case "ping":
            await screen.send_json(["pong", str(message[1])[:100]])
        case "focus":
            await game.focus()
        case "blur":
            await game.blur()
        case _:
            return False
    return True


def _size_told(width: object, height: object) -> tuple[int, int]:
    """Columns and rows as a browser tells them, within what a screen can be. Raises `ValueError`."""
    columns = int(str(width or LIKES.width)[:6])
    rows = int(str(height or LIKES.height)[:6])
    return max(1, min(columns, MOST.width)), max(1, min(rows, MOST.height))


def _same_place(origin: str, public: str) -> bool:
    """True if a page is one of ours, by its Origin."""
    there, here = urlsplit(origin), urlsplit(public)
    return bool(origin) and (there.scheme, there.netloc) == (here.scheme, here.netloc)
