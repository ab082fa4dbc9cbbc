"""WestWall in a terminal: SPI's four battles of 1944 and 1945, with all their rules.

Use it as a library to play the same games without the screen:

    >>> import westwall_tui as westwall
    >>> game = westwall.new_game("bastogne/spearhead", seed=7)
    >>> game.apply("deploy 52 2614")
    [Deployed(unit='52', hex='2614')]

Names load when they are first used, so that the command starts fast.
"""

from typing import TYPE_CHECKING

__all__ = [
    "FileError",
    "Game",
    "IllegalOrder",
    "OrderSyntaxError",
    "Player",
    "Session",
    "__version__",
    "events",
    "load_game",
    "load_scenario",
    "new_game",
    "orders",
    "parse",
    "planning",
    "queries",
    "scenarios",
]

__version__ = "0.2.0"

if TYPE_CHECKING:
    from westwall_tui.ai.player import Player
    from westwall_tui.engine import events, orders, planning, queries
    from westwall_tui.engine.game import Game
    from westwall_tui.engine.orders import IllegalOrder, OrderSyntaxError, parse
    from westwall_tui.files.faults import FileError
    from westwall_tui.files.library import load_game, new_game, scenarios
    from westwall_tui.files.scenarios.catalog import load_scenario
    from westwall_tui.files.sessions.local import LocalSession as Session
else:
    # Hidden from type checkers, which would otherwise accept every name.
    _HOMES = {
        "FileError": "files.faults",
        "Game": "engine.game",
        "IllegalOrder": "engine.orders",
        "OrderSyntaxError": "engine.orders",
        "Player": "ai.player",
        "Session": "files.sessions.local:LocalSession",
        "events": "engine.events",
        "load_game": "files.library",
        "load_scenario": "files.scenarios.catalog",
        "new_game": "files.library",
        "orders": "engine.orders",
        "parse": "engine.orders",
        "planning": "engine.planning",
        "queries": "engine.queries",
        "scenarios": "files.library",
    }

    def __getattr__(name):
        """Load and return a name of `__all__`."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        module, _, there = _HOMES[name].partition(":")
        home = import_module(f"{__name__}.{module}")
        found = home if module.endswith(f".{name}") else getattr(home, there or name)
        globals()[name] = found
        return found

    def __dir__():
        return sorted({*globals(), *__all__})
