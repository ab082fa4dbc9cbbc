"""Letters damaged by mail programs: one sentence says what happened, and what to do."""

import base64
import bz2
import gzip
import lzma
import os
import quopri
import re

import pytest

from tests.mail.post import Player
from westwall_tui import cli
from westwall_tui.files.faults import FileError
from westwall_tui.mail.damage import how_changed, why_no_letter, why_no_text
from westwall_tui.mail.letters import open_letter, read_letter

ASK, SAVE = "Ask for the file as an attachment", "Save the attachment as it is, and open that"
CHANGES = {
    "quoted": (
        lambda text: re.sub("^", "> ", text, flags=re.MULTILINE),
        f"its lines begin with >, as in an answer. {ASK}",
    ),
    "signed": (lambda text: f"{text}-- \nAnna Smith\n", f"a signature was added. {ASK}"),
    "list": (lambda text: f"{text}{'_' * 40}\nA list of players\n", f"lines were added. {ASK}"),
    "folded": (lambda text: re.sub("(.{60})", "\\1\n", text), f"its lines were folded. {ASK}"),
    "quoted-printable": (
        lambda text: quopri.encodestring(text.encode()).decode(),
        f"encoded (quoted-printable). {ASK}",
    ),
    "typography": (
        lambda text: re.sub('"([^"]*)"', "\u201c\\1\u201d", text),
        f"its quotation marks were replaced. {ASK}",
    ),
    "spaces": (lambda text: text.replace("   ", " \u00a0 "), f"its spaces were replaced. {ASK}"),
    "cut": (lambda text: text[:-40], f"its end is missing, or something was added to it. {ASK}"),
    "phone": (lambda text: f"{text}\nSent from my phone\n", f"its end is missing, or something was added to it. {ASK}"),
    "base64": (lambda text: base64.encodebytes(text.encode()).decode(), f"is still encoded (base64). {SAVE}"),
    "mail": (
        lambda text: f"Return-Path: <a@b>\nReceived: a\n\tby b\n\n{text}",
        f"is a whole mail message. {SAVE}",
    ),
    "mailbox": (lambda text: f"From anna@a Mon Nov 30\nSubject: x\n\n{text}", f"is a whole mail message. {SAVE}"),
    "page": (lambda text: f"<!DOCTYPE html><html><pre>{text}</pre>", f"is a web page. {SAVE}"),
    "other": (
        lambda _: "Dear Bert,\nhere is my letter.\n",
        f"is not a letter of a game by mail. A letter is a file such as {{}}. {ASK}",
    ),
    "empty": (lambda _: " \n", f"is empty. {ASK}"),
    "wide": (lambda text: text.encode("utf-16-le").decode(), f"was saved in UTF-16, and letters are in UTF-8. {SAVE}"),
}
UNPACK = " Unpack it, and open the letter inside"
PACKED = {
    "gzip": (
        lambda text: gzip.compress(text.encode()),
        f"is compressed with gzip.{UNPACK}",
    ),
    "bzip2": (
        lambda text: bz2.compress(text.encode()),
        f"is compressed with bzip2.{UNPACK}",
    ),
    "xz": (lambda text: lzma.compress(text.encode()), f"is compressed with xz.{UNPACK}"),
    "zip": (lambda _: b"PK\x03\x04\xff", f"is compressed with zip.{UNPACK}"),
    "utf-16": (lambda text: text.encode("utf-16"), f"was saved in UTF-16, and letters are in UTF-8. {SAVE}"),
    "latin-1": (lambda text: text.replace("Anna", "\u00c4nna").encode("latin-1"), f"is no longer in UTF-8. {ASK}"),
}


@pytest.fixture
def letter(anna: Player):
    """Return an invitation by Anna."""
    session = anna.begin("Bert", side=1)
    for order in anna.suggested():
        session.apply(order)
    session.apply("done")
    return anna.sent()


def refusal(path):
    """Return the message for a file that cannot be opened."""
    with pytest.raises(FileError) as refused:
        open_letter(read_letter(path))
    return str(refused.value)


def test_a_changed_letter_is_refused_with_an_explanation(letter):
    path, text, wrong = letter.with_name("changed.toml"), letter.read_text(), {}
    for change, (do, why) in CHANGES.items():
        path.write_text(do(text))
        said = refusal(path)
        ends = said.endswith(why.format("bastogne-t3-to-bert.toml"))
        if not (ends and said.startswith(f"{path} ") and "TOML" not in said and "\n" not in said):
            wrong[change] = said
    assert not wrong


def test_a_packed_or_converted_letter_is_refused_with_an_explanation(letter):
    path, text, wrong = letter.with_name("changed.toml"), letter.read_text(), {}
    for change, (do, why) in PACKED.items():
        path.write_bytes(do(text))
        if not (said := refusal(path)).endswith(why):
            wrong[change] = said
    assert not wrong


def test_the_text_of_a_letter_is_not_mistaken_for_the_letter(letter):
    path, text = letter.with_name("said.txt"), letter.with_suffix(".txt").read_text()
    for before in ("", "> "):
        path.write_text(re.sub("^", before, text, flags=re.MULTILINE))
        assert refusal(path).endswith(
            f"is the text that goes with a letter, not the letter. Open {letter.name}, the file that came with it"
        )


def test_a_good_letter_and_a_good_own_file_are_not_called_changed(letter, anna):
    for path in (letter, anna.own):
        assert how_changed(path.read_text()) == why_no_letter(path.read_text()) == why_no_text(path) == ""
        open_letter(read_letter(path))


def test_a_broken_own_file_is_refused_with_the_line(anna, letter):
    own = anna.own
    own.write_text(own.read_text().replace("[orders]", "[orders"))
    assert "is not TOML" in refusal(own)
    assert "at line" in refusal(own)


def test_only_files_are_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", tmp_path / "none"):
        assert why_no_text(path) == ""


def test_a_secret_that_cannot_be_saved_is_reported(letter, bert, capsys, monkeypatch):
    bert.sit_down()

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert cli.main(["mail", str(letter), "--plain"]) == 2
    error = capsys.readouterr().err
    assert error.endswith("No space left on device\n")
    assert "/westwall/mail/" in error
    assert "standard output" not in error


def test_check_reports_damage(letter, capsys):
    path = letter.with_name("changed.toml")
    path.write_text(letter.read_text() + "-- \nAnna\n")
    assert cli.main(["check", str(path)]) == 1
    assert "was changed on its way: a signature was added" in capsys.readouterr().out
    path.write_text("[board\n")
    assert cli.main(["check", str(path)]) == 1
    assert "is not TOML" in capsys.readouterr().out
