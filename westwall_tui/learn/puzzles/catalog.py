"""The files of puzzles (docs/puzzles.md), each with a position, a side, a goal and a proof; and the list of puzzles."""

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, OrderSyntaxError
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.disk.reach import is_file
from westwall_tui.files.faults import Faults, FileError, brief, likely, refuse
from westwall_tui.files.scenarios.packs import texts_in
from westwall_tui.files.scenarios.reader import build_scenario
from westwall_tui.files.scenarios.texts import LoadedScenario
from westwall_tui.files.tables import TomlTable, parse, read
from westwall_tui.learn.puzzles.goals import CONDITIONS, POINTS, Goal, Requirement

THEMES = (
    "advance",
    "artillery",
    "dividing forces",
    "final protective fire",
    "ground support",
    "holding attack",
    "movement",
    "order of combats",
    "retreat",
    "your own retreat",
)
"""The themes that a puzzle may have."""
GRADES = 4
TRIED = range(1, 5)
"""The levels of the computer whose answers a proof contains."""
SMALL = "Small board"
"""The name that stands for the battle in a puzzle on a board of its own."""
LONGEST_TEXT, LONGEST_LINE = 400, 120
MAX_UNITS = 24
"""Maximum number of units on the map. With more, nothing can be proven."""
MAX_ORDERS = 60
"""Maximum number of orders that lead to the decision."""


class Solution(NamedTuple):
    """Orders and their value."""

    orders: tuple[str, ...]
    value: Fraction


class Proof(NamedTuple):
    """The proven figures of a puzzle. `westwall check` proves them again."""

    best: Fraction
    answers: tuple[str, ...]
    """The first orders that keep the best value, without those that amount to the same."""
    second: Solution | None
    """The best of the other orders; None if there are no others."""
    obvious: Solution
    """The orders that a hasty player would give."""
    levels: Mapping[int, Solution]
    """The orders that the computer would give, by level."""

    @property
    def solved_by(self) -> tuple[int, ...]:
        """The levels of the computer that find the best order."""
        return tuple(level for level, answer in self.levels.items() if answer.value == self.best)


class Puzzle(NamedTuple):
    """A puzzle, ready to be played."""

    key: str
    """The name of the puzzle's file."""
    name: str
    grade: int
    """The grade of difficulty, from 1 to 4."""
    theme: str
    battle: str
    about: str
    task: str
    why: str
    """The idea of the solution, in a sentence or two."""
    side: int
    scenario: LoadedScenario
    orders: tuple[str, ...]
    """Orders and dice that lead from the position in the file to the decision."""
    goal: Goal
    proof: Proof

    def game(self, seed: int | None = None) -> Game:
        """Return a game at the decision. Its next dice come from the seed, or from orders if there is no seed."""
        game = Game(self.scenario, seed=None)
        game.replay(self.orders)
        if seed is not None:
            game = game.fork(seed=seed, viewer=self.side)
        return game


class ListedPuzzle(NamedTuple):
    """A puzzle in a list, as read from the head of its file without its position."""

    key: str
    path: Path
    name: str
    grade: int
    theme: str
    battle: str
    task: str


# -- the list


def all_puzzles(folder: Path | None = None) -> list[ListedPuzzle]:
    """Return the puzzles of a folder, easy ones first.

    The default is the folder of the puzzles that come with the game.
    """
    paths = (folder or shipped_root() / "puzzles").glob("*.toml")
    return sorted(map(_read_head, paths), key=lambda each: (each.grade, each.key))


def _read_head(path: Path) -> ListedPuzzle:
    top = parse(read(path))
    texts = [top.text(key, "", longest=LONGEST_TEXT) for key in ("name", "theme", "battle", "task")]
    name, theme, battle, task = texts
    return ListedPuzzle(
        path.stem, path, name or path.stem, top.number("grade", 1, low=1, high=GRADES), theme, battle, task
    )


def find_puzzle(word: str) -> ListedPuzzle:
    """Return a puzzle by its name, the name of its file, or a path. Raises `FileError` if there is none."""
    found = all_puzzles()
    for each in found:
        if word.casefold() in (each.key.casefold(), each.name.casefold()):
            return each
    path = Path(word)
    if is_file(path):
        return _read_head(path)
    meant = likely(word, [*(each.key for each in found), "today"])
    why = f"is neither a puzzle that comes with the game nor a file{meant}; see westwall puzzle"
    refuse(brief(word), why)


def of_the_day(puzzles: Sequence[ListedPuzzle], day: int) -> ListedPuzzle:
    """Return the puzzle of a day (`date.toordinal`), the same for all players, with the hardest puzzles on Sundays.

    No puzzle comes again before each has come once.
    """
    sunday = day % 7 == 0
    choice = sorted((each.key, each) for each in puzzles if (each.grade == GRADES) == sunday) or [
        (each.key, each) for each in puzzles
    ]
    number = day // 7 if sunday else day - day // 7  # Sundays and other days are counted separately
    round_, place = divmod(number, len(choice))
    order, draw = list(range(len(choice))), Draw(round_)
    for last in range(len(order) - 1, 0, -1):
        other = draw.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return choice[order[place]][1]


# -- reading one


def load_puzzle(path: Path) -> Puzzle:
    """Load the puzzle in a file. Raises `FileError` with all its faults."""
    source = read(path)
    top = parse(source, "puzzle")
    texts = {key: top.text(key, longest=LONGEST_TEXT) for key in ("name", "about", "task")}
    why, battle = top.text("why", longest=LONGEST_TEXT), top.text("battle")
    top.text("source", "", longest=LONGEST_TEXT)
    grade, theme = top.number("grade", low=1, high=GRADES), top.choice("theme", THEMES)
    side_name, orders = top.text("side"), top.texts("orders", required=False, longest=LONGEST_LINE)
    if len(orders) > MAX_ORDERS:
        top.fault("orders", f"has more than {MAX_ORDERS} orders")
    scenario = _read_scenario(top)
    tables, proof = list(top.tables("goal", "kind")), _read_proof(top)
    if not tables:
        top.fault("goal", "is missing; it must be tables: [[goal]]")
    top.check()
    assert scenario is not None
    assert proof is not None
    if len(scenario.placed) > MAX_UNITS:
        top.fault("files", f"has {len(scenario.placed)} units on the map; a puzzle may have at most {MAX_UNITS}")
    side = 0
    try:
        side = scenario.side(side_name)
    except ValueError as error:
        top.fault("side", str(error))
    if battle != (scenario.battle or SMALL):
        top.fault("battle", f"must be {scenario.battle or SMALL!r}, as its scenario says")
    goal = _read_goal(tables, scenario, side)
    top.faults.check()
    puzzle = Puzzle(
        path.stem,
        texts["name"],
        grade,
        theme,
        battle,
        texts["about"],
        texts["task"],
        why,
        side,
        scenario,
        tuple(orders),
        goal,
        proof,
    )
    _check_decision(puzzle, top)
    top.faults.check()
    return puzzle


def _check_decision(puzzle: Puzzle, top: TomlTable) -> None:
    """Check that the orders are legal and lead to a decision of the puzzle's side."""
    try:
        game = puzzle.game()
    except (IllegalOrder, OrderSyntaxError) as error:
        top.fault("orders", str(error))
        return
    if game.side != puzzle.side or game.prompt.kind == "roll":
        top.fault(
            "orders",
            f"must lead to a decision of {puzzle.scenario.sides[puzzle.side].name}, not to: {game.prompt.text}",
        )


def scenario_of(texts: Mapping[str, str], file: str) -> LoadedScenario:
    """Return the scenario of a position. A battle provides the board and units that the position lacks.

    Raises `FileError`.
    """
    return _scenario_in(TomlTable({**texts}, "[files]", Faults(file)))


def _scenario_in(files: TomlTable) -> LoadedScenario:
    """Return the scenario of a table `[files]`. Raises `FileError`."""
    return build_scenario(texts_in(files), "puzzle", begun=True)


def _read_scenario(top: TomlTable) -> LoadedScenario | None:
    files = top.table("files")
    if files is None:
        top.fault("files", "is missing; it must be a table: [files]")
        return None
    try:
        return _scenario_in(files)
    except FileError as error:
        for fault in error.faults:
            top.faults.add("[files]", fault.key, f"{fault.table} {fault.reason}".strip())
        return None


def _read_goal(tables: Sequence[TomlTable], scenario: Scenario, side: int) -> Goal:
    if [table.data.get("kind") for table in tables] == [POINTS]:
        tables[0].choice("kind", (POINTS,))
        tables[0].finish()
        return Goal(scenario, side, [])
    return Goal(scenario, side, [_read_condition(table, scenario, side) for table in tables])


def _read_condition(table: TomlTable, scenario: Scenario, side: int) -> Requirement:
    kind = CONDITIONS[table.choice("kind", CONDITIONS)]
    units, hexes = [], []
    theirs = "units" in kind.needs and kind.of_enemies
    for name in table.texts("units") if "units" in kind.needs else ():
        try:
            unit = scenario.unit(name)
        except ValueError as error:
            table.fault("units", str(error))
            continue
        if (scenario.units[unit].side != side) != theirs:
            table.fault("units", f"{name} is on the wrong side for {kind.kind}")
        units.append(unit)
    for number in table.texts("hexes") if "hexes" in kind.needs else ():
        try:
            hexes.append(scenario.board.hex(number))
        except ValueError as error:
            table.fault("hexes", str(error))
    most = max(len(units), len(hexes))
    numbers = [table.number(key, low=0 if key == "lose" else 1, high=most) for key in kind.may if table.has(key)]
    table.finish()
    return kind(side, tuple(units), tuple(hexes), numbers[0] if numbers else None)


def _read_proof(top: TomlTable) -> Proof | None:
    table = top.table("proof")
    if table is None:
        top.fault("proof", "is missing; it must be a table: [proof]")
        return None
    best, answers = _read_fraction(table, "best"), table.texts("answers", longest=LONGEST_LINE)
    second, obvious = _read_solution(table, "second"), _read_solution(table, "obvious")
    if obvious is None:
        table.fault("obvious", "is missing; it must be a table of orders and their value")
        obvious = Solution((), best)
    levels = table.table("levels")
    found = {}
    if levels is not None:
        for level in TRIED:
            answer = _read_solution(levels, str(level))
            if answer is not None:
                found[level] = answer
        levels.finish()
    table.finish()
    return Proof(best, tuple(answers), second, obvious, found)


def _read_solution(table: TomlTable, key: str) -> Solution | None:
    inner = table.table(key)
    if inner is None:
        return None
    answer = Solution(tuple(inner.texts("orders", longest=LONGEST_LINE)), _read_fraction(inner, "value"))
    inner.finish()
    return answer


def _read_fraction(table: TomlTable, key: str) -> Fraction:
    text = table.text(key)
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        table.fault(key, "must be a fraction such as 5/6")
        return Fraction(0)


# -- writing one


class PuzzleDraft(NamedTuple):
    """A puzzle that is to be written."""

    heads: Mapping[str, str | int]
    """The name, grade, theme and other keys at the head of the file."""
    orders: Sequence[str]
    goal: Sequence[Mapping[str, object]]
    proof: Proof
    texts: Mapping[str, str]


def written(draft: PuzzleDraft) -> str:
    """Return the text of a puzzle's file."""
    return "\n".join(_lines_of_draft(draft)) + "\n"


def _lines_of_draft(draft: PuzzleDraft) -> Iterator[str]:
    yield from ("format = 1", 'kind = "puzzle"')
    yield from (f"{key} = {_value_as_toml(value)}" for key, value in draft.heads.items())
    if draft.orders:
        yield "# They lead from the position in [files] to the decision; the dice are given."
        yield from ("orders = [", *(f"    {_value_as_toml(order)}," for order in draft.orders), "]")
    for condition in draft.goal:
        yield from ("", "[[goal]]", *(f"{key} = {_value_as_toml(value)}" for key, value in condition.items()))
    proof = draft.proof
    yield from ("", "[proof]", f'best = "{proof.best}"', f"answers = {_value_as_toml(proof.answers)}")
    if proof.second is not None:
        yield f"second = {_answer_text(proof.second)}"
    yield f"obvious = {_answer_text(proof.obvious)}"
    if proof.levels:
        yield from ("", "[proof.levels]")
        yield from (f"{level} = {_answer_text(answer)}" for level, answer in proof.levels.items())
    yield from ("", "[files]")
    for part, text in draft.texts.items():
        yield from (f"{part} = '''", text.rstrip("\n"), "'''")


def _answer_text(answer: Solution) -> str:
    return f'{{ orders = {_value_as_toml(answer.orders)}, value = "{answer.value}" }}'


def _value_as_toml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
