"""Units lost: their value in points, and the chances of further losses."""

from westwall_tui.engine.rules.answers import Chance
from westwall_tui.engine.units import Unit


def attack_value(unit: Unit) -> int:
    """Return a unit's Attack Strength, or the Barrage Strength of artillery."""
    return unit.strength.barrage if unit.is_artillery else unit.strength.attack


def full_value(unit: Unit) -> int:
    """Return the sum of a unit's Combat Strengths."""
    strength = unit.strength
    if unit.is_artillery:
        return strength.barrage + strength.fpf + strength.defense
    return strength.attack + strength.defense


def by_value(name: str, more: int, by: tuple[int, int], done: int) -> Chance:
    """Return the chance that units with a total value of up to `more` are lost, if each point of value counts.

    `name` is their side's adjective, `by` the change of both sides' points for each point of value, `done` the value
    lost so far.
    """
    text = f"{name} losses worth"
    return Chance(f"{text} one more point", f"{text} {{n}} more points", more, by, done=done,
                  less=(f"{text} one fewer point", f"{text} {{n}} fewer points"))  # fmt: skip


def by_unit(name: str, more: int, by: tuple[int, int], done: int) -> Chance:
    """Return the chance that up to `more` units are lost, if each unit counts the same."""
    return Chance(f"one more {name} unit lost", f"{{n}} more {name} units lost", more, by, done=done,
                  less=(f"one fewer {name} unit lost", f"{{n}} fewer {name} units lost"))  # fmt: skip
