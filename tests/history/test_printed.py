"""Stories as players read them: the sentences of printed.txt, from recorded games."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.history.test_record import history_of
from westwall_tui.history.story import Story

pytestmark = pytest.mark.slow


def examples() -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each game in printed.txt, and the sentences below it."""
    text = Path(__file__).with_name("printed.txt").read_text(encoding="utf-8")
    for example in text.split("\n== ")[1:]:
        name, *sentences = example.strip().splitlines()
        yield name, sentences


def sentences_of(name: str) -> list[str]:
    """Return the result, the verdicts and, for the first turning point, its title and its combat."""
    story = Story(history_of(f"{name}.orders"))
    found = [story.headline(), story.deck(), story.luck(), story.losses(), *story.ground()]
    for swing in story.swings[:1]:
        cause = story.turned(swing.turn)
        found += [cause.title, *map(story.words.combat, story.behind(swing, cause, 1))]
    return [*found, *story.words.happenings(story.history.turns[2])]


@pytest.mark.parametrize(("name", "sentences"), [*examples()])
def test_stories_are_printed_in_whole_sentences(name, sentences):
    assert sentences_of(name) == sentences
