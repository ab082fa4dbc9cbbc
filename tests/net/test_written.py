"""A table can read what it writes, whatever names, chat and lines its guests send."""

import socket
import threading
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.files.example import load_example
from tests.long import sample
from tests.net.recording_guests import RecordingGuest, table_of
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.players.seats import MAX_NAME_LENGTH
from westwall_tui.files.saves.file import read_save
from westwall_tui.net.addresses import Address
from westwall_tui.net.client import Client, Lost
from westwall_tui.net.guests import Unwelcome
from westwall_tui.net.protocol import LONGEST_CHAT, LONGEST_LINE, ProtocolError, decode, encode
from westwall_tui.net.session import HostedSession
from westwall_tui.net.table import Table

ANY = st.characters(exclude_categories=())
"""Any text in JSON, including invisible characters, right-to-left marks and lone surrogates."""
NAMES = st.text(ANY, max_size=MAX_NAME_LENGTH + 6) | st.text(
    "\u202e\ue000\U000e0001\x1b\ud800 ", max_size=MAX_NAME_LENGTH
)
CHAT = st.text(ANY, max_size=LONGEST_CHAT + 10) | st.text("\u202e\x1b\U000e0001 ", max_size=LONGEST_CHAT)


@pytest.fixture(scope="module")
def scenario(tmp_path_factory):
    """Return the small example, read once."""
    return load_example(tmp_path_factory.mktemp("mills"))


def follow(told: list[dict[str, Any]], answer: Mapping[str, object] | None = None) -> HostedSession:
    """Return the texts that a guest's program makes of its messages and of an answer."""
    lines = [decode(encode(message)) for message in told]
    client: Any = SimpleNamespace(welcome=lines[0], news=lambda: lines[1:], ask=lambda _: (answer, []))
    return HostedSession(client, "game")


def check_written(table: Table, recorder: RecordingGuest) -> None:
    """Check that the save can be read, and that the guest's program shows only safe text."""
    saved = read_save(table.session.path)
    assert saved.seats == table.session.seats
    guest = follow(recorder.messages)
    heard = guest.hear()
    assert not any("longer than" in each.text or "cannot be read" in each.text for each in heard)
    assert all(each.text.isprintable() for each in heard)
    assert guest.game.digest() == table.game.digest(guest.side)


@pytest.mark.slow
@settings(max_examples=sample(60, 25), deadline=None)
@given(NAMES, CHAT)
def test_no_name_or_chat_breaks_the_save(scenario, name, said):
    with TemporaryDirectory() as folder:
        table = table_of(scenario, Path(folder))
        anna = RecordingGuest(table, "Anna", "US")
        try:
            bob = RecordingGuest(table, name, "German")
        except (Unwelcome, ProtocolError):
            table.session.save()
        else:
            assert len(bob.guest.name) <= MAX_NAME_LENGTH
            bob.say(f"say {said}")
        check_written(table, anna)
        check_written(table, RecordingGuest(table, "Wim"))


@pytest.mark.parametrize("character", ["\u202e", "\U000e0001", "\x1b", "\ud800", "\u00a0"])
def test_the_limit_of_a_name_applies_to_its_safe_form(scenario, tmp_path, character):
    table = table_of(scenario, tmp_path)
    with pytest.raises(ProtocolError, match='"name" is longer than 24 characters'):
        RecordingGuest(table, character * MAX_NAME_LENGTH, "US")
    RecordingGuest(table, "Anna", "US")
    assert read_save(table.session.path).seats[1].name == "Anna"


@pytest.mark.slow
@settings(max_examples=sample(60, 25), deadline=None)
@given(st.text(ANY, max_size=600), st.sampled_from(["", "move ", "attack 1/9 > ", "?why ", "seat ", "say ", "open "]))
def test_no_line_breaks_the_answer(scenario, said, word):
    with TemporaryDirectory() as folder:
        table = table_of(scenario, Path(folder))
        anna = RecordingGuest(table, "Anna", "German")
        try:
            answer = anna.say(f"{word}{said}")
        except ProtocolError:
            return
        if not answer["ok"]:
            with pytest.raises(IllegalOrder) as refused:
                follow(anna.messages, decode(encode(answer))).say("?")
            assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"reason": "x" * LONGEST_LINE}, r"x{900} \.\.\. x{900}"),
        ({"reason": "no", "units": "no list"}, "the host refuses, but its answer makes no sense"),
        ({"reason": 5}, "the host refuses, but its answer makes no sense"),
    ],
)
def test_a_long_or_senseless_refusal_is_still_a_refusal(scenario, tmp_path, answer, said):
    told = RecordingGuest(table_of(scenario, tmp_path), "Anna", "German").messages
    with pytest.raises(IllegalOrder, match=said):
        follow(told, {"ok": False, "case": "5.31", **answer}).say("?")


@pytest.mark.parametrize("key", ["k" * 201, 5, {}])
def test_a_senseless_key_is_refused_in_one_sentence(tmp_path, key):
    with socket.socket(socket.AF_UNIX) as host:
        host.bind(str(tmp_path / "game.sock"))
        host.listen()

        def welcome():
            line, _ = host.accept()
            with line:
                line.recv(LONGEST_LINE)
                line.sendall(encode({"news": "welcome", "key": key}))

        thread = threading.Thread(target=welcome)
        thread.start()
        with pytest.raises(Lost, match="the program there does not host a game"):
            Client(Address(tmp_path / "game.sock"), {"name": "Anna"})
        thread.join()
