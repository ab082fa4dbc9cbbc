"""Previews of combats before they are fought: `planning.preview(game, order)`.

Every function takes a `Game` and changes nothing. Results have units as numbers, as in `Game.state`. Programs call the
functions of `__all__`, which also accept a unit's id (`1/304`) and an order's line of text; the other functions serve
the screen and the computer player.
"""

from westwall_tui.engine.planning.ahead import (
    Joiner,
    PreparedAttack,
    Spot,
    as_if_moving,
    could_attack,
    fullest_attack,
    imagined,
    shared_out,
    sketch_attack,
)
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
    fire_matters,
    fire_points,
    guns_alone,
    limit_of,
    line_reason,
    most_fire,
    preview,
    protection,
    suggested,
    support_to_lapse,
    targets,
    targets_of_support,
    why_idle,
    why_no_target,
    withheld_support_case,
)
from westwall_tui.engine.planning.column import COLUMN, FORM, Leg, by_road, column, line_up, read_column
from westwall_tui.engine.planning.end_of_phase import Clash, Price, price_of_ending
from westwall_tui.engine.planning.retreat import alike, needless_loss
from westwall_tui.engine.planning.risks import (
    Outlook,
    Peril,
    Risk,
    risks_of_attack,
    risks_of_bridges,
    risks_of_ending,
    risks_of_moves,
)
from westwall_tui.engine.planning.siege import EnemyTurn, Siege, siege, traps, worst_attack
from westwall_tui.engine.rules.answers import Share
from westwall_tui.engine.rules.combat import Odds
from westwall_tui.engine.rules.obligations import Outstanding
from westwall_tui.engine.rules.results_table import FURTHEST

__all__ = ["answer", "candidates", "fate", "preview", "price_of_ending", "suggested", "targets"]
