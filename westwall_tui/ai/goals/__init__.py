"""The goals of each battle, by the name of its rules."""

from collections.abc import Mapping

from westwall_tui.ai.goals.base import Goals
from westwall_tui.engine.game import Game


def of(game: Game, side: int, weights: Mapping[str, float] | None = None) -> Goals:
    """Return the goals of a side in a game."""
    from westwall_tui.ai.goals.arnhem import ArnhemGoals
    from westwall_tui.ai.goals.bastogne import BastogneGoals
    from westwall_tui.ai.goals.hurtgen import HurtgenGoals
    from westwall_tui.ai.goals.points import PointsGoals
    from westwall_tui.ai.goals.remagen import RemagenGoals

    kinds: dict[str, type[Goals]] = {
        "arnhem": ArnhemGoals,
        "bastogne": BastogneGoals,
        "hurtgen": HurtgenGoals,
        "remagen": RemagenGoals,
    }
    if game.scenario.scoring.points:
        return PointsGoals(game, side, weights or {})
    return kinds.get(game.scenario.rules, Goals)(game, side, weights or {})
