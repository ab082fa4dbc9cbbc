"""Read-only answers about a game, for screens and for computer players: `queries.reach(game, unit)`.

Every query takes a `Game` and changes nothing. Hexes and units are numbers, as in `Game.state`; Movement Points are
counted in halves. What concerns combats before they are fought is in `planning`.
"""

from westwall_tui.engine.queries import tables
from westwall_tui.engine.queries.after_the_die import (
    Reduction,
    advances,
    displacements,
    retreat_length,
    retreat_reduction,
    retreats,
)
from westwall_tui.engine.queries.arriving import (
    best_entries,
    following,
    landing_near,
    last_entry,
    last_landing,
    middle_landing,
    road_in,
)
from westwall_tui.engine.queries.bridging import bridge_sites, bridges, crossings, destruction_case
from westwall_tui.engine.queries.communication import Change, line_changes, needs_lines, supplies
from westwall_tui.engine.queries.fighting import assaulting, has_combat, outstanding, support_left
from westwall_tui.engine.queries.fronts import front, front_floor, front_side, front_unbroken, quick_verdict
from westwall_tui.engine.queries.happenings import happened, named, what_happened
from westwall_tui.engine.queries.interruptions import DieDue, WiredBridge, die_due, under_way, wired_bridge
from westwall_tui.engine.queries.moving import Onward, allowance, movers, onward, share_case
from westwall_tui.engine.queries.noting import holds_secret, note_case, notes, notes_left
from westwall_tui.engine.queries.off_the_map import (
    entering,
    entry_hexes,
    landing_place,
    lands,
    left_the_map,
    may_arrive,
    return_turn,
    ways_out,
    whereabouts,
)
from westwall_tui.engine.queries.on_the_map import boundaries, markers, units_at, ways_of, zone, zones_at
from westwall_tui.engine.queries.points import account, conditions, losses, objectives, outcome_now, situation, totals
from westwall_tui.engine.queries.reaching import Reach, reach, side_reach, why_immobile, why_not
from westwall_tui.engine.queries.setting_up import setup_hexes, suggested_setup, to_set_up
from westwall_tui.engine.queries.standing import StandingNow, counted, standing_now
from westwall_tui.engine.rules.answers import (
    Concern,
    Counted,
    Crossing,
    Front,
    Marker,
    Objective,
    Option,
    Score,
    Standing,
    Supply,
)
from westwall_tui.engine.rules.obligations import Outstanding
from westwall_tui.engine.rules.retreat import Choices
from westwall_tui.engine.rules.whereabouts import Place, Whereabouts

__all__ = [
    "Change",
    "Choices",
    "Concern",
    "Counted",
    "Crossing",
    "DieDue",
    "Front",
    "Marker",
    "Objective",
    "Onward",
    "Option",
    "Outstanding",
    "Place",
    "Reach",
    "Reduction",
    "Score",
    "Standing",
    "StandingNow",
    "Supply",
    "Whereabouts",
    "WiredBridge",
    "account",
    "advances",
    "allowance",
    "assaulting",
    "best_entries",
    "boundaries",
    "bridge_sites",
    "bridges",
    "conditions",
    "counted",
    "crossings",
    "destruction_case",
    "die_due",
    "displacements",
    "entering",
    "entry_hexes",
    "following",
    "front",
    "front_floor",
    "front_side",
    "front_unbroken",
    "happened",
    "has_combat",
    "holds_secret",
    "landing_near",
    "landing_place",
    "lands",
    "last_entry",
    "last_landing",
    "left_the_map",
    "line_changes",
    "losses",
    "markers",
    "may_arrive",
    "middle_landing",
    "movers",
    "named",
    "needs_lines",
    "note_case",
    "notes",
    "notes_left",
    "objectives",
    "onward",
    "outcome_now",
    "outstanding",
    "quick_verdict",
    "reach",
    "retreat_length",
    "retreat_reduction",
    "retreats",
    "return_turn",
    "road_in",
    "setup_hexes",
    "share_case",
    "side_reach",
    "situation",
    "standing_now",
    "suggested_setup",
    "supplies",
    "support_left",
    "tables",
    "to_set_up",
    "totals",
    "under_way",
    "units_at",
    "ways_of",
    "ways_out",
    "what_happened",
    "whereabouts",
    "why_immobile",
    "why_not",
    "wired_bridge",
    "zone",
    "zones_at",
]
