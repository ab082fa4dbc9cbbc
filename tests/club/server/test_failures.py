"""Failures in a player's process: the administrator's log has them, and no player sees a traceback or a path."""

import asyncio
import contextlib
import gc
import logging
import os
import select
import socket
import sys
import threading

import pytest

from westwall_tui.club.server import child, prefork
from westwall_tui.club.server.player_commands import sentence
from westwall_tui.files.disk.writing import add_report
from westwall_tui.files.faults import Fault, FileError, refuse

SECRET = "/srv/club/secret"


def _raise(*_):
    raise ValueError(SECRET)


def _fail_in_a_thread(*_):
    thread = threading.Thread(target=_raise, name="reader")
    thread.start()
    thread.join()
    return 0


def _fail_in_a_task(*_):
    async def main():
        task = asyncio.ensure_future(_wrong())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        del task
        gc.collect()

    async def _wrong():
        _raise()

    asyncio.run(main())
    return 0


def _fail_when_it_is_forgotten(*_):
    class Wrong:
        def __del__(self):
            _raise()

    Wrong()
    gc.collect()
    return 0


def _fail_to_import(*_):
    import westwall_tui.srv.club.secret  # type: ignore[import-not-found]  # noqa: F401 - there is none


def _write_to_descriptor_2(*_):
    os.write(2, SECRET.encode())
    return 0


def _write_to_standard_error(*_):
    print(SECRET, file=sys.stderr, flush=True)
    return 0


def _log_it(*_):
    logging.getLogger("asyncssh").error(SECRET)
    return 0


def _report_it(*_):
    """Fail as advice does, whose guard writes an error report."""
    os.environ["WESTWALL_SAVES"] = "/proc/nowhere"
    add_report(f"the first line\n{SECRET}")
    return 0


def _overflow(*_):
    return _overflow()


HANDLERS = {
    "raises": _raise,
    "thread": _fail_in_a_thread,
    "task": _fail_in_a_task,
    "forgotten": _fail_when_it_is_forgotten,
    "import": _fail_to_import,
    "descriptor": _write_to_descriptor_2,
    "stream": _write_to_standard_error,
    "logging": _log_it,
    "report": _report_it,
    "recursion": _overflow,
}
SAYS = {"import": "westwall_tui.srv", "recursion": "RecursionError"}


def sit(run, monkeypatch, *, terminal, words=("games",), typed=b""):
    """Fork a player's process on a terminal or pipes; return its status, what the player reads, and the log."""

    def closing(asked, wake):
        with wake:
            return run(asked, wake)

    monkeypatch.setattr(child, "run", closing)
    if terminal:
        near, far = os.openpty()
        ours, theirs = [near], [far]
    else:
        pipes = [os.pipe() for _ in range(3)]
        ours, theirs = [pipes[1][0], pipes[2][0], pipes[0][1]], [pipes[0][0], pipes[1][1], pipes[2][1]]
    log_at, log = os.pipe()
    server, wake = socket.socketpair()
    asked = {"words": list(words), "terminal": terminal, "environment": {}, "id": 1}
    number = os.fork()
    if number == 0:
        with contextlib.suppress(BaseException):
            os.dup2(log, 2)
            for descriptor in (*ours, log_at, log, server.fileno()):
                os.close(descriptor)
            os._exit(prefork._run_child(asked, [*theirs, wake.detach()]))
        os._exit(99)
    for descriptor in (*theirs, log):
        os.close(descriptor)
    wake.close()
    shown = b""
    if typed:
        shown = os.read(ours[0], 65_536)  # after the prompt the process has the terminal
        os.write(ours[0], typed)
    shown += b"".join(_read_all(at, typed) for at in ours[:2])
    logged = _read_all(log_at)
    for descriptor in (*ours, log_at):
        os.close(descriptor)
    server.close()
    status = os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
    return status, shown.decode(), logged.decode()


def _read_all(at, typed=b""):
    """Return what comes until the end. Type a key again each second: a signal just before a read waits for the next."""
    found = b""
    with contextlib.suppress(OSError):  # a terminal whose process is gone
        while True:
            if typed and not select.select([at], [], [], 1)[0]:
                os.write(at, typed)
            elif data := os.read(at, 65_536):
                found += data
            else:
                break
    return found


@pytest.mark.parametrize("terminal", [False, True], ids=["pipes", "terminal"])
@pytest.mark.parametrize("way", HANDLERS)
def test_a_failure_is_logged_and_shown_to_no_player(way, terminal, monkeypatch):
    status, shown, logged = sit(HANDLERS[way], monkeypatch, terminal=terminal)
    assert SAYS.get(way, SECRET) in logged
    assert "Traceback" not in shown
    assert SECRET not in shown
    assert "site-packages" not in shown
    assert status in (0, 70)
    assert (prefork.SORRY in shown) == (status == 70)


@pytest.mark.parametrize("terminal", [False, True], ids=["pipes", "terminal"])
def test_interrupts_and_hangups_are_not_logged(terminal, monkeypatch):
    for error in (KeyboardInterrupt, EOFError, BrokenPipeError, SystemExit):

        def run(*_, error=error):
            raise error

        assert sit(run, monkeypatch, terminal=terminal) == (0, "", "")


def test_ctrl_c_at_a_prompt_ends_the_process(monkeypatch):
    def run(*_):
        from westwall_tui.club.server.player_commands import _ask

        _ask("Your name: ")
        return 0

    status, shown, logged = sit(run, monkeypatch, terminal=True, typed=b"\x03")
    assert status == 0
    assert "Traceback" not in shown + logged


def test_a_sentence_reaches_the_player_alone(monkeypatch, tmp_path):
    real = child.run
    status, shown, logged = sit(real, monkeypatch, terminal=False)  # the request lacks a key, as if by a bug of ours
    assert status == 70
    assert "KeyError" in logged

    def run(asked, wake):
        missing = {"database": str(tmp_path / "club.db"), "player": 1}
        return real({**asked, **missing}, wake)

    status, shown, logged = sit(run, monkeypatch, terminal=False)
    assert (status, shown) == (1, "The club's database is not responding; try again\n")
    assert str(tmp_path) in logged


def test_only_the_log_names_files_of_the_server(caplog):
    said = sentence(FileError([Fault(f"{SECRET}/board.toml", "[[hexes]]", "", "is broken")]))
    assert "cannot read one of its own files" in said
    assert SECRET not in said
    assert f"{SECRET}/board.toml: [[hexes]]: is broken" in caplog.text
    assert sentence(FileError([Fault("your save", "", "", "is not TOML")])) == "Your save is not TOML"


def test_control_characters_do_not_reach_the_log(monkeypatch):
    def run(*_):
        refuse("club", "\x1b]0;evil\x07")

    _, shown, logged = sit(run, monkeypatch, terminal=False)
    assert "\x1b" not in shown + logged
    assert "\\x1b]0;evil" in logged


def test_a_prefork_parent_without_its_server_ends_quietly(capfd, monkeypatch):
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.close()
    monkeypatch.setattr(prefork, "warm", lambda: None)
    for quiet in ("gc.disable", "gc.freeze"):
        monkeypatch.setattr(quiet, lambda: None)
    monkeypatch.setattr(prefork, "log_all_failures", lambda: None)
    monkeypatch.setattr(prefork, "serve", lambda control: control.close())
    monkeypatch.setattr(sys, "argv", ["prefork", str(theirs.detach())])
    prefork.main()
    assert capfd.readouterr().err == ""
