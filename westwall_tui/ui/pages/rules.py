"""The rules by case."""

from collections.abc import Mapping

from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.ui.terminal.rows import Row, row
from westwall_tui.ui.words.rulebook import sections


def rules_rows(battle_rules: str, width: int) -> list[Row]:
    """All rules by case, wrapped."""
    return _rules(battle_rules, width)[0]


def rules_anchors(battle_rules: str, width: int) -> Mapping[str, int]:
    """On which of those rows each section and case begins."""
    return _rules(battle_rules, width)[1]


def _rules(battle_rules: str, width: int) -> tuple[list[Row], dict[str, int]]:
    rows: list[Row] = []
    anchors: dict[str, int] = {}
    for section in sections(battle_rules):
        if rows:
            rows.append(row())
        anchors.setdefault(section.case, len(rows))
        rows.append(row(f"{section.case} {section.title}", "bold"))
        for paragraph in section.paragraphs:
            anchors.setdefault(paragraph.case, len(rows))
            rows += [row(line) for line in paragraph.lines(width)]
    return rows, anchors


def rules_screen(battle_rules: str = "standard", case: str = "") -> PageScreen:
    """The rules, opened at a case; type another to go there."""
    return PageScreen(
        "Rules, in our own words, by case",
        lambda width: rules_rows(battle_rules, width),
        lambda width: rules_anchors(battle_rules, width),
        case,
    )
