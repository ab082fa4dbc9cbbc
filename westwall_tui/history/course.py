"""The course of a game: turning points, strength lost by turn, luck, and each side's best numbers."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine.queries import Measure, Score
from westwall_tui.engine.units import Unit
from westwall_tui.history.gains import changes, key_of, points_by_key
from westwall_tui.history.record import Fight, History, PlayerTurn, TurnEnd

BRIDGE = "First bridge laid or repaired"
"""The name of the first bridge among the feats."""
MOST_SWINGS = 5
"""Maximum number of turning points."""
TO_TAKE_BACK = 5
"""Number of Player-Turns that a change must last, including its own: two Game-Turns."""


class Swing(NamedTuple):
    """A turning point."""

    number: int
    """The number of the turning point from 1, in the order of play."""
    turn: PlayerTurn
    by: int
    """The change of the balance; above 0 for the First Player."""


def swing_of(history: History, turn: PlayerTurn) -> int:
    """Return the change of the balance in a Player-Turn; above 0 for the First Player."""
    return history.balance(turn.points) - history.balance(turn.points_before)


def swings(history: History) -> Sequence[Swing]:
    """Return up to five turning points: the greatest lasting changes, always including the last change of the lead."""
    moved = [turn for turn in history.turns if swing_of(history, turn)]
    lasting = [(abs(lasting_part(history, turn)), turn) for turn in moved]
    ranked = sorted((each for each in lasting if each[0]), key=lambda each: (-each[0], each[1].first))
    top = [turn for _, turn in ranked[:MOST_SWINGS]]
    crossed = lead_changes(history)
    if crossed and crossed[-1] not in top:
        top = [*top[: MOST_SWINGS - 1], crossed[-1]]
    in_order = sorted(top, key=lambda turn: turn.first)
    return [Swing(number, turn, swing_of(history, turn)) for number, turn in enumerate(in_order, 1)]


def lead_changes(history: History) -> Sequence[PlayerTurn]:
    """Return the Player-Turns after which the other side was in the lead."""

    def leads(points: tuple[int, int]) -> bool:
        return history.balance(points) > 0

    return [turn for turn in history.turns if leads(turn.points_before) != leads(turn.points)]


def lasting_part(history: History, turn: PlayerTurn) -> int:
    """Return the part of a change that lasts; above 0 for the First Player."""
    weights = history.scale.weights
    return sum((by if side == 0 else -by) * weights[side] for side, _, by in lasting_changes(history, turn))


def lasting_changes(history: History, turn: PlayerTurn) -> Sequence[tuple[int, Score, int]]:
    """Return how the account changed in a Player-Turn, the greatest change first, without changes soon reversed.

    Points that cannot be lost again last. Of other points, the part counts that remains at the end of each of the next
    Player-Turns.
    """
    at = history.turns.index(turn)
    ends = [each.ended for each in history.turns[at : at + TO_TAKE_BACK]]
    after, stood, found = [points_by_key(end.account) for end in ends], points_by_key(turn.began.account), []
    for side, line, by in changes(turn.began.account, turn.ended.account):
        key, sign = key_of(line), 1 if by > 0 else -1
        least = min(sign * (each.get(key, 0) - stood.get(key, 0)) for each in after)
        stays = sign * max(0, least) if line.at_end else by
        if stays and not (line.place and _passes_again(line.place, ends)):
            found.append((side, line, stays))
    return sorted(found, key=lambda change: -abs(change[2]))


def _passes_again(name: str, ends: Sequence[TurnEnd]) -> bool:
    """Return True if a place that one side holds has another holder at a later one of these ends."""
    places = [end.places[name] for end in ends if name in end.places]
    return any(place.side != places[0].side for place in places if not (place.per or place.area))


def weighed(history: History) -> tuple[Sequence[int], Sequence[int]]:
    """Return the points by side, on the scale that decides, at the start and at the end of each Player-Turn."""
    scale = history.scale
    points = [history.turns[0].points_before, *(turn.points for turn in history.turns)]
    first, second = ([p[side] * scale.weights[side] + scale.handicap[side] for p in points] for side in (0, 1))
    return first, second


def factors(history: History, side: int, by: str = "x") -> str:
    """Return what the scale adds to a side's points: ` x 2`, ` + 30` or nothing. `by` is the multiplication sign."""
    weight, ahead = history.scale.weights[side], history.scale.handicap[side]
    return (f" {by} {weight}" if weight > 1 else "") + (f" + {ahead}" if ahead else "")


def strength(unit: Unit) -> int:
    """Return a unit's strength in the count of losses: the greatest of attack, defense and barrage."""
    return max(unit.strength.attack, unit.strength.defense, unit.strength.barrage)


def strength_lost(history: History) -> Mapping[int, tuple[int, int]]:
    """Return the strength that each side lost, by Game-Turn."""
    units = history.scenario.units
    found = {turn.turn: [0, 0] for turn in history.turns}
    for loss in history.losses:
        found[loss.turn][units[loss.unit].side] += strength(units[loss.unit])
    return {turn: (first, second) for turn, (first, second) in found.items()}


def by_game_turn(history: History) -> Mapping[int, PlayerTurn]:
    """Return the last Player-Turn of each Game-Turn."""
    return {turn.turn: turn for turn in history.turns}


def places_over_time(history: History) -> Mapping[str, Sequence[int]]:
    """Return, by place, the side that would score it at the end of each Player-Turn; -1 for neither."""
    names = dict.fromkeys(name for turn in history.turns for name in turn.ended.places)
    return {
        name: [turn.ended.places[name].side if name in turn.ended.places else -1 for turn in history.turns]
        for name in names
    }


def measures_over_time(history: History) -> Mapping[str, Sequence[Measure]]:
    """Return the battle's measures of ground by name, at the start of the first Player-Turn and at the end of each."""
    if not history.turns:
        return {}
    stood = [history.turns[0].began, *(turn.ended for turn in history.turns)]
    found: dict[str, list[Measure]] = {}
    for name, last in {each.name: each for standing in stood for each in standing.measures}.items():
        nothing = last.replace(value=0, cut=())  # before the battle has anything to measure
        found[name] = [next((m for m in standing.measures if m.name == name), nothing) for standing in stood]
    return found


# -- luck
#
# Luck is counted in hexes of retreat: the result minus the average of the six results at those odds. A unit eliminated
# outright counts as five. The rolls alone would mislead, because a low roll matters only if the results at these odds
# differ.


FACES = 6


class Luck(NamedTuple):
    """The luck of the First Player over some combats."""

    hexes: float
    """Hexes of retreat above the average; below 0, the Second Player was lucky."""
    spread: float
    """The standard deviation of these hexes."""
    chance: float
    """The exact probability of a game at least this lopsided, from 0 to 1."""


def for_first_player(fight: Fight, result: str) -> int:
    """Return a combat's result in hexes of retreat for the First Player."""
    return fight.worth(result) if fight.side == 0 else -fight.worth(result)


def luck(fights: Sequence[Fight]) -> Luck:
    """Return the First Player's luck in some combats."""
    sums: dict[int, float] = {0: 1.0}
    total = 0
    for fight in fights:
        total += for_first_player(fight, fight.result)
        worths, further = [for_first_player(fight, face) for face in fight.faces], dict[int, float]()
        for so_far, chance in sums.items():
            for worth in worths:
                further[so_far + worth] = further.get(so_far + worth, 0) + chance / FACES
        sums = further
    mean = sum(each * chance for each, chance in sums.items())
    spread = sum((each - mean) ** 2 * chance for each, chance in sums.items()) ** 0.5
    off = total - mean
    uneven = sum(chance for each, chance in sums.items() if abs(each - mean) >= abs(off) - 1e-9)
    return Luck(off, spread, min(uneven, 1.0))


class LuckStep(NamedTuple):
    """The First Player's luck after a combat."""

    fight: Fight
    hexes: float
    spread: float


def walk(fights: Sequence[Fight]) -> Iterator[LuckStep]:
    """Yield the First Player's luck after each combat."""
    off = variance = 0.0
    for fight in fights:
        worths = [for_first_player(fight, face) for face in fight.faces]
        mean = sum(worths) / FACES
        variance += sum((worth - mean) ** 2 for worth in worths) / FACES
        off += for_first_player(fight, fight.result) - mean
        yield LuckStep(fight, off, variance**0.5)


class SideRolls(NamedTuple):
    """The rolls for a side's attacks."""

    faces: tuple[int, ...]
    """The number of rolls of each face, 1 first."""
    mean: float
    """The average roll; 0 if there is none."""

    @property
    def dice(self) -> int:
        """The number of rolls."""
        return sum(self.faces)


def rolls(fights: Sequence[Fight], side: int) -> SideRolls:
    """Return the rolls for a side's attacks. A low roll helps the attacker (7.61)."""
    dice = Counter(fight.die for fight in fights if fight.side == side)
    count = sum(dice.values())
    mean = sum(die * often for die, often in dice.items()) / count if count else 0.0
    return SideRolls(tuple(dice[die] for die in range(1, FACES + 1)), mean)


def best_and_worst(fights: Sequence[Fight]) -> tuple[Fight, Fight] | None:
    """Return the combats in which the roll helped its attacker most and least, each None if there is none."""
    return (max(fights, key=beyond), min(fights, key=beyond)) if fights else None


def beyond(fight: Fight) -> float:
    """Return how much a combat's roll helped the attacker: hexes of retreat above the average of the six rolls."""
    return fight.worth(fight.result) - sum(map(fight.worth, fight.faces)) / FACES


# -- feats: the best numbers that a side reached, to be compared with other games


class Feat(NamedTuple):
    """A number that a side reached."""

    side: int
    what: str
    value: int
    turn: int
    """The Game-Turn in which the side first reached it."""
    low: bool = False
    """True if a smaller number is better."""

    @property
    def rank(self) -> tuple[int, int]:
        """The key for sorting by value, then by Game-Turn. The smallest key is the best."""
        return (self.value if self.low else -self.value), self.turn

    def __str__(self) -> str:
        return f"turn {self.turn}" if self.what == BRIDGE else f"{self.value}, turn {self.turn}"


def feats(history: History) -> Sequence[Feat]:
    """Return the best value of each of the battle's measures of ground, and the first bridge."""
    found = []
    for what, values in measures_over_time(history).items():
        low = values[0].falls
        side = values[0].side
        reached = [
            Feat(side, what, each.value, turn.turn, low) for each, turn in zip(values[1:], history.turns, strict=True)
        ]
        found.append(min(reached, key=lambda feat: feat.rank))
    bridges = [turn for turn in history.turns if turn.all(ev.BridgeBuilt)]
    if bridges:
        found.append(Feat(bridges[0].side, BRIDGE, bridges[0].turn, bridges[0].turn, low=True))
    return found
