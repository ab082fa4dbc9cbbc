"""Help with each decision, and with what you can do while somebody else decides, with its cases."""

import re
from collections.abc import Callable, Sequence

from westwall_tui.engine import queries
from westwall_tui.words.keymap import Keymap
from westwall_tui.words.rulebook import Paragraph, paragraph, text_file

AIMS = "4.0 {account}: points, and who wins. {briefing}: the briefing, with your aims."
"""First paragraph of the help, for a player who has forgotten the aim."""
HELP: dict[str, tuple[str, ...]] = {
    "set-up": (
        AIMS,
        "3.0 Place every remaining unit on a hex marked * (if only a few hexes are closed, those are marked X "
        "instead). {next}: next unit, {confirm}: place it, {auto}: set up the rest for you.",
        "3.0 Until you end the set-up ({end}), you can select a unit again and place it elsewhere.",
        "5.31 One unit a hex.",
        "5.24 Vehicles cannot be in woods, broken or rough hexes without a road.",
    ),
    "movement": (
        AIMS,
        "5.11 Move as many units as you like, one after another. {next} selects the next one, {confirm} the one under "
        "the cursor. The numbers show where it can stop, and the Movement Points that are left (+ for ten or more).",
        "6.0 A unit that enters an enemy's zone stops there. Once a unit is selected, a z behind the number marks a "
        "German zone, Z an Allied one.",
        "6.13 In your next Movement Phase it cannot move out.",
        "7.7 The foot of the panel says what a move would put at risk. {risks}: where, and in full.",
        "4.1 {reinforcements}: your reinforcements, one after another; the numbers show where each can enter. {stand}: "
        "behind the last one, on the same road, or landing beside it. {attack}: all the rest.",
        "7.0 {plan} on an enemy: plan an attack with units that have yet to move. Their hexes are marked p until "
        "{drop_plan}; {plan} with one of them selected goes to its hex.",
        "4.1 Until you act, marks tell of the turn before: m moved here, a fought here, T was taken, k lost here. "
        "{legend}: all signs.",
        "5.15 {undo}: take back the last move. {end}: end the phase; you attack in the Combat Phase.",
    ),
    "combat": (
        AIMS,
        "7.11 You must attack every enemy next to one of your units; those enemies are marked !.",
        "7.12 Each of your units next to an enemy must attack; those are marked ! too.",
        "7.14 Each attacks once and is attacked once.",
        "7.51 You choose who attacks whom, in any order: a weak attack here frees strength there.",
        "7.96 Units that advance fight no more this phase, so the order matters.",
        "7.0 {next}: next unit that must fight. {confirm} or {attack} on an enemy: the attack, with all its "
        "arithmetic. There {put} adds or drops a unit, and {declare} declares it.",
        "7.11 {end}: end the phase, once no unit has to fight.",
    ),
    "fpf": (
        "8.41 The defender may add the FPF of artillery in range that is not next to an enemy.",
        "8.43 The points count as defense.",
        "8.44 The guns risk nothing.",
        "8.46 Each gun fires FPF only once a Game-Turn.",
        "9.0 You may add Ground Support Points too.",
        "8.4 {put}: add or drop a gun, {put_all}: all that the limits allow. {declare}: fire with what is marked. "
        "{no}: clear what is marked, or with nothing marked, no fire.",
        "4.1 Until then the attacker may take back his declaration: {back}, then {undo} (ruling). "
        "The computer never does.",
    ),
    "roll": ("7.6 Roll a die and type the number, 1 to 6. The row of results shows what each would do.",),
    "retreat": (
        "7.7 The owner chooses the path. The retreat can end in the hexes marked *: {confirm} on one goes there, "
        "and asks which path if there are several. {next}: next unit that must retreat. A path that loses a unit "
        "which another order would save asks first.",
        "7.71 No step may enter an enemy's zone, even with a friend in it.",
        "7.73 Friends are displaced only if no vacant path exists.",
        "7.74 The unit ends exactly as far away as the result says. If it cannot, it is eliminated where it stops.",
    ),
    "displace": (
        "7.81 A retreating friend needs this hex. Choose a hex marked * for this unit.",
        "7.82 Artillery displaced before it has fired does not fire this phase.",
    ),
    "advance": (
        "7.91 Winners adjacent to the defeated unit may follow its Path of Retreat: the hexes marked *.",
        "7.93 Zones do not stop them.",
        "7.96 It is now or never, and a unit that advances fights no more this phase.",
        "7.96 {auto}: advance into the empty hex; {confirm} on a hex marked *: advance there; {next}: next unit, "
        "{stand}: stay.",
    ),
    "notes": (),
    "demolition": (),
    "halted": (),
    "bridges": (),
    "front": (),
    "offer": (
        "4.0 {confirm} opens the offer again. If you accept, the game ends. If you play on, nothing changes, "
        "and he may not offer again this Game-Turn.",
    ),
    "over": ("4.0 {confirm}: the final score, {leave}: leave the game.",),
    "computer": (
        "4.1 {skip}: hurry it, and it plays the best it has found. If you see its orders one by one, "
        "{skip} shows the next.",
        "4.1 {back}: stop it. Then {skip}: it plays on, {confirm}: you play its side from now on.",
        "4.1 {players}: who plays, and how you see its orders. {commands} lists all commands by name, such as concede.",
        "4.1 Look around as long as you like: {next_enemy}: next enemy, {next_place}: next objective, {goto}: find "
        "by name, {zones}: Zones of Control. If a decision is yours, the game asks you at once.",
        "4.1 {messages}: what it did. {replay_on}: watch its turn again, {replay_back}: from the end.",
        "5.15 {undo}: take back your last order, unless the computer has decided something since.",
    ),
    "lesson": (
        "3.0 Do what the lines under the bar say; what they name is marked *. A mistake is taken back for you.",
        "3.0 {hint} says what helps; pressed again, it shows the way on the map. {skip}: go on, or back to the task. "
        "{back}: leave; the lesson begins again where you left it.",
    ),
    "puzzle": (
        "3.0 Give orders as in a game; the prover plays the other side as well as it can be played. Each decision is "
        "compared with the best one, whatever the dice show. {undo}: take back what is not judged yet. {back}: leave.",
        "3.0 At the end {confirm} opens what to do next, and the best line is shown step by step with {skip}.",
    ),
    "away": (
        "4.1 He plays at another terminal. {say}: say something to him. {players}: who plays.",
        "4.1 Look around as long as you like: {next_enemy}: next enemy, {next_place}: next objective, {goto}: find "
        "by name, {zones}: Zones of Control. If a decision is yours, the game asks you at once.",
        "7.0 {plan} on an enemy: plan an attack for your own next turn.",
        "4.1 {messages}: what he did. {replay_on}: watch his turn again, {replay_back}: from the end.",
        "5.15 {undo}: take back your last order; once he has decided something since, he must agree.",
    ),
}
"""By kind of prompt, or for a mode in which nothing is decided here: what the Standard Rules say about it, each with
its case; `{next}` is the key of an action. If only one battle has a decision they say nothing, and the battle's own
text in `words/` says it all."""

TITLES = {
    "over": "The game is over",
    "computer": "The computer decides",
    "away": "Somebody else decides",
    "lesson": "A lesson",
    "puzzle": "A puzzle",
}
"""Titles for when nothing is decided here; a decision has its own."""

UNADVISED = ("roll", "over", "computer", "away", "lesson", "puzzle")
"""Kinds without hints, as you decide nothing."""
HINT = "4.1 {hint}: a hint: what the computer would do here, and why."

BOXES: dict[str, tuple[str, ...]] = {
    "attack": (
        "7.0 On the left the units that can join, and what each adds; on the right the defenders. Below, the "
        "differential and its column, and what each roll of the die would do here.",
        "7.11 The last lines name the units that still have to fight, or why this attack is not allowed.",
    ),
    "plan": (
        "7.0 Units that could get next to the enemy or in range this phase: their hexes, the cost, and what each "
        "adds. A unit in an enemy zone stays where it is (6.13).",
        "5.31 One unit a hex: the plan sends no two into the same one.",
        "8.4 The odds are those before the defender's fire. Units move one by one, and one of them can take the hex of "
        "another.",
        "7.0 The plan orders nothing. Its hexes stay marked p while you move; units there count as arrived.",
    ),
    "result": (
        "7.6 The odds as they were declared, the face of the die that fell, and what became of every unit. A unit that "
        "is lost has the cause beside it.",
        "4.1 {put}: continue. {back}: the cursor stays at the combat. {replay_back}: see it again. "
        "You can turn this box off in the options; the first line of the next combat has the result all the same.",
    ),
    "end": (
        "7.11 The fights you will owe once the phase is over, with the best and the worst differential.",
        "5.15 Once the other player decides something or a die is rolled, there is no undo.",
    ),
    "coach": (
        "4.1 What you may regret if the phase ends now, the most points first: what the enemy can do next, attacks "
        "that you must make, and what the computer would still do in your place.",
        "4.1 {confirm}: show the chosen line on the map; {end} then comes back. {more}: all that the phase costs.",
        "4.1 {coach} and Enter turns the coach off.",
    ),
    "entry": ("4.1 Reinforcements that can enter now come first, then those whose hexes are all blocked.",),
    "exit": ("5.0 The unit exits the map for good, unless the rules of the battle let it return.",),
}
"""By name of a box: what it is about, each paragraph with its case."""
NAMED = re.compile(r"\{(sign )?(\w+)\}")
"""Pattern of a key, named by its action, and of a sign, which some styles of the map show otherwise."""

USUAL = Keymap().first
"""The key of an action until the player sets another."""


def decision_help(
    kind: str, width: int, battle: str = "", key: Callable[[str], str] = USUAL, sign: Callable[[str], str] = str
) -> tuple[str, list[str]]:
    """Title and lines of the help with a decision.

    `battle` is the name of its rules, which add their own; `key` returns the key of an action, `sign` the characters
    or color that the map shows for a sign.
    """
    title, own = TITLES[kind] if kind in TITLES else queries.decisions()[kind].title, HELP.get(kind, ())
    standard, added = tuple(map(paragraph, own)), tuple(text_file(battle).help.get(kind, ()))
    if not standard and not added:
        standard = (paragraph(f"4.1 You can give: {'; '.join(queries.decisions()[kind].forms)}."),)
    hint = () if kind in UNADVISED else (paragraph(HINT),)
    return title, _fill_in((*standard, *hint, *added) if standard else (*added, *hint), width, key, sign)


def box_help(
    name: str, width: int, battle: str = "", key: Callable[[str], str] = USUAL, sign: Callable[[str], str] = str
) -> list[str]:
    """Lines of the help with a box, by its name; of one that a decision has to itself, the help with that."""
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
