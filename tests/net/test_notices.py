"""A host's output: it reaches a reader, and the host never waits for one."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.files.example import load_example
from tests.net.local import wait_for
from tests.net.test_host import raw
from westwall_tui.files.disk.writing import REPORT
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.net.command import hosted_games
from westwall_tui.net.host import MOST_NOTICES, Notices
from westwall_tui.net.protocol import encode

FULL = Path("/dev/full")


@pytest.fixture
def pipe():
    """Return the two ends of a pipe: to read from, to write to."""
    ends = os.pipe()
    yield ends
    for end in ends:
        os.close(end)


def test_lines_are_written_and_safe_to_show(pipe):
    notices = Notices(pipe[1])
    notices.say("Anna sits down")
    notices.say("\x1b[2J\udc80")
    notices.flush(10)
    assert os.read(pipe[0], 1000) == b"Anna sits down\n\\x1b[2J\\xdc80\n"


def test_a_late_reader_gets_the_queued_lines(pipe):
    notices = Notices(pipe[1])
    for number in range(MOST_NOTICES + 200):
        notices.say(f"{number} " + "x" * 500)
    begun = time.monotonic()
    notices.flush(0.05)
    assert time.monotonic() - begun < 5
    read = b""
    while b"lines were left out" not in read:
        read += os.read(pipe[0], 1 << 16)
        notices.say("and now?")
    assert read.startswith(b"0 xxx")


def test_a_failed_write_is_an_error():
    reads, writes = os.pipe()
    os.close(reads)
    notices = Notices(writes)
    notices.say("hello")
    with pytest.raises(BrokenPipeError):
        notices.flush(10)
    os.close(writes)


def test_a_pipe_may_be_closed_after_the_first_line():
    """The starter of a background host closes it while the host already reports its first guest."""
    reads, writes = os.pipe()
    notices = Notices(writes)
    notices.say("To play: westwall join game")
    notices.flush(10)
    os.close(reads)
    notices.say("Anna sits down")
    notices.flush(10)
    os.close(writes)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux makes a pipe smaller")
def test_a_host_whose_output_nobody_reads_continues_and_can_be_stopped(hosting):
    program = hosting("bastogne/spearhead", "--name", "game")
    assert program.stdout is not None
    fcntl = pytest.importorskip("fcntl")
    fcntl.fcntl(program.stdout, fcntl.F_SETPIPE_SZ, 4_096)
    for _ in range(200):  # with two lines of output each
        with raw(hosting.folder, {}) as (_, reader):
            reader.readline()
    assert [game.name for game in hosted_games(hosting.folder)] == ["game"]
    anna = hosting.sit("German", "Anna")
    wait_for(lambda: [anna.hear()] and anna.game.prompt.text)
    program.send_signal(signal.SIGTERM)
    assert program.wait(30) == 0


@pytest.mark.slow
def test_an_error_in_one_connection_is_reported_and_does_not_affect_the_others(tmp_path, monkeypatch, hosted):
    monkeypatch.setenv("WESTWALL_SAVES", str(tmp_path))
    host = hosted(LocalSession.new(load_example(tmp_path), folder=tmp_path))
    anna = host.sit("German", "Anna")
    with monkeypatch.context() as patch:
        patch.setattr(host.table, "_say", lambda *_: 1 / 0)
        with raw(tmp_path, {}) as (line, reader):
            line.sendall(encode({"line": "say hello"}))
            wait_for(lambda: not reader.readline())
    wait_for(lambda: "an error: ZeroDivisionError: division by zero" in host.said)
    assert "ZeroDivisionError" in (tmp_path / REPORT).read_text()
    anna.say("still here")


@pytest.mark.slow
@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
def test_a_host_that_cannot_say_where_to_join_ends_with_one_sentence(hosting, short_folder):
    games = str(short_folder / "games")
    command = [sys.executable, "-m", "westwall_tui", "host", "bastogne/spearhead", "--folder", games]
    with FULL.open("w") as full:
        run = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert (run.returncode, run.stderr) == (2, "westwall: standard output: No space left on device\n")
