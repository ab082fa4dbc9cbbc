"""What is asked now, with its cases, for the help."""

from westwall_tui.ui.texts.rules import Paragraph

ASKED: dict[str, tuple[str, tuple[str, ...]]] = {
    "set-up": (
        "Setting up",
        (
            "3.0 Put every unit that is left on a hex marked + (where few are closed, those are marked x instead): "
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
            "7.7 The owner chooses the way. Hexes marked + are where it can end. Tab goes to the next unit that must "
            "retreat; Enter on such a hex chooses it, and asks for the way if there are several.",
            "7.71 No step may enter an enemy's zone, with or without a friend in it.",
            "7.73 Friends are displaced only where no vacant way is left.",
            "7.74 The unit ends exactly as far away as the result says; one that cannot is eliminated at its end.",
        ),
    ),
    "displace": (
        "Displacement",
        (
            "7.81 A friend must come through here: choose the hex marked + to which this unit makes way.",
            "7.82 Artillery that is displaced before it has fired does not fire in this phase.",
        ),
    ),
    "advance": (
        "Advance after combat",
        (
            "7.91 The victors next to the unit that went may follow its Path of Retreat: the hexes marked +.",
            "7.93 Zones do not stop them.",
            "7.96 Now or never; who advances fights no more in this phase.",
            "7.96 Enter on a hex marked + advances, Tab takes the next unit, s stays.",
        ),
    ),
    "notes": (
        "Drop zones",
        (
            "15.36 Note the hex of each division's drop zone before the enemy sets up. He learns it when it is placed.",
            "15.37 It lies at least three hexes from cities and bridges, and fourteen from the other drop zones.",
            "15.39 It may be placed on a later Game-Turn, which is noted too; its division lands only then.",
        ),
    ),
    "demolition": (
        "A bridge is wired",
        (
            "12.11 The first enemy unit has come next to a canal or rail bridge: you may try to blow it, now or never.",
            "12.12 A die of 1 or 2 blows it.",
            "12.14 If you fail, or do not try, it stands for the rest of the game.",
        ),
    ),
    "halted": (
        "The bridge is gone",
        (
            "12.0 The bridge on this unit's way has been blown before it.",
            "12.0 It may go on another way with the Movement Points it has left, or stand where it is (ruling).",
        ),
    ),
    "bridges": (
        "Destroying a bridge",
        (
            "11.21 Your unit stands on a bridge that it may destroy: it has fought in neither Combat Phase of this "
            "Game-Turn, no enemy is at the west end of the bridge or next to that, and the hex at its east end is "
            "vacant. The unit goes there.",
            "11.22 A float bridge may be laid again three Game-Turns later; what the map shows is never rebuilt.",
            "11.21 Enter on a bridge marked + destroys it; s leaves it standing. Nobody is forced to.",
        ),
    ),
    "over": ("The game is over", ("4.0 Enter shows the account of points; q goes back to the title.",)),
}
"""By kind of prompt: a title, and what there is to know, each with its case."""


ASKED_TOO: dict[tuple[str, str], tuple[str, ...]] = {
    ("arnhem", "movement"): (
        "15.3 Units from the air are in the same list (r): Enter lands one on a hex marked +, then it has 3 MP.",
        "15.42 Units that have left the map are in it too once they may come back.",
        "17.3 c shows who has a line of communication and the cursor's line; with a unit in hand, what its move would "
        "change. C lists who has none, and why.",
        "12.0 Wired bridges are drawn w, blown ones x; o goes from one to the next.",
    ),
    ("arnhem", "combat"): (
        "14.12 Two artillery units a side may take part in a combat.",
        "14.11 Ground Support only within three hexes of an Allied unit that is not airborne.",
        "13.24 A unit that shares the Engineer's hex attacks over the river and must advance, or is lost.",
    ),
    ("arnhem", "retreat"): (
        "11.1 In a city, or coming into one, a unit may leave out two hexes of a retreat: it holds the city, or ends "
        "sooner. Enter on the unit itself holds it where that is allowed.",
    ),
    ("hurtgen", "set-up"): (
        "16.2 The Front Line is drawn with +: each side sets up on its own side of it and not next to it.",
    ),
    ("hurtgen", "movement"): (
        "12.0 The 116th Panzer Division must be gone by the end of Game-Turn 4: with a unit of it in hand, e leaves "
        "the map by the east or south edge. The bar on top counts it; V tells what staying has cost.",
        "15.2 P lists the towns with who would score them and what keeps whom from it, T marks them on the map.",
        "15.3 c shows the Lines of Communication.",
    ),
    ("hurtgen", "combat"): (
        "11.2 The US may use four artillery units to attack and three to protect, the German two and one.",
        "11.42 The US has 20 Ground Support Points in a Game-Turn, five at most in a combat, none to protect.",
    ),
    ("remagen", "movement"): (
        "11.11 Float bridges: f shows where one may be laid now, Enter lays it.",
        "12.23 Reinforcements that can enter must; their areas are lettered on the mapedge.",
        "13.0 At night units may leave an enemy zone, but for no hex in another. No combat follows.",
        "14.0 F shows the front that the US must hold at the end of its Player-Turn: F held, o a gap, L a unit lost.",
        "15.0 The Limit of Advance, which no US unit crosses, is drawn with +.",
        "16.1 P lists the towns and who would score them, T marks them.",
    ),
    ("remagen", "combat"): (
        "11.12 No attack is made from a bridge. Units on one are attacked, on the Bridge line.",
        "14.0 The front is judged when the US ends this phase: F shows it.",
        "15.0 Attacks reach over the Limit of Advance; US units do not advance over it.",
    ),
}
"""What a battle adds to a kind of prompt, by the name of its rules."""


def asked(kind: str, width: int, battle: str = "") -> tuple[str, list[str]]:
    """Title and lines of the help for what is asked now; `battle` is the name of its rules."""
    title, told = ASKED[kind]
    lines = []
    for text in (*told, *ASKED_TOO.get((battle, kind), ())):
        case, rest = text.split(" ", 1)
        lines += Paragraph(case, rest, ruling=False).lines(width)
    return title, lines
