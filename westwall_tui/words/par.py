"""The place of a result among the games that the computer has played against itself, in words."""

from collections.abc import Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Accept, Concede, parse
from westwall_tui.engine.words import with_stop
from westwall_tui.files.computer.par import pars_of
from westwall_tui.files.players.seats import Seat


def par_in_words(game: Game, seats: Sequence[Seat]) -> str:
    """Return a sentence that compares a finished game with those of the computer against itself.

    It is about the only person's side, or else about the winner. It is empty without measured games or such a side, and
    if the game is not comparable: because of an option, or because it ended before its time by agreement.
    """
    people = [side for side, seat in enumerate(seats) if seat.is_person]
    side = people[0] if len(people) == 1 else game.outcome.winner if game.outcome is not None else -1
    par = pars_of(game.scenario.rules).get(game.scenario.key)
    if side < 0 or par is None or any(game.rules.options.values()):
        return ""
    if not game.log or isinstance(parse(game.log[-1]), Accept | Concede):
        return ""
    beaten, games, whose = par.beaten(queries.margin(game), side), len(par.leads), game.scenario.sides[side].people
    played = f"games that the level-{par.level} computer played against itself"
    if not beaten:
        return with_stop(f"None of {games} {played} ended worse for {whose}")
    return f"This is better for {whose} than {beaten} of {games} {played}."
