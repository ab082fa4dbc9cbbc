"""Help with each decision, with its cases."""

import re
from collections.abc import Callable

from westwall_tui.ui.keys import Keymap
from westwall_tui.ui.texts.rules import paragraph, text

ASKED: dict[str, tuple[str, tuple[str, ...]]] = {
    "set-up": (
        "Setting up",
        (
            "3.0 Put every unit that is left on a hex marked * (if only a few hexes are closed, those are marked X "
            "instead). {next}: next unit, {confirm}: put it down, {auto}: set up the rest for you.",
            "3.0 Until you end the set-up ({end}), you can pick a unit up again and put it elsewhere.",
            "3.0 {account}: what the battle is about, and what counts for victory.",
            "5.31 One unit a hex.",
            "5.24 Vehicles cannot stand in woods, broken or rough hexes without a road.",
        ),
    ),
    "movement": (
        "The Movement Phase",
        (
            "5.11 Move as many units as you like, one after another. {next}: next unit, {confirm}: pick it up. The "
            "numbers show where it can stop, and the Movement Points it would have left (+ for ten or more).",
            "6.0 A unit that enters an enemy's zone stops there (hexes marked z).",
            "6.13 In your next Movement Phase it cannot leave that zone.",
            "4.1 {reinforcements}: your reinforcements. Pick one, and the numbers show where it can come in.",
            "4.1 The next one is then in hand until all are in or you press {back}. {stand}: behind the last one, on "
            "the same road, or landing beside it. {attack}: all that are left.",
            "7.0 {plan} on an enemy: plan an attack with units that are still to come. Their hexes are marked p until "
            "{drop_plan}; {plan} with one of them in hand goes to its hex.",
            "5.15 {undo}: take back the last move. {end}: end the phase; then you attack.",
        ),
    ),
    "combat": (
        "The Combat Phase: choose an attack",
        (
            "7.11 You must attack every enemy next to one of your units; those enemies are marked !.",
            "7.12 Each of your units next to an enemy must attack; those are marked ! too.",
            "7.14 Each attacks once and is attacked once.",
            "7.51 Who attacks whom, and in what order, is up to you: a weak attack here frees strength there.",
            "7.96 Units that advance are out of the fighting for the rest of the phase, so the order matters.",
            "7.0 {next}: next unit that must fight. {confirm} or {attack} on an enemy: the attack, with all its "
            "arithmetic. There {declare} declares it, and {confirm} adds or drops a unit.",
            "7.11 {end}: end the phase, once nobody has to fight.",
        ),
    ),
    "fpf": (
        "Final Protective Fire",
        (
            "8.41 The defender may add the FPF of artillery that is in range and not next to an enemy.",
            "8.43 The points count as defense.",
            "8.44 The guns risk nothing.",
            "8.46 Each gun gives FPF only once in a Game-Turn.",
            "9.0 You may add Ground Support Points too.",
            "8.4 {put}: add or drop a gun, {fire}: fire with what is marked, {no}: no fire (if guns are marked, clear "
            "them).",
            "4.1 Until then the attacker may take his declaration back: {back}, then {undo} (ruling).",
        ),
    ),
    "roll": (
        "The die",
        ("7.6 Roll a die and type the number, 1 to 6. The row of results shows what each would do.",),
    ),
    "retreat": (
        "Retreat",
        (
            "7.7 The owner chooses the way. The retreat can end in the hexes marked *: {confirm} on one goes there, "
            "and asks which way if there are several. {next}: next unit that must retreat.",
            "7.71 No step may enter an enemy's zone, even with a friend in it.",
            "7.73 Friends are displaced only if no vacant way is left.",
            "7.74 The unit ends exactly as far away as the result says. If it cannot, it is eliminated where it ends.",
        ),
    ),
    "displace": (
        "Displacement",
        (
            "7.81 A friend must come through here: choose the hex marked * that this unit moves to.",
            "7.82 Artillery displaced before it has fired does not fire in this phase.",
        ),
    ),
    "advance": (
        "Advance after combat",
        (
            "7.91 Victors next to the beaten unit may follow its Path of Retreat: the hexes marked *.",
            "7.93 Zones do not stop them.",
            "7.96 It is now or never, and a unit that advances fights no more in this phase.",
            "7.96 {auto}: advance into the empty hex; {confirm} on a hex marked *: advance there; {next}: next unit, "
            "{stand}: stay.",
        ),
    ),
    "notes": ("Drop zones", ()),
    "demolition": ("A bridge is wired", ()),
    "halted": ("The bridge is gone", ()),
    "bridges": ("Destroying a bridge", ()),
    "over": ("The game is over", ("4.0 {confirm}: the final score, {leave}: back to title.",)),
}
"""By kind of prompt: a title, and what the Standard Rules say about it, each with its case; `{next}` is the key of an
action. If only one battle has a decision they say nothing, and the battle's own text in `texts/` says it all."""

ACTION = re.compile(r"\{(\w+)\}")

USUAL = Keymap().first
"""The key of an action until the player sets another."""


def asked(kind: str, width: int, battle: str = "", key: Callable[[str], str] = USUAL) -> tuple[str, list[str]]:
    """Title and lines of the help with a decision.

    `battle` is the name of its rules, which add their own; `key` gives the key of an action.
    """
    title, own = ASKED[kind]
    paragraphs = (*map(paragraph, own), *text(battle).asked.get(kind, ()))
    filled = (each._replace(text=ACTION.sub(lambda found: key(found[1]), each.text)) for each in paragraphs)
    return title, [line for each in filled for line in each.lines(width)]
