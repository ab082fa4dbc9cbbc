"""The answers to questions in every battle, for a voice and from the referee."""

from collections.abc import Iterator

import pytest

from tests.drawn import below, drawn, play
from tests.engine.battles.drawn_arnhem import market
from tests.every import every
from tests.long import sample
from tests.plain.lines import FOR_EYES
from tests.players import busy_player
from westwall_tui.engine import planning, queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, OrderSyntaxError
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.plain.console import TYPED
from westwall_tui.plain.questions import QUESTIONS, ask, questions
from westwall_tui.referee import Inquiry, Referee, as_text

ALL = ("arnhem/historical", "arnhem/free", "bastogne/relief", "hurtgen/historical", "remagen/historical")


def answer_to(game: Game, line: str, viewer: int | None = None) -> list[str]:
    """Return the answer to a question."""
    word, _, rest = line.partition(" ")
    return ask(word, Inquiry(game, game.side if viewer is None else viewer, rest, game))


def played(name: str, orders: int) -> Game:
    """Return a game after some orders."""
    return next(played_to(name, orders))


def played_to(name: str, *points: int) -> Iterator[Game]:
    """Yield a game after each of some numbers of orders."""
    game, draw = Game(load_scenario(name), seed=5), Draw(5)
    for orders in points:
        while len(game.log) < orders and game.outcome is None:
            game.apply(busy_player(game, draw))
        yield game


@pytest.fixture(scope="module")
def combat() -> Game:
    """Return a game at its first combat."""
    game, draw = Game(load_scenario("bastogne/spearhead"), seed=5), Draw(5)
    while not (game.prompt.kind == "combat" and queries.outstanding(game).attackers):
        game.apply(busy_player(game, draw))
    return game


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_answers_are_for_the_ear(name):
    for game in played_to(name, *sample((0, 3, 150, 260), (3, 200))):
        on_map = game.state.on_map(0) + game.state.on_map(1)
        units = [game.state.units[unit].id for unit in (*on_map[:4], *range(0, len(game.state.units), sample(9, 18)))]
        hexes = [game.state.number(h) for h in game.scenario.board.playable[:: sample(60, 180)]]
        lines = ["map", "units", "enemies", "enemies all", "who", "odds", "legal", "points", "news", "briefing"]
        lines += [f"{word} {unit}" for word in ("unit", "reach", "legal") for unit in units]
        lines += [f"{word} {h}" for word in ("look", "map", "near") for h in hexes]
        lines += [f"{word} {units[0]} {h}" for word in ("reach", "threat") for h in hexes]
        for line in lines:
            try:
                said = answer_to(game, line)
            except (IllegalOrder, OrderSyntaxError) as error:
                pytest.fail(f"{line}: {error}")
            assert said, line
            for sentence in said:
                assert not FOR_EYES.search(sentence), (line, sentence)
                assert sentence[-1] in ".:?!", (line, sentence)


def test_a_unit():
    game = played("bastogne/spearhead", 12)
    assert answer_to(game, "unit 52")[:3] == [
        "U.S. unit 52 is a mechanized infantry battalion (9th Armored CCR).",
        "Its numbers are attack 4, defense 4, moves 12.",
        "It is at 2614 Longvilly.",
    ]
    assert answer_to(game, "unit 5a") == [
        "German 5A is an artillery battalion (5th Parachute).",
        "Its counter reads 5.",
        "Its numbers are barrage 3, Final Protective Fire 2, range 18, defense 1, moves 7.",
        "It is due on Game-Turn 7.",
    ]


def test_near_a_unit_off_the_map_says_where_it_is():
    with pytest.raises(OrderSyntaxError, match=r"1/902 is not on the map; it is still to come"):
        answer_to(played("bastogne/spearhead", 0), "near 1/902")


def test_near_and_map_agree():
    game = played("bastogne/spearhead", 12)
    numbers = "mechanized infantry, attack 4, defense 4, moves 12."
    assert f"U.S. unit 52 is here at 2614: {numbers}" in answer_to(game, "near 2614 0")
    assert any(line.startswith("Near 2614 Longvilly, the U.S. have unit 52 here") for line in answer_to(game, "map"))
    assert answer_to(game, "map 2614")[1] == f"U.S. unit 52 is there: {numbers}"
    assert len(answer_to(game, "map 2614")) == 8  # the hex, the unit, six neighbors


def test_examples_of_answers():
    """These sentences show a reader how the templates sound."""
    examples = {
        ("arnhem/historical", 200): (
            ("units", "7K/1 is at 3817, 1 hex southeast of Ede, and has attacked: attack 2, defense 2, moves 7."),
            ("units", "1/325, 2/325 and 3/Pol are due on Game-Turn 7."),
            ("legal", "Retreat 1/1 to 3519. Type: retreat 1/1 3519."),
            ("lines", "Allied 2/506 at 0502, 1 hex west of Acht, has no Line of Communication: "),
            (
                "points",
                "Beyond the Waal, 2721 Lent, is worth 5 points to the Allies for each ground unit. It counts for ",
            ),
        ),
        ("remagen/historical", 120): (
            ("units", "Unit 60 and 2/47 were lost on Game-Turn 4."),
            ("legal", "German Art-D at 1809 can be attacked by artillery 9A."),
            ("odds", "Only artillery or Ground Support can attack German Art-D."),
            ("points", "Linz is worth 5 points to the U.S. and 20 points to the Germans. It counts for the U.S."),
        ),
    }
    for (name, orders), answers in examples.items():
        game = played(name, orders)
        for question, beginning in answers:
            assert any(line.startswith(beginning) for line in answer_to(game, question)), beginning


def test_reach_describes_the_way_and_its_cost():
    game = played("bastogne/spearhead", 10)
    assert answer_to(game, "reach 1/304")[0] == "1/304 has 12 Movement Points and can enter and reach 40 hexes."
    way = answer_to(game, "reach 1/304 2813")
    assert way[0] == "1/304 can move to 2813 Allerborn for 1 Movement Point and then has 11 Movement Points left."
    assert way[1] == "Its path is 2913, 2813 Allerborn."
    assert answer_to(game, "reach 1/304 Foy")[0].startswith("1/304 cannot stop at ")


def test_the_units_that_must_fight_and_their_odds(combat):
    left = queries.outstanding(combat)
    said = answer_to(combat, "who must fight")
    assert "must attack." in said[0]
    assert all(queries.named(name) in said[0] for name in combat.state.ids(left.attackers))
    target = planning.targets(combat)[0]
    name = combat.state.units[target].id
    one, listed = answer_to(combat, f"odds {name}"), answer_to(combat, "odds")
    assert "minus defense" in one[0]
    assert " line, column " in one[0]
    assert any(line.startswith("On a 1") for line in one)
    assert any(queries.named(name) in line for line in listed)
    with pytest.raises(OrderSyntaxError, match="no unit"):
        answer_to(combat, "odds 99x")


def test_odds_are_those_of_the_roll(combat):
    game = combat.copy()
    game.seed = None
    order = next(order for order in game.legal() if order.word == "attack")
    said = answer_to(game, f"odds {str(order).removeprefix('attack ')}")
    game.apply(order)
    while game.prompt.kind == "fpf":
        game.apply("fpf none")
    die, line = 4, next(line for line in said if line.startswith("On a ") and "4" in line.partition(":")[0])
    game.apply(f"roll {die}")
    rolled = game.state.combat.result if game.state.combat else ""
    assert not rolled or f": {rolled}, " in line


def test_legal_names_what_can_be_ordered(combat):
    start = played("bastogne/spearhead", 10)
    assert answer_to(start, "legal")[0].startswith("These units may enter: 1/3, 2/3, 1/304,")
    assert answer_to(start, "legal")[-1] == "Type done to end the Movement Phase."
    assert "can be attacked by" in answer_to(combat, "legal")[0]
    assert answer_to(combat, "legal")[-1].startswith("The phase cannot end yet: ")
    setup = Game(load_scenario("bastogne/spearhead"), seed=5)
    assert answer_to(setup, "legal")[0].startswith("Still to set up: units 52, 2,")


@pytest.mark.slow
def test_a_hint_is_an_order_that_can_be_typed():
    game = played("bastogne/spearhead", 10)
    said = answer_to(game, "hint")[0]
    line = said.partition(TYPED)[2].removesuffix(".")
    assert game.explain(line) is None
    assert len(line.split()) <= 4
    assert answer_to(game, "hint 2R")


def test_news_covers_the_last_turn_and_this_one():
    game = played("bastogne/spearhead", 10)
    assert sum("is set up at" in line for line in answer_to(game, "news")) == 9
    while game.state.turn < 2:
        game.apply(busy_player(game, Draw(1)))
    said = answer_to(game, "news", 0)
    assert not any("set up" in line for line in said)
    assert any("Movement Phase" in line for line in said)


def test_rules_by_case_and_by_word():
    game = played("bastogne/spearhead", 0)
    assert answer_to(game, "rules 6.13")[0].startswith("6.13, Zones of Control, Standard Rules: A unit leaves")
    assert answer_to(game, "rules zoc")[0] == "The term in the rules is Zone of Control."
    assert answer_to(game, "rules xyzzy") == ["No rule contains that."]


@every("line", ["look", "unit", "near", "reach", "rules", "unit x", "look 9999", "odds > >", "reach 52 x"])
def test_a_refused_question_says_how_to_ask(line):
    game = played("bastogne/spearhead", 10)
    if line.startswith("odds"):
        game = played("bastogne/spearhead", 12)
    with pytest.raises(OrderSyntaxError, match=r"write it like this|there is no|name the"):
        answer_to(game, line)


# -- the referee


def test_the_referee_has_the_same_questions():
    game = played("bastogne/spearhead", 12)
    referee = Referee(game, 1, sentences=questions)
    for word in ("map", "enemies", "points", "who", "units"):
        answer = referee.answer(f"?{word}")
        assert answer.ok
        assert list(answer.said) == answer_to(game, word)
        assert answer.data == {"told": answer_to(game, word)}
    refused = referee.answer("?unit nobody")
    assert refused.refusal is not None
    assert refused.refusal.case == "syntax"
    assert all(f"?{word}" in referee.answer("?help").said[0] for word in QUESTIONS if word != "legal")
    assert referee.answer("?legal").said[0].startswith(("move", "enter"))  # its own


def test_no_answer_of_the_referee_depends_on_a_secret_15_36():
    """The German player reads the same in two games of the Free Deployment that differ in one drop zone."""
    games = [Game(load_scenario("arnhem/free"), seed=3) for _ in range(2)]
    for game, h in zip(games, ("0113", "0114"), strict=True):
        assert f"zone 101 {h}" in map(str, game.legal())
        game.apply(f"zone 101 {h}")
    said = []
    for game in games:
        referee = Referee(game, 1, 1, sentences=questions)
        asked = ("map", "news", "units", "points", "look 0113", "who", "hint")
        said.append([as_text(referee, referee.answer(f"?{word}")) for word in asked])
    assert said[0] == said[1]
    assert all(answer.startswith("refused 15.36: ") for answer in said[0])  # while the other side makes its notes
    for game in games:
        while game.prompt.kind == "notes":
            game.apply(next(iter(game.legal())))
    for h, game in zip(("0113", "0114"), games, strict=True):
        assert "101" in " ".join(answer_to(game, f"look {h}", 0))
    words = ("map", "news", "units", "points", "look 0113", "look 0114", "who", "legal", "briefing")
    referees = [Referee(game, 1, 1, sentences=questions) for game in games]
    said = [[as_text(referee, referee.answer(f"?{word}")) for word in words] for referee in referees]
    assert said[0] == said[1]


def test_8_15_8_33_adjacent_guns_alone_have_no_effect_with_d1():
    game = drawn(blue=["G 3-2-9/1-7 0505"], red=["X 1-1-7 0504"], phase="combat")
    before = answer_to(game, "odds G > X")
    assert "On a 4: D1, no effect." in before
    assert "On a 5 or 6: Br, G retreats one hex." in before
    play(game, "attack G > X")
    under_way = answer_to(game, "odds")
    assert "On a 4, D1: no effect." in under_way
    assert any(line.endswith("Br: the attacker retreats one hex.") for line in under_way)


def ask_odds(rest, *, side=0, **units):
    """Return the answer of `odds` to Blue."""
    game = drawn(**units)
    return ask("odds", Inquiry(game, side, rest, game))


def test_7_7_enemies_that_can_be_surrounded():
    """A holds X from the south, and B closes the north."""
    game = drawn(blue=["A 4-4-7 0506", "B 4-4-7 0502"], red=["X 1-1-7 0505", "Y 1-1-7 0808"])
    assert answer_to(game, "traps") == [
        "To surround Red X at 0505, bring B to 0504.",
        "If every unit that can attack it does, every roll eliminates it.",
    ]
    play(game, "move B 0501")
    assert answer_to(game, "traps") == ["You cannot surround any enemy."], "B has moved"


def test_12_11_a_wired_bridge_on_the_way_of_the_unit_that_closes_the_ring():
    """A holds X from the north; B must cross the canal to close the south."""
    game = market(
        allied=["A 4-4-7 0503", "B 4-4-9 0508"],
        german=["X 1-1-7 0504"],
        canals=[below(5)],
        bridges=["canal 0505/0506"],
    )
    said = answer_to(game, "traps")
    assert said[0] == "To surround German X at 0504, bring B to 0505."
    assert said[-1] == "The enemy may blow the bridge 0505/0506 when B comes next to it."


def test_7_0_the_enemys_strongest_attack_next_turn():
    """X moves, and R enters; Y is too far away. At 0109 no enemy could attack A."""
    red = ["X 5-4-7 0502", "Y 4-4-1 0901", "R 4-4-4"]
    game = drawn(blue=["A 2-3-7 0507"], red=red, arrivals=[(1, "R", "0501")])
    said = answer_to(game, "threat A 0505")
    assert said[0].startswith("Next turn X and R could attack A at 0505: attack 9 minus defense 3 is plus 6")
    assert said[2] == "Red R would enter and go to 0504."
    assert "On a 1: D3, A is lost." in said, "X and R also surround it"
    assert answer_to(game, "threat A 0109") == ["Next turn no enemy could attack A at 0109."]
    with pytest.raises(OrderSyntaxError, match="not on the map; name a hex"):
        answer_to(game, "threat R")


def test_7_23_the_odds_of_an_enemy_attack_are_the_enemys():
    """X and Y are next to A: 9 less 3 is +6 for Red, in both sides' turns."""
    units = {"blue": ["A 3-3-7 0505", "B 3-3-7 0909"], "red": ["X 5-4-7 0504", "Y 4-4-7 0506", "Z 4-4-7 0101"]}
    for phase in ("movement", "combat"):
        for rest in ("X Y > A", "A"):
            said = ask_odds(rest, phase=phase, **units)
            assert said[0] == "If the Red forces attacked now, these would be the odds."
            assert "X and Y attack A: attack 9 minus defense 3 is plus 6" in said[1]
            assert any("A is lost" in line or "A retreats" in line for line in said), "Blue suffers"
    said = ask_odds("X Z > A", **units)
    assert said[-1] == "Z cannot attack: only units next to the enemy can (7.23)."
    assert not any("attack 5" in line or "minus" in line for line in said), "no numbers that mean nothing"
    said = ask_odds("B > X", **units)
    assert said == ["B cannot attack: only units next to the enemy can (7.23)."]
    for rest in ("A > B", "X > Y", "A X > Y"):
        with pytest.raises(OrderSyntaxError):
            ask_odds(rest, **units)


def test_8_4_losses_that_only_fire_can_bring_are_described_and_warned_of():
    """At +1 no roll eliminates A; with the fire of G, at -6, a roll can bring Ae."""
    units = {"blue": ["A 5-3-7 0505"], "red": ["X 4-4-7 0504", "G 2-7-8/6-6 0502"], "phase": "combat"}
    said = ask_odds("A > X", **units)
    assert any(line.startswith("With all that fire, on a ") and ": Ae, A is lost" in line for line in said)
    assert not any(line.startswith("On a ") and "Ae" in line for line in said)
    assert any(
        line.startswith("Warning: With all Final Protective Fire, 1 of 6 rolls eliminates A; without it, none")
        for line in said
    )


def test_the_briefing_says_how_many_points_a_side_has_at_the_start():
    told = answer_to(Game(load_scenario("quick/champs"), seed=1), "briefing", 1)
    assert any(line.startswith("The Germans score: 3 for the head start; ") for line in told), told


def test_a_unit_without_a_number_has_its_article_before_the_side():
    game = drawn(blue=["Engineer 3-3-7 0505", "A 1-1-7 0101"], red=["X 3-3-7 0506"])
    assert answer_to(game, "unit Engineer")[0].startswith("The Blue Engineer is a")
    assert "next to your Engineer:" in answer_to(game, "enemies")[0]
