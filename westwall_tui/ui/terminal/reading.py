"""Reading of keys, clicks and pastes from the bytes that a terminal or a browser sends.

The bytes are untrusted, and come in pieces of any size: a character, an escape sequence or a paste may be cut anywhere,
and the bytes need not be UTF-8 at all. No bytes may end the program, and pasted text must not press keys.
"""

import re
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator
from time import monotonic

from textual.events import Key, Paste, Resize
from textual.message import Message

from westwall_tui.ui.terminal.internals import XTermParser

BEGIN, END = b"\x1b[200~", b"\x1b[201~"
"""Markers that a terminal sends before and after a paste."""
LOST = 1.0
"""Seconds without a byte after which the rest of a paste or of its marker counts as lost."""
LONGEST = 1 << 16
"""Maximum number of bytes of a paste that are kept."""

_ESCAPE = b"\x1b"
_BEGIN_CUT = re.compile(rb"\x1b(?:\[(?:2(?:0(?:0)?)?)?)?\Z")
_SEQUENCE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
"""An escape sequence in a pasted text."""
_REPORT = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x07\x1b]*\x1b\\|\x1b\[[>=?][0-9;:]*[A-Za-z]|\x1b\[[0-9;:]*[cntx]"
    r"|\x1b[\]PX^_][^\x07\x1b]+(?=\x1b[^\\])"
)
"""A report of the terminal, whose letters the parser would take for keys. The last alternative is a report cut off."""
_REPORT_CUT = re.compile(r"(\x1b[\]PX^_])[^\x07\x1b]*?([^\x07\x1b]?\x1b?)\Z")
"""A report whose rest may still come: its beginning, and its last character so far."""
_CENTER = "\x1bOE", "\x1b[E"
"""The two sequences that terminals send for the 5 of a number pad."""
CENTERS = "kp_begin", "\ue053"
"""Names of the 5 of a number pad without Num Lock."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


class Pastes:
    """A filter that removes pastes from the bytes that are read.

    A pasted text may itself contain the markers of a paste. Therefore a paste ends at the last end marker before a
    pause, and only if there are as many end markers as begin markers.
    """

    def __init__(self) -> None:
        self._cut = b""
        """Bytes that may be the beginning of a paste's marker."""
        self._escaped = False
        """True if those bytes were a lone Escape that was passed on as a key."""
        self._pasted: bytearray | None = None
        """The open paste, with all bytes that came since."""
        self._since = 0.0

    def typed(self, read: bytes) -> bytes:
        """Return the typed bytes among those that were read."""
        late, self._since = self._is_late(), monotonic()
        if self._pasted is not None:
            self._keep(read)
            return b""
        if self._escaped and not late and read.startswith(BEGIN[1:]):
            self._cut = _ESCAPE
        read, self._cut, self._escaped = self._cut + read, b"", False
        typed, begin, pasted = read.partition(BEGIN)
        if begin:
            self._pasted = bytearray()
            self._keep(pasted)
        elif found := _BEGIN_CUT.search(typed):
            typed, self._cut = typed[: found.start()], found[0]
        return typed.rpartition(END)[2]  # an end without a beginning belongs to a paste that was given up

    def _is_late(self) -> bool:
        return monotonic() > self._since + LOST

    def _keep(self, read: bytes) -> None:
        assert self._pasted is not None
        self._pasted += read
        del self._pasted[LONGEST : -len(END)]

    def idle(self) -> tuple[str, bytes]:
        """Return, after a pause, the text of a complete paste and the bytes typed after it."""
        lost = self._is_late()
        if self._pasted is not None:
            pasted, inner = bytes(self._pasted), self._pasted.count(BEGIN)
            ended = pasted.count(END) > inner
            if not ended and not lost:
                return "", b""
            self._pasted = None
            text, _, rest = pasted.rpartition(END) if ended else (pasted, b"", b"")
            return _text_of(text), self.typed(rest)
        cut = self._cut
        if not cut or (cut != _ESCAPE and not lost):
            return "", b""
        self._cut, self._escaped = b"", cut == _ESCAPE
        return "", cut


def _text_of(pasted: bytes) -> str:
    """Return a pasted text without escape sequences and without control characters other than tabs and line ends."""
    return _CONTROL.sub("", _SEQUENCE.sub("", pasted.decode(errors="ignore")))


class Reader:
    """A reader of typed and pasted bytes."""

    def __init__(self, take_answers: Callable[[bytes], bytes] = bytes) -> None:
        """Take a filter: `take_answers` returns the typed bytes without the terminal's answers."""
        self._take_answers = take_answers
        self._pastes = Pastes()
        self._decode = getincrementaldecoder("utf-8")(errors="ignore").decode
        self._parser = XTermParser()
        self._report, self._since = "", 0.0
        """The kept part of an incomplete report, and the time when it began."""

    def read(self, read: bytes) -> Iterator[Message]:
        """Yield the messages in some bytes."""
        yield from self._parse(self._take_answers(self._pastes.typed(read)))

    def idle(self, kept_back: bytes = b"") -> Iterator[Message]:
        """Yield, after a pause, the messages that the pause completes, such as a lone Escape.

        `kept_back`: bytes that proved not to be an answer.
        """
        yield from self._parse(kept_back)
        yield from self._give_up_report()
        yield from self._sift(self._parser.tick())
        pasted, typed = self._pastes.idle()
        if pasted:
            yield Paste(pasted)
        if typed == _ESCAPE:
            yield Key("escape", "\x1b")
        else:
            yield from self._parse(self._take_answers(typed))

    def _parse(self, typed: bytes) -> Iterator[Message]:
        """Yield the keys in some bytes."""
        text = self._without_reports(self._decode(typed).replace(*_CENTER))
        if text:  # an empty text would end the parser
            yield from self._sift(self._parser.feed(text))

    def _without_reports(self, text: str) -> str:
        """Return a text without reports. Keep the beginning and the last character of a report that is cut off."""
        began = self._since if self._report else monotonic()
        text, self._report = _REPORT.sub("", self._report + text), ""
        if found := _REPORT_CUT.search(text):
            text, self._report, self._since = text[: found.start()], found[1] + found[2], began
        return text

    def _give_up_report(self) -> Iterator[Message]:
        """Yield the key that looked like a report's beginning if nothing followed.

        Drop the kept part of a lost report.
        """
        kept = self._report
        if len(kept) == len("\x1bP"):
            self._report = ""
            yield from self._sift(self._parser.feed(kept))
        elif monotonic() > self._since + LOST:
            self._report = ""

    def _sift(self, messages: Iterable[Message]) -> Iterator[Message]:
        """Yield the parser's messages. Start a new parser after a sequence that no keyboard sends."""
        try:
            for message in messages:
                if isinstance(message, Resize):  # not requested: the system reports the size
                    self._parser.mouse_pixels = False
                elif isinstance(message, Key) and message.key in CENTERS:
                    yield Key("5", "5")  # 5 works without Num Lock, too
                else:
                    yield message
        except Exception:  # noqa: BLE001 - the bytes are untrusted, and no error may stop the reading
            self._parser = XTermParser()
