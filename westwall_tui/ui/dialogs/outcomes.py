"""What a die has given, in words."""

from collections.abc import Sequence

from westwall_tui.engine.events import BridgeTried, Eliminated, Event, Retreated, Rolled, WeatherChanged
from westwall_tui.ui.kit.dialog import Desk
from westwall_tui.ui.texts import combat as text


def tell_die(desk: Desk, events: Sequence[Event] | None) -> None:
    """Say in words what the die has given, unless a prompt about its result does."""
    for event in events or ():
        if isinstance(event, Rolled) and desk.game.state.combat is None:
            desk.say(f"Die {event.die}: {event.result}, {text.in_words(event.result)}. {_fates(events or ())}")
            desk.update()


def tell_news(desk: Desk, events: Sequence[Event] | None) -> None:
    """Say what came of a die that is not a combat's: a bridge, the weather."""
    told = [str(event) for event in events or () if isinstance(event, BridgeTried | WeatherChanged)]
    if told:
        desk.say(f"{'. '.join(told)}. {desk.game.prompt.text}")
        desk.update()


def _fates(events: Sequence[Event]) -> str:
    """What became of the units: retreats and losses in a line."""
    return ". ".join(str(event) for event in events if isinstance(event, Retreated | Eliminated))
