"""Help with each decision, and with what you can do while the other player decides, with the cases that apply."""

import re
from collections.abc import Callable, Sequence

from westwall_tui.engine import queries
from westwall_tui.words.keymap import Keymap
from westwall_tui.words.rulebook import Paragraph, paragraph, text_file

AIMS = "4.0 {objectives} shows the score and who would win. {briefing} shows the briefing with your aims."
"""First paragraph of the help, for a player who has forgotten the aim."""
GROUND_SUPPORT = (
    "9.0 GS U.S. 2/3 in the bar at the top means that the U.S. may use two Ground Support Points now, and have three "
    "left this Game-Turn."
)
HELP: dict[str, tuple[str, ...]] = {
    "set-up": (
        AIMS,
        "3.0 Place every remaining unit on a hex marked *. If only a few hexes are closed, those are marked X instead. "
        "{next}: select the next unit. {confirm}: place it. {auto}: have the rest set up for you.",
        "3.0 Until you end the set-up with {end}, you can select a unit again and place it elsewhere.",
        "5.31 A hex holds only one unit.",
        "5.24 Vehicles cannot be placed in woods, broken or rough hexes without a road.",
    ),
    "movement": (
        AIMS,
        "5.11 Move as many units as you like, one after another. {next}: select the next one. {confirm}: select the "
        "one under the cursor. The numbers show where it can stop, and the Movement Points that are left (+ means 10 "
        "or more).",
        "6.0 A unit that enters an enemy's zone stops there. While a unit is selected, a z after the number marks a "
        "German zone, and a Z an Allied one.",
        "6.13 In your next Movement Phase, that unit cannot leave its hex.",
        "7.7 The bottom of the panel shows what a move would risk. {risks}: show the full warning and mark its hexes.",
        "4.1 {reinforcements}: bring in reinforcements one at a time; the numbers show where each can enter. {stand}: "
        "send the next one along behind the last, or land it beside the last. {attack}: bring in all the rest.",
        "5.24 {column}: move several units by road toward the hex under the cursor, with the selected unit first. A "
        "box shows how far each would get.",
        "7.0 {plan} on an enemy: plan an attack with units that have yet to move. Their hexes are marked p until you "
        "press {drop_plan}. If you select one of these units, {plan} takes you to its hex.",
        "4.1 Until you act, marks show what happened last turn: m moved here, a fought here, T town taken, k unit "
        "lost. {legend}: show all signs.",
        "5.15 {undo}: undo the last move. {undo_unit}: undo the last order of the unit under the cursor, unless a "
        "later one depends on it. {undo_turn}: undo the whole turn. {end}: end the phase; you attack in the Combat "
        "Phase.",
    ),
    "combat": (
        AIMS,
        "7.11 You must attack every enemy next to one of your units. Those enemies are marked !.",
        "7.12 Each of your units next to an enemy must attack. Those units are marked ! too.",
        "7.14 Each unit attacks only once and is attacked only once.",
        "7.51 You choose who attacks whom, in any order. A weak attack in one place frees strength for another.",
        "7.96 Units that advance do not fight again this phase, so the order of your attacks matters.",
        GROUND_SUPPORT,
        "7.0 {next}: go to the next unit that must fight. {confirm} or {attack} on an enemy: open the attack, with all "
        "its arithmetic. There, {put} adds or drops a unit, and {declare} declares the attack.",
        "7.11 {end}: end the phase once no unit has to fight.",
    ),
    "fpf": (
        "8.41 The defender may add the Final Protective Fire (FPF) of artillery that is in range and not next to an "
        "enemy.",
        "8.43 Its points are added to the defense.",
        "8.44 Guns that fire risk nothing.",
        "8.46 Each gun fires Final Protective Fire only once per Game-Turn.",
        GROUND_SUPPORT,
        "9.0 You may add Ground Support Points too.",
        "8.4 {put}: add or drop a gun. {put_all}: add all that the limits allow. {declare}: fire the marked guns. "
        "{no}: clear the marks or, if nothing is marked, decline to fire.",
        "4.1 Until you answer, the attacker may undo the declaration: {back}, then {undo} (ruling). "
        "The computer never does.",
    ),
    "roll": ("7.6 Roll a die and type the number, 1 to 6. The row of results shows what each number would do.",),
    "retreat": (
        "7.7 The owner chooses the path. The retreat can end in the hexes marked *. {confirm} on one of them: retreat "
        "there; if several paths lead there, you choose one. {next}: select the next unit that must retreat. The "
        "game asks you first if a path loses a unit that another order would save.",
        "7.7 {alike}: retreat the unit to the hex under the cursor, and all others that can go in the same directions.",
        "7.71 No step may enter an enemy's zone, even if a friendly unit is there.",
        "7.73 Friendly units are displaced only if there is no vacant path.",
        "7.74 The unit ends exactly as far away as the result says. If it cannot, it is eliminated where it stops.",
    ),
    "displace": (
        "7.81 A retreating friendly unit needs this hex. Choose a hex marked * for the unit that makes way.",
        "7.81 {alike}: also displace the units that have to go next, in the same direction.",
        "7.82 Artillery that is displaced before it has fired does not fire this phase.",
    ),
    "advance": (
        "7.91 Winners next to the defeated unit may follow its Path of Retreat into the hexes marked *.",
        "7.93 Enemy zones do not stop them.",
        "7.96 A unit must advance now or not at all, and one that advances does not fight again this phase.",
        "7.96 {auto}: advance into the vacated hex. {confirm} on a hex marked *: advance there. {next}: select the "
        "next unit. {stand}: stay. {no_advances}: stay, and do not ask again in this phase.",
    ),
    "notes": (),
    "demolition": (),
    "halted": (),
    "bridges": (),
    "front": (),
    "offer": (
        "4.0 {confirm}: open the offer again. If you accept, the game ends. If you play on, nothing changes, and your "
        "opponent may not offer again this Game-Turn.",
    ),
    "over": ("4.0 {confirm}: show the final score. {leave}: quit the game.",),
    "computer": (
        "4.1 {skip}: make it play the best move it has found so far. If you see its orders one by one, "
        "{skip} shows the next.",
        "4.1 {back}: stop it. Then {skip} lets it play on, and {confirm} lets you take over its side.",
        "4.1 {players}: choose who plays and how you see the computer's orders. Press {commands} to list "
        "all commands by name, such as concede.",
        "4.1 Look around as long as you like. {next_enemy}: next enemy. {next_place}: next objective. {goto}: find "
        "something by name. {zones}: show Zones of Control. When you have to decide, the game asks you at once.",
        "4.1 {messages}: show what it did. {replay_on}: watch its turn again. {replay_back}: watch it from the end.",
        "5.15 {undo}: undo your last order, unless the computer has decided something since.",
    ),
    "lesson": (
        "3.0 Do what the lines under the bar tell you. Units and hexes that they name are marked *. A mistake is "
        "undone for you.",
        "3.0 {hint}: get a hint; press it again to see the way on the map. {skip}: go on, or return to the task. "
        "{back}: go back; the lesson will continue from here next time.",
    ),
    "puzzle": (
        "3.0 Give orders as in a game. The prover plays the other side as well as it can be played. Each of your "
        "decisions is compared with the best one, whatever the dice show. {undo}: undo what has not been judged yet. "
        "{back}: go back.",
        "3.0 At the end, {confirm} opens a choice of what to do next. {skip} shows the best line step by step.",
    ),
    "away": (
        "4.1 Your opponent is at another terminal. {say}: send a message. {players}: see who plays.",
        "4.1 Look around as long as you like. {next_enemy}: next enemy. {next_place}: next objective. {goto}: find "
        "something by name. {zones}: show Zones of Control. When you have to decide, the game asks you at once.",
        "7.0 {plan} on an enemy: plan an attack for your own next turn.",
        "4.1 {messages}: show what your opponent did. {replay_on}: watch that turn again. {replay_back}: watch it from "
        "the end.",
        "5.15 {undo}: undo your last order. Once your opponent has decided something, they must agree.",
    ),
}
"""The Standard Rules on each kind of prompt, and on each mode without a decision; each paragraph has its case.

`{next}` is the key of an action. If only one battle has a decision, that battle's own text in `words/` explains it.
"""

TITLES = {
    "over": "The game is over",
    "computer": "The computer decides",
    "away": "Another player decides",
    "lesson": "A lesson",
    "puzzle": "A puzzle",
}
"""Titles for modes without a decision; each decision has its own title."""

UNADVISED = ("roll", "over", "computer", "away", "lesson", "puzzle")
"""Kinds without hints, because you decide nothing."""
HINT = "4.1 {hint}: get a hint: what the computer would do here, and why."

BOXES: dict[str, tuple[str, ...]] = {
    "attack": (
        "7.0 The left side lists the units that can join and what each adds; the right side lists the defenders. "
        "Below are the differential, its column, and what each roll of the die would do here.",
        "7.11 The last lines name the units that still have to fight, or say why this attack is not allowed.",
    ),
    "plan": (
        "7.0 The list shows units that can move next to the enemy or into range this phase, with their hexes, the "
        "movement cost, and the strength each adds. A unit in an enemy zone stays where it is (6.13).",
        "5.31 A hex holds only one unit, so the plan never sends two to the same hex.",
        "8.4 The odds do not include the defender's fire. Units move one by one, and one of them can take the hex of "
        "another.",
        "7.0 The plan gives no orders. Its hexes stay marked p while you move, and units there count as arrived.",
    ),
    "result": (
        "7.6 The box shows the odds as they were declared, the roll, and what became of every unit. If a unit was "
        "lost, the cause is beside it.",
        "4.1 {put}: continue. {back}: keep the cursor at the combat. {replay_back}: watch it again. You can turn this "
        "box off in the options; the box of the next combat shows the result in any case.",
    ),
    "end": (
        "7.11 The box lists the fights that you will have to make once the phase is over, with the best and the worst "
        "differential.",
        "5.15 You can no longer undo once the other player has decided something or a die has been rolled.",
    ),
    "coach": (
        "4.1 The coach lists what you may regret if the phase ends now, the most points first: what the enemy can do "
        "next, attacks that you must make, and what the computer would still do in your place.",
        "4.1 {confirm}: show the chosen line on the map; {end} then brings the coach back. {more}: show everything "
        "that ending the phase would cost.",
        "4.1 Type {coach} and press Enter to turn the coach off.",
    ),
    "column": (
        "5.24 The numbers give the order of the column. Each unit goes along the road as far as it can, but it enters "
        "no enemy zone before the hex toward which the column moves.",
        "5.11 {put}: add a unit at the end of the column, or drop it. {put_all}: add all. {confirm}: move the column. "
        "Each move is an order of its own, which you can undo.",
    ),
    "entry": ("4.1 Reinforcements that can enter now come first, then those whose hexes are all blocked.",),
    "exit": ("5.0 The unit exits the map for good, unless the rules of the battle let it return.",),
}
"""By name of a box: the text that explains it, each paragraph with its case."""
NAMED = re.compile(r"\{(sign )?(\w+)\}")
"""Pattern of a key, named by its action, or of a sign, which differs by style of the map."""

USUAL = Keymap().first
"""The usual key of an action, until the player sets another key."""


def decision_help(
    kind: str, width: int, battle: str = "", key: Callable[[str], str] = USUAL, sign: Callable[[str], str] = str
) -> tuple[str, list[str]]:
    """Return the title and the lines of the help with a decision.

    `battle` names the rules whose own text is added. `key` returns the key of an action, `sign` the characters or color
    that the map shows for a sign.
    """
    title, own = TITLES[kind] if kind in TITLES else queries.decisions()[kind].title, HELP.get(kind, ())
    standard, added = tuple(map(paragraph, own)), tuple(text_file(battle).help.get(kind, ()))
    if not standard and not added:
        standard = (paragraph(f"4.1 You can give these orders: {'; '.join(queries.decisions()[kind].forms)}."),)
    hint = () if kind in UNADVISED else (paragraph(HINT),)
    return title, _fill_in((*standard, *hint, *added) if standard else (*added, *hint), width, key, sign)


def box_help(
    name: str, width: int, battle: str = "", key: Callable[[str], str] = USUAL, sign: Callable[[str], str] = str
) -> list[str]:
    """Return the lines of the help with a box, or with the decision for which the box is open."""
    if name in BOXES:
        return _fill_in(tuple(map(paragraph, BOXES[name])), width, key, sign)
    return decision_help(name, width, battle, key, sign)[1]


def _fill_in(
    paragraphs: Sequence[Paragraph], width: int, key: Callable[[str], str], sign: Callable[[str], str]
) -> list[str]:
    def fill(found: re.Match[str]) -> str:
        return (sign if found[1] else key)(found[2])

    filled = (each._replace(text=NAMED.sub(fill, each.text)) for each in paragraphs)
    return [line for each in filled for line in each.lines(width)]
