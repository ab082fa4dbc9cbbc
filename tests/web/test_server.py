"""The game in a browser, by its protocol: who gets in, that each visitor has a folder, and that liars harm nobody."""

import asyncio
import contextlib
import json
import os
import re
import socket
import stat
import sys
from typing import Any

import pytest

aiohttp = pytest.importorskip("aiohttp")
pytest.importorskip("textual_serve")

from aiohttp import web  # noqa: E402
from pyte import ByteStream, Screen  # noqa: E402

from tests.long import sample  # noqa: E402
from westwall_tui.cli import main  # noqa: E402
from westwall_tui.files.command_line import how_to_install  # noqa: E402
from westwall_tui.files.saves.file import read_save  # noqa: E402
from westwall_tui.web.server import SCREENS, Web, _passed_on, _same_place, _size_told  # noqa: E402

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("folders"),
]
KEY = "a-key"


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Site:
    """A server, and a browser's first visit to it."""

    def __init__(self, folder, visitors=20):
        self.port = free_port()
        self.folder = folder / "web"
        self.folder.mkdir()
        self.server = Web(self.folder, "127.0.0.1", self.port, None, KEY, visitors)
        self.url = self.server.public_url
        self.runner: Any = None

    async def __aenter__(self):
        self.runner = web.AppRunner(await self.server._make_app())
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


async def typed(screen, terminal, keys, until, patience=30):
    """Send keys and read until a text stands on the screen."""
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
    """Press a key till a text stands on the screen: one that was typed before a box was seen does not count."""
    for _ in range(20):
        with contextlib.suppress(AssertionError):
            return await typed(screen, terminal, [key], until, patience=2)
    return await typed(screen, terminal, [], until)


async def test_who_has_the_key_gets_a_page_a_cookie_and_a_folder_of_his_own(site):
    async with site, site.browser() as anna, site.browser() as bert:
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
        await bert.get(f"{site.url}/?key={KEY}")
        homes = list(site.folder.iterdir())
        assert len(homes) == 2
        assert all(stat.S_IMODE(home.stat().st_mode) == 0o700 for home in homes)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
async def test_another_page_opens_no_screen(site, origin):
    async with site, site.browser() as anna:
        await anna.get(f"{site.url}/?key={KEY}")
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            async with site.screen(anna, origin):
                pass


@pytest.mark.parametrize("cookie", ["", "x", "../..", "a" * 3000])
async def test_nor_does_who_has_no_cookie_of_ours(site, cookie):
    async with site, site.browser() as anna:
        anna.cookie_jar.update_cookies({"westwall": cookie})
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            async with site.screen(anna):
                pass


async def test_a_game_turn_is_played_by_keys_and_saved_in_the_visitors_folder(site):
    async with site, site.browser() as anna:
        await anna.get(f"{site.url}/?key={KEY}")
        terminal = Screen(80, 24)
        async with site.screen(anna) as screen:
            await typed(screen, terminal, [], "New game")
            await typed(screen, terminal, ["j", "\r"], "Spearhead")
            await typed(screen, terminal, ["\r"], "Start")
            await typed(screen, terminal, ["\r"], "Briefing")
            await typed(screen, terminal, ["\r"], "Movement")
            await insisted(screen, terminal, "E", "what you may regret")
            await insisted(screen, terminal, "E", "Spearhead 2/7")  # nobody can attack, and the computer has moved
        (home,) = site.folder.iterdir()
        (save,) = (home / "saves").glob("*.toml")
        assert read_save(save).game.log


LIES = (
    "no JSON",
    "[" * 5000,
    json.dumps({"stdin": "q"}),
    json.dumps([]),
    json.dumps(["resize", {"width": "wide"}]),
    json.dumps(["resize", 3]),
    json.dumps(["stdin"]),
    json.dumps(["reboot", 1]),
    "x" * 100_000,
)


async def test_what_no_browser_sends_closes_that_screen_alone(site):
    async with site, site.browser() as liar, site.browser() as anna:
        await liar.get(f"{site.url}/?key={KEY}")
        await anna.get(f"{site.url}/?key={KEY}")
        async with site.screen(anna) as good:
            for said in sample(LIES, LIES[::3]):
                async with site.screen(liar) as bad:
                    await bad.send_str(said)
                    while not (await asyncio.wait_for(bad.receive(), 30)).type.name.startswith("CLOS"):
                        pass
            await typed(good, Screen(80, 24), [], "New game")


async def test_there_are_as_many_screens_as_there_may_be(folders):
    async with Site(folders, visitors=1) as site, site.browser() as anna, site.browser() as bert:
        await anna.get(f"{site.url}/?key={KEY}")
        await bert.get(f"{site.url}/?key={KEY}")
        async with site.screen(anna):
            with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
                async with site.screen(bert):
                    pass
        for _ in range(200):
            if not any(site.server._screens.values()):
                break
            await asyncio.sleep(0.05)
        async with site.screen(bert) as screen:
            await typed(screen, Screen(80, 24), [], "New game")


async def test_a_visitor_has_only_so_many(site):
    site.server._screens = dict.fromkeys([*site.folder.parent.iterdir()], 0)
    async with site, site.browser() as anna:
        await anna.get(f"{site.url}/?key={KEY}")
        (home,) = site.folder.iterdir()
        site.server._screens[home] = SCREENS
        with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
            async with site.screen(anna):
                pass


@pytest.mark.parametrize(
    ("told", "size"),
    [
        ((None, None), (80, 24)),
        (("132", "50"), (132, 50)),
        ((10**9, -5), (1000, 1)),
        (("999999999999", "0"), (1000, 1)),
    ],
)
def test_a_screen_is_no_larger_than_screens_can_be(told, size):
    assert _size_told(*told) == size


def test_one_place_is_one_origin():
    assert _same_place("https://game.example", "https://game.example/westwall")
    assert not _same_place("https://game.example.evil", "https://game.example")
    assert not _same_place("http://game.example", "https://game.example")
    assert not _same_place("", "http://localhost:8000")


@pytest.mark.parametrize("said", [None, 7, "stdin", [], [["stdin"], 1]])
async def test_a_message_that_is_none(said):
    nobody: Any = None
    assert not await _passed_on(said, nobody, nobody)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--listen", "localhost:0"], "must be HOST:PORT"),
        (["--listen", "localhost:many"], "must be HOST:PORT"),
        (["--public", "javascript:alert(1)"], "must begin with http:// or https://"),
    ],
)
def test_what_cannot_be_served_is_said(arguments, said, capsys):
    try:
        assert main(["web", *arguments]) == 2
    except SystemExit as end:
        assert end.code == 2  # noqa: PT017
    assert said in capsys.readouterr().err


def test_without_the_extra_it_says_so(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "westwall_tui.web.server", None)
    assert main(["web"]) == 2
    assert how_to_install("web") in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="ports are taken otherwise elsewhere")
def test_a_port_that_is_taken(capsys, folders):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert main(["web", "--listen", f"127.0.0.1:{taken.getsockname()[1]}", "--folder", str(folders / "w")]) == 2
    assert "westwall web: " in capsys.readouterr().err
