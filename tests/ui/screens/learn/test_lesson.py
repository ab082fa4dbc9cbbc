"""Lessons on the screen: every step by its keys, the answers to mistakes, and one whole lesson through the app."""

import asyncio
from typing import Any

import pytest
from textual.events import Key

from tests.learn.example import answered as said_to
from tests.learn.example import shipped_lesson
from tests.long import sample
from tests.pilot import running
from tests.ui.learner import Learner
from tests.ui.looks import shown_by
from westwall_tui.engine.orders import Attack, Concede, IllegalOrder, parse
from westwall_tui.engine.words import named
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.players.seats import SEATS, Seat
from westwall_tui.files.scenarios.catalog import first_battle
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.learn.lessons.catalog import find_lesson
from westwall_tui.learn.lessons.judge import LessonJudge
from westwall_tui.learn.lessons.script import load_lesson
from westwall_tui.learn.progress import FIGHT, keep_fight, keep_step, read_progress
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.around.bars import WordsPane
from westwall_tui.ui.pages.briefing import BriefingScreen
from westwall_tui.ui.pages.end import VictoryScreen
from westwall_tui.ui.pages.rules import RulesScreen
from westwall_tui.ui.screens.learn.lesson import LessonScreen
from westwall_tui.ui.screens.learn.lessons import FightScreen, new_fight
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.screens.title.screen import TitleScreen
from westwall_tui.ui.starts import GameStart, LessonStart
from westwall_tui.words.keymap import Keymap
from westwall_tui.words.rows import key_bar

NAMES = sorted(path.parent.name for path in shipped_root().glob("lessons/*/lesson.toml"))[:12]

FIRST_KEYS = (
    *("confirm", "back", "next", "skip", "end", "undo", "redo", "attack", "plan", "stand", "exit", "bridge", "auto"),
    *("waypoint", "declare", "reinforcements", "hint", "help", "leave"),
)
"""Keys that a player may press first without knowing them."""


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_keys_of_every_step_complete_it(name):
    learner = Learner(name).read()
    steps = shipped_lesson(name).steps
    for number, step in enumerate(steps):
        assert (learner.judge.number, learner.judge.done) == (number, False)
        assert learner.words == learner.play.filled_in(step.say)
        for line in step.right:
            assert not learner.judge.done, line
            learner.do(line)
        assert not learner.play.wrong, learner.words
        if step.well:
            assert learner.judge.done
            assert learner.words == learner.play.filled_in(step.well)
            assert learner.footer.startswith("Space go on  Esc back")
            learner.read()
    assert learner.words == learner.play.filled_in(learner.judge.lesson.end)
    assert not learner.followed
    learner.read()
    assert learner.followed
    assert read_progress().steps == {name: len(steps)}


@pytest.mark.slow
@pytest.mark.parametrize("name", sample(NAMES, NAMES[::2]))
def test_mistakes_are_answered_and_undone(name):
    """Keys cannot order every mistake: a box adds no unit that is out of reach."""
    answered = 0
    for number, step in enumerate(shipped_lesson(name).steps):
        for mistake in step.mistakes:
            learner = Learner(name, number)
            if number == 0:
                learner.read()
            says, before = said_to(LessonJudge(learner.judge.lesson, number), mistake)
            try:
                for line in mistake.by:
                    learner.do(line)
            except (AssertionError, AttributeError, StopIteration, TypeError, IndexError):
                continue  # no key makes this mistake
            if learner.words != learner.play.filled_in(says):
                continue
            answered += 1
            assert learner.play.wrong
            if not mistake.on.is_refusal:
                assert learner.play.game.digest() == before
            learner.act("back" if step.ask else "skip")
            assert not learner.play.wrong
            assert learner.words == learner.play.filled_in(step.say)
    assert answered >= 5


def test_a_step_can_be_completed_while_looking_around():
    learner = Learner("01-first-move").read().act("look")
    assert learner.prompt.startswith("You are looking around")
    learner.do("cursor 0502")
    assert learner.prompt == "Step 1 of 6 is done"
    assert learner.footer.startswith("Space go on  Esc back")
    assert learner.footer.count("Esc") == 1


def test_after_two_mistakes_the_hint_appears_and_then_the_solution():
    learner = Learner("01-first-move", 2)
    learner.do("move 1/506 0403")
    assert "Hint" not in learner.prompt
    learner.do("move 1/506 0403")
    assert (
        learner.prompt
        == "Hint: 0402 is three hexes above Foy, next to Noville. To select another unit, press Esc first."
    )
    assert "I show it" in learner.footer
    learner.act("hint")
    assert learner.prompt == "Solution: move 1/506 to 0402"
    marks = {learner.play.game.state.number(h): char for h, (char, _) in learner.play.marks().items()}
    assert [number for number, char in marks.items() if "@" in char] == ["0404", "0403", "0402"]
    assert "*" in marks["0405"]


@pytest.mark.slow
def test_every_solution_is_put_into_words():
    said = {}
    for name in NAMES:
        for number in range(len(shipped_lesson(name).steps)):
            learner = Learner(name, number)
            if learner.play.dialog is not None:
                learner.act("back" if number else "put")
            said[name, number] = learner.act("hint", "hint").prompt
    assert all(text.startswith("Solution: ") for text in said.values())
    assert said["01-first-move", 0] == "Solution: put the cursor on 0502"
    assert said["01-first-move", 1] == "Solution: the answer is 7"
    assert said["01-first-move", 3] == "Solution: press <"
    assert said["03-zones", 0] == "Solution: press z"
    assert said["04-first-attack", 2] == "Solution: attack 1/984 with 1/22 and unit 10"


def test_the_subject_of_a_step_is_marked_and_its_keys_come_first():
    learner = Learner("05-ways-out", 1)
    marks = {learner.play.game.state.number(h): char for h, (char, _) in learner.play.marks().items()}
    assert {number for number, char in marks.items() if "*" in char} == {"0106", "0402", "0503"}
    assert learner.place("25") == learner.play.game.state.number(learner.play.cursor)
    assert Learner("03-zones").read().footer.startswith("z zones")
    assert Learner("01-first-move").read().footer.startswith("Up  Down  Left  Right cursor")


@pytest.mark.slow
async def test_the_panel_explains_new_signs_and_keeps_them():
    keep_step("01-first-move", 2)
    async with running(WestwallApp(LessonStart(find_lesson("1")))) as pilot:
        shown = shown_by(pilot.app)
        assert "| Signs\n| <>    cursor\n| o     town, 1 MP\n" in shown
        assert "| 7@    the route\n" in shown
        assert "has moved" not in shown
        await pilot.press("E")
        assert "Signs" not in shown_by(pilot.app), "a box covers it"


@pytest.mark.slow
async def test_the_panel_makes_room_for_all_signs_of_a_step_and_names_the_sides():
    keep_step("04-first-attack", 3)
    app = WestwallApp(LessonStart(find_lesson("4")))
    async with running(app) as pilot:
        assert "| Signs\n| IN@   selected\n| IN?   to choose\n| *     legal hex\n" in shown_by(app)
    keep_step("12-night", 1)
    app = WestwallApp(LessonStart(find_lesson("12")))
    async with running(app) as pilot:
        for key in ("f", "enter", "enter"):
            await pilot.press(key)
        shown = shown_by(app)
        assert "Step 2 of 4 is done" in shown
        assert shown.index("| Signs") > shown.index("| 0406 Bridge"), "never above the hex"
    app = WestwallApp(LessonStart(find_lesson("5")))
    async with running(app) as pilot:
        await pilot.press("space", "escape")
        assert "| Z     U.S. zone" in shown_by(app)


def test_a_question_can_be_left_for_the_map_and_is_asked_again():
    learner = Learner("05-ways-out").read()
    assert learner.play.dialog is not None
    learner.act("zones")
    assert learner.play.dialog is not None, "zones are shown beside it"
    learner.act("back", "north")
    assert learner.play.dialog is None
    assert learner.prompt == "Look around, then answer"
    learner.act("confirm", "confirm")
    assert learner.play.wrong


def test_esc_deselects_before_it_goes_back():
    learner = Learner("01-first-move", 2).act("confirm")
    assert learner.play.mode.selected_unit() >= 0
    learner.act("back")
    assert not learner.left
    learner.do("move 1/506 0403")
    learner.act("back")
    assert not learner.left, "the first Esc removes the answer to the mistake"
    learner.act("back")
    assert "Learn continues" in learner.box
    learner.act("back")
    assert not learner.left, "an extra Esc does not end the lesson"
    learner.act("back", "yes")
    assert learner.left


def test_leaving_a_lesson_asks_only_in_its_middle():
    learner = Learner("01-first-move").act("leave")
    assert learner.left
    learner = Learner("01-first-move", 5)
    learner.do("done")
    learner.read().act("back")
    assert learner.left


def test_esc_goes_back_from_the_story():
    learner = Learner("01-first-move")
    assert learner.footer.startswith("Space begin  Esc back")
    learner.act("back")
    assert learner.left
    assert learner.judge.number == 0


def test_actions_that_lead_out_of_a_lesson_are_barred():
    learner = Learner("01-first-move", 2)
    for action in ("players", "concede", "saves", "replay_back", "briefing"):
        learner.act(action)
        assert learner.prompt == "That is only available in a game, not in a lesson"
    assert not learner.play.changes.page


def attacks():
    """Return the attacks in solutions that have several units next to the enemy, with each of those units."""
    for name in NAMES:
        for number, step in enumerate(shipped_lesson(name).steps):
            for at, line in enumerate(step.right):
                order = parse(line) if line.startswith("attack") else None
                if isinstance(order, Attack) and len(order.attackers) > 1:
                    yield from ((name, number, step.right[:at], order, unit) for unit in order.attackers)


def test_7_12_a_correction_names_the_dropped_attacker():
    seen = set()
    for name, number, before, order, dropped in attacks():
        learner = Learner(name, number)
        for line in before:
            learner.do(line)
        rest = tuple(unit for unit in order.attackers if unit != dropped)
        learner.do(f"attack {' '.join(rest)} > {' '.join(order.defenders)}")
        assert learner.play.wrong, (name, number, dropped)
        if "7.22" not in learner.words:  # allowed, but not what the step asks for
            name_of = named(dropped)
            assert learner.words.startswith(f"{name_of[:1].upper()}{name_of[1:]} "), (name, number, learner.words)
            seen.add(name[:2])
    assert seen == {"04", "05", "06", "07", "09"}


def test_6_7_the_box_takes_both_germans_in_and_says_why_neither_may_be_dropped():
    learner = Learner("06-who-must-fight", 6)
    learner.on_unit("1/1PT").act("confirm")
    assert "[x]  2/1PT    inf  2-2-7    0306  also attack" in learner.box
    learner.act("back")
    learner.do("attack 1/502 > 1/1PT")
    assert learner.words.startswith("Then no unit would attack 2/1PT")


def test_12_units_stay_in_place_between_steps():
    learner = Learner("12-night").read()
    learner.do("move 27 0504")
    learner.read()
    assert learner.judge.number == 1
    assert learner.place("27") == "0504"
    learner = Learner("12-night").read()
    learner.do("move 27 0507")
    assert learner.words.startswith("0507 is outside all German zones")


def test_a_hint_is_offered_in_a_box_without_hiding_the_question():
    learner = Learner("04-first-attack", 2)
    learner.on_unit("1/984").act("confirm")
    assert "I hint" in learner.footer
    learner.act("hint")
    assert learner.prompt.startswith("Hint: Press Enter on 1/984.")
    assert learner.footer.startswith("d declare  Space add/drop  I show it"), "a narrow screen shows the hint key"
    learner.act("back", "back")
    assert learner.prompt == "Quit the lesson?"
    learner.act("hint")
    assert learner.prompt.startswith("Answer this box first. ")
    learner = Learner("04-first-attack").act("hint")
    assert learner.prompt.startswith("Answer this box first. ")


def test_a_question_names_the_key_for_the_solution_at_80_columns():
    """`Esc see the map` once left no room for that key."""
    learner = Learner("01-first-move", 1).act("hint")
    bar = "".join(span.text for span in key_bar(learner.keys.keys(), Keymap(), 80))
    assert "Enter answer  I show it  Esc back" in bar


async def test_a_key_pressed_before_the_lesson_was_shown_is_dropped():
    """A second Space once closed the story of the next lesson before it was seen."""
    early = Key("space", " ")
    async with running(WestwallApp(LessonStart(find_lesson("first-move")))) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, LessonScreen)
        screen.on_key(early)
        assert screen.lesson.words == "", "the story is still there"
        await pilot.press("space")
        assert screen.lesson.words.startswith("The map is made of hexes")


def test_a_lesson_shows_no_traces_of_the_other_side():
    learner = Learner("09-advance", 3)
    learner.do("stand")
    learner.do("attack 53 8 > 2/14")
    learner.read()
    assert learner.judge.number == 5
    assert not {mark for mark, _ in learner.play.happened.values()}


def test_declaring_too_early_says_what_comes_first():
    learner = Learner("11-the-road", 3).act("plan")
    assert learner.prompt == "You attack in the Combat Phase. E: end this phase"
    learner.do("done")
    learner.act("plan")
    assert learner.prompt == "Put the cursor on an enemy and press Enter to open the attack"
    learner = Learner("04-first-attack", 3).act("plan")
    assert learner.prompt == "First finish this; then Enter on an enemy opens an attack"


def test_an_extra_space_skips_no_unit():
    learner = Learner("01-first-move", 2)
    before = learner.play.cursor
    learner.act("skip")
    assert learner.play.cursor == before
    assert learner.prompt == "Do the task above first; then Space goes on"


def test_undo_with_nothing_to_undo_is_not_a_mistake():
    for name, step in (("12-night", 2), ("01-first-move", 5), ("04-first-attack", 2)):
        learner = Learner(name, step)
        for key, said in (
            ("undo", "Nothing to undo in this step"),
            ("redo", "Nothing to redo in this step"),
        ):
            learner.act(key)
            assert learner.prompt.startswith(said)
            assert not learner.play.wrong
        assert not learner.judge.mistakes


@pytest.mark.slow
def test_every_key_at_every_step_is_answered():
    """Nothing fails, and no correction names an unknown unit or hex."""
    for name in NAMES:
        for number in range(len(shipped_lesson(name).steps)):
            for key in FIRST_KEYS[number % sample(1, 18) :: sample(1, 18)]:
                learner = Learner(name, number)
                if number == 0:
                    learner.read()
                learner.act(key)
                assert learner.words or learner.judge.done
                assert learner.prompt
                assert "{" not in learner.words + learner.prompt, (name, number, key)


def test_the_third_press_of_the_hint_key_does_it():
    learner = Learner("01-first-move").read().act("hint")
    assert "I show it" in learner.footer
    learner.act("hint")
    assert "I do it" in learner.footer
    learner.act("hint")
    assert learner.judge.done
    assert learner.place("1/506") == "0405"
    for name in NAMES:
        learner = Learner(name).read()
        steps = len(learner.judge.lesson.steps)
        for _ in range(20 * steps):
            if learner.judge.over:
                break
            learner.act("skip" if learner.play.reads else "hint")
            assert not learner.play.wrong
        assert learner.judge.over, name


def test_an_undone_attack_is_no_longer_the_last_one():
    learner = Learner("08-guns", 1)
    learner.do("attack 1/502 > 1/77")
    assert learner.play.wrong
    learner.on_unit("1/77").act("confirm")
    assert "Last:" not in learner.box
    learner = Learner("08-guns", 1)
    learner.do("attack 1/502 > 1/77 + 755 420")
    learner.read().act("stand")
    learner.on_unit("2/77").act("confirm")
    assert "Last: 1/502, unit 755, unit 420 on 1/77: +3" in learner.box


def test_leaving_a_lesson_names_its_keys_and_the_next_step():
    learner = Learner("05-ways-out", 3).act("back")
    assert learner.box.endswith("with step 4.")
    assert learner.footer.startswith("y quit  Esc stay")
    learner = Learner("05-ways-out").read().act("back", "back")
    assert learner.box == "Next time Learn begins with step 1."
    learner = Learner("05-ways-out", 4)
    learner.do("retreat 25 0402 0302")
    learner.act("back")
    assert learner.box.endswith("with the next lesson.")


def test_texts_name_the_players_own_keys():
    learner = Learner("01-first-move", 3)
    learner.play.keymap = learner.play.keymap.__class__({"undo": "f5"})
    assert "Undo the move with F5." in learner.words


@pytest.mark.slow
def test_the_hint_key_fits_80_columns_at_every_step():
    for name in NAMES:
        for number in range(len(shipped_lesson(name).steps)):
            learner = Learner(name, number)
            if not number:
                learner.act("put")
            bar = key_bar(learner.keys.keys(), learner.play.keymap, 80)
            assert "I hint" in "".join(span.text for span in bar), (name, number)


@pytest.mark.slow
async def test_a_whole_lesson_through_the_app():
    app = WestwallApp(LessonStart(find_lesson("1")))
    async with running(app) as pilot:

        async def press(*keys):
            await pilot.pause()
            for key in keys:
                await pilot.press(key)
            assert isinstance(app.screen, LessonScreen)
            words = app.screen.query_one(WordsPane).text
            return f"{words}\n{shown_by(app)}"

        noville = ("right", "up", "up", "up")
        assert "19 December 1944" in await press()
        shown = await press("space")
        assert "Move it with the arrow keys to Noville, marked *." in shown
        assert "zone: " not in shown, "without an enemy no zone is mentioned"
        assert "attacked on" not in shown
        assert "\n ! E ends" in "\n" + await press("E", "y")
        assert "Every hex has a number" in await press(*noville)
        assert "The panel shows its numbers" in await press("space")
        assert " ! That is its Defense Strength" in await press("down", "enter")
        assert "seven Movement Points" in await press("down", "down", "enter")
        assert "step 3 of 6" in await press("space")
        assert "1/506 cannot stop in the hex of unit 20" in await press("enter", *noville, "enter")
        assert " ! That was another unit." in await press("enter", "up", "enter")
        assert "Three hexes cost three points." in await press("enter", "up", "up", "up", "enter")
        assert "Undo the move with <." in await press("space")
        assert " ! It has moved and may not move again (5.15)." in await press("enter")
        assert "back in Foy" in await press("less_than_sign")
        assert "to 0501, the hex above Noville" in await press("space")
        assert "five hexes for five points" in await press("enter", *noville, "up", "enter")
        assert "step 6 of 6" in await press("space")
        assert " ! It has moved, and a unit moves only once per turn (5.15)." in await press("enter")
        assert "now it is yours again" in await press("E", "y")
        assert "Now you can move units, and that is half of every turn." in await press("space")
        assert read_progress().steps == {"01-first-move": 6}
        assert "Lesson 2: Roads, woods and water" in await press("space")
        await pilot.press("q")
        assert isinstance(app.screen, TitleScreen)


@pytest.mark.slow
async def test_the_rules_open_at_the_case_of_the_box_or_refusal():
    keep_step("04-first-attack", 1)
    app = WestwallApp(LessonStart(find_lesson("4")))
    async with running(app) as pilot:

        async def rules(*keys: str) -> list[str]:
            await pilot.press(*keys, "R")
            assert isinstance(app.screen, RulesScreen)
            found = list(dict.fromkeys(one.paragraph.case for one in app.screen.found))
            await pilot.press("escape")
            assert isinstance(app.screen, LessonScreen)
            return found

        await pilot.pause()
        assert (await rules())[0] == "6.0", "the rule for the hex under the cursor"
        await pilot.press("enter")
        assert (await rules("down", "space"))[0] == "7.12", "unit 10 must attack too"
        assert (await rules("space"))[0] == "7.44", "Clear at 0303"
        await pilot.press("escape")
        assert isinstance(app.screen, LessonScreen)
        app.screen.play.refuse(IllegalOrder("5.15", "has moved"))
        assert (await rules())[0] == "5.15"


@pytest.mark.slow
async def test_the_title_leads_to_the_lessons_and_back():
    keep_step("01-first-move", 6)
    keep_step("02-roads", 3)
    app = WestwallApp()
    async with running(app) as pilot:
        assert isinstance(app.screen, TitleScreen)
        assert "> Learn" in app.screen.shown_text
        await pilot.press("enter")
        lines = app.screen.shown_text.splitlines()
        assert any(line.split() == ["1", "First", "move", "4", "done"] for line in lines)
        assert any(line.endswith("step 4 of 6") and line.strip().startswith("> ") for line in lines)
        await pilot.press("enter")
        assert isinstance(app.screen, LessonScreen)
        assert "step 4 of 6" in shown_by(app)
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, LessonScreen), "the second answer is no"
        await pilot.press("q", "y")
        assert isinstance(app.screen, TitleScreen)
        assert "Learn: about an hour" in app.screen.shown_text


@pytest.mark.slow
async def test_the_list_opens_at_the_lesson_that_was_left():
    keep_step("01-first-move", 5)
    app = WestwallApp()
    async with running(app) as pilot:
        await pilot.press("enter", "enter")
        assert isinstance(app.screen, LessonScreen)
        await pilot.press("E", "y", "space", "space", "space", "q", "y")
        assert isinstance(app.screen, TitleScreen)
        assert "> 2  Roads" in " ".join(app.screen.shown_text.replace(">  2", "> 2").split("\n"))


@pytest.mark.slow
async def test_the_lessons_come_first_until_the_fight_is_won():
    for won, first in ((False, "> Learn"), (True, "> New game")):
        keep_fight(FIGHT, won=won)
        app = WestwallApp()
        async with running(app):
            assert isinstance(app.screen, TitleScreen)
            assert first in app.screen.shown_text


@pytest.mark.slow
async def test_the_fight_ends_with_choices_and_two_defeats_make_it_easier():
    app = WestwallApp(LessonStart(find_lesson("first-fight")))
    async with running(app) as pilot:
        offered = []
        for _ in range(3):
            screen = app.screen
            assert isinstance(screen, FightScreen)
            assert "Within five turns" in shown_by(app)
            await pilot.press("space")
            assert screen.play.coached
            await lose(pilot)
            assert "You lost" in shown_by(app)
            offered.append("with one more unit" in shown_by(app))
            await fight_again(pilot)
        assert offered == [False, True, True]
        assert isinstance(app.screen, FightScreen)
        assert "51" in {unit.id for unit in app.screen.play.game.scenario.units}
        assert read_progress().lost == 3


async def fight_again(pilot):
    """Press Enter until it counts, because keys before the first paint of the box are dropped."""
    before = pilot.app.screen
    for turn in range(100):
        if turn % 10 == 0:
            await pilot.press("enter")
        if pilot.app.screen is not before:
            return
        await asyncio.sleep(0.05)


async def lose(pilot):
    """Concede for the American player of the fight on the screen."""
    screen = pilot.app.screen
    assert isinstance(screen, FightScreen)
    screen.play.apply(Concede())
    screen.draw()
    await pilot.pause()


@pytest.mark.slow
async def test_a_fight_continued_later_counts():
    fight = new_fight(load_lesson(find_lesson("13").folder), easier=True)
    fight.save()
    app = WestwallApp(GameStart(LocalSession.resume(fight.path, at_once=True)))
    async with running(app) as pilot:
        assert "Within five turns" not in shown_by(app)
        await lose(pilot)
        assert "You lost" in shown_by(app)
        assert read_progress().lost == 1
    app = WestwallApp(GameStart(LocalSession.resume(fight.path, at_once=True)))
    async with running(app) as pilot:
        await pilot.press("q")
        assert read_progress().lost == 1, "it is lost once"


@pytest.mark.slow
async def test_the_list_continues_or_restarts_a_fight():
    lesson = load_lesson(find_lesson("13").folder)
    fight = new_fight(lesson)
    fight.apply("done")
    app = WestwallApp(LessonStart(find_lesson("13")))
    async with running(app) as pilot:
        assert "Start over" in shown_by(app)
        await pilot.press("enter")
        assert isinstance(app.screen, FightScreen)
        assert app.screen.play.session.path == fight.path
        await lose(pilot)
    app = WestwallApp(LessonStart(find_lesson("13")))
    async with running(app) as pilot:
        assert "Within five turns" in shown_by(app), "that one is over"


@pytest.mark.slow
async def test_the_fight_shows_the_hint_key_after_the_story():
    async with running(WestwallApp(LessonStart(find_lesson("13")))) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, FightScreen)
        await pilot.press("I")
        assert "Press Space to begin" in shown_by(pilot.app)
        await pilot.press("space")
        assert "Enter select  Tab next  I hint" in screen.key_bar.text
        screen.play.apply(parse("move 37 0505"))
        screen.play.apply(parse("done"))
        screen.draw()
        await pilot.pause()
        assert "Enter attack  Tab must fight  I hint" in screen.key_bar.text


async def win(pilot):
    """Let the computer concede the fight on the screen."""
    screen = pilot.app.screen
    assert isinstance(screen, FightScreen)
    await pilot.press("space")
    screen.play.session.sit(0, SEATS[1])
    screen.play.session.sit(1, Seat())
    game = screen.play.game
    while game.side != 1:
        game.apply(game.sample())
    game.apply(Concede())
    screen.draw()
    await pilot.pause()


@pytest.mark.slow
async def test_a_won_fight_leads_to_a_quick_battle_with_the_coach():
    app = WestwallApp(LessonStart(find_lesson("13")))
    async with running(app) as pilot:
        assert not app.settings.coach
        await win(pilot)
        battle = first_battle()
        assert f"> Play a whole battle: {battle.name}" in shown_by(app)
        await fight_again(pilot)
        assert isinstance(app.screen, BriefingScreen)
        await pilot.press("enter")
        screen: Any = app.screen
        assert type(screen) is PlayScreen
        assert screen.play.game.scenario.key == battle.key
        assert screen.play.session.seats == (Seat(), SEATS[1])
        assert screen.play.coached
        screen.leave()
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)


@pytest.mark.slow
async def test_a_won_fight_counts_and_shows_how_it_went():
    app = WestwallApp(LessonStart(find_lesson("13")))
    async with running(app) as pilot:
        await win(pilot)
        assert "You won" in shown_by(app)
        assert read_progress().steps == {FIGHT: 1}
        await pilot.press("down", "enter")
        assert isinstance(app.screen, VictoryScreen)
        assert shown_by(app).split("\n")[0].rstrip().endswith("of 5"), "the end was once cut off"
