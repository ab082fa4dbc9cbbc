"""The battles' Exclusive Rules, by the name that scenarios give them."""

from collections.abc import Mapping

from westwall_tui.engine.battles.arnhem import Arnhem
from westwall_tui.engine.battles.bastogne import Bastogne
from westwall_tui.engine.battles.hurtgen import Hurtgen
from westwall_tui.engine.battles.remagen import Remagen
from westwall_tui.engine.rules.ruleset import Ruleset

RULESETS: Mapping[str, type[Ruleset]] = {
    "standard": Ruleset,
    "arnhem": Arnhem,
    "bastogne": Bastogne,
    "hurtgen": Hurtgen,
    "remagen": Remagen,
}
