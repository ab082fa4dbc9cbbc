"""Completion of the command line in a shell, by shtab from the parser; names are asked of `westwall list --names`."""

import argparse
from collections.abc import Iterator, Mapping

import shtab

_KINDS: Mapping[str, str] = {
    "SCENARIO": "scenarios",
    "SCENARIO|SAVE": "scenarios",
    "SAVE": "saves",
    "BATTLE": "battles",
    "LESSON": "lessons",
    "NAME": "puzzles",
    "SIDE": "sides",
    "SIDE=LEVEL": "seats",
    "NAME[=VALUE]": "options",
}
"""By what an argument is called in the help: the kind of names it takes."""


def completion(parser: argparse.ArgumentParser, shell: str) -> str:
    """The script that teaches a shell the words of a command line."""
    for action in _actions(parser):
        kind = _KINDS.get(str(action.metavar))
        if kind is not None and not (action.option_strings and kind == "puzzles"):
            action.complete = _asking(parser.prog, kind)  # type: ignore[attr-defined]
        elif action.metavar in ("FILE", "FOLDER", "DIR"):
            action.complete = shtab.FILE if action.metavar == "FILE" else shtab.DIRECTORY  # type: ignore[attr-defined]
    return shtab.complete(parser, shell)


def _asking(program: str, kind: str) -> Mapping[str, object]:
    """How each shell asks the program for names of a kind.

    `shtab.cmd` would have zsh ask for names of every kind whenever one is completed, which takes seconds.
    """
    ask, function = f"{program} list --names {kind} 2>/dev/null", f"_{program}_{kind}"
    words: Mapping[str, object] = shtab.cmd(ask)
    preamble = words["preamble"]
    assert isinstance(preamble, dict)
    return {
        **words,
        "zsh": function,
        "preamble": {**preamble, "zsh": f'{function}() {{ compadd -- ${{(f)"$({ask})"}} }}'},
    }


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """What a parser and the parsers of its commands take."""
    for action in parser._actions:  # argparse names them nowhere else
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
