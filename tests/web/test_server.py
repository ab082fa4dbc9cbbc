"""The game in a browser, by its protocol: access, a folder for each visitor, and hostile browsers."""

import asyncio
import contextlib
import hashlib
import os
import re
import resource
import select
import signal
import socket
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

aiohttp = pytest.importorskip("aiohttp")
pytest.importorskip("textual_serve")
if sys.platform == "win32":
    pytest.skip("Windows cannot serve browsers", allow_module_level=True)

from aiohttp import web  # noqa: E402
from pyte import ByteStream, Screen  # noqa: E402

from tests.web.games import DEAF, GOOD, PAINTER  # noqa: E402
from westwall_tui.cli import main  # noqa: E402
from westwall_tui.files.command_line import how_to_install  # noqa: E402
from westwall_tui.files.saves.file import read_save  # noqa: E402
from westwall_tui.net.lease import Lease  # noqa: E402
from westwall_tui.ui.terminal.browser import MOST_MEMORY  # noqa: E402
from westwall_tui.web import process, server  # noqa: E402
from westwall_tui.web.command import _read_key  # noqa: E402
from westwall_tui.web.server import MAX_SCREENS, Web, _same_origin  # noqa: E402

pytestmark = pytest.mark.usefixtures("folders")
KEY = "a-key"


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Site:
    """A server, and a browser's first visit to it."""

    def __init__(self, folder, visitors=20, key=KEY):
        self.port = free_port()
        self.folder = folder / "web"
        self.folder.mkdir()
        self.server = Web(self.folder, "127.0.0.1", self.port, None, key, visitors)
        self.url = self.server.public_url
        self.runner: Any = None

    async def __aenter__(self):
        self.runner = web.AppRunner(self.server.app())
        await self.runner.setup()
        await web.TCPSite(self.runner, "127.0.0.1", self.port).start()
        return self

    async def __aexit__(self, *_):
        await self.runner.cleanup()

    def browser(self):
        return aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))

    def screen(self, browser, origin=None, size="width=80&height=24"):
        return browser.ws_connect(f"{self.url}/ws?{size}", headers={"Origin": origin or self.url})


@pytest.fixture
def site(folders):
    return Site(folders)


@pytest.fixture
def good(monkeypatch):
    """Replace the game by one that shows nothing, and ends with its input."""
    monkeypatch.setattr(process, "COMMAND", GOOD)


@pytest.fixture
def deaf(monkeypatch):
    """Replace the game by one that hangs."""
    monkeypatch.setattr(process, "COMMAND", DEAF)
    monkeypatch.setattr(process, "GRACE", 0.05)
    monkeypatch.setattr(server, "GRACE", 0.05)


async def until(what):
    """Wait until something is true."""
    for _ in range(2000):
        if what():
            return
        await asyncio.sleep(0.01)
    raise AssertionError


def is_at_rest(site):
    """Return True if no screen is open, and no game is ending."""
    return not +site.server._open and not +site.server._ending


async def closed(screen):
    """Wait until the server closes a screen."""
    while not (await asyncio.wait_for(screen.receive(), 30)).type.name.startswith("CLOS"):
        pass


async def typed(screen, terminal, keys, until, patience=30):
    """Send keys, and read until a text is on the screen."""
    stream = ByteStream(terminal)
    for key in keys:
        await screen.send_json(["stdin", key])
        await asyncio.sleep(0.05)
    for _ in range(2000):
        if any(until in line for line in terminal.display):
            return
        try:
            message = await asyncio.wait_for(screen.receive(), patience)
        except TimeoutError:
            break
        if message.type is aiohttp.WSMsgType.BINARY:
            stream.feed(message.data)
        elif message.type is not aiohttp.WSMsgType.TEXT:
            break
    raise AssertionError("\n".join(terminal.display))


async def insisted(screen, terminal, key, until):
    """Press a key until a text is on the screen, because a key typed before a box appears does not count."""
    for _ in range(20):
        with contextlib.suppress(AssertionError):
            return await typed(screen, terminal, [key], until, patience=2)
    return await typed(screen, terminal, [], until)


async def test_the_key_gives_a_page_and_a_cookie(site):
    async with site, site.browser() as anna:
        assert (await anna.get(site.url)).status == 403
        first = await anna.get(f"{site.url}/?key={KEY}", allow_redirects=False)
        assert first.status == 303
        assert first.headers["Location"] == f"{site.url}/"
        cookie = first.headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        page = await anna.get(site.url)
        text = await page.text()
        assert page.status == 200
        assert f'data-session-websocket-url="ws://127.0.0.1:{site.port}/ws"' in text
        nonce = re.search(r'nonce="(.+?)"', text)
        assert nonce is not None
        assert f"'nonce-{nonce[1]}'" in page.headers["Content-Security-Policy"]
        assert "//fonts" not in text
        assert "unicode-range: U+1FB00-1FB3B" in text, "the font of the drawn map"


async def test_each_visitor_gets_a_folder_with_the_first_screen(site, good):
    async with site, site.browser() as anna, site.browser() as bert:
        for _ in range(3):
            async with site.browser() as nobody:
                await nobody.get(f"{site.url}/?key={KEY}")
        for browser in (anna, bert):
            await browser.get(f"{site.url}/?key={KEY}")
        assert not [*site.folder.iterdir()]
        for browser in (anna, anna, bert):
            async with site.screen(browser):
                pass
        await until(lambda: is_at_rest(site))
        homes = [*site.folder.iterdir()]
        assert len(homes) == 2
        assert all(stat.S_IMODE(home.stat().st_mode) == 0o700 for home in homes)
        assert all('blocks = "sextants"' in (home / "settings.toml").read_text() for home in homes)


async def test_a_page_alone_makes_no_folder(folders, good):
    site = Site(folders, key="")
    async with site:
        for _ in range(20):
            async with site.browser() as nobody:
                assert (await nobody.get(site.url)).status == 200
        assert not [*site.folder.iterdir()]
        async with site.browser() as anna:
            await anna.get(site.url)
            async with site.screen(anna):
                pass
        await until(lambda: is_at_rest(site))
        assert len([*site.folder.iterdir()]) == 1


async def test_an_old_cookie_is_still_valid(site, good):
    (site.folder / hashlib.sha256(b"of-before").hexdigest()[:32]).mkdir()
    async with site, site.browser() as anna:
        anna.cookie_jar.update_cookies({"westwall": "of-before"})
        assert (await anna.get(site.url)).status == 200
        async with site.screen(anna):
            pass


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
async def test_another_page_opens_no_screen(site, origin):
    async with site, site.browser() as anna:
        await anna.get(f"{site.url}/?key={KEY}")
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            async with site.screen(anna, origin):
                pass


@pytest.mark.parametrize("cookie", ["", "x", ".", "x.", "../..", "a" * 3000, f"x.{'0' * 32}", "\udcff"])
async def test_a_browser_without_our_cookie_opens_no_screen(site, cookie):
    async with site, site.browser() as anna:
        anna.cookie_jar.update_cookies({"westwall": cookie})
        assert (await anna.get(site.url)).status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            async with site.screen(anna):
                pass


@pytest.mark.slow
async def test_a_game_turn_is_played_by_keys_and_saved_in_the_visitors_folder(site):
    async with site, site.browser() as anna:
        await anna.get(f"{site.url}/?key={KEY}")
        terminal = Screen(80, 24)
        async with site.screen(anna) as screen:
            await typed(screen, terminal, [], "New game")
            await typed(screen, terminal, ["n", "\r"], "Noville")
            await typed(screen, terminal, ["\r"], "Start")
            await typed(screen, terminal, ["\r"], "Briefing")
            await typed(screen, terminal, ["\r"], "Movement")
            await insisted(screen, terminal, "E", "what you may regret")
            await insisted(screen, terminal, "y", "Noville 2/4")  # no unit can attack, and the computer has moved
        (home,) = site.folder.iterdir()
        (save,) = (home / "saves").glob("*.toml")
        assert read_save(save).game.log


@pytest.mark.parametrize(
    "said", ["no JSON", "x" * 100_000, '["reboot"]', b"\xff"], ids=["words", "long", "kind", "bytes"]
)
async def test_an_invalid_message_closes_only_its_screen(site, good, said):
    async with site, site.browser() as liar, site.browser() as anna:
        await liar.get(f"{site.url}/?key={KEY}")
        await anna.get(f"{site.url}/?key={KEY}")
        async with site.screen(anna) as screen:
            async with site.screen(liar) as bad:
                await (bad.send_bytes(said) if isinstance(said, bytes) else bad.send_str(said))
                await closed(bad)
            await screen.send_json(["ping", "still here"])
            assert await screen.receive_json() == ["pong", "still here"]


async def test_screens_are_limited(folders, good):
    async with Site(folders, visitors=1) as site, site.browser() as anna, site.browser() as bert:
        await anna.get(f"{site.url}/?key={KEY}")
        await bert.get(f"{site.url}/?key={KEY}")
        async with site.screen(anna):
            with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
                async with site.screen(bert):
                    pass
        await until(lambda: is_at_rest(site))
        async with site.screen(bert):
            pass


async def test_a_hanging_game_gives_up_its_place_at_once(site, deaf):
    async with site, site.browser() as liar, site.browser() as anna:
        await liar.get(f"{site.url}/?key={KEY}")
        await anna.get(f"{site.url}/?key={KEY}")
        screens = [await site.screen(liar) for _ in range(MAX_SCREENS)]
        with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
            async with site.screen(liar):
                pass
        for screen in screens[1:]:
            await screen.close()
        await until(lambda: site.server._open.total() == 1)
        assert site.server._ending.total() > 0, "the games hang"
        for browser in (liar, anna):
            async with site.screen(browser):
                pass
        await screens[0].close()
        await until(lambda: is_at_rest(site))


async def test_opening_and_closing_screens_quickly_starts_few_processes(site, deaf):
    async with site, site.browser() as liar:
        await liar.get(f"{site.url}/?key={KEY}")
        refused = 0
        for _ in range(3 * MAX_SCREENS):
            try:
                async with site.screen(liar):
                    pass
            except aiohttp.WSServerHandshakeError as error:
                assert error.status == 503  # noqa: PT017
                refused += 1
            assert site.server._open.total() + site.server._ending.total() <= 2 * MAX_SCREENS
        assert refused
        await until(lambda: is_at_rest(site))


async def test_a_hosted_game_without_its_visitor_counts_as_a_screen(folders, good):
    async with Site(folders, visitors=1) as site, site.browser() as anna, site.browser() as bert:
        await anna.get(f"{site.url}/?key={KEY}")
        await bert.get(f"{site.url}/?key={KEY}")
        async with site.screen(anna):
            pass
        await until(lambda: is_at_rest(site))
        (home,) = site.folder.iterdir()
        handle = Lease(home / "hosting", 0).take()
        with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
            async with site.screen(bert):
                pass
        async with site.screen(anna):
            pass
        await until(lambda: is_at_rest(site))
        os.close(handle)
        async with site.screen(bert):
            pass


async def test_the_server_ends_with_all_its_games(site, deaf):
    async with site, site.browser() as anna:
        await anna.get(f"{site.url}/?key={KEY}")
        screens = [await site.screen(anna) for _ in range(MAX_SCREENS)]
        readable, _, _ = select.select([site.server._lifeline], [], [], 0)
        assert not readable
        lifeline = os.dup(site.server._lifeline)
        await asyncio.gather(site.runner.cleanup(), *map(closed, screens))
        assert is_at_rest(site)
    assert os.read(lifeline, 1) == b"", "hosted games see that the server has ended"
    os.close(lifeline)


async def test_a_browser_that_reads_nothing_soon_loses_its_place(site, monkeypatch):
    monkeypatch.setattr(process, "COMMAND", PAINTER)
    monkeypatch.setattr(process, "STALL_TIMEOUT", 0.05)
    monkeypatch.setattr(server, "GRACE", 0.05)
    async with site, site.browser() as dead:
        await dead.get(f"{site.url}/?key={KEY}")
        async with site.screen(dead) as screen:
            line = screen._response.connection.transport
            line.pause_reading()
            await until(lambda: site.server._ending)
            await until(lambda: is_at_rest(site))
            line.abort()


async def test_a_game_that_cannot_start_is_one_line_in_the_log(site, monkeypatch, caplog):
    monkeypatch.setattr(process, "COMMAND", ("/nowhere/\x1b[2J",))
    async with site, site.browser() as anna:
        await anna.get(f"{site.url}/?key={KEY}")
        async with site.screen(anna) as screen:
            await closed(screen)
        await until(lambda: is_at_rest(site))
    assert caplog.messages == ["no game could be started: No such file or directory"]


def test_the_key_stays_and_an_empty_one_is_replaced(folders):
    key = folders / "key"
    made = _read_key(key)
    assert len(made) > 10
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert _read_key(key) == made
    for broken in (b"", b" \n", b"\xff"):
        key.write_bytes(broken)
        assert len(_read_key(key)) > 10, "an empty key would admit everybody"


# -- a server as a program, with real games

SERVER = """
import sys
from pathlib import Path
from westwall_tui.web import server
from westwall_tui.web.server import Web
server.KEEPALIVE_TIMEOUT = 0.3
Web(Path(sys.argv[1]), "127.0.0.1", int(sys.argv[2]), None, "", 20).serve()
"""


def games_of(pid):
    """Return the processes that a server has started."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_games_end_with_the_server_even_if_it_is_killed(site, number):
    command = [sys.executable, "-c", SERVER, str(site.folder), str(site.port)]
    with (site.folder / "log").open("wb") as log:
        program = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, stderr=log)
    try:
        assert program.stdout is not None
        await program.stdout.readline()
        async with site.browser() as anna:
            await anna.get(site.url)
            for said in (b"", b"GET / HTTP/1.1\r\n", b"\0\1\2 no request\r\n\r\n"):
                reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
                writer.write(said)
                await asyncio.wait_for(reader.read(), 30)  # a silent connection is closed
                writer.close()
                await writer.wait_closed()
            assert not (site.folder / "log").read_text(), "invalid requests do not fill the log"
            screens = [await site.screen(anna) for _ in range(3)]
            for screen in screens:
                await typed(screen, Screen(80, 24), [], "New game")
            games = games_of(program.pid)
            assert len(games) == 3
            for game in games:
                assert resource.prlimit(game, resource.RLIMIT_DATA) == (MOST_MEMORY, MOST_MEMORY)
            program.send_signal(number)
            await program.wait()
            await until(lambda: not any(Path(f"/proc/{game}").exists() for game in games))
    finally:
        with contextlib.suppress(ProcessLookupError):
            program.kill()
        await program.wait()


def test_an_origin_is_compared_without_the_usual_port():
    assert _same_origin("https://game.example", "https://game.example/westwall")
    assert not _same_origin("https://game.example.evil", "https://game.example")
    assert not _same_origin("http://game.example", "https://game.example")
    assert not _same_origin("", "http://localhost:8000")
    assert _same_origin("https://game.example", "https://Game.example:443/")
    assert _same_origin("http://localhost", "http://localhost:80")
    assert not _same_origin("http://[::1", "http://localhost:80")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--listen", "localhost:0"], "must be HOST:PORT"),
        (["--listen", "localhost:many"], "must be HOST:PORT"),
        (["--public", "javascript:alert(1)"], "must begin with http:// or https://"),
    ],
)
def test_unusable_arguments_are_reported(arguments, said, capsys):
    try:
        assert main(["web", *arguments]) == 2
    except SystemExit as end:
        assert end.code == 2  # noqa: PT017
    assert said in capsys.readouterr().err


def test_a_missing_extra_is_reported(monkeypatch, command):
    monkeypatch.setitem(sys.modules, "westwall_tui.web.server", None)
    assert how_to_install("web") in command("web", status=2).err


@pytest.mark.skipif(os.name != "posix", reason="ports are taken otherwise elsewhere")
def test_a_port_that_is_taken(capsys, folders):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert main(["web", "--listen", f"127.0.0.1:{taken.getsockname()[1]}", "--folder", str(folders / "w")]) == 2
    told = capsys.readouterr()
    assert "westwall web: " in told.err
    assert not told.out
