"""What each battle is about, by the name of its rules."""

from collections.abc import Mapping

from westwall_tui.ai.goals.base import Goals
from westwall_tui.engine.game import Game


def of(game: Game, side: int, weights: Mapping[str, float] | None = None) -> Goals:
    """The goals of a side in a game as it stands."""
    from westwall_tui.ai.goals.arnhem import Arnhem
    from westwall_tui.ai.goals.bastogne import Bastogne
    from westwall_tui.ai.goals.hurtgen import Hurtgen
    from westwall_tui.ai.goals.remagen import Remagen

    kinds: dict[str, type[Goals]] = {"arnhem": Arnhem, "bastogne": Bastogne, "hurtgen": Hurtgen, "remagen": Remagen}
    return kinds.get(game.scenario.rules, Goals)(game, side, weights or {})
