"""Shell completion (by shtab, from the parser), the names that it completes, and the manual page.

The command line imports this module early, so it does not load the game at import.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence

from westwall_tui.files.command_line import docs_page

NAMES = ("scenarios", "saves", "battles", "lessons", "puzzles", "sides", "seats", "options")
"""Kinds of names that `westwall list --names` prints."""
SHELLS = ("bash", "zsh", "fish")
_SIGNS = frozenset(" \t\"'`$\\&|;<>()*?!#~")
"""Characters in a name that a shell would interpret."""
_KIND_OF: Mapping[str, str] = {
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
"""The kind of names that an argument takes, by its metavar in the help."""


def completion(parser: argparse.ArgumentParser, shell: str) -> str:
    """Return the script that completes a command line in a shell."""
    import shtab

    for action in _actions_of(parser):
        kind = _KIND_OF.get(str(action.metavar))
        if kind is not None and not (action.option_strings and kind == "puzzles"):
            action.complete = _how_shells_ask(parser.prog, kind)  # type: ignore[attr-defined]
        elif action.metavar in ("FILE", "FOLDER", "DIR"):
            action.complete = shtab.FILE if action.metavar == "FILE" else shtab.DIRECTORY  # type: ignore[attr-defined]
    return shtab.complete(parser, shell)


def _how_shells_ask(program: str, kind: str) -> Mapping[str, object]:
    """Return the command by which each shell asks the program for names of a kind.

    `shtab.cmd` would have zsh ask for names of every kind whenever one name is completed, which takes seconds.
    """
    import shtab

    ask, function = f"{program} list --names {kind} 2>/dev/null", f"_{program}_{kind}"
    words: Mapping[str, object] = shtab.cmd(ask)
    preamble = words["preamble"]
    assert isinstance(preamble, dict)
    return {
        **words,
        "zsh": function,
        "preamble": {**preamble, "zsh": f'{function}() {{ compadd -- ${{(f)"$({ask})"}} }}'},
    }


def _actions_of(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the arguments of a parser and of its commands' parsers."""
    for action in parser._actions:  # argparse makes them public nowhere else
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions_of(command)


def names(kind: str) -> list[str]:
    """Return the names of a kind that a shell can offer: those without spaces or characters that it interprets.

    Raise `FileError` for a folder that cannot be reached.
    """
    from westwall_tui.files.faults import printable

    return [name for name in _all_names(kind) if name == printable(name) and not set(name) & _SIGNS]


def _all_names(kind: str) -> Sequence[str]:
    """Return all names of a kind.

    The modules that find the names load here, because this module is imported early.
    """
    from westwall_tui.engine.game import options_of
    from westwall_tui.files.disk.folders import battles
    from westwall_tui.files.players.options import STRICT
    from westwall_tui.files.players.seats import LEVELS
    from westwall_tui.files.saves.catalog import list_saves
    from westwall_tui.files.scenarios.catalog import listed_scenarios, load_scenario, shipped
    from westwall_tui.files.scenarios.random_battles import DAILY, RANDOM
    from westwall_tui.learn.lessons import catalog as lessons
    from westwall_tui.learn.puzzles import catalog as puzzles

    scenarios = [each for each in listed_scenarios() if not each.trouble]
    sides = dict.fromkeys(side for each in scenarios for side in each.sides)
    found: Mapping[str, Callable[[], Sequence[str]]] = {
        "scenarios": lambda: [*(each.entry.word for each in scenarios), RANDOM, DAILY],
        "saves": lambda: [save.path.stem for save in list_saves() if not save.trouble],
        "battles": battles,
        "lessons": lambda: [each.name.partition("-")[2] for each in lessons.all_lessons()],
        "puzzles": lambda: [each.key for each in puzzles.all_puzzles()],
        "sides": lambda: [*sides],
        "seats": lambda: [f"{side}={level}" for side in sides for level in LEVELS],
        "options": lambda: [
            STRICT,
            *dict.fromkeys(option.name for entry in shipped() for option in options_of(load_scenario(entry.key))),
        ],
    }
    return found[kind]()


_FILES = (
    ("~/.local/share/westwall/saves/", "saved games, as TOML (in a checkout: saves/)"),
    ("~/.local/share/westwall/scenarios/", "battles of your own"),
    ("~/.config/westwall/settings.toml", "settings: appearance and keys"),
)
_ENVIRONMENT = (
    ("WESTWALL_SAVES", "the folder of saved games"),
    ("WESTWALL_CONFIG", "the settings file, or its folder"),
    ("WESTWALL_SCENARIOS", "the folder of your own battles"),
    ("WESTWALL_GAMES", "the folder of hosted games"),
    ("WESTWALL_TOKEN", "the token of a hosted game, for the host and the guests"),
    ("WESTWALL_PASSWORD", "the password that protects your seat in a hosted game"),
    ("WESTWALL_WORD", "old name of WESTWALL_PASSWORD"),
    (
        "WESTWALL_LEASE",
        "set by westwall web for its visitors, so that the games they host end with the server",
    ),
    ("NO_COLOR", "no colors"),
    ("ESCDELAY", "milliseconds after which an escape character counts as the Escape key (default: 25)"),
)
_STATUS = (
    ("0", "success"),
    ("1", "a file has a fault, or a game stopped because of one"),
    ("2", "an argument, file or terminal cannot be used"),
)


SURROUNDINGS: Mapping[str, Sequence[tuple[str, str]]] = {
    "Exit status": _STATUS,
    "Files": _FILES,
    "Environment": _ENVIRONMENT,
}
"""Exit statuses, files and environment variables with their descriptions, by heading in the manual page."""


def manual(parser: argparse.ArgumentParser, version: str) -> str:
    """Return the manual page as troff with the man macros, for `man -l` and for a folder of manual pages."""
    return "\n".join([*_lines_of_manual(parser, version), ""])


def _lines_of_manual(parser: argparse.ArgumentParser, version: str) -> Iterator[str]:
    yield f'.TH {parser.prog.upper()} 6 "" "{parser.prog} {version}" "Games"'
    yield from (".nh", ".ad l")  # keep each URL on one line
    yield from (".SH NAME", rf"{parser.prog} \- {_escape('war games of the WestWall system in a terminal')}")
    yield from (".SH SYNOPSIS", f".B {parser.prog}", r"[\fICOMMAND\fR [\fIargument\fR ...]]")
    yield from (".SH DESCRIPTION", _escape(parser.description or ""))
    yield ".SH COMMANDS"
    for name, command, about in commands_of(parser):
        yield f".SS {_escape(usage_of(name, command))}"
        yield _escape(as_sentence(about))
        for names, takes, told in arguments_of(command):
            called = ", ".join(rf"\fB{_escape(name)}\fR" for name in names)
            yield from (".TP", " ".join(part for part in (called, rf"\fI{_escape(takes)}\fR" if takes else "") if part))
            yield _escape(told)
        if command.epilog:
            yield from (".PP", _escape(command.epilog))
    for title, entries in SURROUNDINGS.items():
        yield f".SH {title.upper()}"
        for what, about in entries:
            yield from (".TP", rf"\fB{_escape(what)}\fR", _escape(about))
    yield from (
        ".SH SEE ALSO",
        _escape("westwall rules WORD looks up the rules; Learn on the title screen teaches them."),
    )
    yield from (".PP", _escape(parser.epilog or ""))
    yield from (".PP", _escape(f"Playing with a screen reader (--plain): {docs_page('accessibility')}"))


def commands_of(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser, str]]:
    """Yield each command's name, parser and description; a subcommand has both names."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            about: Mapping[str, str] = {each.dest: each.help or "" for each in action._choices_actions}
            for name, command in action.choices.items():
                yield name, command, about.get(name, "")
                for below, parts, told in commands_of(command):
                    yield f"{name} {below}", parts, told


def usage_of(name: str, command: argparse.ArgumentParser) -> str:
    """Return a command with its arguments, without its options."""
    takes = [action for action in command._actions if not action.option_strings]
    words = [command._get_formatter()._format_args(action, str(action.metavar or action.dest)) for action in takes]
    return " ".join([name, *(word for word in words if "{" not in word)])


def arguments_of(command: argparse.ArgumentParser) -> Iterator[tuple[Sequence[str], str, str]]:
    """Yield for each argument of a command its option names (none for an argument), its value and its description."""
    for action in command._actions:
        if (
            action.dest == "help"
            or action.help in (None, argparse.SUPPRESS)
            or isinstance(action, argparse._SubParsersAction)
        ):
            continue
        called = str(action.metavar or action.dest.upper())
        takes = command._get_formatter()._format_args(action, called) if action.option_strings else called
        yield action.option_strings, takes, as_sentence(action.help % {"default": action.default, "prog": command.prog})


def as_sentence(text: str) -> str:
    """Return a help text as a sentence."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "...")) else ".")


def _escape(text: str) -> str:
    """Return a text with troff commands escaped."""
    text = " ".join(text.split()).replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{text}" if text.startswith((".", "'")) else text
