"""What is asked now, with its cases, for the help."""

from westwall_tui.ui.texts.rules import paragraph, text

ASKED: dict[str, tuple[str, tuple[str, ...]]] = {
    "set-up": (
        "Setting up",
        (
            "3.0 Put every unit that is left on a hex marked * (where few are closed, those are marked X instead): "
            "Tab goes from unit to unit, Enter puts one down, A sets up all that is left.",
            "3.0 A unit that is set up can be put elsewhere until you end the set-up with E.",
            "3.0 V tells what the battle is about, and what counts for victory.",
            "5.31 One unit a hex.",
            "5.24 Vehicles do not stand in woods, broken or rough hexes without a road.",
        ),
    ),
    "movement": (
        "The Movement Phase",
        (
            "5.11 Move as many units as you like, one after another. Tab finds the next that can; Enter picks it up; "
            "the figures show where it can stop, with the Movement Points left there (+ for ten or more).",
            "6.0 A unit that enters an enemy's zone stops there (hexes marked z).",
            "6.13 In your next Movement Phase it cannot leave that zone.",
            "4.1 Reinforcements wait in the list (r): Enter takes one, then the figures show where it can come in.",
            "5.15 < takes the last move back. E ends the phase; then come the attacks.",
        ),
    ),
    "combat": (
        "The Combat Phase: choose an attack",
        (
            "7.11 Every enemy next to one of your units must be attacked; such enemies are marked !.",
            "7.12 Every unit of yours next to an enemy must attack; such units are marked ! too.",
            "7.14 Each attacks once and is attacked once.",
            "7.51 In which order and with whom is yours to choose: a weak attack here frees strength there.",
            "7.96 Units that advance neither attack nor are attacked any more, so the order matters.",
            "7.0 Tab goes to what is obliged. Enter or a on an enemy opens the attack with its whole arithmetic.",
            "7.11 E ends the phase once nothing is obliged.",
        ),
    ),
    "fpf": (
        "Final Protective Fire",
        (
            "8.41 The defender may add the FPF of artillery that is in range and not next to an enemy.",
            "8.43 The points count as defense.",
            "8.44 The guns risk nothing.",
            "8.46 Each fires so once in a Game-Turn.",
            "9.0 Ground Support Points may be added as well.",
            "8.4 Space puts a gun in or out, n takes all out, Enter gives the answer.",
            "4.1 Until then the attacker may take his declaration back: Escape, then < (ruling).",
        ),
    ),
    "roll": (
        "The die",
        ("7.6 Roll a die and type what it shows, 1 to 6. The row of results says what each would do.",),
    ),
    "retreat": (
        "Retreat",
        (
            "7.7 The owner chooses the way. Hexes marked * are where it can end. Tab goes to the next unit that must "
            "retreat; Enter on such a hex chooses it, and asks for the way if there are several.",
            "7.71 No step may enter an enemy's zone, with or without a friend in it.",
            "7.73 Friends are displaced only where no vacant way is left.",
            "7.74 The unit ends exactly as far away as the result says; one that cannot is eliminated at its end.",
        ),
    ),
    "displace": (
        "Displacement",
        (
            "7.81 A friend must come through here: choose the hex marked * to which this unit makes way.",
            "7.82 Artillery that is displaced before it has fired does not fire in this phase.",
        ),
    ),
    "advance": (
        "Advance after combat",
        (
            "7.91 The victors next to the unit that went may follow its Path of Retreat: the hexes marked *.",
            "7.93 Zones do not stop them.",
            "7.96 Now or never; who advances fights no more in this phase.",
            "7.96 Enter on a hex marked * advances, Tab takes the next unit, s stays.",
        ),
    ),
    "notes": ("Drop zones", ()),
    "demolition": ("A bridge is wired", ()),
    "halted": ("The bridge is gone", ()),
    "bridges": ("Destroying a bridge", ()),
    "over": ("The game is over", ("4.0 Enter shows the account of points; q goes back to the title.",)),
}
"""By kind of prompt: a title, and what the Standard Rules have to say of it, each with its case. Where a battle has the
decision to itself they say nothing, and its own text in `texts/` says all."""


def asked(kind: str, width: int, battle: str = "") -> tuple[str, list[str]]:
    """Title and lines of the help for what is asked now; `battle` is the name of its rules, which add their own."""
    title, told = ASKED[kind]
    paragraphs = (*map(paragraph, told), *text(battle).asked.get(kind, ()))
    return title, [line for each in paragraphs for line in each.lines(width)]
