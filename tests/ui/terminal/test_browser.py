"""The driver for a browser: no packet stops its reader, a flood waits in the pipe, and it ends with its input."""

import json
import os
import sys
import threading
import time
from contextlib import ExitStack
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("Windows cannot serve browsers", allow_module_level=True)

from westwall_tui.ui.terminal import browser
from westwall_tui.ui.terminal.browser import MOST_WAITING, BrowserDriver


class App:
    """A stub of an app with the attributes that a driver needs."""

    def __init__(self):
        self.message_queue_size = 0
        self.screen_stack = ()
        self.ended = threading.Event()

    def exit(self, status):
        assert status == 0
        self.ended.set()

    def post_message(self, _):
        pass


class Line:
    """A driver, and the server's end of its pipe."""

    def __init__(self, driver, app, write):
        self.driver, self.app, self._write = driver, app, write
        self.heard: list[Any] = []
        driver.process_message = self.heard.append
        self._thread = threading.Thread(target=driver.run_input_thread)
        self._thread.start()

    def say(self, *packets):
        for kind, payload in packets:
            os.write(self._write, kind + len(payload).to_bytes(4, "big") + payload)

    def hang_up(self):
        if self._write >= 0:
            os.close(self._write)
        self._write = -1

    def stop(self):
        self.driver.exit_event.set()
        self._thread.join(30)
        assert not self._thread.is_alive()
        self.hang_up()  # only now: a reader that sees it starts a watchdog, which would end the process of the tests

    def keys(self):
        return [message.key for message in self.heard]


def wait_for(what):
    end = time.monotonic() + 30
    while not what():
        assert time.monotonic() < end
        time.sleep(0.002)


@pytest.fixture
async def line(monkeypatch):
    """Yield a driver that reads."""
    monkeypatch.setattr(browser, "IDLE", 0.01)
    read, write = os.pipe()
    with ExitStack() as stack:
        monkeypatch.setattr(sys, "__stdin__", stack.enter_context(os.fdopen(read)))
        app = App()
        driver = BrowserDriver(app)  # type: ignore[arg-type]
        driver._loop.call_soon_threadsafe = lambda do, *said: do(*said)  # type: ignore[method-assign]
        line = Line(driver, app, write)
        stack.callback(driver._input_reader._selector.close)  # type: ignore[attr-defined,unused-ignore]
        stack.callback(line.stop)
        yield line


async def test_empty_input_stops_no_reader(line):
    line.say((b"D", b""), (b"D", b"j"), (b"D", b""), (b"M", json.dumps({"type": "blur"}).encode()), (b"D", b"k"))
    wait_for(lambda: line.keys() == ["j", "k"])


async def test_a_flood_of_keys_waits_in_the_pipe(line):
    line.app.message_queue_size = MOST_WAITING + 1
    line.say((b"D", b"j"))
    time.sleep(0.03)
    assert not line.heard
    line.app.message_queue_size = 0
    wait_for(lambda: line.keys() == ["j"])


async def test_it_reads_on_once_the_app_has_taken_what_was_read(line):
    taken = []
    line.driver._loop.call_soon_threadsafe = lambda do, *_: taken.append(do)
    line.say((b"D", b"j"))
    wait_for(lambda: taken)
    line.say((b"D", b"k"))
    time.sleep(0.03)
    assert line.keys() == ["j"]
    taken[0]()
    wait_for(lambda: line.keys() == ["j", "k"])
    wait_for(lambda: len(taken) == 2)


@pytest.mark.parametrize("waiting", [0, MOST_WAITING + 1], ids=["idle", "busy"])
async def test_the_program_ends_when_its_input_does(line, waiting, monkeypatch):
    ended = threading.Event()
    monkeypatch.setattr(browser, "PATIENCE", 0.01)
    monkeypatch.setattr(os, "_exit", lambda _: ended.set())
    line.app.message_queue_size = waiting
    line.say((b"D", b"j"))
    line.hang_up()
    assert line.app.ended.wait(30)
    assert ended.wait(30), "one that hangs is ended at once"
    assert line.keys() == ["j"][waiting:]
