"""Options of the command line: `strict`, the battle's own options, and the players of the sides."""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.engine.game import options_of
from westwall_tui.engine.queries import Option
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.faults import refuse
from westwall_tui.files.players.seats import LEVELS, MAX_NAME_LENGTH, SEATS, TEMPERAMENTS, Seat

STRICT = "strict"
_YES, _NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


class Options(NamedTuple):
    """The options chosen for a game."""

    strict: bool
    battle: dict[str, int]
    """The values of the battle's own options by name: 1 if the option is chosen, or the points at the start."""


def read_options(scenario: Scenario, words: Sequence[str], given_as: str = "--option") -> Options:
    """Read options of a scenario, each as `NAME` or `NAME=VALUE`. If an option is repeated, its last value counts.

    `given_as` names the source of the options in a `FileError`.
    """
    largest = {STRICT: 1, **{option.name: option.most for option in options_of(scenario)}}
    found: dict[str, int] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if name not in largest:
            what = "is not an option" if name else "needs the name of an option"
            refuse(given_as, f"{what}; the options are {', '.join(largest)}", at=name)
        most = largest[name]
        if most > 1:
            if not (value.isascii() and value.isdigit()) or len(value) > len(str(most)) or int(value) > most:
                refuse(given_as, f"must be a whole number from 0 to {most}, not {value!r}", at=name)
            found[name] = int(value)
            continue
        if sign and value.lower() not in (*_YES, *_NO):
            refuse(given_as, f"must be true or false, not {value!r}", at=name)
        found[name] = int(not sign or value.lower() in _YES)
    strict = bool(found.pop(STRICT, 0))
    return Options(strict, found)


def starts_of(scenario: Scenario) -> Sequence[Option]:
    """Return the options for points at the start, by side; none if points don't decide the scenario."""
    return [option for option in options_of(scenario) if option.most > 1]


def read_seats(scenario: Scenario, words: Sequence[str], names: Sequence[str] = ()) -> tuple[Seat, Seat]:
    """Read `SIDE=LEVEL` or `SIDE=LEVEL:TEMPERAMENT` for each computer player. People play the sides that are not named.

    `names` has `SIDE=NAME` for people. Raises `FileError`.
    """
    found = [Seat(), Seat()]
    for word in names:
        side, name = read_side(scenario, "--name", word)
        if not 0 < len(name) <= MAX_NAME_LENGTH or not name.isprintable() or name != name.strip():
            refuse(
                "--name", f"must be 1 to {MAX_NAME_LENGTH} printable characters, not {name!r}", at=word.split("=")[0]
            )
        found[side] = Seat(name=name)
    for word in words:
        side, how = read_side(scenario, "--computer", word)
        name = word.partition("=")[0]
        level, _, temperament = how.partition(":")
        levels = [seat for seat in SEATS[1:] if str(seat.level) == level]
        if not levels:
            refuse("--computer", f"must have a level from 1 to {LEVELS[-1]}, not {level!r}", at=name)
        if temperament not in ("", *TEMPERAMENTS):
            must = f"must be {', '.join(TEMPERAMENTS[:-1])} or {TEMPERAMENTS[-1]}, not {temperament!r}"
            refuse("--computer", must, at=name)
        found[side] = levels[0]._replace(temperament=temperament)
    return found[0], found[1]


def read_side(scenario: Scenario, given_as: str, word: str) -> tuple[int, str]:
    """Return the side that a `SIDE=VALUE` names, and its value. Raises `FileError`."""
    name, _, value = word.partition("=")
    side = scenario.side_called(name)
    if side < 0:
        sides = " and ".join(side.name for side in scenario.sides)
        refuse(given_as, f"is not a side; the sides are {sides}", at=name)
    return side, value
