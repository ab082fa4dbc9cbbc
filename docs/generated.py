"""Write the parts of the docs that the program generates: the scenarios, the keys, the command line.

python docs/generated.py

A part is in its page between two comments: `<!-- made by docs/generated.py: NAME -->` and `<!-- end -->`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from westwall_tui.cli import whole_parser
from westwall_tui.files.scenarios.catalog import all_scenarios
from westwall_tui.tools.shell import SURROUNDINGS, arguments_of, as_sentence, commands_of, usage_of
from westwall_tui.words.keymap import KEYS, Keymap

HERE = Path(__file__).parent
PART = re.compile(r"(<!-- made by docs/generated\.py: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
GROUPS = {
    "units": "Units",
    "map": "The map",
    "lists": "Lists and pages",
    "game": "The game",
    "watch": "While you watch",
    "end": "When the game is over",
    "boxes": "Boxes and pages",
}
"""Headings by group of keys. The page's own text describes the cursor's keys."""


def _scenarios() -> Iterator[str]:
    yield "| battle and scenario | name to type | Game-Turns | time | difficulty | units | wins between equals |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for entry in (each for each in all_scenarios() if not each.is_quick):
        overview, sides = entry.overview, zip(entry.sides, entry.units, strict=True)
        assert overview is not None
        assert overview.balance is not None
        units = ", ".join(f"{side} {count}" for side, count in sides)
        side, won, played = overview.balance
        yield (
            f"| {entry.entry.battle}: {entry.entry.name} | `{entry.entry.key}` | {entry.turns} "
            f"| {overview.time} | {overview.level} | {units} | {side} {won} of {played} |"
        )


def _quick_battles() -> Iterator[str]:
    yield "| quick battle | battle | name to type | Game-Turns | time | difficulty | units |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for entry in (each for each in all_scenarios() if each.is_quick):
        assert entry.overview is not None
        units = ", ".join(f"{side} {count}" for side, count in zip(entry.sides, entry.units, strict=True))
        yield (
            f"| {entry.entry.name} | {entry.entry.battle} | `{entry.entry.word}` | {entry.turns} "
            f"| {entry.overview.time} | {entry.overview.level} | {units} |"
        )


def _aims() -> Iterator[str]:
    for entry in (each for each in all_scenarios() if each.is_quick):
        assert entry.overview is not None
        yield f"- **{entry.entry.name}** (`{entry.entry.word}`): {entry.overview.line}"


def _keys() -> Iterator[str]:
    keymap = Keymap()
    for group, heading in GROUPS.items():
        yield f"### {heading}\n"
        for key in KEYS:
            if key.group == group:
                labels = ", ".join(f"`{each}`" for each in keymap.of(key.name))
                yield f"- {labels or 'no key'}: {key.about} (`{key.name}`)"
        yield ""


def _commands() -> Iterator[str]:
    for name, command, about in commands_of(whole_parser()):
        yield from (f"### `{usage_of(name, command)}`", "", as_sentence(about), "")
        for options, takes, description in arguments_of(command):
            called = ", ".join(f"`{option}`" for option in options)
            yield f"- {' '.join(part for part in (called, f'`{takes}`' if takes else '') if part)}: {description}"
        yield ""
    for title, entries in SURROUNDINGS.items():
        yield from (f"## {title}", "")
        yield from (f"- `{what}`: {about}." for what, about in entries)
        yield ""


PARTS: Mapping[str, Callable[[], Iterator[str]]] = {
    "quick-battles": _quick_battles,
    "aims": _aims,
    "scenarios": _scenarios,
    "keys": _keys,
    "commands": _commands,
}


def renewed(page: str) -> str:
    """Return the text of a page with its generated parts renewed."""
    return PART.sub(lambda part: part[1] + "".join(f"{line}\n" for line in PARTS[part[2]]()) + part[3], page)


if __name__ == "__main__":
    for path in sorted(HERE.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        if (new := renewed(text)) != text:
            path.write_text(new, encoding="utf-8", newline="\n")
