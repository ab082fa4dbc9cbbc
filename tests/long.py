"""What `make long` looks at in full, and `make test` at a sample of."""

import os
from typing import TypeVar

Some = TypeVar("Some")

LONG = bool(os.environ.get("WESTWALL_LONG"))
"""Set by `make long`."""


def sample(everything: Some, some: Some) -> Some:
    """All cases, or the few that tell as much in most runs: each kind of thing is among them."""
    return everything if LONG else some
