"""What this program uses of the inside of Textual, where Textual offers nothing public: all of it is in this module.

Any version of Textual may change these names. `tests/ui/terminal/test_internals.py` says which versions they
were checked with, and what to check with another one.

- `XTermParser` turns bytes into keys. Textual's drivers look ten times a second whether an Escape is a key by itself;
  ours (`reading.py`, `keyboard.py`) feed the parser themselves, so that Escape takes 25 ms.
- `get_time` is the clock of a message's `time`. A key counts for what a screen asks only if it was typed after the
  terminal had shown the question.
- `NoActiveAppError` is what a thread that outlives the app runs into. It isn't a fault to report.
"""

from textual._context import NoActiveAppError
from textual._time import get_time
from textual._xterm_parser import XTermParser

__all__ = ["NoActiveAppError", "XTermParser", "get_time"]
