"""Weather (16.0): how many units may land, and how many Ground Support Points there are."""

from collections.abc import Mapping
from enum import IntEnum

from westwall_tui.engine.events import Event, WeatherChanged
from westwall_tui.engine.facts import Fact
from westwall_tui.engine.state import State, changed

WEATHER = Fact("weather")


class Weather(IntEnum):
    """The three grades of weather."""

    GOOD = 1
    FAIR = 2
    POOR = 3

    def __str__(self) -> str:
        return self.name.capitalize()


LANDINGS: Mapping[Weather, int] = {Weather.GOOD: 25, Weather.FAIR: 5, Weather.POOR: 0}
"""16.12: airborne units that may come in a Game-Turn."""
SUPPORT: Mapping[Weather, int] = {Weather.GOOD: 7, Weather.FAIR: 3, Weather.POOR: 0}
"""16.2: Ground Support Points of a Game-Turn."""


def numbers() -> dict[str, int]:
    """16.1, 16.2: how many may land, and the Ground Support, by weather: `good_land`, `fair_support`."""
    kinds = (("land", LANDINGS), ("support", SUPPORT))
    return {f"{weather.name.lower()}_{word}": table[weather] for word, table in kinds for weather in table}


def now(state: State) -> Weather:
    """The weather; Good before the first die (16.0)."""
    return Weather(state.facts.get(WEATHER, Weather.GOOD))


def why_no_more(state: State, landed: int) -> tuple[str, str] | None:
    """16.12: why no unit may land any more this Game-Turn, once so many have; None if one may."""
    grade = now(state)
    if not LANDINGS[grade]:
        return "16.12", f"no unit may land in {str(grade).lower()} weather"
    if landed >= LANDINGS[grade]:
        return "16.12", f"{LANDINGS[grade]} units have landed, the limit in {str(grade).lower()} weather"
    return None


def change(state: State, allied: int, die: int, events: list[Event]) -> None:
    """16.0: a 1 leaves the weather as it was, a 2 is Good, 3 and 4 are Fair, 5 and 6 Poor. Die 0: there is no roll."""
    weather = {2: Weather.GOOD, 3: Weather.FAIR, 4: Weather.FAIR, 5: Weather.POOR, 6: Weather.POOR}.get(die, now(state))
    state.facts[WEATHER] = int(weather)
    state.support = changed(state.support, SUPPORT[weather], allied)
    events.append(WeatherChanged(str(weather), die))
