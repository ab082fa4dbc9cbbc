"""Weather (16.0): the number of units that may land in a Game-Turn, and the hexes around their drop zones."""

from collections.abc import Iterable, Mapping
from enum import IntEnum
from functools import lru_cache

from westwall_tui.engine.battles.landings import landed, vacant
from westwall_tui.engine.board import Board
from westwall_tui.engine.events import Event, WeatherChanged
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.rules.parts import Fact
from westwall_tui.engine.state import State, changed
from westwall_tui.engine.terrain import Terrain

ROUND_ZONE = 7
"""The maximum distance in hexes of a landing from the drop zone (16.11)."""


def round_drop_zones(state: State, zones: Iterable[int]) -> tuple[int, ...]:
    """Return the vacant hexes within seven of a drop zone, except City hexes and hexes next to one (16.11)."""
    return vacant(state, _hexes_round(state.scenario.board, tuple(zones)))


@lru_cache(maxsize=64)
def _hexes_round(board: Board, zones: tuple[int, ...]) -> list[int]:
    near = {h for zone in zones for h in board.grid.within(zone, ROUND_ZONE)}
    return sorted(h for h in near if not _at_city(board, h))


def _at_city(board: Board, h: int) -> bool:
    terrain, around = board.terrain, board.grid.neighbors[h]
    return terrain[h] is Terrain.CITY or any(n != NOWHERE and terrain[n] is Terrain.CITY for n in around)


# -- weather, 16.0


WEATHER = Fact("weather")


class Weather(IntEnum):
    """The three grades of weather."""

    GOOD = 1
    FAIR = 2
    POOR = 3

    def __str__(self) -> str:
        return self.name.capitalize()


LANDINGS: Mapping[Weather, int] = {Weather.GOOD: 25, Weather.FAIR: 5, Weather.POOR: 0}
"""The maximum number of airborne units that land in a Game-Turn (16.12)."""
SUPPORT: Mapping[Weather, int] = {Weather.GOOD: 7, Weather.FAIR: 3, Weather.POOR: 0}
"""Ground Support Points for a Game-Turn (16.2)."""


def weather_numbers() -> dict[str, int]:
    """Return the maximum landings and the Ground Support by weather: `good_land`, `fair_support` (16.1, 16.2)."""
    kinds = (("land", LANDINGS), ("support", SUPPORT))
    return {f"{weather.name.lower()}_{word}": table[weather] for word, table in kinds for weather in table}


def weather_now(state: State) -> Weather:
    """Return the current weather; Good before the first die (16.0)."""
    return Weather(state.facts.get(WEATHER, Weather.GOOD))


def left(state: State) -> int:
    """Return the number of units that may still land in this Game-Turn (16.12)."""
    return LANDINGS[weather_now(state)] - landed(state)


def why_no_more(state: State, landed: int) -> tuple[str, str] | None:
    """Return the reason why no further unit may land this Game-Turn after `landed` units; None if one may (16.12)."""
    grade = weather_now(state)
    if not LANDINGS[grade]:
        return "16.12", f"no unit may land in {str(grade).lower()} weather"
    if landed >= LANDINGS[grade]:
        return "16.12", f"{LANDINGS[grade]} units have landed, the limit in {str(grade).lower()} weather"
    return None


def change_weather(state: State, allied: int, die: int, events: list[Event]) -> None:
    """Set the weather by the die (16.0): 1 leaves it unchanged, 2 is Good, 3 and 4 are Fair, 5 and 6 Poor.

    A die of 0 means that there was no roll, so the weather stays.
    """
    weather = {2: Weather.GOOD, 3: Weather.FAIR, 4: Weather.FAIR, 5: Weather.POOR, 6: Weather.POOR}.get(
        die, weather_now(state)
    )
    state.facts[WEATHER] = int(weather)
    state.support = changed(state.support, SUPPORT[weather], allied)
    events.append(WeatherChanged(str(weather), die))
