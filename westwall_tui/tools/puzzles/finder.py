"""The finder of puzzles, which proves goals in positions and keeps those with one order that is clearly best.

The best order must not be the obvious one. The finder examines every answer, retreat and advance along the best line in
the same way, for both sides, with the same proof: one side's chance is the other side's loss.
"""

from collections.abc import Iterator, Mapping, Sequence

from westwall_tui.ai.player import Player
from westwall_tui.engine.game import Game
from westwall_tui.engine.loops import Play, fights
from westwall_tui.engine.orders import Roll, parse
from westwall_tui.engine.queries import tables
from westwall_tui.engine.words import capital, listed
from westwall_tui.learn.puzzles.catalog import SMALL, PuzzleDraft, scenario_of
from westwall_tui.learn.puzzles.goals import CONDITIONS, POINTS, UNIT, Goal, as_fraction
from westwall_tui.learn.puzzles.prover import MIN_CHANCE, MIN_POINTS, Hasty, Prover, TooLong, is_clear, prove
from westwall_tui.tools.puzzles.positions import Drawn

Conditions = Sequence[Mapping[str, object]]
MAX_QUESTIONS = 60
"""Maximum number of decisions examined along the lines of one proof."""
MAX_DEPTH = 7
"""Maximum depth of these decisions, counted in decisions and dice."""
ALONG = ("eliminate", "clear")
"""The kinds of goals that are tried along the line. Points take too long, and holding a hex is too simple."""
IN_BETWEEN = ("fpf", "retreat", "displace", "advance")
MIRRORS = {"eliminate": "keep", "keep": "eliminate", "clear": "bar", "bar": "clear"}
SECONDS = 4.0
"""Maximum seconds for each proof."""
CHANCES = UNIT // 8, UNIT
"""A chance below the first number is too dull for a puzzle, even if it is proven."""


def study(drawn: Drawn, source: str, seconds: float = SECONDS) -> Iterator[PuzzleDraft]:
    """Yield the puzzles in a position, without name and reason. Raises `FileError` if its scenario is invalid."""
    game = Game(scenario_of(drawn.texts, "drawn"), seed=None)
    if game.prompt.kind not in ("combat", "movement"):
        return
    for conditions in goals_for(game, drawn.hex):
        goal = goal_of(game, game.side, conditions)
        prover = Prover(game, goal, seconds=seconds)
        try:
            value = prover.value(game.state)
            if goal.counts_points or CHANCES[0] <= value < CHANCES[1]:
                draft = ask(game, goal, conditions, prover)
                if draft is not None:
                    yield with_texts(draft, drawn, source)
            if conditions[0]["kind"] in ALONG and len(conditions) == 1:
                for draft in _along_good_play(game, goal, conditions, prover, seconds):
                    yield with_texts(draft, drawn, source)
        except TooLong:
            continue


def with_texts(draft: PuzzleDraft, drawn: Drawn, source: str) -> PuzzleDraft:
    """Return a draft including its position."""
    return draft._replace(texts=drawn.texts, heads={**draft.heads, "source": source})


def goal_of(game: Game, side: int, conditions: Conditions) -> Goal:
    """Return the goal that a file's tables describe."""
    if conditions[0]["kind"] == POINTS:
        return Goal(game.scenario, side, [])
    made = []
    for each in conditions:
        units = tuple(game.scenario.unit(str(name)) for name in _list_in(each, "units"))
        hexes = tuple(game.scenario.board.hex(str(number)) for number in _list_in(each, "hexes"))
        number = next((int(str(each[key])) for key in ("at_least", "lose") if key in each), None)
        made.append(CONDITIONS[str(each["kind"])](side, units, hexes, number))
    return Goal(game.scenario, side, made)


def _list_in(table: Mapping[str, object], key: str) -> Sequence[object]:
    value = table.get(key, ())
    return value if isinstance(value, list | tuple) else ()


def goals_for(game: Game, center: str) -> Iterator[Conditions]:
    """Yield the possible goals of the attacking side."""
    state, scenario, side = game.state, game.scenario, game.side
    guns = scenario.artillery
    enemies = [scenario.units[unit].id for unit in state.on_map(1 - side) if not guns[unit]]
    ours = [scenario.units[unit].id for unit in state.on_map(side) if not guns[unit]]
    yield ({"kind": "eliminate", "units": enemies, "at_least": 1},)
    if game.prompt.kind == "movement":  # others take too long for what they yield
        if center:
            yield ({"kind": "hold", "hexes": [center]},)
        if len(enemies) > 1:
            yield ({"kind": "eliminate", "units": enemies},)
        return
    if len(enemies) > 1:
        yield from (({"kind": "eliminate", "units": [enemy]},) for enemy in enemies)
        yield ({"kind": "eliminate", "units": enemies, "at_least": 2},)
    if center:
        yield ({"kind": "hold", "hexes": [center]},)
        yield {"kind": "hold", "hexes": [center]}, {"kind": "keep", "units": ours}
    else:
        hexes = [state.number(state.location[unit]) for unit in state.on_map(1 - side) if not guns[unit]]
        yield from (({"kind": "hold", "hexes": [number]},) for number in hexes)
        yield from (({"kind": "clear", "hexes": [number]},) for number in hexes)
    yield {"kind": "eliminate", "units": enemies, "at_least": 1}, {"kind": "keep", "units": ours}
    yield ({"kind": POINTS},)


def ask(game: Game, goal: Goal, conditions: Conditions, prover: Prover) -> PuzzleDraft | None:
    """Return a puzzle about the present decision if one answer is clearly best and levels 1 and 2 miss it.

    Return None otherwise.
    """
    levels = {level: hasty_orders(game, level) for level in (1, 2)}
    best = prover.value(game.state)
    least = MIN_POINTS if goal.counts_points else MIN_CHANCE
    for lines in levels.values():  # the question that costs least comes first
        if as_fraction(best - prover.value_after(game.state, map(parse, lines))) < least:
            return None
    proof = prove(game, goal, Hasty(levels[1], levels), prover)
    if not is_clear(proof, goal) or 2 in proof.solved_by:
        return None
    proof = prove(game, goal, Hasty(levels[1], {**levels, **{n: hasty_orders(game, n) for n in (3, 4)}}), prover)
    heads: dict[str, str | int] = {
        "name": "",
        "grade": 2,
        "theme": "movement" if game.prompt.kind == "movement" else "order of combats",
        "battle": game.scenario.battle or SMALL,
        "side": game.scenario.sides[goal.side].name,
        "about": game.prompt.text,
        "task": task_in_words(conditions),
        "why": "",
    }
    themes = {"fpf": "final protective fire", "retreat": "retreat", "displace": "retreat", "advance": "advance"}
    heads["theme"] = themes.get(game.prompt.kind, heads["theme"])
    return PuzzleDraft(heads, game.log[:], conditions, proof, {})


def task_in_words(conditions: Conditions) -> str:
    """Return a draft of the task, such as `Eliminate at least one of 1/9, 2/9 and 3/9.`, for a person to improve."""
    text = ", and ".join(map(_condition_in_words, conditions))
    return f"{capital(text)}."


def _condition_in_words(condition: Mapping[str, object]) -> str:
    kind, named = str(condition["kind"]), condition.get("units", condition.get("hexes", ()))
    names = [str(name) for name in named] if isinstance(named, Sequence) else []
    what, least, lost = listed(names), condition.get("at_least", len(names)), condition.get("lose", 0)
    match kind:
        case "eliminate":
            return f"eliminate {what}" if least == len(names) else f"eliminate at least {least} of {what}"
        case "keep":
            return f"lose at most {lost} of {what}" if lost else f"do not lose {what}"
        case "hold":
            return f"hold {what}"
        case "clear":
            return f"clear {what} of enemies and their zones"
        case "bar":
            return f"bar {what} to the enemy"
    return "win as many points as you can"


def hasty_orders(game: Game, level: int) -> list[str]:
    """Return the orders that a level of the computer gives: one order, or the moves of a whole Movement Phase."""
    fork, player, said = game.fork(seed=1, viewer=game.side), Player(level, 1, clock=False), []
    serial, moves = game.state.serial, game.prompt.kind == "movement"
    while True:
        order = player.choose(fork)
        said.append(str(order))
        if not moves:
            return said
        fork.apply(order)
        if fork.state.serial != serial or fork.prompt.kind != "movement":
            return said


def _along_good_play(
    game: Game, goal: Goal, conditions: Conditions, prover: Prover, seconds: float
) -> Iterator[PuzzleDraft]:
    """Yield puzzles about the decisions along a line of good play."""
    other = _mirror(game, goal, conditions)
    left = MAX_QUESTIONS
    todo = [(game, 0)]
    while todo and left:
        now, deep = todo.pop()
        if deep == MAX_DEPTH or now.outcome is not None or now.state.serial > prover.last:
            continue
        left -= 1
        prompt = now.prompt
        if prompt.kind == "roll":
            todo += [(after, deep + 1) for after in _after_dice(now)]
            continue
        if prompt.kind in IN_BETWEEN and now.log:
            if prompt.side == goal.side:
                draft = ask(now, goal, conditions, prover)
                if draft is not None:
                    yield draft
            elif other is not None:
                theirs = Prover(now, other[0], seconds=seconds)
                draft = ask(now, *other, theirs)
                if draft is not None:
                    yield draft
        order = prover.best(now.state).order
        if str(order) != "done" or prompt.kind == "movement":
            after = now.copy()
            after.apply(order)
            todo.append((after, deep + 1))


def _after_dice(game: Game) -> Iterator[Game]:
    """Yield the game after each possible result of the die."""
    seen = set()
    combat = game.state.combat
    shown: Sequence[object] = range(6)
    if combat is not None and not combat.die:
        shown = tables.results(*fights.weigh(Play(game.state), combat))
    for die in range(1, 7):
        if shown[die - 1] not in seen:
            seen.add(shown[die - 1])
            after = game.copy()
            after.apply(Roll(die))
            yield after


def _mirror(game: Game, goal: Goal, conditions: Conditions) -> tuple[Goal, Conditions] | None:
    """Return the opposite goal of the other side, whose chance is 1 minus this goal's; None if there is none."""
    (condition,) = conditions
    kind = str(condition["kind"])
    if kind == POINTS:
        other: Mapping[str, object] = condition
    elif kind == "eliminate":
        count = int(str(condition.get("at_least", len(_list_in(condition, "units")))))
        other = {"kind": "keep", "units": condition["units"], **({"lose": count - 1} if count > 1 else {})}
    elif kind in MIRRORS:
        other = {"kind": MIRRORS[kind], "hexes": condition["hexes"]}
    else:
        return None
    return goal_of(game, 1 - goal.side, (other,)), (other,)
