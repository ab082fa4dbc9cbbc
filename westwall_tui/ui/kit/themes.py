"""Styles by role, for terminals with sixteen colours and for those with none.

Colours are the terminal's own sixteen on its own background, so that light and dark terminals both read well. Bare
yellow, cyan and white are never used as text on that background: they vanish on light ones; nor is bright black, which
is the background itself in some schemes, so what should stand back is dim. Without colour
(`NO_COLOR`) bold, underline and reverse do what they can; nothing depends on style alone.
"""

from functools import cache

from rich.style import Style

ROLES: dict[str, tuple[str, str]] = {
    # role: (with colours, without)
    "": ("", ""),
    "bold": ("bold", "bold"),
    "reverse": ("reverse", "reverse"),
    # the ground
    "grid": ("dim", ""),
    "clear": ("", ""),
    "mixed": ("green", ""),
    "grove": ("green", ""),
    "woods": ("green", ""),
    "broken": ("red", ""),
    "rough": ("bold red", "bold"),
    "town": ("bold", "bold"),
    "name": ("bold", "bold"),
    "water": ("bold blue", "bold"),
    "stream": ("blue", ""),
    "road": ("", ""),
    "trail": ("", ""),
    "bridge": ("bold", "bold"),
    "boundary": ("bold red", "bold"),
    "number": ("dim", ""),
    # units: the first side's, the second's; those that are finished
    "side0": ("black on white", "reverse"),
    "side1": ("bold white on blue", "bold reverse"),
    "done0": ("black on white", "reverse"),
    "done1": ("white on blue", "reverse"),
    # marks
    "cursor": ("reverse bold", "reverse bold"),
    "reach": ("bold magenta", "bold"),
    "faint": ("dim", ""),
    "path": ("bold white on magenta", "bold underline"),
    "selected": ("bold white on magenta", "bold underline"),
    "obliged": ("bold red", "bold"),
    "target": ("bold white on red", "bold reverse"),
    "offered": ("bold magenta", "bold"),
    "zone0": ("bold", "bold"),
    "zone1": ("bold blue", "bold"),
    # round the map
    "bar": ("reverse", "reverse"),
    "bar_now": ("reverse bold", "reverse bold"),
    "prompt": ("bold", "bold"),
    "refusal": ("bold red", "bold"),
    "key": ("bold", "bold"),
    "rule": ("dim", ""),
    "title": ("bold", "bold"),
    "box": ("", ""),
}


@cache
def style(role: str, colour: bool = True) -> Style:
    """The style of a role; a name that is no role is read as Rich writes styles."""
    pair = ROLES.get(role)
    if pair is not None:
        return Style.parse(pair[0 if colour else 1])
    parsed = Style.parse(role)
    return parsed if colour else parsed.without_color
