"""Combats before they are fought, for screens and computer players: `planning.preview(game, order)`.

Every function takes a `Game` and changes nothing. Units are numbers, as in `Game.state`.
"""

from westwall_tui.engine.planning.ahead import Joiner, Spot, as_if_moving, could_attack, shared_out, sketch_attack
from westwall_tui.engine.planning.attack import (
    Answer,
    Candidates,
    Fate,
    Limit,
    Preview,
    answer,
    artillery_limit,
    asked_of,
    attack_limit,
    attack_points,
    attackers_alone,
    candidates,
    current,
    fatal_dice,
    fate,
    fire_limit,
    fire_points,
    limit_of,
    line_reason,
    preview,
    protection,
    suggested,
    targets,
    targets_of,
    why_idle,
    why_no_target,
    withheld_support_case,
)
from westwall_tui.engine.planning.ending import Clash, Matchup, Price, price_of_ending
from westwall_tui.engine.planning.retreat import needless_loss
from westwall_tui.engine.planning.risks import Outlook, Peril, Risk, by_weight, risks_of_attack, risks_of_ending
from westwall_tui.engine.planning.siege import EnemyTurn, Siege, siege
from westwall_tui.engine.rules.answers import Concern, Share
from westwall_tui.engine.rules.combat import Odds
from westwall_tui.engine.rules.obligations import Outstanding
from westwall_tui.engine.rules.results_table import FURTHEST

__all__ = [
    "FURTHEST",
    "Answer",
    "Candidates",
    "Clash",
    "Concern",
    "EnemyTurn",
    "Fate",
    "Joiner",
    "Limit",
    "Matchup",
    "Odds",
    "Outlook",
    "Outstanding",
    "Peril",
    "Preview",
    "Price",
    "Risk",
    "Share",
    "Siege",
    "Spot",
    "answer",
    "artillery_limit",
    "as_if_moving",
    "asked_of",
    "attack_limit",
    "attack_points",
    "attackers_alone",
    "by_weight",
    "candidates",
    "could_attack",
    "current",
    "fatal_dice",
    "fate",
    "fire_limit",
    "fire_points",
    "limit_of",
    "line_reason",
    "needless_loss",
    "preview",
    "price_of_ending",
    "protection",
    "risks_of_attack",
    "risks_of_ending",
    "shared_out",
    "siege",
    "sketch_attack",
    "suggested",
    "targets",
    "targets_of",
    "why_idle",
    "why_no_target",
    "withheld_support_case",
]
