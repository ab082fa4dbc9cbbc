"""The web server: it gives each visitor a cookie and a folder, and starts a game for each screen.

The cookie alone identifies a visitor. If the server has a key, it gives a cookie only to visitors whose address has the
key; otherwise, to everybody. It opens a screen only for its own page, because other pages in the same browser send
another Origin.
"""

import asyncio
import hashlib
import hmac
import logging
import os
import resource
import secrets
from collections import Counter
from contextlib import suppress
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

import jinja2
import textual_serve
from aiohttp import WSMsgType, web
from aiohttp.http_exceptions import HttpProcessingError

from westwall_tui.files.disk.reach import sentence
from westwall_tui.files.faults import printable
from westwall_tui.files.players.settings import Settings, save_settings
from westwall_tui.net.lease import Lease, is_taken
from westwall_tui.web.process import GRACE, MAX_MESSAGE, GameProcess, InvalidMessage, requested_size

COOKIE = "westwall"
YEAR = 365 * 24 * 3600
MAX_SCREENS = 4
"""The maximum number of one visitor's open screens, and of the visitor's screens that are still ending."""
CONTENT_POLICY = (
    "default-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self' 'nonce-{}'; "
    "connect-src 'self' ws: wss:; frame-ancestors 'none'"
)
"""The sources from which the page may load content. Inline styles are allowed, because the terminal writes them."""
HEARTBEAT = 15
"""Seconds of silence after which the server pings a browser. The browser must answer in half that time."""
KEEPALIVE_TIMEOUT = 5
"""Seconds that a connection may be silent before its first request, and between requests."""
MAX_HANDLES = 4096
"""The maximum number of open connections and files, if the system allows that many.

Idle connections use some for a while.
"""
STATIC = Path(textual_serve.__file__).parent / "static"
PAGE = files("westwall_tui.web") / "page.html"
HEADERS = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Web:
    """A server of the game for browsers."""

    def __init__(self, folder: Path, host: str, port: int, public: str | None, key: str, visitors: int) -> None:
        """Prepare a server. `key`: the key that an address needs for a first visit; empty for none."""
        self.public_url = (public or f"http://{host}:{port}").rstrip("/")
        self._folder = folder
        self._host, self._port = host.strip("[]"), port
        self._key = key
        self._visitors = visitors
        self._open: Counter[Path] = Counter()
        self._ending: Counter[Path] = Counter()
        self._homes: set[Path] = set()
        """The folders of visitors who have an open screen, or who may be hosting a game."""
        self._closing = asyncio.Event()
        self._lifeline, self._mine = os.pipe()
        """The read end of a pipe, which reports the end of file when this process ends, and the write end."""
        self._page = jinja2.Template(PAGE.read_text(encoding="utf-8"), autoescape=True)

    @property
    def address(self) -> str:
        """The address for a first visit."""
        return f"{self.public_url}/" + (f"?key={self._key}" if self._key else "")

    def serve(self) -> None:
        """Serve until Ctrl+C. Raises `OSError` if the address cannot be used."""
        logging.basicConfig(level=logging.ERROR, format="%(message)s")
        logging.getLogger("aiohttp.server").addFilter(_is_ours)
        handles = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(handles[0], min(handles[1], MAX_HANDLES)), handles[1]))
        web.run_app(
            self.app(),
            host=self._host,
            port=self._port,
            print=self._print_address,
            keepalive_timeout=KEEPALIVE_TIMEOUT,
            shutdown_timeout=4 * GRACE,
        )

    def app(self) -> web.Application:
        """Return the application for aiohttp."""
        app = web.Application()
        app.router.add_get("/", self._show_page)
        app.router.add_get("/ws", self._open_screen)
        app.router.add_static("/static", STATIC)
        app.on_shutdown.append(self._close_screens)
        return app

    def _print_address(self, *_: object) -> None:
        """Print the address once the server listens there. The key is not written to any log."""
        print(f"westwall is at {self.address}\nCtrl+C stops the server. Every order is saved at once.", flush=True)

    async def _close_screens(self, _: web.Application) -> None:
        """Close all screens, so that their games and hosted games end."""
        os.close(self._mine)
        os.close(self._lifeline)
        self._closing.set()

    async def _show_page(self, request: web.Request) -> web.StreamResponse:
        """Return the page with the screen.

        A new visitor gets a cookie at once, but a folder only with the first screen.
        """
        cookie = request.cookies.get(COOKIE, "")
        if self._home_of_visitor(cookie) is None:
            if self._key and not secrets.compare_digest(request.query.get("key", "").encode(), self._key.encode()):
                text = "Open the complete address that westwall web printed, including the key."
                return web.Response(text=text, status=HTTPStatus.FORBIDDEN, headers=HEADERS)
            number = secrets.token_urlsafe(24)
            cookie = f"{number}.{self._signature(number)}"
        if request.query.get("key"):  # so that the key is not in the browser's history
            response = web.Response(status=HTTPStatus.SEE_OTHER, headers={"Location": f"{self.public_url}/"})
        else:
            base = f"{self.public_url}/static/"
            screen = f"ws{self.public_url.removeprefix('http')}/ws"
            nonce = secrets.token_urlsafe(12)
            text = self._page.render(static=base, screen=screen, title="westwall", nonce=nonce)
            headers = {**HEADERS, "Content-Security-Policy": CONTENT_POLICY.format(nonce)}
            response = web.Response(text=text, content_type="text/html", headers=headers)
        secure = self.public_url.startswith("https:")
        response.set_cookie(COOKIE, cookie, max_age=YEAR, httponly=True, samesite="Strict", secure=secure)
        return response

    async def _open_screen(self, request: web.Request) -> web.WebSocketResponse:
        """Show a game until its browser closes it.

        The visitor can open another screen even before the process has ended.
        """
        home = self._home_of_visitor(request.cookies.get(COOKIE, ""))
        if home is None or not _same_origin(request.headers.get("Origin", ""), self.public_url):
            raise web.HTTPForbidden(text="Open the game's page first.")
        self._check_room(home)
        screen = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=MAX_MESSAGE, timeout=GRACE)
        game = GameProcess()
        self._open[home] += 1
        self._homes.add(home)
        try:
            await screen.prepare(request)
            size = requested_size(request.query.get("width", ""), request.query.get("height", ""))
            try:
                _create_home(home)
                await game.start(home, size, Lease(_lock(home), self._lifeline))
            except OSError as error:
                logging.getLogger(__name__).error("no game could be started: %s", printable(sentence(error)))
            else:
                await self._play(game, screen)
        finally:
            self._open[home] -= 1
            self._ending[home] += 1
            try:
                await asyncio.gather(game.stop(), _close_screen(screen, request))
            finally:
                self._ending[home] -= 1
        return screen

    def _check_room(self, home: Path) -> None:
        """Raise `HTTPServiceUnavailable` unless a visitor may open one more screen.

        A hosted game that its visitor has left counts as a screen. Games that are ending have a limit of their own, so
        that a client that opens and closes screens quickly cannot start any number of processes.
        """
        self._open, self._ending = +self._open, +self._ending
        self._homes = {each for each in self._homes if each in self._open or is_taken(_lock(each))}
        left = self._homes - self._open.keys() - {home}
        if max(self._open[home], self._ending[home]) >= MAX_SCREENS:
            raise web.HTTPServiceUnavailable(text="You have too many screens open. Close one.")
        if max(self._open.total() + len(left), self._ending.total()) >= self._visitors:
            raise web.HTTPServiceUnavailable(text="Too many people are playing. Try again later.")

    async def _play(self, game: GameProcess, screen: web.WebSocketResponse) -> None:
        """Connect browser and game until either ends, a message is invalid, or the server closes."""
        parts = (game.show(screen.send_bytes), _listen(game, screen), self._closing.wait())
        tasks: list[asyncio.Task[object]] = [asyncio.create_task(part) for part in parts]
        try:
            ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in ended:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    def _home_of_visitor(self, cookie: str) -> Path | None:
        """Return the folder of a visitor with a valid cookie, even if it does not exist yet; None for other visitors.

        The folder's name does not reveal the cookie.
        """
        home = self._folder / hashlib.sha256(cookie.encode()).hexdigest()[:32]
        number, _, signature = cookie.partition(".")
        is_ours = hmac.compare_digest(signature.encode(), self._signature(number).encode())
        return home if cookie and (is_ours or home.is_dir()) else None

    def _signature(self, number: str) -> str:
        """Return the signature which proves that the number in a cookie was issued to a visitor who had the key."""
        return hmac.new(self._key.encode(), number.encode(), "sha256").hexdigest()[:32]


def _is_ours(record: logging.LogRecord) -> bool:
    """Return False for a log record about an invalid request. Strangers could fill the disk with such records."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


def _create_home(home: Path) -> None:
    """Make the folder of a new visitor, with the drawn map, which a browser can always show. Raises `OSError`."""
    if not home.is_dir():
        home.mkdir(mode=0o700, exist_ok=True)
        save_settings(Settings(glyphs="drawn", blocks="sextants", mouse="always"), Settings(), home / "settings.toml")


def _lock(home: Path) -> Path:
    """Return the file that a visitor's hosted game locks."""
    return home / "hosting"


async def _listen(game: GameProcess, screen: web.WebSocketResponse) -> None:
    """Pass on a browser's messages until its screen closes, the game hangs, or a message is invalid."""
    with suppress(OSError, TimeoutError, InvalidMessage):
        async for message in screen:
            if message.type is not WSMsgType.TEXT:
                break
            if answer := await game.receive(message.data):
                await screen.send_str(answer)


async def _close_screen(screen: web.WebSocketResponse, request: web.Request) -> None:
    """Close a screen, and disconnect a browser that has stopped reading."""
    if screen.prepared:
        with suppress(OSError, RuntimeError, TimeoutError):
            await asyncio.wait_for(screen.close(), GRACE)
    if request.transport is not None:
        request.transport.abort()


def _same_origin(origin: str, public: str) -> bool:
    """Return True if a page is ours, judging by its Origin, in which browsers leave out the usual port."""
    here = urlsplit(public)
    usual = ":443" if here.scheme == "https" else ":80"
    return origin == f"{here.scheme}://{here.netloc.lower().removesuffix(usual)}"
