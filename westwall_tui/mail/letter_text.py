"""The text of a letter: its orders in a few sentences, the score, the next decision, and how to open the file."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import fill

from westwall_tui.engine import events as ev
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Demolish
from westwall_tui.engine.scenario import Phase, Scenario
from westwall_tui.engine.words import capital, count, listed, with_stop
from westwall_tui.files.command_line import BEST_OF_THREE, COMPUTER, CONDITIONS, LETTERS, MIRRORED, SEALED
from westwall_tui.files.players.bids import Bid, settled_in_words
from westwall_tui.files.saves.mailed import Mailed
from westwall_tui.files.saves.matches import AT_ONCE
from westwall_tui.history.entries import Entry, Fight, entries_since
from westwall_tui.history.gains import points_in_words, turn_news
from westwall_tui.history.words import FEW, Words
from westwall_tui.words.telling import COUNTED

WIDTH = 76
"""Maximum columns of a letter, because mail programs may not wrap lines."""
MOST_EVENTS = 4
"""The maximum number of single events in a letter without orders to sum up."""
NOTHING = "I had nothing to decide this time."
SEALS = " This letter seals my dice."
TRIES = "I try to blow the bridge."
DICE = {
    SEALED: "There is one letter per turn, and nobody can change a die.",
    "together": "There is one letter per die, so that nobody can know a roll in advance.",
}
DEFENSE = {
    COMPUTER: "During your turn the computer decides for me, and during mine for you.",
    "orders": "During your turn you decide for me, following my standing orders; during mine I do the same for you.",
    CONDITIONS: "During your turn my conditions decide for me, and during mine yours decide for you. If they leave a "
    "decision to their player, a letter arrives in mid-turn.",
    LETTERS: "Each of us decides for ourselves, so some letters will arrive in mid-turn.",
}
"""By the agreed defense, a sentence by the writer of the invitation."""


MATCH = {
    MIRRORED: "It is a match of two games, and in the second one we switch sides. We play both at once, in the same "
    "letters, and the sum of the leads in points decides.",
    BEST_OF_THREE: "It is a best of three. We play the first two games at once, in the same letters, with the sides "
    "switched. Unless one of us wins both, we play a third game with the sides of the first. The number of games won "
    "decides; if it is equal, the sum of the leads in points does.",
}
"""By kind of match, sentences by the writer of the invitation."""
HAS_GAMES = ("The game is", "Both games are", "All three games are")
"""By the number of games in a letter, less one, the beginning of the sentence about the file."""


def dice_in_words(mailed: Mailed) -> str:
    """Return a sentence about the agreed dice and the number of letters."""
    if mailed.dice == SEALED and mailed.defense in (CONDITIONS, LETTERS):
        return "Nobody can change a die."
    return DICE[mailed.dice]


def entries_after(game: Game, start: int) -> list[Entry]:
    """Return the entries of the orders after the first `start`."""
    before = game.root().rolled_by_hand()
    before.replay(game.log[:start])
    return entries_since(before, game.log)


def summarize(game: Game, entries: Sequence[Entry]) -> list[str]:
    """Return a few sentences about the effects of some orders."""
    words = Words(game.scenario)
    sentences = [
        *_sum_up_moves(entries, words),
        *_sum_up_fights(entries, words),
        *_sum_up_losses(entries, words),
        *_sum_up_bridges(entries),
        *_sum_up_turns(entries, words),
    ]
    events = [event for entry in entries for event in entry.events]
    if game.state.combat is not None and not game.state.combat.die:
        sentences += [_sentence(str(event)) for event in events if isinstance(event, ev.Attacked)][-1:]
    omitted = (ev.GameEnded, ev.PhaseSkipped)
    return sentences or [_sentence(str(event)) for event in events if not isinstance(event, omitted)][:MOST_EVENTS]


def _sentence(text: str) -> str:
    return capital(with_stop(text))


def _people(words: Words) -> list[str]:
    return [capital(side.people) for side in words.scenario.sides]


def _sum_up_moves(entries: Sequence[Entry], words: Words) -> Iterator[str]:
    """Yield a sentence for each side, such as `The Germans moved 12 units and brought in three units`."""
    units: dict[tuple[int, type], set[str]] = {}
    for event in (event for entry in entries for event in entry.events):
        if type(event) in COUNTED and (side := _side_of(event, words)) >= 0:
            what = getattr(event, "unit", "") or getattr(event, "division", "")
            units.setdefault((side, type(event)), set()).add(what)
    for side, people in enumerate(_people(words)):
        found = [(len(units[side, kind]), how) for kind, how in COUNTED.items() if (side, kind) in units]
        done = [how.sentence.format(count(n, how.thing)) for n, how in found if how.in_letters]
        if done:
            yield f"{people} {listed(done)}."


def _side_of(event: ev.Event, words: Words) -> int:
    """Return the side of an event or of its unit; -1 if the event names neither."""
    unit, name = getattr(event, "unit", "").lower(), getattr(event, "side", "")
    if unit in words.scenario.by_id:
        return words.scenario.units[words.scenario.by_id[unit]].side
    return words.sides.index(name) if name in words.sides else -1


def _sum_up_fights(entries: Sequence[Entry], words: Words) -> Iterator[str]:
    """Yield for each side its most important attacks, and the number of its other attacks."""
    fights: list[Fight] = [entry.fight for entry in entries if entry.rolls and entry.fight is not None]
    for side, people in enumerate(_people(words)):
        own = [fight for fight in fights if fight.side == side]
        heavy = sorted(own, key=lambda fight: -abs(fight.worth(fight.result)))[:FEW]
        subject = people
        for fight in (fight for fight in own if fight in heavy):
            place = words.at(fight.place)
            yield f"{subject} attacked {place}{',' * (',' in place)} and rolled a {fight.die} ({fight.result})."
            subject = "They"
        if rest := len(own) - len(heavy):
            yield f"They attacked {count(rest, 'more time')}."


def _sum_up_losses(entries: Sequence[Entry], words: Words) -> Iterator[str]:
    """Yield a sentence for each side, such as `The U.S. lost unit 52 and 3/327`."""
    lost = [loss.unit for entry in entries for loss in entry.losses]
    for side, people in enumerate(_people(words)):
        units = [unit for unit in lost if words.scenario.units[unit].side == side]
        if units:
            yield f"{people} lost {words.units(units)}."


def _sum_up_bridges(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield a sentence on the bridges that were blown, such as `Bridge 1207/1308 was blown.`."""
    events = [event for entry in entries for event in entry.events]
    blown = [event.bridge for event in events if isinstance(event, ev.BridgeTried) and event.blown]
    if blown:
        yield f"Bridges {listed(blown)} were blown." if len(blown) > 1 else f"Bridge {blown[0]} was blown."


def _sum_up_turns(entries: Sequence[Entry], words: Words) -> Iterator[str]:
    """Yield the places that passed to a side in a Player-Turn, and the roads that were cut or opened."""
    texts = [news.text for entry in entries for news in turn_news(entry, words)]
    for text in list(dict.fromkeys(texts))[:FEW]:
        yield _sentence(points_in_words(text, words, past=True))


def score_in_words(game: Game) -> str:
    """Return the score; empty during the set-up, and in a battle without points."""
    if game.state.phase is Phase.SETUP or not queries.account(game):
        return ""
    points = zip(game.scenario.sides, queries.totals(game), strict=True)
    return f"The score is {' : '.join(f'{side.adjective} {n}' for side, n in points)}."


def letter_in_words(games: Sequence[tuple[Game, Mailed]], file: str) -> str:
    """Return the text of the last letter of a game, or of all games of a match."""
    game, mailed = max(games, key=lambda each: each[1].progress)
    letter = mailed.number
    writer = mailed.author(letter)
    me, you = mailed.players[writer], mailed.players[1 - writer]
    scenario, turn = game.scenario, game.state.turn
    when = f"Game-Turn {turn} of {scenario.last_turn}" + (f", {scenario.date(turn)}" if scenario.date(turn) else "")
    subject = f"Subject: {title_of(scenario)} by mail, {when if turn else 'set-up'}"
    paragraphs = [[subject], [f"{you},"]]
    over = all(each.outcome is not None for each, _ in games)
    is_third = mailed.match > AT_ONCE
    match = mailed.match_with(of_each.result(each) for each, of_each in games if each.outcome is not None)
    state = [*match.after_game(mailed.players_by_number, at_once=True)] if mailed.match else []
    if letter == 1:
        paragraphs.append(state if is_third else _lines_of_invitation(game, mailed, writer))
    for each, of_each in games[AT_ONCE * is_third :]:
        heading = f"Game {of_each.match}, in which you play {each.scenario.sides[of_each.players.index(you)].people}:"
        paragraphs += [[heading]] if of_each.match else []
        paragraphs += _news_of_game(each, of_each, letter)
    if orders := mailed.standing[writer]:
        paragraphs.append([f"My standing orders: {orders}"])
    if over and mailed.match:
        paragraphs.append(state)
    ends = over and not match.is_third_due
    how, what = "To see how it ended" if ends else "To continue", HAS_GAMES[len(games) - 1]
    return letter_with(paragraphs, f"{what} in the attached file, {file}. {how}, save it and type:", file, me)


def letter_with(paragraphs: Iterable[Sequence[str]], last: str, file: str, writer: str) -> str:
    """Return the text of a letter: its paragraphs, the last one, the command that opens the file, and the name."""
    body = "\n\n".join(fill(" ".join(each), WIDTH, break_on_hyphens=False) for each in (*paragraphs, [last]))
    return f"{body}\n\n    westwall mail {file}\n\n{writer}\n"


def title_of(scenario: Scenario) -> str:
    """Return the battle and name of a scenario."""
    return f"{scenario.battle}: {scenario.name}" if scenario.battle else scenario.name


def _news_of_game(game: Game, mailed: Mailed, letter: int) -> Iterator[list[str]]:
    """Yield the paragraphs about a game in the letter with a number."""
    if mailed.number == letter:
        start = mailed.ends[letter - 2] if letter > 1 else 0
        entries = entries_after(game, start)
        tried = [TRIES] * (f"{Demolish(attempt=True)}" in game.log[start:])
        yield summarize(game, entries) or tried or [NOTHING + (SEALS if letter <= len(mailed.players) else "")]
    over = game.outcome
    asked = _question_in_words(game, mailed.author(letter)) if over is None else _sentence(over.sentence)
    yield [each for each in (score_in_words(game), asked) if each]


def _question_in_words(game: Game, writer: int) -> str:
    """Return what the other player has to decide, in words."""
    if game.prompt.kind == "roll":
        return "A die is due, and I need your letter to roll it."
    if game.side == writer:
        return "I will continue when your letter arrives."
    return f"It is your turn. {_sentence(game.prompt.text)}"


def _lines_of_invitation(game: Game, mailed: Mailed, writer: int) -> list[str]:
    """Return the terms of a new game, in sentences."""
    sides = game.scenario.sides
    bids = mailed.bids
    if bids is not None:
        first, second = mailed.players[writer], mailed.players[1 - writer]
        made = [Bid.read(game.scenario, word) for word in (bids.opened, bids.answer)]
        begins = f"This letter opens my bid. {settled_in_words(game.scenario, (first, second), made)}"
    else:
        begins = "I invite you to a game by mail."
    return [
        begins,
        f"You play {sides[1 - writer].people}, and I play {with_stop(sides[writer].people)}",
        *lines_of_terms(game, mailed),
        "If you agree, open the file and answer.",
    ]


def lines_of_terms(game: Game, mailed: Mailed) -> list[str]:
    """Return the terms of a new game that do not depend on who plays which side, in sentences."""
    offered = {option.name: option for option in game.rules.offered}
    options = [
        name if offered[name].most == 1 else f"{value} {offered[name].text[0].lower()}{offered[name].text[1:]}"
        for name, value in game.rules.options.items()
        if name in offered
    ]
    chosen = [f"We play with {'this option' if len(options) == 1 else 'these options'}: {listed(options)}."]
    return [
        *([MATCH[mailed.kind]] if mailed.match else []),
        *(chosen if options else []),
        dice_in_words(mailed),
        DEFENSE[mailed.defense],
    ]
