"""What the help screens say: the rules by case, the tables, and what is asked now. Text only, no screen.

The rules are in `texts/`, told in our own words with the booklet's case numbers; rulings are marked as such.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from textwrap import wrap
from typing import NamedTuple

from westwall_tui.engine.board import LINE_ORDER, TERRAIN_KEY, Line
from westwall_tui.engine.rules.results_table import FLOORS, RESULTS, column_name


class Paragraph(NamedTuple):
    """A case, or a ruling on one."""

    case: str
    text: str
    ruling: bool

    def lines(self, width: int) -> list[str]:
        """It as lines of a width, the case number hanging at the left."""
        mark = "Ruling: " if self.ruling else ""
        head = f"{self.case:<9}"
        return wrap(mark + self.text, width, initial_indent=head, subsequent_indent=" " * len(head))


class Section(NamedTuple):
    """A section of the rules."""

    case: str
    title: str
    paragraphs: tuple[Paragraph, ...]


class Text(NamedTuple):
    """What a file in `texts/` holds."""

    sections: tuple[Section, ...]
    asked: Mapping[str, Sequence[Paragraph]]
    """By kind of prompt what there is to know when it is asked."""


def rules(name: str) -> tuple[Section, ...]:
    """The sections of a text in `texts/`; none when there is no such text."""
    return _text(name).sections


@cache
def _text(name: str) -> Text:
    if not name.isalnum():
        return Text((), {})
    source = files("westwall_tui.ui").joinpath("texts", f"{name}.txt")
    return _read(source.read_text(encoding="utf-8")) if source.is_file() else Text((), {})


def _read(text: str) -> Text:
    sections: list[tuple[str, str, list[Paragraph]]] = []
    asked: dict[str, list[Paragraph]] = {}
    told: list[Paragraph] = []
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        word, rest = line.split(" ", 1)
        if word == "==":
            case, title = rest.split(" ", 1)
            told = []
            sections.append((case, title, told))
        elif word == "?":
            told = asked.setdefault(rest, [])
        elif word == "ruling":
            told.append(_paragraph(rest, ruling=True))
        else:
            told.append(_paragraph(line))
    return Text(tuple(Section(case, title, tuple(found)) for case, title, found in sections), asked)


def _paragraph(line: str, *, ruling: bool = False) -> Paragraph:
    case, text = line.split(" ", 1)
    return Paragraph(case, text, ruling)


def sections(battle_rules: str) -> tuple[Section, ...]:
    """The Standard Rules, then those of a battle."""
    return rules("standard") + (rules(battle_rules) if battle_rules != "standard" else ())


def find(battle_rules: str, case: str) -> list[Paragraph]:
    """What is said on a case: its own paragraphs, else those of the section that holds it."""
    known = sections(battle_rules)
    exact = [p for section in known for p in section.paragraphs if p.case == case]
    if exact or "." not in case:
        return exact
    return [p for section in known if case.startswith(section.case.removesuffix(".0")) for p in section.paragraphs]


# -- what is asked now

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
    own = _text(battle).asked.get(kind, ())
    return title, [line for paragraph in (*map(_paragraph, told), *own) for line in paragraph.lines(width)]


# -- tables


def results_table(line: Line | None = None, column: int = -1) -> list[str]:
    """The Combat Results Table: a row of headings for each kind of terrain, then the six rows of the die.

    With a line and a column of it, that heading and that column's results are marked.
    """
    shown = []
    for entry in LINE_ORDER:
        names = [column_name(entry, i) for i in range(len(FLOORS[entry]))]
        shown.append(f"{_short(entry):<7}" + _cells(names, column if entry is line else -1))
    shown += [f"die {die}  " + _cells(row, column) for die, row in enumerate(RESULTS, 1)]
    return [text.rstrip() for text in shown]


def _cells(texts: Sequence[str], marked: int) -> str:
    return "".join(f"[{text}]".rjust(6) if i == marked else f"{text} ".rjust(6) for i, text in enumerate(texts))


def _short(line: Line) -> str:
    return line.value.split(",")[0]


def terrain_key() -> list[str]:
    """The Terrain Key: cost, line of the table, vehicles."""
    shown = ["hex      MP  line of the table            vehicles"]
    for entry in TERRAIN_KEY.values():
        cost = f"{entry.cost // 2}"
        cars = "yes" if entry.vehicles else "by road or trail only (5.24)"
        shown.append(f"{entry.name:<8} {cost:>2}  {entry.line.value:<28} {cars}")
    shown += [
        "hexside",
        "road     1/2 MP, whatever the hex (5.22)",
        "trail    1 MP, whatever the hex (5.23)",
        "stream   +3 MP; vehicles by road or trail only (5.24); its line, see 7.42",
        "river    closed to all; no zone, no attack across it (6.33)",
        "bridge   no extra cost; its line, see 7.42",
        "ferry    +3 MP over a river, not for vehicles; no bridge (6.33)",
    ]
    return shown
