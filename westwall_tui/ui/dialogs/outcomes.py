"""What a die roll brought, in words."""

from collections.abc import Sequence

from westwall_tui.engine.events import BridgeTried, Eliminated, Event, Retreated, Rolled, WeatherChanged
from westwall_tui.ui.kit.dialog import Desk
from westwall_tui.ui.texts import combat as text


def tell_die(desk: Desk, events: Sequence[Event] | None) -> None:
    """Say what the die roll brought, unless a prompt about its result does."""
    for event in events or ():
        if isinstance(event, Rolled) and desk.game.state.combat is None:
            desk.say(f"Die {event.die}: {event.result}, {text.in_words(event.result)}. {_fates(events or ())}")
            desk.update()


def tell_news(desk: Desk, events: Sequence[Event] | None) -> None:
    """Say what came of a die roll outside combat: a bridge, the weather."""
    news = [str(event) for event in events or () if isinstance(event, BridgeTried | WeatherChanged)]
    if news:
        desk.say(f"{'. '.join(news)}. {desk.game.prompt.text}")
        desk.update()


def _fates(events: Sequence[Event]) -> str:
    """Retreats and losses in a line."""
    return ". ".join(str(event) for event in events if isinstance(event, Retreated | Eliminated))
