"""The choice of the connection to close if too many wait at a server's port.

The module loads nothing of the game: the club's server, which runs no engine, uses it, too.
"""

import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

_Waiting = TypeVar("_Waiting")


def one_of_the_busiest(waiting: Sequence[_Waiting], origin: Callable[[_Waiting], str]) -> _Waiting:
    """Return a random one of those that wait from the busiest origin, so that a flood displaces itself.

    With a fixed choice another client from there would never get in.
    """
    counts = Counter(origin(each) for each in waiting)
    most = max(counts.values())
    return secrets.choice([each for each in waiting if counts[origin(each)] == most])
