"""The finished texts of the engine in recorded games: prompts, lines of the log, reports of a combat and refusals."""

from collections.abc import Iterator

import pytest

from tests.games import record
from westwall_tui.engine import queries
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.words import outcome_sentence


def after(name: str, *counts: int) -> Iterator[tuple[Game, list[Event]]]:
    """Yield a recorded game after each number of its orders, with the events of the last order."""
    header, orders = record.read((record.FOLDER / f"{name}.orders").read_text(encoding="utf-8"))
    game = record.begin(*header[:3])
    events: list[Event] = []
    for number in range(max(counts) + 1):
        if number in counts:
            yield game, events
        events = game.replay(orders[number : number + 1])


PROMPTS = {
    "arnhem-free-holding": {
        2: "The Allies must note the drop zones of the 82nd",
        5: "The Germans must set up 2/9S, Krft, Grsn and 3 more",
        11: "The Germans have set up all their units",
    },
    "arnhem-historical-random": {
        11: "The Germans may try to demolish bridge 1207/1308",
        52: "The Allies must attack; seven units still have to fight",
        55: "The Allies must retreat 2/508 and 3/508 by one hex",
        64: "The Allies must displace 1/82",
        66: "The Allies may attack or end the phase",
        82: "The Allies may support 2/1 and 3/1 with Final Protective Fire",
        84: "The Allies may advance 2/1 or 3/1",
    },
    "arnhem-weather-busy": {
        106: "The Allies roll the die for the weather",
        122: "The bridge ahead of 1/505 is blown; the Allies must reroute it or stop it here",
    },
    "remagen-historical-busy": {64: "The U.S. must name their front; the proposed one costs nine Victory Points"},
    "spearhead-random": {20: "The U.S. may move units or end the phase", 25: "The U.S. roll the die"},
}

LINES = {
    "arnhem-free-holding": {
        1: "the Allies noted the drop zone of the 1st",
        12: "the drop zone of the 101st is at 1415",
        71: "2/vT entered at 3910 and moved to 3810 for 4 MP",
    },
    "arnhem-historical-busy": {
        16: "bridge 1206/1307: a roll of 2 demolishes it",
        87: "Grsn exited from 0701 by the west edge",
    },
    "arnhem-historical-random": {
        9: "7K/1 moved from 3617 to 3816 for 2 MP",
        12: "bridge 1207/1308 was left standing",
        65: "1/82 was displaced to 1823",
        101: "the Germans score 9 Victory Points (no Line of Communication: 1/504, 2/504, 3/504)",
    },
    "arnhem-weather-busy": {85: "1/59 was eliminated at 0701", 107: "weather: Poor (roll 5)"},
    "remagen-historical-busy": {
        65: "the front runs from 0927 to 0930, with a gap at 0927",
        219: "bridge 0511 was laid from 0410 to 0611 (Float Bridge 1)",
    },
    "spearhead-busy": {1: "unit 52 was set up at 2614", 82: "U.S. Combat Phase: no attack is possible"},
}

REPORTS = {
    "arnhem-historical-random": {
        54: "Br: 1/406 must retreat one hex, to one of two hexes.",
        65: "3/505 retreats to 1924; 1/82 is displaced to 1823. 2/406 may advance.",
        84: "A1: Krft retreats to 3722. 2/1 and 3/1 may advance.",
    }
}

REFUSALS = {
    "arnhem-historical-random": {
        (0, "move Hber 2322"): "Hber is not an Allied unit; the Allied player decides now, so name an Allied unit",
        (1, "done"): "you must first land 1/501, 3/501, 1/502 and 22 more",
        (
            52,
            "done",
        ): "Grsn, 1/406 and 2/406 must still be attacked, and 1/506, 3/505, 2/508 and 3/508 must still attack",
        (54, "land 15/19 3304"): "the German player decides now and can only give this order: retreat",
        (70, "enter 1/59 0420"): "1/59 cannot enter at 0420, only at 0701-0901",
    },
    "spearhead-random": {
        (20, "move 52 0101"): "unit 52 needs 24 MP to reach 0101, but has only 12",
        (20, "exit 52 west"): "unit 52 cannot exit; only German units can",
        (20, "retreat 52 0101"): "no unit has to retreat now; units retreat only after a combat",
    },
}


@pytest.mark.slow
def test_prompts():
    for name, texts in PROMPTS.items():
        assert [game.prompt.text for game, _ in after(name, *texts)] == [*texts.values()]


@pytest.mark.slow
def test_lines_of_the_log():
    for name, texts in LINES.items():
        found = [list(map(str, events)) for _, events in after(name, *texts)]
        assert [text for text, lines in zip(texts.values(), found, strict=True) if text not in lines] == []


@pytest.mark.slow
def test_reports_of_a_combat():
    for name, texts in REPORTS.items():
        assert [queries.what_happened(game, events) for game, events in after(name, *texts)] == [*texts.values()]


@pytest.mark.slow
def test_refusals():
    for name, texts in REFUSALS.items():
        games = {count: game.copy() for count, (game, _) in ((n, next(after(name, n))) for n, _ in texts)}
        found = [games[count].explain(line) for count, line in texts]
        assert [refusal and refusal.reason for refusal in found] == [*texts.values()]


def test_outcomes():
    reasons = {
        "US wins: German 0, US 45": "The U.S. win: German 0, U.S. 45",
        "German wins: US conceded": "The Germans win: the U.S. conceded",
        "Red wins: Blue conceded": "The Red forces win: the Blue forces conceded",
        "US Decisive Victory: US 196, German 30": "U.S. Decisive Victory: U.S. 196, German 30",
        "The game is drawn: both sides agreed": "The game is drawn: both sides agreed",
    }
    assert [outcome_sentence(reason) for reason in reasons] == [*reasons.values()]
