"""Random lines, which all get an answer in sentences and never a traceback."""

import pytest

from tests.long import sample
from tests.plain.lines import Table, table
from tests.players import busy_player
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.orders import WORDS
from westwall_tui.files.players.settings import Settings
from westwall_tui.plain.input import completions
from westwall_tui.plain.questions import QUESTIONS
from westwall_tui.plain.table import COMMANDS

pytestmark = pytest.mark.usefixtures("folders")
STRANGE = ["", "\x1b[31m", "\x00", "é", "ss\u00df", "K", ">", "+", "gs", "-1", "99999", "0", "auto", "north", "?", "#",
           "'", "%s", "{0}", "all", "none", "person", "\u202e", "x" * 300]  # fmt: skip


def line_of(game, draw: Draw) -> str:
    """Return a line that a player might type: a word, and words that mostly fit."""
    words = [*QUESTIONS, *WORDS, *(word for word in COMMANDS if word not in ("quit", "do")), *STRANGE]
    units = [unit.id for unit in game.state.units]
    numbers = [game.state.number(h) for h in game.scenario.board.playable]
    names = [place.name for place in game.scenario.board.places] or ["x"]
    found = [draw.pick(words)]
    found += [draw.pick(draw.pick([units, numbers, names, STRANGE])) for _ in range(draw.below(5))]
    if not draw.below(4) and game.outcome is None:
        found = str(next(iter(game.legal()), "done")).split()
        if draw.below(2):
            found[draw.below(len(found))] = draw.pick(STRANGE)
    return " ".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bastogne/spearhead", "arnhem/free", "remagen/historical", "hurtgen/free"])
def test_any_line_has_an_answer(name):
    game = table(name, settings=Settings(handover="never"))
    draw = Draw(7)
    for _ in range(sample(6, 2)):
        said = game.type(*(line_of(game.session.game, draw).replace("\n", "") for _ in range(60)))
        assert said[-1].startswith(("The game is saved", "You gave no orders", "To read how it went"))
        assert all(line.isprintable() for line in said)
        if game.session.game.outcome is not None:
            game = table(name, settings=Settings(handover="never"))
        for _ in range(40):
            if game.session.game.outcome is None:
                game.session.apply(busy_player(game.session.game, draw))
        game = Table(game.session, Settings(handover="never"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bastogne/spearhead", "arnhem/free"])
def test_any_line_can_be_completed(name):
    session, draw = table(name).session, Draw(9)
    for _ in range(sample(400, 80)):
        game = session.game
        if game.outcome is not None:
            break
        for line in ("", *(line_of(game, draw)[: draw.below(30)] for _ in range(3))):
            assert all(word.strip() for word in completions(game, line, COMMANDS))
        session.game.apply(busy_player(game, draw))


@pytest.mark.slow
def test_completions_lead_to_legal_orders():
    session = table("bastogne/spearhead").session
    draw, tried = Draw(3), 0
    for _ in range(60):
        game = session.game
        if game.prompt.kind not in ("set-up", "movement"):
            break
        words: list[str] = [{"set-up": "deploy", "movement": "enter"}[game.prompt.kind]]
        if game.prompt.kind == "movement" and not queries.entering(game, game.side):
            break
        while game.explain(" ".join(words)) if len(words) > 2 else True:
            found = completions(game, " ".join(words) + " ", COMMANDS)
            if not found:
                break
            words.append(draw.pick(found))
        if len(words) > 2:
            assert game.explain(" ".join(words)) is None, words
            tried += 1
        session.game.apply(busy_player(game, draw))
    assert tried > 8
