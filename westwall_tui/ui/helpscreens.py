"""The help screens: what is asked now, all keys, the rules by case, the tables."""

from collections.abc import Mapping

from westwall_tui.engine import planning
from westwall_tui.engine.board import Line
from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.results_table import column
from westwall_tui.ui import help as texts
from westwall_tui.ui.keys import KEYS, shown
from westwall_tui.ui.lists import losses_rows
from westwall_tui.ui.page import PageScreen
from westwall_tui.ui.rows import Row, row

GROUPS: Mapping[str, str] = {
    "cursor": "The cursor",
    "units": "Units and decisions",
    "map": "The map",
    "lists": "Lists and help",
    "game": "The game",
}


# -- rules


def rules_rows(battle_rules: str, width: int) -> list[Row]:
    """All rules by case, wrapped."""
    return _rules(battle_rules, width)[0]


def rules_anchors(battle_rules: str, width: int) -> Mapping[str, int]:
    """On which of those rows each section and case begins."""
    return _rules(battle_rules, width)[1]


def _rules(battle_rules: str, width: int) -> tuple[list[Row], dict[str, int]]:
    rows: list[Row] = []
    anchors: dict[str, int] = {}
    for section in texts.sections(battle_rules):
        if rows:
            rows.append(row())
        anchors.setdefault(section.case, len(rows))
        rows.append(row(f"{section.case} {section.title}", "bold"))
        for paragraph in section.paragraphs:
            anchors.setdefault(paragraph.case, len(rows))
            rows += [row(line) for line in paragraph.lines(width)]
    return rows, anchors


def rules_screen(battle_rules: str = "standard", case: str = "") -> PageScreen:
    """The rules to leaf through, from a case on; a case typed is gone to."""
    return PageScreen(
        "Rules, in our own words, by case",
        lambda width: rules_rows(battle_rules, width),
        lambda width: rules_anchors(battle_rules, width),
        case,
    )


# -- keys


def keys_rows(width: int, changed: Mapping[str, str] | None = None) -> list[Row]:
    """All keys by what they are for; `changed` are those that the settings give to actions instead."""
    rows: list[Row] = []
    for group, title in GROUPS.items():
        rows += [row()] if rows else []
        rows.append(row(title, "bold"))
        for key in KEYS:
            if key.group == group:
                keys = (changed or {}).get(key.name) or key.keys
                told = " ".join(shown(k.strip()) for k in keys.split(","))
                rows.append(row(f"  {told:<18} {key.about:<42} {key.name}"[:width]))
    return rows


def keys_screen(changed: Mapping[str, str] | None = None) -> PageScreen:
    """All keys."""
    return PageScreen(
        "All keys, and the names by which settings and : call them", lambda width: keys_rows(width, changed)
    )


# -- what is asked now


def asked_rows(kind: str, width: int, battle: str = "") -> list[Row]:
    """The help for what is asked now."""
    _, lines = texts.asked(kind, width, battle)
    return [row(line) for line in lines]


def asked_screen(kind: str, changed: Mapping[str, str] | None = None, battle: str = "") -> PageScreen:
    """The help for what is asked now with all keys below it, as a page."""

    def told(width: int) -> list[Row]:
        return [*asked_rows(kind, width, battle), row(), *keys_rows(width, changed)]

    return PageScreen(texts.ASKED[kind][0], told)


# -- tables


def tables_rows(game: Game | None, width: int) -> list[Row]:
    """The Combat Results Table, the Terrain Key, and the losses of both sides."""
    line: Line | None = None
    at = -1
    odds = planning.current(game) if game is not None else None
    if odds is not None:
        line, at = odds.line, column(odds.line, odds.differential)
    rows = [row("Combat Results Table (7.61): attack less defense, on the defender's line", "bold")]
    rows += [row(text[:width]) for text in texts.results_table(line, at)]
    rows += [row("A differential beyond either end of a line counts as its first or last column."[:width])]
    meanings = (
        "D1-D4 defender retreats, A1 A2 attacker, Br both one hex; De Ae eliminated",
        "Artillery and Ground Support alone: only D2, D3, D4, De move a defender (8.15)",
    )
    rows += [row(text[:width]) for text in meanings]
    rows += [row(), row("Terrain Key", "bold"), *(row(text[:width]) for text in texts.terrain_key())]
    if game is not None:
        rows += [row(), row("Losses", "bold"), *losses_rows(game, width)]
    return rows


def tables_screen(game: Game | None = None) -> PageScreen:
    """Tables and losses."""
    return PageScreen("Tables and losses", lambda width: tables_rows(game, width))
