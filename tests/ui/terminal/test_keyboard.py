"""Keys read from a terminal: Escape by itself, and Escape as the beginning of a sequence."""

import os
import sys
from threading import Event, Thread
from time import perf_counter, sleep

import pytest

if sys.platform == "win32":
    pytest.skip("Windows reads keys in another way", allow_module_level=True)

from textual import constants, events

from westwall_tui.ui.terminal.keyboard import IDLE, PromptDriver


class Reading(PromptDriver):
    """A driver that reads from a pipe, and keeps the names of the keys with their times."""

    def __init__(self, source: int) -> None:
        self.fileno = source
        self.exit_event = Event()
        self._debug = False
        self.keys: list[tuple[str, float]] = []
        self.ended = Event()

    def hung_up(self) -> None:
        self.ended.set()

    def process_message(self, message) -> None:
        if isinstance(message, events.Key):
            self.keys.append((message.key, perf_counter()))


@pytest.fixture
def line(monkeypatch):
    """Yield a driver that reads, and the end of the pipe to type into. A sequence has 25 ms."""
    monkeypatch.setattr(constants, "ESCAPE_DELAY", 0.025)
    source, end = os.pipe()
    driver = Reading(source)
    thread = Thread(target=driver.run_input_thread)
    thread.start()
    yield driver, end
    driver.exit_event.set()
    thread.join()
    os.close(source)
    os.close(end)


def after(driver: Reading, count: int) -> list[str]:
    """Return the names of this many keys, once they are there."""
    deadline = perf_counter() + 5
    while len(driver.keys) < count and perf_counter() < deadline:
        sleep(0.001)
    return [name for name, _ in driver.keys]


@pytest.mark.slow
def test_escape_waits_no_longer_than_its_delay(line):
    """Take the best of five, because other programs may delay this one."""
    driver, end = line
    waits = []
    for number in range(1, 6):
        begun = perf_counter()
        os.write(end, b"\x1b")
        assert after(driver, number) == ["escape"] * number
        waits.append(driver.keys[-1][1] - begun)
    assert 0.02 <= min(waits) < IDLE


def test_a_sequence_is_one_key(line):
    driver, end = line
    os.write(end, b"\x1b[C\x1b[1;2Aq")
    assert after(driver, 3) == ["right", "shift+up", "q"]


def test_letters_follow_each_other(line):
    driver, end = line
    for letter in "attack":
        os.write(end, letter.encode())
    assert after(driver, 6) == list("attack")


def test_reading_ends_when_the_terminal_is_gone():
    """The reader ends; it does not loop and wait for keys."""
    source, end = os.pipe()
    driver = Reading(source)
    thread = Thread(target=driver.run_input_thread)
    thread.start()
    os.write(end, b"q")
    os.close(end)
    thread.join(timeout=10)
    assert not thread.is_alive()
    assert after(driver, 1) == ["q"]
    assert driver.ended.is_set()
    os.close(source)
