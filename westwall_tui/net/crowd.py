"""A crowd at a server's port: which connection has to go where too many wait.

It loads nothing of the game: the club's server, which runs no engine, uses it too.
"""

import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

_Waiting = TypeVar("_Waiting")


def one_of_the_busiest(waiting: Sequence[_Waiting], origin: Callable[[_Waiting], str]) -> _Waiting:
    """Return a random one of those that wait from the busiest origin: a flood pushes itself out.

    A random one, as somebody else from there would otherwise never get in.
    """
    counts = Counter(origin(each) for each in waiting)
    most = max(counts.values())
    return secrets.choice([each for each in waiting if counts[origin(each)] == most])
