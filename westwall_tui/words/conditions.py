"""Conditions in plain sentences: their lines, what they leave to the player, and the decisions made by them."""

from collections.abc import Iterable, Sequence

from westwall_tui.conditions import (
    Advancing,
    Blowing,
    Condition,
    ConditionFault,
    Decided,
    Fire,
    Gap,
    Place,
    Retreating,
    Trial,
    Who,
    Wish,
    covering,
    decided_in,
    gaps,
    is_on,
    parse,
    suggested,
    without_switch,
)
from westwall_tui.conditions.lines import FAR
from westwall_tui.engine import planning
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Advance, Demolish, Displace, Fpf, Order, Retreat
from westwall_tui.engine.orders import parse as parse_order
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.words import capital, count, listed, named, sentence, signed, with_stop
from westwall_tui.files.sessions.base import Session
from westwall_tui.history.entries import Entry
from westwall_tui.words.orders import in_words

WAITS = "the game will wait for you"
FAULTY = "Your conditions decide nothing until you change or delete the line that isn't right."
ALL_COVERED = "Every decision in the enemy's turn is covered."
DECISIONS = {
    "fpf": ("Final Protective Fire", "attack"),
    "retreat": ("retreats and displacement", "retreat"),
    "advance": ("advances after combat", "advance after combat"),
    "demolition": ("wired bridges", "wired bridge"),
}
"""By kind of decision, its name in general and for one case."""
# -- a line


def condition_in_words(scenario: Scenario, condition: Condition) -> str:
    """Return a line as a sentence, such as `If unit 52 is attacked at +2 to +6, no artillery fires.`."""
    match condition:
        case Fire():
            return f"If {_who(scenario, condition.who)} is attacked{_range(condition)}, {_fire(scenario, condition)}."
        case Retreating():
            return _retreat(scenario, condition)
        case Advancing():
            return f"After you have beaten off an attack, {_advance(scenario, condition)}."
        case Blowing():
            return _blowing(scenario, condition)


def line_in_words(scenario: Scenario, side: int, line: str) -> tuple[str, ConditionFault | None]:
    """Return the sentence of a side's line; if the line has a fault, the words about that, and the fault."""
    try:
        return condition_in_words(scenario, parse(line, scenario, side)), None
    except ConditionFault as fault:
        return with_stop(capital(str(fault))), fault


def how_to_write(game: Game, side: int) -> list[str]:
    """Return the notation of lines, with examples from a side's battle."""
    scenario, board, location = game.scenario, game.scenario.board, game.state.location
    own = [(unit, info) for unit, info in enumerate(scenario.units) if info.side == side]
    own.sort(key=lambda each: location[each[0]] < 0)
    guns = [info.id for _, info in own if info.is_artillery][:2]
    unit, name = next(((unit, info.id) for unit, info in own if not info.is_artillery), (own[0][0], own[0][1].id))

    def first(form: str, words: Iterable[str]) -> str:
        return next((word for word in words if not line_in_words(scenario, side, form.format(word))[1]), "")

    places = [*board.places]
    if location[unit] >= 0:
        away = board.grid.distances(location[unit])
        places.sort(key=lambda place: min(away[h] for h in place.hexes))
    number = board.number(next((place.hexes[0] for place in places), board.playable[0]))
    place = first("advance all into {}", (each.name.replace(" ", "-") for each in places)) or number
    formation = first("advance {}", (info.formation.partition(" ")[0] for _, info in own))
    formation = f"formations such as {formation}, " if formation else ""
    terrain = first("advance all into {}", ("woods", *TERRAIN))
    terrain = f"terrain such as {terrain}, " if terrain else ""
    tips = suggested(game, side)
    retreat, *blow = (line for line in tips if line.startswith(("retreat", "demolish")))
    return [
        "fire GUNS [for WHO] [at LOW..HIGH] [to VALUE] [support POINTS]: as in "
        f"fire {' '.join(guns) or 'all'} for {name} at +2..+6 to +1, or fire none",
        f"retreat WHO [never HEXES] [toward HEX] [prefer town cover] [away] [stay]: as in {retreat}",
        f"advance WHO [into HEXES]: as in advance {name} into {place}, or advance none",
        *(f"demolish BRIDGE yes (or no): as in {line}" for line in blow),
        "GUNS are all, none, or units in the order in which you would spend them. "
        f"WHO is all, units, {formation}or HEXES: numbers, places, {terrain}or near {number} 2. You may leave out what "
        "is in brackets.",
    ]


def never_decides(scenario: Scenario, side: int, lines: Sequence[str], at: int) -> str:
    """Return the sentence that a line can never decide, because an earlier one always does; otherwise nothing."""
    try:
        number = covering([parse(line, scenario, side) for line in lines[: at + 1]], at) + 1
    except ConditionFault:
        return ""
    return f"This line never decides, because line {number} always decides first." if number else ""


def table_heading(adjective: str, table: Sequence[str]) -> str:
    """Return the heading of a side's table: `German conditions: on`."""
    return f"{adjective} conditions: {'on' if is_on(table) else 'off' if without_switch(table) else 'none yet'}"


def _range(line: Fire) -> str:
    """Return the differentials of a line: ` at +2 to +6`, ` at +2 or more`; empty if it is about any."""
    if line.low == -FAR:
        return "" if line.high == FAR else f" at {signed(line.high)} or less"
    if line.high == FAR:
        return f" at {signed(line.low)} or more"
    return f" at {signed(line.low)}" + (f" to {signed(line.high)}" if line.high != line.low else "")


def _fire(scenario: Scenario, line: Fire) -> str:
    """Return what fires, and how much of it: `2/7 and then 8/7 fire, as few as bring the attack to +1 or less`."""
    points = count(line.support, "Ground Support Point")
    points = points if line.support == 1 else f"up to {points}"
    if line.guns:
        *first, last = [scenario.units[gun].name for gun in line.guns]
        fires = f"{', then '.join(first)} and then {last} fire" if first else f"{last} fires"
    elif line.guns is None:
        fires = "artillery in range fires"
    elif line.support:
        fires = f"{points} {'helps' if line.support == 1 else 'help'} the defense"
    else:
        return "no artillery fires"
    if line.support and line.guns != ():
        fires += f", helped by {points}"
    reached = "" if line.to is None else f"the attack to {signed(line.to)} or less"
    if line.guns is not None and len(line.guns) + line.support == 1:
        otherwise = "; otherwise a later line decides" if reached else ""
        return f"{fires} if that {f'brings {reached}' if reached else 'changes the column'}{otherwise}"
    few = "as few units as" if line.guns is None else "as few as"
    if reached:
        return f"{fires}, {few} bring {reached}; if they cannot, a later line decides"
    return f"{fires}, {few} give the same column as all of them"


def _retreat(scenario: Scenario, line: Retreating) -> str:
    told = []
    if line.wishes:
        order = ", in this order," if len(line.wishes) > 1 else ""
        told.append(f"it prefers{order} {listed(_wish(scenario, wish) for wish in line.wishes)}")
    if line.never:
        places = listed((_goal(scenario, place) for place in line.never), joined="or")
        told.append(f"it enters {places} only if there is no other way")
    return f"If {_who(scenario, line.who)} retreats or is displaced, {'; '.join(told)}."


def _wish(scenario: Scenario, wish: Wish) -> str:
    places = listed((_goal(scenario, place) for place in wish.places), joined="or")
    match wish.word:
        case "toward":
            return f"hexes nearer to {places}"
        case "cover":
            return "the best cover"
        case "away":
            return "distance from the enemy"
        case "stay":
            return "the shortest retreat"
    return places


def _advance(scenario: Scenario, line: Advancing) -> str:
    who = _who(scenario, line.who)
    if line.none:
        return "no unit advances" if line.who.all else f"{who} does not advance"
    into = listed((_goal(scenario, place) for place in line.into), joined="or else")
    return f"{who} advances" + (f", but only into {into}" if into else "")


def _blowing(scenario: Scenario, line: Blowing) -> str:
    names = ["/".join(map(scenario.board.number, bridge)) for bridge in line.bridges]
    which = f"the bridge {listed(names, joined='or')}" if names else "a wired bridge"
    return f"If you may blow {which}, you {'try' if line.attempt else 'leave it standing'}."


# -- units and places


def _who(scenario: Scenario, who: Who) -> str:
    """Return the units that a line is about, in the singular: `any unit`, `unit 52 or any unit at 1317 Foy`."""
    if who.all:
        return "any unit"
    units = [scenario.units[unit].name for unit in who.units]
    others = [f"any {formation} unit" for formation in who.formations]
    others += [f"any unit {_at(scenario, place)}" for place in who.places]
    return " or ".join([*units, *others])


def _at(scenario: Scenario, place: Place) -> str:
    """Return where a unit is: `at 1317 Foy`, `within two hexes of Bastogne`, `in woods`."""
    if place.reach:
        return f"within {count(place.reach, 'hex', 'hexes')} of {_called(scenario, place)}"
    return f"{'in' if place.kind == 'terrain' else 'at'} {_called(scenario, place)}"


def _goal(scenario: Scenario, place: Place) -> str:
    """Return a place as a goal: `1317 Foy`, `a town`, `a hex within two hexes of Bastogne`."""
    return f"a hex {_at(scenario, place)}" if place.reach else _called(scenario, place)


def _called(scenario: Scenario, place: Place) -> str:
    if place.kind == "hex":
        return scenario.board.describe(scenario.board.by_number[place.word])
    return TERRAIN.get(place.word, f"{place.word} ground") if place.kind == "terrain" else place.word


TERRAIN = {"town": "a town", "city": "a city", "woods": "woods", "grove": "a grove"}
"""Terrain in a sentence. Other terrain is ground: `rough ground`."""


# -- decisions left to the player, and decisions made


def coverage(session: Session, side: int, lines: Sequence[str]) -> list[str]:
    """Return sentences on what a side's table leaves to the player; none if the table decides nothing in this game."""
    game = session.game
    if not session.conditions_decide:
        return []
    if any(line_in_words(game.scenario, side, line)[1] is not None for line in lines):
        return [FAULTY]
    return [gap_in_words(gap) for gap in gaps(game, side, lines)] or [ALL_COVERED]


def gap_in_words(gap: Gap) -> str:
    """Return a sentence on decisions that may wait for the player: `Nothing covers advances after combat: ...`."""
    general, one = DECISIONS[gap.kind]
    if gap.whole:
        return f"Nothing covers {general}: {WAITS}."
    return f"Not every {one} is covered: where no line applies, {WAITS}."


def carried_out(decided: Decided, whose: str = "", bridge: str = "") -> str:
    """Return the sentence about an order by conditions: `By your conditions (line 2), 2/7 fires.`.

    If both players read it, pass whose conditions they are, such as `German`. Then no line is named. `bridge` has the
    hexes at the ends of the bridge that the order is about, if any.
    """
    conditions = f"the {whose} conditions" if whose else f"your conditions ({_lines(decided)})"
    return f"By {conditions}, {_done(decided.order, bridge)}."


def entry_told(session: Session, entry: Entry, at: int) -> str:
    """Return the sentence that stands before the order in a place of the log, if conditions gave it away from here."""
    side = session.by_conditions.get(at)
    if side is None:
        return ""
    whose = session.game.scenario.sides[side].adjective
    return carried_out(Decided(parse_order(entry.order), ()), whose, entry.bridge)


def decision_told(session: Session, *, names_side: bool) -> tuple[Order, str] | None:
    """Return the order by the conditions of a player at this keyboard, and a sentence about it; None if none is due.

    `names_side`: the sentence is for both players.
    """
    decided = decided_in(session)
    if decided is None:
        return None
    game = session.game
    whose = game.scenario.sides[game.side].adjective * names_side
    return decided.order, carried_out(decided, whose, "/".join(game.state.numbers(sorted(game.prompt.hexes))))


def _lines(decided: Decided) -> str:
    return f"{'line' if len(decided.lines) == 1 else 'lines'} {listed(map(str, decided.lines))}"


def _done(order: Order, bridge: str) -> str:
    """Return an order as a clause about its effect: `unit 52 retreats to 1418`."""
    match order:
        case Fpf(units=units, support=support):
            points = [count(support, "Ground Support Point")] if support else []
            if not units:
                return f"{points[0]} help{'s' * (support == 1)} the defense" if points else "no artillery fires"
            return f"{listed([*map(named, units), *points])} {'fire' if len(units) + support > 1 else 'fires'}"
        case Retreat(unit=unit, hexes=hexes):
            return f"{named(unit)} retreats to {hexes[-1]}"
        case Displace(unit=unit, hex=number):
            return f"{named(unit)} is displaced to {number}"
        case Advance(unit=unit, hex=number):
            return f"{named(unit)} advances to {number}"
        case Demolish(attempt=attempt):
            return f"the bridge {bridge} is {'to be blown' if attempt else 'left standing'}"
    return "no unit advances"


def trial_in_words(trial: Trial) -> str:
    """Return what a player had to decide, what was decided, and what a table of conditions decides there.

    The sentence does not say who decided, because a game does not record which decisions conditions made at a keyboard.
    """
    decided, given = trial.decided, in_words(trial.given)
    if decided is None:
        conditions = "your conditions would wait for you"
    elif decided.order == trial.given:
        conditions = f"your conditions would decide the same ({_lines(decided)})"
    else:
        conditions = f"your conditions ({_lines(decided)}) would {in_words(decided.order)}"
    return f"{_asked(trial)} The decision was to {given}; {conditions}."


def tried_in_words(trials: Sequence[Trial]) -> list[str]:
    """Return the decisions of the last enemy Player-Turn, a sentence with their number first."""
    if not trials:
        return ["There has been no enemy Player-Turn yet in which you had to decide something."]
    alone = sum(trial.decided is not None for trial in trials)
    said = f"In Game-Turn {trials[0].turn} you had {count(len(trials), 'decision')} to make in the enemy's turn."
    made = "all of them" if alone == len(trials) else count(alone, "of them", "of them") if alone else "none of them"
    tally = f" Your conditions would have made {made}." if len(trials) > 1 else ""
    return [said + tally, *map(trial_in_words, trials)]


def _asked(trial: Trial) -> str:
    """Return the decision of a trial: `Unit 52 at 2614 is attacked at +3.`, or the sentence of its prompt."""
    game = trial.game
    odds = planning.current(game)
    if odds is None:
        return with_stop(capital(game.prompt.text))
    units = listed(
        f"{game.state.units[u].name} at {game.state.number(game.state.location[u])}" for u in game.prompt.units
    )
    are = "is" if len(game.prompt.units) == 1 else "are"
    return f"{sentence(units)} {are} attacked at {signed(odds.differential)}."
