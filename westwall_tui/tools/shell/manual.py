"""The manual page, made from the parser of the command line."""

import argparse
from collections.abc import Iterator, Mapping

_FILES = (
    ("~/.local/share/westwall/saves/", "saved games, as TOML; in a checkout saves/"),
    ("~/.config/westwall/settings.toml", "looks and keys"),
)
_ENVIRONMENT = (
    (
        "WESTWALL_SAVES, WESTWALL_CONFIG, WESTWALL_CACHE",
        "other folders for saved games, settings, and what can be made anew",
    ),
    ("NO_COLOR", "no colors"),
    ("ESCDELAY", "milliseconds after which an escape character is the Escape key; 25 unless you say so"),
)
_STATUS = (
    ("0", "all is well"),
    ("1", "a file has a fault, or a game stopped with one"),
    ("2", "something that you named cannot be used"),
)


def manual(parser: argparse.ArgumentParser, version: str) -> str:
    """The page as troff with the man macros, for `man -l` and for a folder of manual pages."""
    return "\n".join([*_lines(parser, version), ""])


def _lines(parser: argparse.ArgumentParser, version: str) -> Iterator[str]:
    yield f'.TH {parser.prog.upper()} 6 "" "{parser.prog} {version}" "Games"'
    yield from (".SH NAME", rf"{parser.prog} \- {_safe('war games of the WestWall system in a terminal')}")
    yield from (".SH SYNOPSIS", f".B {parser.prog}", r"[\fICOMMAND\fR [\fIargument\fR ...]]")
    yield from (".SH DESCRIPTION", _safe(parser.description or ""))
    yield ".SH COMMANDS"
    for name, command, about in _commands(parser):
        yield f".SS {_safe(_usage(name, command))}"
        yield _safe(_sentence(about))
        yield from _arguments(command)
        if command.epilog:
            yield from (".PP", _safe(command.epilog))
    for title, entries in {"EXIT STATUS": _STATUS, "FILES": _FILES, "ENVIRONMENT": _ENVIRONMENT}.items():
        yield f".SH {title}"
        for what, about in entries:
            yield from (".TP", rf"\fB{_safe(what)}\fR", _safe(about))
    yield from (".SH SEE ALSO", _safe("westwall rules WORD tells the rules, and the title screen teaches them."))


def _commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser, str]]:
    """The commands by name, those of a command by both names, each with what it does."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            about: Mapping[str, str] = {each.dest: each.help or "" for each in action._choices_actions}
            for name, command in action.choices.items():
                yield name, command, about.get(name, "")
                for below, parts, told in _commands(command):
                    yield f"{name} {below}", parts, told


def _usage(name: str, command: argparse.ArgumentParser) -> str:
    takes = [action for action in command._actions if not action.option_strings]
    words = [command._get_formatter()._format_args(action, str(action.metavar or action.dest)) for action in takes]
    return " ".join([name, *(word for word in words if "{" not in word)])


def _arguments(command: argparse.ArgumentParser) -> Iterator[str]:
    for action in command._actions:
        if action.dest == "help" or not action.help or isinstance(action, argparse._SubParsersAction):
            continue
        called = str(action.metavar or action.dest.upper())
        takes = command._get_formatter()._format_args(action, called) if action.option_strings else called
        names = ", ".join(rf"\fB{_safe(name)}\fR" for name in action.option_strings)
        yield from (".TP", " ".join(part for part in (names, rf"\fI{_safe(takes)}\fR" if takes else "") if part))
        yield _safe(_sentence(action.help % {"default": action.default, "prog": command.prog}))


def _sentence(text: str) -> str:
    """A text of the help as a sentence."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "...")) else ".")


def _safe(text: str) -> str:
    """A text without commands for troff."""
    text = " ".join(text.split()).replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{text}" if text.startswith((".", "'")) else text
