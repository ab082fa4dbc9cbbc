"""The names of a battle's tables and keys, for forms and lists in the workshop."""

from collections.abc import Mapping

from westwall_tui.engine.words import adjective, listed
from westwall_tui.files.workshop.draft import HEADS, SINGLE, Draft
from westwall_tui.files.workshop.values import shown_value

TITLES: Mapping[str, str] = {
    "scenario": "Scenario", "sides": "Side", "start": "Start", "place": "On the map", "setup": "Set-up",
    "reinforcements": "Reinforcements", "landings": "Landings", "special": "Special rules", "closed": "Closed ground",
    "points": "Points", "victory": "Victory", "briefing": "Briefing", "briefing.points": "Points in the briefing",
    "briefing.achievement": "Award", "briefing.side": "Briefing of a side",
    "board": "Board", "roads": "Road", "trails": "Trail", "railways": "Railway", "streams": "Stream",
    "canals": "Canal", "rivers": "River", "bridges": "Bridge", "ferries": "Ferry", "places": "Place", "lines": "Line",
    "areas": "Area", "entries": "Entry area",
    "counters": "Counters", "nations": "Nations", "units": "Counter",
}  # fmt: skip
"""The name of each table."""
KINDS_OF_POINTS: Mapping[str, str] = {
    "hold": "a side holds a place",
    "exit": "units exit the map by an edge",
    "lose": "units are lost",
    "line": "a road or a line is open",
    "inside": "units are in an area",
    "bridge": "a bridge stands at the end",
}
"""The meaning of each kind of `[[points]]`."""
MEANINGS: Mapping[str, str] = {
    "name": "the name that players read",
    "about": "lines about the situation, for the title screen",
    "battle": "the campaign; lists show it before the name: Arnhem",
    "rules": "standard, or a battle's exclusive rules",
    "part": "two opposite corners of the part of the board that is used",
    "first_turn": "the first Game-Turn",
    "last_turn": "the last Game-Turn",
    "dates": "the date of each Game-Turn, from the first on",
    "letter": "the letter of the side on the map",
    "supports": "Ground Support Points: [first turn, last turn, points], ...",
    "turn": "the Game-Turn",
    "side": "the side",
    "phase": "the phase in which the game starts",
    "unit": "the unit",
    "hex": "the hex",
    "units": "the units, by id",
    "hexes": "the hexes, as terms: 1317, 2908-2915, west edge, within 2 of 1317, not column 28",
    "suggest": "a hex for each unit, in the order of the units",
    "setup.hexes": "where the units may set up",
    "reinforcements.turn": "the first Game-Turn in which the units may enter",
    "reinforcements.hexes": "the hexes on the mapedge where they enter",
    "landings.turn": "the Game-Turn in which the units land",
    "landings.hexes": "where they land, one unit per hex; give a hex for each unit",
    "closed.side": "the side that may not enter",
    "closed.until": "the last Game-Turn; default: the game's",
    "closed.name": "the name in refusals and briefings: the woods",
    "points.name": "what the points are for",
    "kind": "the kind",
    "points": "points for each side: {first} 5, {second} 3",
    "exit.points": "points for each unit that exits: {first} 1",
    "lose.points": "points for each loss, usually for the other side: {first} 1",
    "inside.points": "points for each unit: {first} 1",
    "points.units": "only these units count; if empty: all of the side's",
    "missed": "points for each side if this fails: {first} 3",
    "when": "when to count: at the end, on every Game-Turn, or on some, such as [2, 3]",
    "from": "the first Game-Turn that counts, for turns and begins",
    "case": "the case of the rules that the points page cites",
    "wins": "instead of points: this side wins if this succeeds",
    "place": "the name of a place on the board, instead of hexes",
    "by": "how the place is held",
    "lose.by": "how a loss counts",
    "each": "every hex counts as a place of its own",
    "held": "the side that holds the place at the start",
    "edge": "the mapedge by which the units exit",
    "until": "the last Game-Turn that counts",
    "free": "this many units or Strength Points don't count",
    "to": "the hexes at the other end of the line",
    "over": "the line follows roads, or crosses any ground",
    "rough": "the maximum number of rough hexes on the line",
    "kinds": "the kinds of units, instead of ids",
    "line": "only units with a Line of Communication count",
    "without": "only units without a Line of Communication count",
    "hexside": "the bridge, as two hexes: 1316/1416",
    "victory.start": "points at the start, a head start: {first} 4",
    "weigh": "the weight of a side's points: {first} 1, {second} 2",
    "tie": "the side that wins a tie",
    "levels": 'levels of victory: { ratio = [["US Decisive", 4], ["Draw"]] }',
    "otherwise": "the side that wins if nothing has decided the game",
    "guns_per_point": "points of artillery and Ground Support for each Strength Point of ground units",
    "guns": "the most artillery units for an attack, and for Final Protective Fire: { US = [4, 3] }",
    "support_in_a_combat": "the maximum Ground Support Points in a combat",
    "support_attacks_only": "the defender has no Ground Support",
    "support_one_phase": "a turn's Ground Support is used in one Combat Phase",
    "night": "Game-Turns without combat",
    "columns": "reinforcements enter one behind the other",
    "cities": "retreats in cities are two hexes shorter",
    "wired": "this side may blow canal and rail bridges",
    "briefing.line": "one sentence for the list of battles",
    "briefing.about": "a paragraph for the list of battles",
    "hours": "the playing time of two people, in hours",
    "minutes": "the playing time of two people, in minutes",
    "hard": "the difficulty: 1 to 3",
    "first": "a good first battle",
    "balance": 'this side won 16 of 20 games: ["German", 16, 20]',
    "even": "the points at the start that test games found even",
    "history": "what really happened, for reports",
    "year": "the year, for posters",
    "briefing.side.situation": "where the side is, and what is happening",
    "briefing.side.wins": "how to win",
    "clock": "Game-Turn | event, such as 1 | The tanks arrive",
    "tips": "three or four tips",
    "special": "what is special about this battle",
    "enemy": "what the enemy wants",
    "briefing.achievement.line": "what the player did",
    "briefing.achievement.when": "the condition of the award",
    "lost": "the maximum number of units lost",
    "laid": "the maximum number of bridges laid",
    "last": "the last Game-Turn",
    "times": "the minimum number of attempts to blow up a bridge",
    "metres": "the width of a hex from side to side, in meters",
    "rows": "the number of rows in odd columns, and in even columns",
    "north": "where north is on the sheet",
    "source": "where the board comes from",
    "path": "hexes in order; edge at an end leads off the map",
    "sides": "hexsides in order: 1615/1616 1616/1716",
    "id": "the name for orders, such as 1/506: letters, digits and / . ' _ -",
    "designation": "as printed on the counter; default: the id",
    "size": "I company, II battalion, III regiment, X brigade",
    "formation": "the formation, such as a division",
    "strength": "attack-defense-movement; artillery: barrage-fpf-range/defense-movement",
    "nation": "the nation, which colors the counter",
    "nations.*": "the nation of this formation",
    "briefing.points.*": "points | what they are for | case, such as 5 | each unit off the west edge | 15.17",
    "engineer": "the Allied Engineer, one unit",
    "line_to": "the hexes to which Lines of Communication lead",
    "drop_zones": "each Allied airborne division and its hex: 101 1007",
    "weather": "no, option (players choose before the game) or always",
    "exit_west": "two hexes on the west edge between which German units exit and return",
    "exit_east": "two hexes on the east edge between which German units exit and return",
    "bastogne": "the hexes of the town",
    "german_holds_bastogne": "German points for holding the town",
    "us_holds_bastogne": "U.S. points for holding the town",
    "neither_holds_bastogne": "U.S. points if neither side holds the town",
    "specified": "the German units that score by exiting west",
    "exit_by": "the last Game-Turn in which exiting counts",
    "exited": "German points for each of these units that exited",
    "not_exited": "U.S. points for each of these units that did not exit",
    "line_from": "the hexes from which the Line of Communication leads",
    "barred": "German units may not come within this many hexes of the town",
    "withdrawing": "units of the 116th Panzer Division, which may exit and cost points until they do",
    "towns": "places with their U.S. points",
    "float_bridges": "for each float bridge, the first Game-Turn in which it can be laid",
    "us_towns": "places with their U.S. points",
    "german_towns": "places with their German points",
}
"""The meaning of each key; `table.key` goes before `key`, and `table.*` is for every key of a table."""


CHOICES: Mapping[str, str] = {
    "hold.by.last": "the last side with a unit that passed through it",
    "hold.by.unit": "the side with a unit in every hex",
    "hold.by.zones": "the side with a unit in every hex, or the only one with units or Zones of Control in every hex",
    "hold.by.line": "one side, while no enemy is there and a line leads to another place",
    "lose.by.unit": "each unit counts once",
    "lose.by.attack": "by its Attack or Barrage Strength",
    "lose.by.defense": "by its Defense Strength",
    "lose.by.all": "by all its Strengths together",
    "when.end": "once, at the end of the game",
    "when.turns": "at the end of every Game-Turn",
    "when.begins": "at the beginning of every Game-Turn",
    "over.road": "it follows roads",
    "over.ground": "it crosses any ground",
}
"""The meanings of words to choose from, after the key, or after the kind of the table and the key."""


def meaning_of(table: str, key: str, kind: str = "", first: str = "US", second: str = "German") -> str:
    """Return what a key of a table means, or an empty string. `kind` is the table's own; then come the sides' names."""
    names = (f"{kind}.{key}", f"{table}.{key}", f"{table}.*", key)
    found = next((MEANINGS[name] for name in names if name in MEANINGS), "")
    return found.replace("{first}", first).replace("{second}", second)


def meaning_of_choice(kind: str, key: str, word: object) -> str:
    """Return what a word means as the value of a key in a table of a kind, or an empty string."""
    return CHOICES.get(f"{kind}.{key}.{word}") or CHOICES.get(f"{key}.{word}", "")


def name_of_table(table: str, number: int = 1) -> str:
    """Return a table's name: `Set-up 2`, `Victory`."""
    return TITLES[table] if table in SINGLE or number < 1 else f"{TITLES[table]} {number}"


def told_in_short(draft: Draft, table: str, number: int) -> str:
    """Return what a table says, in a few words."""
    values = draft.values(table, number)
    side, units = values.get("side"), values.get("units")
    side = adjective(side) if isinstance(side, str) else ""
    what = f"{len(units)} unit{'s' * (len(units) != 1)}" if isinstance(units, list) else ""
    hexes = shown_value(values.get("hexes"))
    if table in ("setup", "reinforcements", "landings"):
        return ", ".join(filter(None, (f"turn {values['turn']}" if "turn" in values else "", side, what, hexes)))
    if table == "points":
        kind = KINDS_OF_POINTS[str(values["kind"])]
        points = draft.scenario.scoring.points
        about = points[number - 1].title if number <= len(points) else kind
        worth = f"wins: {values['wins']}" if values.get("wins") else shown_value(values.get("points"))
        return f"{about}: {worth}" if worth else about
    if table == "closed":
        return f"{side}: {values.get('name') or hexes}"
    if table == "scenario":
        return f"{values['name']}, turns {values['first_turn']} to {values['last_turn']}"
    if table == "place":
        return f"{values['unit']} at {values['hex']}"
    if table == "units":
        return f"{values['id']!s:<12} {values['kind']!s:<18} {values['strength']!s:<10} {values.get('formation', '')}"
    named = values.get("name") or side or values.get("line")
    return str(named) if named else listed(key for key in values if key not in HEADS)
