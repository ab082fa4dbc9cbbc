"""What an order did, in sentences for the log and the prompt."""

from tests.drawn import drawn
from westwall_tui.engine.events import BridgeTried, WeatherChanged
from westwall_tui.ui.words.odds import outcome_in_words


def test_each_sentence_of_the_news_begins_with_a_capital():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0101"])
    told = outcome_in_words(game, [BridgeTried("0505/0605", 3, False), WeatherChanged("Fair", 3)])
    assert told == "Bridge 0505/0605: die 3, it stands. Weather: Fair (die 3)."
