"""Prompts of all kinds of decisions, as sentences from recorded games."""

import pytest

from tests.engine.queries.test_sources import begun
from tests.ui.desk import BareDesk

PROMPTS = {
    "arnhem-free-holding": {
        0: "Allied, in secret: note the drop zone of the 101st, not on an X. 3 left",
        3: "Allied: all drop zones are noted",
        4: "German: place 9S (2-2-12). 7 units left to set up",
        10: "German: place 2/406 (2-2-7). 1 unit left to set up",
        11: "German: all units are set up",
        12: "Allied: which unit lands? 25 of 40 can",
        13: "1/502 (2-2-7) lands: choose a hex marked *. 23 more to land",
        16: "The Germans may try to demolish bridge 3411/3512, now or never",
        17: "The Germans roll the die for the demolition. Enter: type the roll, 1 to 6",
        31: "Allied: which unit moves? 13 left, 10 to land",
        47: "1/502 (2-2-7) lands: choose a hex marked *",
        65: "Allied: choose an attack. 1 of your units and 1 enemy must fight",
        66: "The Allies roll the die. Enter: type the roll, 1 to 6",
        67: "Die 5: A1. Allied: 2/82 retreats one hex. Where to? 2 hexes are marked *",
        68: "Die 5: A1. German: does 9S advance to 3117?",
        69: "Allied: no unit has to fight, and there is nothing left to attack",
        72: "German: choose an attack. 2 of your units and 3 enemies must fight",
        73: "The Allies may support 2/505 with Final Protective Fire",
        79: "Die 1: A1. Allied: does 3/505 advance to 3117? Only one of the two can",
        81: "The Allies roll the die for the weather. Enter: type the roll, 1 to 6",
        117: "Die 5: A1. Allied: 3/505 retreats one hex. Where to? 3 hexes are marked *. One more unit must retreat",
        119: "Die 5: A1. German: does 9S advance? 2 hexes are marked *",
        170: "Allied: 1/Pol halted with 3.5 MP left. Does it go on? 63 hexes are numbered",
        291: "Allied: no unit has to fight. 1 enemy could still be attacked",
        325: "The Allies may support 1C/5 and unit 153 with Final Protective Fire",
        394: "The Allies may support unit 214 with Final Protective Fire",
    },
    "remagen-historical-busy": {
        64: "U.S.: which front do you name? 3 units lost, 9 points",
        135: "The U.S. roll the die. Enter: type the roll, 1 to 6",
        198: "The U.S. may support 2/311 with Final Protective Fire",
        234: "U.S.: which front do you name? 1 gap, 1 unit lost, 8 points",
        255: "U.S.: which front do you name? 1 unit lost, 3 points",
    },
    "campaign-greedy": {
        0: "U.S.: place unit 52 (4-4-12). 9 units left to set up",
        92: "U.S.: where is 3/502 displaced to (7.81)? 4 hexes are marked *",
        95: "U.S.: where is unit 90 displaced to (7.81)? 2 hexes are marked *",
        159: "German: where is 1/304 displaced to (7.81)? 3 hexes are marked *",
    },
    "hurtgen-free-greedy": {
        95: "German: where is unit 16 displaced to (7.81)? 2 hexes are marked *",
    },
}
"""By recorded game: the prompt after a number of orders."""


@pytest.mark.parametrize("name", PROMPTS)
def test_every_prompt_is_a_sentence_that_a_player_understands(name):
    game, orders = begun(name)
    prompts = {}
    for number, order in enumerate(orders[: max(PROMPTS[name]) + 1]):
        if number in PROMPTS[name]:
            prompts[number] = BareDesk(game).mode.prompt()
        game.replay([order])
    assert prompts == PROMPTS[name]
