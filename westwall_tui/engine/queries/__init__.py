"""Read-only answers about a game, for screens and for computer players: `queries.reach(game, unit)`.

Every query takes a `Game` and changes nothing. Hexes and units are numbers, as in `Game.state`; Movement Points are
counted in halves. What concerns combats before they are fought is in `planning`.
"""

from westwall_tui.engine.queries.arrival import (
    best_entries,
    entering,
    entry_hexes,
    following,
    holds_secret,
    landing_near,
    landing_place,
    lands,
    last_entry,
    last_landing,
    left_the_map,
    may_arrive,
    may_withhold,
    middle_landing,
    note_case,
    notes,
    notes_left,
    return_turn,
    road_in,
    setup_hexes,
    suggested_setup,
    to_set_up,
    ways_out,
    whereabouts,
)
from westwall_tui.engine.queries.combat import (
    advances,
    assaulting,
    die_due,
    displacements,
    happened,
    has_combat,
    outstanding,
    retreat_length,
    retreat_reduction,
    retreats,
    shut_in,
    support_left,
    under_way,
    what_happened,
    wired_bridge,
)
from westwall_tui.engine.queries.decisions import DEFENSE, decisions, default_order, is_defense, may_offer, offered
from westwall_tui.engine.queries.map import (
    boundaries,
    bridge_sites,
    bridges,
    crossings,
    destruction_case,
    front,
    front_side,
    markers,
    units_at,
    ways_of,
    zone,
    zones_at,
)
from westwall_tui.engine.queries.movement import (
    Reach,
    allowance,
    exits,
    movers,
    onward,
    reach,
    share_case,
    side_reach,
    why_immobile,
    why_not,
)
from westwall_tui.engine.queries.score import (
    Change,
    Departure,
    account,
    conditions,
    counted,
    departure,
    levels,
    levels_at,
    line_changes,
    losses,
    measures,
    most_levels,
    near_misses,
    needs_lines,
    no_line_points,
    numbers,
    objectives,
    outcome_now,
    reversals,
    scale,
    situation,
    sources,
    standing_now,
    supplies,
    totals,
    way_out,
)
from westwall_tui.engine.rules import results_table as tables
from westwall_tui.engine.rules.answers import (
    Counted,
    Front,
    Marker,
    Measure,
    Objective,
    Option,
    Score,
    Source,
    Supply,
)
from westwall_tui.engine.rules.retreat import Choices
from westwall_tui.engine.rules.whereabouts import UnitPlace, Whereabouts
from westwall_tui.engine.units import named
