"""A lesson as its files have it: `lesson.toml` next to a board, units and a scenario (docs/lessons.md)."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.faults import FileError
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.tables import TomlTable, parse, read
from westwall_tui.learn.lessons.conditions import Condition, condition
from westwall_tui.learn.lessons.facts import Names

LESSON = "lesson.toml"
LONGEST_TEXT, LONGEST_LINE = 600, 200
"""Maximum characters of a text, and of an order or condition. `checks` checks the narrower limits of the screen."""
KEY = re.compile(r"\{([a-z_]+)\}")
"""Pattern of a key in a text, named by its action: `{undo}`."""
SIGN = re.compile(r"\{sign ([a-z_]+)\}")
"""Pattern of a sign in a text, which differs by style of the map: `marked {sign zone_small}`."""
WORD = re.compile(r"[+-]?[A-Za-z0-9][A-Za-z0-9/.'_+-]*")
"""A word, number, unit or hex of a text."""
UNITS, AND = ("unit", "units"), "and"
"""Words before a unit whose id is only a number."""
DIE = range(1, 7)


class MarkedPlace(NamedTuple):
    """A unit or hex that a step marks on the map."""

    unit: int
    hex: int


class Mistake(NamedTuple):
    """A mistake: an order or answer that leads away, and the feedback for it."""

    on: Condition
    by: tuple[str, ...]
    """Orders that make the mistake, for `westwall check`."""
    say: str


class ScriptStep(NamedTuple):
    """A step of a lesson: one thing to do."""

    say: str
    plain: str
    """The text in place of `say` if there is no screen; empty if `say` makes sense without one."""
    done: tuple[Condition, ...]
    """Conditions that are all true once the step is done."""
    right: tuple[str, ...]
    """One right way: orders, or `cursor HEX`, `press ACTION`, `answer N`, `undo`."""
    also: tuple[tuple[str, ...], ...]
    """Other right ways."""
    places: tuple[MarkedPlace, ...]
    """Places marked on the map in addition to those in `say`. The cursor begins on the first."""
    keys: tuple[str, ...]
    """Actions whose keys come first in the key bar."""
    signs: tuple[str, ...]
    """Signs of the map that the step explains, by their names in the legend."""
    ask: tuple[str, ...]
    """The answers, if the step is a question."""
    first: tuple[str, ...]
    """Orders of both sides that are carried out before the step begins."""
    fresh: bool
    """True if the step begins where the right ways lead, whatever the learner has done."""
    dice: tuple[int, ...]
    theirs: tuple[str, ...]
    """The other side's answers."""
    true: tuple[Condition, ...]
    """The facts that the text relies on."""
    hint: str
    well: str
    mistakes: tuple[Mistake, ...]

    @property
    def moves_cursor(self) -> bool:
        """True if the step is about moving the cursor, so that the cursor does not begin on the first place."""
        return any(line.text.startswith("cursor ") for line in self.done)

    @property
    def takes_back(self) -> bool:
        """True if the step is about undoing orders of earlier steps."""
        return any("undo" in way for way in (self.right, *self.also))

    @property
    def orders(self) -> int:
        """The largest number of orders in a right way."""
        return max(sum(not is_of_screen(line) for line in way) for way in (self.right, *self.also))


class Lesson(NamedTuple):
    """A lesson; without steps, a fight against the computer."""

    name: str
    """The name of its folder."""
    title: str
    learner: int
    """The learner's side."""
    minutes: int
    teaches: tuple[str, ...]
    """The cases of the rules that the lesson is about."""
    story: str
    end: str
    scenario: Scenario
    steps: tuple[ScriptStep, ...]
    against: int
    """The computer's level in a fight."""
    aim: str
    """The learner's aim in a fight, in one line."""
    lost: str
    """The text after a defeat."""
    easier: Scenario | None
    """The same scenario with one more unit, for a learner who has lost the fight twice."""


def is_of_screen(line: str) -> bool:
    """Return True if a line of a way is an action at the screen, not an order."""
    return line.partition(" ")[0] in ("cursor", "press", "answer")


def filled_in(text: str, key: Callable[[str], str], sign: Callable[[str], str]) -> str:
    """Fill in the keys and signs that a text names.

    `key` returns the key of an action, `sign` the characters or color that the map shows for a sign.
    """
    return SIGN.sub(lambda found: sign(found[1]), KEY.sub(lambda found: key(found[1]), text))


def named_in(text: str, scenario: Scenario) -> Iterator[tuple[str, int, int]]:
    """Yield each word of a text, with the index of the unit and of the hex that it names, each -1 if there is none.

    A unit whose id is only a number is named after `unit`: `unit 25`, `units 25 and 37`.
    """
    ids = {unit.id: number for number, unit in enumerate(scenario.units)}
    numbers = scenario.board.grid
    before, in_list = "", False
    for found in WORD.findall(text):
        word = found.rstrip(".'-")
        unit = ids.get(word, -1)
        in_list = before.lower() in UNITS or (in_list and before == AND) or (in_list and word == AND)
        if unit >= 0 and word.isdigit() and not in_list:
            unit = -1
        in_list = in_list or unit >= 0
        h = -1
        if unit < 0 and len(word) == 4 and word.isdigit():
            h = numbers.at(int(word[:2]), int(word[2:]))
        yield word, unit, h
        before = word


def places_named(text: str, scenario: Scenario) -> Iterator[MarkedPlace]:
    """Yield the units and hexes that a text names."""
    return (MarkedPlace(unit, h) for _, unit, h in named_in(text, scenario) if unit >= 0 or h >= 0)


def hexes_of(places: Iterable[MarkedPlace], location: Sequence[int]) -> tuple[int, ...]:
    """Return the hexes of some places, leaving out units off the map. `location` has the hex of each unit."""
    found = (location[place.unit] if place.unit >= 0 else place.hex for place in places)
    return tuple(dict.fromkeys(h for h in found if h >= 0))


def load_lesson(folder: Path) -> Lesson:
    """Load the lesson in a folder. Raises `FileError`."""
    path = folder / LESSON
    source = read(path)
    top = parse(source, "lesson")
    scenario = read_scenario(top, folder, "scenario")
    against = top.number("against", 0, low=1, high=4)
    easier = read_scenario(top, folder, "easier") if top.has("easier") else None
    title, you, minutes = top.text("title"), top.text("you"), top.number("minutes", low=1, high=60)
    teaches, story, end = top.texts("teaches"), read_text(top, "story"), read_text(top, "end")
    aim, lost = read_text(top, "aim", ""), read_text(top, "lost", "")
    learner, steps = 0, []
    if scenario is not None:
        try:
            learner = scenario.side(you)
        except ValueError as error:
            top.fault("you", str(error))
        steps = [_read_step(table, scenario) for table in top.tables("steps", "-")]
    if bool(steps) == bool(against):
        top.fault("against", "is for lessons without steps (games against the computer), and required there")
    top.check()
    assert scenario is not None
    return Lesson(
        folder.resolve().name, title, learner, minutes, tuple(teaches), story, end, scenario, tuple(steps), against,
        aim, lost, easier,
    )  # fmt: skip


def read_scenario(top: TomlTable, folder: Path, key: str) -> Scenario | None:
    """Read the scenario named by a key, which is a file next to the script."""
    name = top.text(key, "scenario.toml")
    if Path(name).name != name or not name.endswith(".toml"):
        top.fault(key, "must be the plain name of a .toml file next to this one")
        return None
    try:
        return load_scenario(folder / name)
    except FileError as error:
        top.faults.found += error.faults
        return None


def read_text(table: TomlTable, key: str, default: str | None = None) -> str:
    """Read a text for the learner."""
    return table.text(key, default, longest=LONGEST_TEXT)


def _read_step(table: TomlTable, scenario: Scenario) -> ScriptStep:
    places, keys, signs = read_shown(table, scenario)
    mistakes = []
    for wrong in table.tables("mistakes", "-"):
        wrong.label = f"{table.label} {wrong.label}"
        (on,) = _as_conditions(wrong, "on", [wrong.text("on", longest=LONGEST_LINE)], scenario) or (
            condition("over", scenario),
        )
        mistakes.append(Mistake(on, tuple(read_lines(wrong, "by")), read_text(wrong, "say")))
        wrong.finish()
    ways = [_lines_of(table, "also", way) for way in table.items("also")]
    dice = [die for die in table.items("dice") if isinstance(die, int) and die in DIE]
    if len(dice) != len(table.items("dice")):
        table.fault("dice", "must be rolls, 1 to 6")
    step = ScriptStep(
        say=read_text(table, "say"),
        plain=read_text(table, "plain", ""),
        done=read_conditions(table, "done", scenario),
        right=tuple(read_lines(table, "right")),
        also=tuple(map(tuple, ways)),
        places=places,
        keys=keys,
        signs=signs,
        ask=tuple(table.texts("ask", required=False)),
        first=tuple(read_lines(table, "first", required=False)),
        fresh=table.flag("fresh", False),
        dice=tuple(dice),
        theirs=tuple(read_lines(table, "theirs", required=False)),
        true=read_conditions(table, "true", scenario, required=False),
        hint=read_text(table, "hint"),
        well=read_text(table, "well", ""),
        mistakes=tuple(mistakes),
    )
    for key, needed in (("done", step.done), ("right", step.right)):
        if table.has(key) and not needed:
            table.fault(key, "must not be empty")
    table.finish()
    return step


def read_lines(table: TomlTable, key: str, *, required: bool = True) -> list[str]:
    """Read a list of orders, conditions and the like."""
    return table.texts(key, required=required, longest=LONGEST_LINE)


def _lines_of(table: TomlTable, key: str, way: object) -> list[str]:
    """Read one of several right ways."""
    if isinstance(way, list) and way and all(isinstance(line, str) and len(line) <= LONGEST_LINE for line in way):
        return way
    table.fault(key, "must be a list of ways, each a list of strings")
    return []


def read_conditions(table: TomlTable, key: str, scenario: Scenario, *, required: bool = True) -> tuple[Condition, ...]:
    """Read the lines of a key as conditions."""
    return tuple(_as_conditions(table, key, read_lines(table, key, required=required), scenario))


def _as_conditions(table: TomlTable, key: str, lines: Sequence[str], scenario: Scenario) -> list[Condition]:
    """Return the conditions in some lines. Report every line that isn't a condition as a fault of `key`."""
    found = []
    for line in lines:
        try:
            found.append(condition(line, scenario))
        except ValueError as error:
            table.fault(key, f"{line!r}: {error}" if line not in str(error) else str(error))
    return found


def read_shown(
    table: TomlTable, scenario: Scenario, *, required: bool = True
) -> tuple[tuple[MarkedPlace, ...], tuple[str, ...], tuple[str, ...]]:
    """Read `show`: the places to mark, the keys that come first, and the signs to explain."""
    names, places, keys, signs = Names(scenario), [], [], []
    for line in read_lines(table, "show", required=required):
        kind, _, what = line.partition(" ")
        try:
            if kind == "unit":
                places.append(MarkedPlace(names.unit(what), -1))
            elif kind == "hex":
                places += [MarkedPlace(-1, h) for h in sorted(names.hexes([what]))]
            elif kind == "key":
                keys.append(what)
            elif kind == "sign":
                signs.append(what)
            else:
                table.fault("show", f"must be unit U, hex HEXES, key ACTION or sign NAME, not {line!r}")
        except ValueError as error:
            table.fault("show", f"{line!r}: {error}")
    return tuple(places), tuple(keys), tuple(signs)
