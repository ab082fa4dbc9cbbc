"""Failures anywhere in the app end in a sentence, a report and an exit status, not a traceback; no signal is lost."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from textual.driver import Driver
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen

from westwall_tui.files.players.settings import Settings
from westwall_tui.ui.app import ENDS, WestwallApp

if sys.platform == "win32":
    pytest.skip("Windows has no such signals", allow_module_level=True)


class BlankDriver(Driver):
    """A terminal without a display."""

    def start_application_mode(self) -> None:
        self._app.post_message(Resize(Size(80, 24), Size(80, 24)))

    def write(self, data: str) -> None:
        pass

    def disable_input(self) -> None:
        pass

    def stop_application_mode(self) -> None:
        pass


class Doing(Screen[None]):
    """A screen that does something as soon as it is there."""

    def __init__(self, do: Callable[["Doing"], object]) -> None:
        super().__init__()
        self.do = do

    def on_mount(self) -> None:
        self.set_timer(5, self.app.exit)  # if nothing ends it
        self.call_later(self.do, self)


@pytest.fixture
def served(monkeypatch, tmp_path) -> Iterator[Callable[[Callable[[Doing], object]], int]]:
    """Run the app with a screen that does something; return the exit status."""
    monkeypatch.setenv("WESTWALL_SAVES", str(tmp_path))
    monkeypatch.setattr(WestwallApp, "get_driver_class", lambda _: BlankDriver)
    handlers = {name: signal.getsignal(getattr(signal, f"SIG{name}")) for name in ENDS if hasattr(signal, f"SIG{name}")}
    hook = threading.excepthook

    def serve(do: Callable[[Doing], object]) -> int:
        start = SimpleNamespace(screen=lambda _: Doing(do))
        return WestwallApp(start, Settings()).serve(mouse=False)

    yield serve
    threading.excepthook = hook
    for name, handler in handlers.items():
        signal.signal(getattr(signal, f"SIG{name}"), handler)


def wrong(*_: object) -> None:
    raise RuntimeError("wrong")


class RichError(Exception):
    """An error with a Rich form, which Textual would print."""

    def __rich__(self) -> str:
        return "Traceback of wrong"


def wrong_richly(_: object) -> None:
    raise RichError("wrong")


async def wrong_later() -> None:
    raise RuntimeError("wrong")


def in_thread(_: Doing) -> None:
    threading.Thread(target=wrong).start()


def in_worker(screen: Doing) -> None:
    screen.run_worker(wrong, thread=True)


def in_callback(_: Doing) -> None:
    asyncio.get_running_loop().call_soon(wrong)


def in_callback_from_thread(_: Doing) -> None:
    loop = asyncio.get_running_loop()
    threading.Thread(target=loop.call_soon_threadsafe, args=(wrong,)).start()


def in_timer(screen: Doing) -> None:
    screen.set_timer(0.001, wrong)


def in_task(_: Doing) -> None:
    asyncio.get_running_loop().create_task(wrong_later())


def twice(screen: Doing) -> None:
    in_thread(screen)
    in_callback(screen)


@pytest.mark.parametrize(
    "do",
    [wrong, wrong_richly, in_thread, in_worker, in_callback, in_callback_from_thread, in_timer, in_task, twice],
)
def test_every_exception_becomes_a_sentence_and_a_report(served, capfd, tmp_path, do):
    assert served(do) == 1
    out, err = capfd.readouterr()
    said = " ".join((out + err).split())
    assert said.startswith("westwall: a bug has closed the screen. The details are in ")
    assert "Traceback" not in said
    assert "wrong" not in said.replace(str(tmp_path), "")
    report = next(iter(Path(tmp_path).glob("*"))).read_text()
    assert "Traceback (most recent call last)" in report
    assert "Error: wrong" in report


@pytest.mark.parametrize("name", [name for name in ENDS if hasattr(signal, f"SIG{name}")])
def test_a_signal_ends_the_screen_in_order(served, capfd, name):
    assert served(lambda _: os.kill(os.getpid(), getattr(signal, f"SIG{name}"))) == 0
    assert capfd.readouterr() == ("", "")


def test_a_signal_is_not_lost_while_the_loop_has_more_to_do_than_its_pipe_holds(served):
    late = []

    def crowd(screen: Doing) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(20_000):  # as keys do, while the terminal takes no output
            loop.call_soon_threadsafe(int)
        os.kill(os.getpid(), signal.SIGTERM)
        screen.set_timer(4, lambda: late.append(True))

    assert served(crowd) == 0
    assert late == []
