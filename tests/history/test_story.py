"""The sentences of a story against the events of the game."""

import re

import pytest

from tests.drawn import drawn, play, until
from tests.engine.battles.drawn_bastogne import siege
from tests.engine.battles.scored import TOWN, scored
from tests.every import every
from tests.history.test_record import history_of, recorded
from westwall_tui.engine import events as ev
from westwall_tui.engine import queries
from westwall_tui.engine.words import NUMBERS, capital, count, signed
from westwall_tui.history.course import Luck, luck
from westwall_tui.history.entries import OUTSIDE
from westwall_tui.history.record import History
from westwall_tui.history.story import Story
from westwall_tui.history.words import MINUS, Words, times


@pytest.fixture(scope="module", params=["spearhead-busy", "arnhem-historical-random", "remagen-historical-busy"])
def story(request):
    return Story(history_of(f"{request.param}.orders"))


@pytest.mark.slow
def test_the_headline_has_the_result_and_both_sides_points(story):
    headline = story.headline()
    assert headline.startswith(story.history.outcome.verdict)
    first, second = map(int, re.findall(r"\d+", headline.rpartition(",")[2]))
    assert {first, second} == set(queries.totals(story.history.end))
    assert (first, second)[0] == story.points[story.winner]


@pytest.mark.slow
def test_16_5_the_margin_is_given_on_the_scale_that_decides():
    """17.4: an Allied point counts twice in Arnhem; in Remagen the U.S. must be 30 ahead."""
    remagen, arnhem = (
        Story(history_of(f"{name}.orders")) for name in ("remagen-historical-busy", "arnhem-historical-random")
    )
    us, german = remagen.points
    assert remagen.margin() == f"The U.S. needed to be 30 points ahead and ended {german - us} behind."
    allied, german = arnhem.points
    assert arnhem.margin() == f"Each Allied point counts twice, which makes it {2 * allied} to {german}."


@pytest.mark.slow
def test_every_turning_point_has_a_reason(story):
    for swing in story.swings:
        cause = story.turned(swing.turn)
        assert cause.title != "The score changes for a while"
        assert cause.sentences
        for fight in story.behind(swing, cause):
            assert fight in swing.turn.fights


def test_15_17_the_title_names_the_side_that_takes_a_place():
    story = Story(history_of("spearhead-busy.orders"))
    titles = [story.turned(swing.turn).title for swing in story.swings]
    assert titles[:2] == ["The Germans take Bastogne", "The U.S. take Bastogne"]


@pytest.mark.slow
def test_17_3_the_story_says_where_lines_were_cut_and_by_which_units():
    """The hex is the one that the rules name, and the enemy is in it or next to it."""
    story = Story(history_of("arnhem-historical-random.orders"))
    board, units = story.history.scenario.board, story.history.scenario.by_id
    found = 0
    for swing in story.swings:
        for sentence in story.turned(swing.turn).sentences:
            cut = re.search(r"of their lines were cut at (\d{4})[^,]*(?:, near [^,]+)?, by ([^ ,.]+)", sentence)
            if cut:
                found += 1
                h = swing.turn.after.location[units[cut[2].lower()]]
                assert board.grid.distance(h, board.hex(cut[1])) <= 1
    assert found


@pytest.mark.slow
def test_15_17_everything_that_alone_would_have_changed_the_winner_is_named():
    """The town or the exits would each have changed the winner."""
    game = recorded("spearhead-greedy.orders")
    story = Story(History(game))
    texts = [each.text for each in queries.near_misses(story.history.end) if each.winner != story.winner]
    assert any(text.startswith(("one hex of Bastogne lost", "Bastogne held by the U")) for text in texts)
    sentence = story.what_if()
    assert all(text.partition(" held by")[0] in sentence for text in texts)
    assert sentence.startswith("The U.S. would have won with ")


def test_7_6_a_combat_has_its_numbers_and_its_outcome(story):
    words = story.words
    for fight in story.history.fights:
        text = words.combat(fight)
        assert f", at {fight.attack} − {fight.defense} = {signed(fight.differential, MINUS)} on the " in text
        assert f" line, and rolled {fight.die}: {fight.result}. " in text
        for loss in fight.losses:
            assert f"{capital(words.unit(loss.unit))} " in text or words.unit(loss.unit) in text


@pytest.mark.slow
def test_14_12_a_loss_beyond_the_front_does_not_belong_to_the_last_combat():
    history = history_of("remagen-historical-busy.orders")
    outside = [loss for loss in history.losses if loss.why == OUTSIDE]
    assert outside
    assert not [loss for loss in outside if loss.fight]
    assert not [fight for fight in history.fights if any(loss in outside for loss in fight.losses)]


def test_7_7_a_loss_in_a_combat_has_its_cause():
    game = drawn(blue=["A 9-9-7 0102", "B 9-9-7 0201"], red=["X 1-1-7 0101", "Y 1-1-7 0909"], phase="combat")
    play(game, "attack A B > X", "roll 6")
    history = History(game)
    (fight,) = history.fights
    text = Words(history.scenario).outcome(fight)
    assert ("no way out: " in text) == bool(fight.losses and "no way out" in fight.losses[0].why)
    assert "is lost" not in text
    assert "retreats" not in text


def test_every_unit_that_exited_is_named(story):
    for turn in story.history.turns:
        text = " ".join(story.words.happenings(turn))
        for event in turn.all(ev.Exited)[:3]:
            assert event.unit in text
            assert f"at the {event.edge} edge" in text


@pytest.mark.slow
def test_luck_names_the_lucky_side(story):
    found = luck(story.history.fights)
    if round(found.hexes):
        assert f"favored {story.words.people[0 if found.hexes > 0 else 1]}" in story.luck()


@pytest.mark.slow
@pytest.mark.parametrize(("times", "verdict"), [(3, "far too wide"), (0, "so close")])
def test_the_verdict_on_luck_depends_on_the_margin(monkeypatch, times, verdict):
    """The luck is the winner's and equally rare; only the margin differs."""
    story = Story(history_of("spearhead-greedy.orders"))
    monkeypatch.setattr("westwall_tui.history.story.luck", lambda _: Luck(9.0, 5.0, 0.1))
    story.winner = 0
    greatest = max(abs(swing.by) for swing in story.swings)
    story.points = (times * greatest + 1 + story.history.scale.handicap[1], 0)
    assert verdict in story.luck()


def test_the_causes_of_losses_add_up(story):
    small = NUMBERS[:10]
    words = re.findall(rf"\b(\d+|{'|'.join(small)})\b", story.losses().lower())
    first, *others = [small.index(word) if word in small else int(word) for word in words]
    assert first == len(story.history.losses) == (sum(others) or first)


def test_a_side_that_concedes_while_ahead_is_named():
    """Regression: the story said that the winner had been ahead, above a result of 0 to 45."""
    game = siege(german=["A 3-3-7 0105"], us=["X 3-3-7 0901"], victory={"specified": ["A"], "exit_by": 9})
    play(game, "done", "concede")
    story = Story(History(game))
    assert story.headline().startswith("The Germans win, ")
    assert story.deck().startswith("The U.S. conceded. The U.S. were ahead from first to last.")


@every(
    ("told", "text"),
    [
        (count(0, "combat"), "no combats"),
        (count(1, "unit"), "one unit"),
        (count(10, "hex", "hexes"), "10 hexes"),
        (signed(3, MINUS), "+3"),
        (signed(0, MINUS), "0"),
        (signed(-12, MINUS), "−12"),
        (times(2), "twice"),
        (times(3), "three times"),
    ],
)
def test_numbers_in_words(told, text):
    assert told == text


ROAD = """
[[points]]
kind = "line"
name = "the Town road"
side = "Blue"
hexes = ["0105"]
to = ["0905"]
points = { Blue = 2 }
missed = { Red = 1 }
"""


@pytest.mark.parametrize(
    ("tables", "orders", "titles"),
    [
        (
            f'{TOWN}when = "turns"\n',
            ["move A 0505", "done"],
            ["The Blue forces score for Town", "The Blue forces score for Town"],
        ),
        (
            f'{ROAD}when = "turns"\n',
            ["done", "move X 0806"],
            ["The Red forces score for the Town road", "The Red forces score for the Town road"],
        ),
        (
            ROAD,
            ["done", "move X 0806"],
            ["The Blue forces lose 2 points for the Town road", "The score changes for a while"],
        ),
    ],
)
def test_points_that_no_place_changes_hands_for_have_their_cause_in_the_title(tables, orders, titles):
    roads = ["edge 0105 0205 0305 0405 0505 0605 0705 0805 0905 edge"]
    game = scored(tables, blue=["A 9-4-7 0504"], red=["X 1-2-7 0808"], last_turn=2, roads=roads)
    play(game, *orders)
    until(game, "over")
    story = Story(History(game))
    assert [story.turned(turn).title for turn in story.history.turns if turn.side == 1] == titles


def test_places_taken_together_have_one_sentence_and_a_place_that_scores_twice_one_title():
    village = TOWN.replace("0505", "0405").replace("Town", "Village")
    game = scored(f'{TOWN}{TOWN}when = "turns"\n{village}', blue=["A 9-4-7 0504"], red=["X 1-2-7 0808"], last_turn=2)
    play(game, "move A 0405 0505")
    until(game, "over")
    told = Story(History(game))
    first = told.turned(told.history.turns[0])
    assert first.title == "The Blue forces take Town and Village"
    assert first.sentences == ["The Blue forces took Town and Village: they were the last to pass through."]
