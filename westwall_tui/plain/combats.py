"""Questions about combats: the units that must fight, and the odds."""

from collections.abc import Iterable, Iterator, Sequence

from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Fpf, OrderSyntaxError, parse
from westwall_tui.engine.words import signed, units_listed
from westwall_tui.plain.places import find_hexes
from westwall_tui.plain.speech import count, listed
from westwall_tui.referee import Inquiry
from westwall_tui.words.odds import faces, result_in_words, ways_out
from westwall_tui.words.places import named_hex
from westwall_tui.words.warnings import attack_warning, rolls_that_eliminate, warning_in_full


def obligations(asked: Inquiry) -> Iterator[str]:
    """List the units that must fight in this phase, or would have to if the Movement Phase ended now."""
    game = asked.game
    if game.prompt.kind == "movement":
        price = planning.price_of_ending(game)
        yield from (f"If the phase ends now: {clash.text}" for clash in price.clashes)
        if not price.clashes:
            yield "If the phase ends now, no unit will have to fight"
        return
    left = queries.outstanding(game)
    if game.prompt.kind != "combat" or not (left.attackers or left.enemies):
        yield "No unit has to fight now"
        return
    for units, how in ((left.attackers, "must attack"), (left.enemies, "must be attacked")):
        where = [f"{asked.name_of(unit)} at {game.state.number(game.state.location[unit])}" for unit in units]
        if where:
            yield f"{listed(where, 99)} {how}"
    yield from (clash.text for clash in planning.price_of_ending(game).clashes)


def odds(asked: Inquiry) -> Iterator[str]:
    """Describe the odds of an attack, of the best attack on an enemy, of all attacks, or of the combat under way."""
    game, rest = asked.game, asked.rest
    if game.state.combat is not None and not game.state.combat.die:
        yield from _under_way(asked)
    elif game.prompt.kind not in ("combat", "movement"):
        yield "There is nothing to attack now"
    elif not rest:
        yield from _all_targets(asked)
    else:
        yield from _of_attack(asked, _attack_meant(asked))


def _attack_meant(asked: Inquiry) -> Attack:
    """Return the attack that a player types: in full, or only the enemy, which all suitable units then attack."""
    game, rest = asked.game, asked.rest.removeprefix("attack ")
    if ">" in rest:
        order = parse(f"attack {rest}")
        assert isinstance(order, Attack)
        if order.attackers or order.barrage or order.support:
            return order
        enemies = [game.scenario.unit(word) for word in order.defenders]
    else:
        enemies = [game.scenario.unit(word) for word in rest.split()]
    ids, attacks = game.state.ids, _as_attacker(game, 1 - _side_of(game, enemies))
    return Attack(ids(planning.suggested(attacks, enemies)), ids(tuple(enemies)))


def _side_of(game: Game, units: Sequence[int]) -> int:
    """Return the side of some units. Raises `OrderSyntaxError` if they belong to different sides."""
    sides = {game.state.units[unit].side for unit in units}
    if len(sides) != 1:
        raise OrderSyntaxError("name units of one side, the > sign, and units of the other: odds 1/902 > 20")
    return sides.pop()


def _as_attacker(game: Game, side: int) -> Game:
    """Return the game with a side in its Combat Phase and all units in place.

    The game itself if it is in that phase.
    """
    if game.prompt.kind == "combat" and game.state.side == side:
        return game
    return planning.imagined(game if game.state.side == side else planning.as_if_moving(game, side))


def _all_targets(asked: Inquiry) -> Iterator[str]:
    game = asked.game
    if game.prompt.kind == "movement":
        price = planning.price_of_ending(game)
        yield from (clash.text for clash in price.clashes)
        if not price.clashes:
            yield "No unit is next to an enemy. Name a unit to attack: odds, and its name"
        return
    found = planning.targets(game)
    for target in found:
        ids = game.state.ids
        order = Attack(ids(planning.suggested(game, (target,))), ids((target,)))
        preview = planning.preview(game, order) if order.attackers else None
        if preview is None:
            yield f"Only artillery or Ground Support can attack {asked.name_of(target)}"
            continue
        name = f"{asked.name_of(target)} at {named_hex(game.scenario.board, game.state.location[target])}"
        attack = _attack_on(order.attackers, name)
        yield f"{attack}: {_sum_in_words(preview.odds, preview.reason)}"
    if not found:
        yield "No enemy can be attacked"


def _attack_on(attackers: Sequence[str], enemies: str, support: int = 0) -> str:
    """Return the sentence of an attack: `1/3 and 2R attack unit 20`."""
    verb = "attack" if len(attackers) + bool(support) > 1 or support > 1 else "attacks"
    return f"{_with_support(attackers, support) or 'No unit'} {verb} {enemies}"


def _with_support(attackers: Sequence[str], support: int) -> str:
    """Return units and Ground Support Points as a list: `1/3, 2R and 2 Ground Support Points`."""
    points = count(support, "Ground Support Point", most=0) if support else ""
    return listed(filter(None, (units_listed(attackers), points)))


def _sum_in_words(found: planning.Odds, reason: str) -> str:
    """Return the arithmetic of an attack, the line of the table with its reason, and the column."""
    line, _, why = reason.partition(" at ")
    where = f"on the {line} line" if why else f"on the line of the {line}"
    less = signed(found.attack - found.defense)
    return f"attack {found.attack} minus defense {found.defense} is {less}, {where}, column {found.column}"


def _of_attack(asked: Inquiry, order: Attack) -> Iterator[str]:
    game, find = asked.game, asked.game.scenario.unit
    ours, enemies = [*map(find, (*order.attackers, *order.barrage))], [*map(find, order.defenders)]
    if any(game.state.location[unit] < 0 for unit in (*ours, *enemies)):
        raise OrderSyntaxError("a unit of this attack is not on the map")
    side = 1 - _side_of(game, enemies) if enemies else game.state.side
    if ours and _side_of(game, ours) != side:
        raise OrderSyntaxError("attackers and defenders belong to the same side")
    if side != game.state.side:
        yield f"If {game.scenario.sides[side].people} attacked now, these would be the odds"
    game = _as_attacker(game, side)
    if far := _too_far(game, map(find, order.attackers), enemies):
        whom = "the enemy" if len(enemies) == 1 else "all the enemies"
        yield f"{units_listed(game.state.ids(far))} cannot attack: only units next to {whom} can (7.23)"
        return
    found = planning.preview(game, order)
    if found is None:
        raise OrderSyntaxError("name the attackers, the > sign, and the enemy: odds 1/902 > 20")
    attack = _attack_on((*order.attackers, *order.barrage), units_listed(order.defenders), order.support)
    yield f"{attack}: {_sum_in_words(found.odds, found.reason)}"
    alone = planning.guns_alone(game, map(game.scenario.unit, order.attackers))
    yield from _preview_in_words(game, found, alone=alone)
    risks = planning.risks_of_attack(game, found, alone=alone) if side == asked.side else ()
    if warning := attack_warning(game, risks):
        yield f"Warning: {warning}"


def threat(asked: Inquiry) -> Iterator[str]:
    """Describe the worst attack that the enemy could make on a unit next turn, where it is or in another hex."""
    game, rest = asked.game, asked.words[1:]
    unit = game.scenario.unit(asked.first_word)
    state, name = game.state, asked.name_of(unit)
    h = find_hexes(game.scenario.board, " ".join(rest))[0] if rest else state.location[unit]
    if h < 0:
        raise OrderSyntaxError(f"{name} is not on the map; name a hex: threat {asked.first_word} 1317")
    turn = planning.EnemyTurn(game, state.units[unit].side, [(unit, h)])
    worst = planning.worst_attack(turn, unit)
    found, places = worst.preview(turn.game), worst.places
    at = f"{name} at {named_hex(game.scenario.board, h)}"
    if found is None:
        yield f"Next turn no enemy could attack {at}"
        return
    attackers = _with_support(state.ids(tuple(places)), worst.support)
    yield f"Next turn {attackers} could attack {at}: {_sum_in_words(found.odds, found.reason)}"
    for enemy, place in {**places, **worst.ring, **worst.others}.items():
        why = " to close the ring" if enemy in worst.ring else " to attack another unit (7.11)"
        why = "" if enemy in places else why
        if place != state.location[enemy]:
            lands = queries.lands(turn.game, enemy)
            how = "move" if state.location[enemy] >= 0 else "land and go" if lands else "enter and go"
            yield f"{asked.name_of(enemy)} would {how} to {state.number(place)}{why}"
        elif enemy in worst.others:
            yield f"{asked.name_of(enemy)} would stay at {state.number(place)}{why}"
    yield from _preview_in_words(turn.game, found, alone=planning.guns_alone(turn.game, places), theirs=True)


def traps(asked: Inquiry) -> Iterator[str]:
    """List the enemies that your units could surround in your next Movement Phase, and the moves that do it."""
    game = asked.game
    state, board = game.state, game.scenario.board
    them = 1 - max(asked.side, 0)
    found, turn = planning.traps(game, them), planning.EnemyTurn(game, them).game
    for enemy, trap in found.items():
        goes = [f"{asked.name_of(unit)} to {state.number(h)}" for unit, h in trap.moves[: trap.ring]]
        place = named_hex(board, state.location[enemy])
        at = f"{asked.name_of(enemy)} at {place}{',' if ',' in place else ''}"
        yield f"To surround {at.removesuffix(',')}, bring {listed(goes)}" if goes else f"{at} has no way out"
        fired = f"; after all Final Protective Fire, {trap.dice} of 6" if trap.dice != trap.unfired else ""
        yield f"If every unit that can attack it does, {rolls_that_eliminate(trap.unfired, 'it')}{fired}"
        bridges = planning.risks_of_bridges(turn, dict(trap.moves[: trap.ring]))
        yield from (warning_in_full(game, risk) for risk in bridges)
    if not found:
        yield "You cannot surround any enemy"


def _preview_in_words(game: Game, found: planning.Preview, *, alone: bool, theirs: bool = False) -> Iterator[str]:
    """Yield the rest about an attack after its arithmetic: the refusal, the result of each roll, the ways out.

    `theirs` is True for an attack that the enemy may plan together with others.
    """
    if found.refusal is not None:
        only = "It is legal only together with other attacks" if theirs else "That attack is not allowed"
        yield f"{only}: {found.refusal.reason} ({found.refusal.case})"
    if found.fire:
        less = signed(found.fire_odds.attack - found.fire_odds.defense)
        fire = f"If the defender adds all possible fire ({found.fire}), the differential is {less}"
        yield f"{fire}, in column {found.fire_odds.column}"
    yield from _results_in_words(game, found.fates, found.attacker_fates, found.odds.results, alone=alone)
    if found.fire and found.fire_odds.results != found.odds.results:
        fired = _results_in_words(game, found.fates, found.attacker_fates, found.fire_odds.results, alone=alone)
        yield from (f"With all that fire, {line[0].lower()}{line[1:]}" for line in fired)
    yield from (ways_out(game, fate) for fate in found.fates)


def _too_far(game: Game, attackers: Iterable[int], enemies: Sequence[int]) -> tuple[int, ...]:
    """Return the attackers other than artillery that are not next to all the enemies (7.23)."""
    state, around = game.state, game.scenario.board.grid.neighbors
    at = {state.location[enemy] for enemy in enemies}
    ground = (unit for unit in attackers if not state.units[unit].is_artillery)
    return tuple(unit for unit in ground if not at.issubset(around[state.location[unit]]))


def _results_in_words(
    game: Game, them: Sequence[planning.Fate], us: Sequence[planning.Fate], results: Sequence[str], *, alone: bool
) -> Iterator[str]:
    """Yield the effect of each roll."""
    for face in faces(game, them, us, results, alone=alone):
        dice = listed(map(str, face.dice), 6, "or")
        yield f"On a {dice}: {face.result}, {face.words[0]}"


def _under_way(asked: Inquiry) -> Iterator[str]:
    """Describe the combat that waits for the defender's fire or for its die."""
    game, combat = asked.game, asked.game.state.under_way
    ids = game.state.ids
    found = planning.current(game)
    if asked.rest and game.prompt.kind == "fpf":
        order = parse(f"fpf {asked.rest.removeprefix('fpf ')}")
        assert isinstance(order, Fpf)
        answer = planning.answer(game, order)
        if answer is not None:
            found = answer.odds
            if answer.refusal is not None:
                yield f"That fire is not allowed: {answer.refusal.reason} ({answer.refusal.case})"
    if found is None:
        yield "The die has already been rolled"
        return
    attackers = ids((*combat.attackers, *combat.barrage))
    attack = _attack_on(attackers, units_listed(ids(combat.defenders)), combat.support)
    yield f"{attack}: {_sum_in_words(found, planning.line_reason(game, combat))}"
    alone, adjacent = planning.guns_alone(game, combat.attackers), bool(combat.attackers)
    for result in dict.fromkeys(found.results):
        dice = [str(die) for die, other in enumerate(found.results, 1) if other == result]
        shown, _, effect = result_in_words(result, alone=alone, adjacent=adjacent).partition(": ")
        yield f"On a {listed(dice, 6, 'or')}, {shown}: {effect}"
    guns, support = planning.protection(game)
    if game.prompt.kind == "fpf":
        given = [
            f"the fire of {queries.named(name)}, {count(planning.fire_points(game, gun), 'point', most=0)}"
            for gun, name in zip(guns, ids(guns), strict=True)
        ]
        given += [count(support, "Ground Support Point", most=0)] if support else []
        yield f"You may add {listed(given, 99)}" if given else "You have no fire to add"
