"""Units in sentences: who they are, what they can do, where they stand."""

from collections.abc import Mapping

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import UnitPlace
from westwall_tui.engine.units import SIZES, Kind
from westwall_tui.plain.places import named_hex
from westwall_tui.ui.words.events import deeds_of

KINDS: Mapping[Kind, str] = {
    Kind.INFANTRY: "infantry",
    Kind.AIRBORNE: "parachute infantry",
    Kind.GLIDER: "glider infantry",
    Kind.ENGINEER: "engineers",
    Kind.ARMOR: "armor",
    Kind.MECHANIZED: "mechanized infantry",
    Kind.RECONNAISSANCE: "reconnaissance",
    Kind.ARTILLERY: "artillery",
    Kind.SP_ARTILLERY: "self-propelled artillery",
    Kind.AIRBORNE_ARTILLERY: "airborne artillery",
}


def owner(game: Game, unit: int) -> str:
    """The side of a unit."""
    return game.scenario.sides[game.state.units[unit].side].name


def called(game: Game, unit: int) -> str:
    """A unit with its side: `German unit 52`."""
    return f"{owner(game, unit)} {queries.named(game.state.units[unit].id)}"


def numbers(game: Game, unit: int) -> str:
    """The numbers of its counter, each with its name."""
    s = game.state.units[unit].strength
    moves = f"moves {s.movement}"
    if game.state.units[unit].is_artillery:
        fire = f"barrage {s.barrage}, Final Protective Fire {s.fpf}, range {s.range}"
        return f"{fire}, defense {s.defense}, {moves}"
    return f"attack {s.attack}, defense {s.defense}, {moves}"


def brief(game: Game, unit: int) -> str:
    """A unit in a few words: `German 1/9S, armor, attack 6, defense 4, moves 10`."""
    return f"{called(game, unit)}, {KINDS[game.state.units[unit].kind]}, {numbers(game, unit)}"


def whole(game: Game, unit: int) -> str:
    """A unit with all that is known of it."""
    counter = game.state.units[unit]
    size = SIZES.get(counter.size, "")
    kind = f"{KINDS[counter.kind]} {size}".rstrip()
    nation = counter.nation if counter.nation and counter.nation != owner(game, unit) else ""
    who = [called(game, unit), f"{nation} {kind}".strip(), counter.formation]
    if counter.designation != counter.id:
        who.append(f"on its counter {counter.designation}")
    told = [", ".join(filter(None, who)), numbers(game, unit), where(game, unit), *deeds_of(game, unit)]
    supply = next((each for each in queries.supplies(game) if each.unit == unit), None)
    if supply is not None:
        told.append("has a Line of Communication" if supply.line else f"no Line of Communication: {supply.why}")
    return "; ".join(filter(None, told))


def where(game: Game, unit: int) -> str:
    """Where a unit is, on the map or off it."""
    place = queries.whereabouts(game, unit)
    match place.place:
        case UnitPlace.MAP:
            return f"at {named_hex(game.scenario.board, place.hex)}"
        case UnitPlace.SETUP:
            return "not set up yet"
        case UnitPlace.ELIMINATED:
            return f"lost on Game-Turn {place.turn}"
        case UnitPlace.LEFT:
            return f"exited by the {place.edge} edge on Game-Turn {place.turn}"
    due = f"due on Game-Turn {place.turn}" if place.turn > game.state.turn else "still to come"
    return f"{due}, {queries.landing_place(game, unit)}".removesuffix(", ")
