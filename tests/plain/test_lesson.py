"""Lessons in plain lines: every step done right and with every mistake, in sentences that make sense by ear."""

import io

import pytest

from tests.learn.example import answered, shipped_lesson
from tests.long import sample
from tests.plain.lines import FOR_EYES
from westwall_tui import cli
from westwall_tui.engine.orders import Concede
from westwall_tui.files.players.options import read_seats
from westwall_tui.files.players.seats import SEATS
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import first_battle, load_scenario
from westwall_tui.learn.lessons.catalog import all_lessons, find_lesson
from westwall_tui.learn.lessons.judge import LessonJudge
from westwall_tui.learn.lessons.script import load_lesson
from westwall_tui.learn.progress import read_progress
from westwall_tui.plain.console import Console
from westwall_tui.plain.lesson import LETTERS, PRESSED, PlainFight, PlainLesson, in_lines
from westwall_tui.plain.speech import aloud

pytestmark = pytest.mark.usefixtures("folders")
LESSONS = [found for found in all_lessons() if load_lesson(found.folder).steps]
QUESTION = {action: question for question, action in PRESSED.items()}


def typed(judge: LessonJudge, line: str) -> list[str]:
    """Return the lines to type for a line of a lesson's solution."""
    word, _, rest = line.partition(" ")
    if word == "maybe":
        return [rest] if judge.game.explain(rest) is None else []
    if word == "answer":
        return [LETTERS[int(rest) - 1]]
    return [{"cursor": f"look {rest}", "press": QUESTION.get(rest, rest)}.get(word, line)]


class Learner:
    """A lesson and a learner who types."""

    def __init__(self, name: str, step: int = 0) -> None:
        self.judge = LessonJudge(shipped_lesson(name), step)
        self.ended: bool = False

    @property
    def at(self) -> int:
        """The number of the step."""
        return self.judge.number

    def type(self, *lines: str) -> list[str]:
        """Type some lines, and return the output."""
        out = io.StringIO()
        console = Console(io.StringIO("".join(f"{line}\n" for line in lines)), out)
        self.ended = PlainLesson(self.judge, "A lesson", console, Settings()).play()
        return out.getvalue().splitlines()


@pytest.mark.parametrize("found", LESSONS, ids=lambda found: found.name)
def test_the_solutions_lead_to_the_end_in_lines_for_a_voice(found):
    learner = Learner(found.name)
    said: list[str] = []
    for step in range(found.steps):
        assert learner.at == step, learner.judge.step.say
        for line in learner.judge.step.right:
            for each in typed(learner.judge, line):
                said += learner.type(each)
    assert learner.ended
    assert read_progress().steps[found.name] == found.steps
    assert "The lesson is done." in said
    for line in said:
        assert not FOR_EYES.search(line.replace("2-4-7", "").replace("3-2-18", "")), line
        assert "{" not in line
        assert "cursor" not in line.lower(), line


@pytest.mark.slow
@pytest.mark.parametrize("found", sample(LESSONS, LESSONS[1::2]), ids=lambda found: found.name)
def test_every_mistake_is_explained_and_undone(found):
    for number, step in enumerate(shipped_lesson(found.name).steps):
        for mistake in step.mistakes:
            learner = Learner(found.name, number)
            says, before = answered(Learner(found.name, number).judge, mistake)
            lines = [each for line in mistake.by for each in typed(learner.judge, line)]
            said = learner.type(*lines)
            words = aloud(in_lines(says))
            assert words in said, (step.say, mistake.say, said)
            assert learner.judge.number == number
            assert mistake.on.is_refusal or learner.judge.game.digest() == before  # a refused order changes nothing


@pytest.mark.parametrize("found", LESSONS, ids=lambda found: found.name)
def test_a_second_hint_is_the_line_to_type(found):
    for number, step in enumerate(load_lesson(found.folder).steps):
        learner = Learner(found.name, number)
        said = learner.type("hint", "hint")
        order = next(line for line in reversed(said) if line.startswith(("Type ", "The answer is ")))
        wanted = [each for line in step.right for each in typed(learner.judge, line)]
        if step.ask:
            answer = next(line for line in wanted if line in tuple(LETTERS))
            assert order.startswith(f"The answer is {answer}:")
        else:
            assert order.removesuffix(".").removeprefix("Type ") in wanted


def test_commands_of_games_are_refused_and_the_task_is_repeated():
    said = Learner("01-first-move").type("do", "players", "again", "concede", "quit")
    assert said.count("That is only available in a game, not in a lesson.") == 3
    assert sum(line.startswith("Step 1 of 6: ") for line in said) == 2
    assert said[-1] == "To continue the lesson at this step, run: westwall learn --plain."


def test_an_answer_that_is_a_number_can_be_typed_itself():
    """An answer such as 7 must not be mistaken for the number of an answer, or for an unknown command."""
    said = Learner("01-first-move").type("look noville", "9", "4", "7", "quit")
    assert "A: 2. B: 4. C: 7. Type the letter of your answer." in said
    assert "Type the letter of your answer, A to C." in said
    wrong = next(at for at, line in enumerate(said) if line.startswith("That is its Defense Strength"))
    assert "It has seven Movement Points, and a clear hex costs one." in said[wrong:]


def test_lines_and_screen_share_the_progress(monkeypatch, command):
    monkeypatch.setattr("sys.stdin", io.StringIO("look noville\nc\nquit\n"))
    assert cli.main(["learn", "1", "--plain"]) == 0
    assert read_progress().steps == {"01-first-move": 2}
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert "Step 3 of 6: " in command("learn", "--plain").out


def test_the_fight_after_the_lessons(monkeypatch, command):
    monkeypatch.setattr("sys.stdin", io.StringIO("map\nunits\nconcede\nconcede\n"))
    said = command("learn", "13", "--plain").out
    assert "The game is over." in said
    assert read_progress().lost == 1


def test_a_won_fight_names_a_battle_to_play(capsys):
    fight = PlainFight(load_lesson(find_lesson("13").folder), Console(), Settings())
    while fight.game.side != 1:
        fight.game.apply(fight.game.sample())
    fight.game.apply(Concede())
    fight.end()
    *_, end, last = capsys.readouterr().out.splitlines()
    assert end.startswith("The road is open, and you have won.")
    assert last == "To play Noville, run: westwall play noville --plain --computer US=1."
    options = cli.whole_parser().parse_args(last.partition("westwall ")[2].removesuffix(".").split())
    scenario = load_scenario(options.scenario)
    assert (scenario.key, read_seats(scenario, options.computer, options.name)[1]) == (first_battle().key, SEATS[1])


def test_no_text_of_a_lesson_mentions_the_screen_or_the_symbols_of_the_map():
    for listed in all_lessons():
        lesson = shipped_lesson(listed.name)
        texts = [lesson.story, lesson.end]
        for step in lesson.steps:
            texts += [step.plain or step.say, step.hint, step.well, *(mistake.say for mistake in step.mistakes)]
        for text in map(in_lines, texts):
            assert "{" not in text.replace("{hex}", "").replace("{unit}", ""), text
            assert "zone_" not in text, text
            assert "panel" not in text, text
