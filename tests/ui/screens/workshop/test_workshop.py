"""The workshop: a battle is changed by keys on the map and by forms, and can be played at any time."""

from random import Random
from typing import Any

import pytest

from tests.pilot import running
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import load_scenario, shipped
from westwall_tui.files.workshop.opening import OpenBattle, new_on_board, open_battle
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.screens.workshop.editing import Named
from westwall_tui.ui.starts import WorkshopStart

CHAMPS = "quick/champs"


def opened(battle: OpenBattle, size: tuple[int, int] = (80, 24)) -> Any:
    return running(WestwallApp(WorkshopStart(battle), Settings()), size=size)


def go(screen: Any, number: str) -> None:
    screen.editing.move_cursor(screen.editing.board.by_number[number])
    screen.draw()


async def press(pilot: Any, *keys: str) -> None:
    await pilot.press(*keys)
    await pilot.pause()


async def test_enter_selects_a_unit_and_places_it():
    battle = open_battle(CHAMPS)
    draft = battle.draft
    async with opened(battle) as pilot:
        screen: Any = pilot.app.screen
        go(screen, "1114")
        await press(pilot, "enter")
        assert "Where does 705 begin?" in screen.prompt_line.text
        go(screen, "1214")
        await press(pilot, "enter")
        assert draft.values("setup", 2)["suggest"] == ["1214", "1013", "1215"]
        await press(pilot, "less_than_sign")
        assert draft.values("setup", 2)["suggest"] == ["1114", "1013", "1215"]
        assert "Undone" in screen.notes.text


async def test_a_refused_change_says_why_and_keeps_the_unit_in_hand():
    battle = open_battle(CHAMPS)
    async with opened(battle) as pilot:
        screen: Any = pilot.app.screen
        go(screen, "1114")
        await press(pilot, "enter")
        go(screen, "1013")
        await press(pilot, "enter")
        assert "1013 is suggested twice" in screen.notes.text
        assert "Where does 705 begin?" in screen.prompt_line.text


async def test_an_unused_counter_is_placed_from_a_searched_list_and_taken_out():
    battle = open_battle(CHAMPS)
    draft = battle.draft
    unit = draft.unused()[0].id
    async with opened(battle) as pilot:
        screen: Any = pilot.app.screen
        go(screen, "1418")
        await press(pilot, "enter", *unit, "enter")
        where = draft.where(unit)
        assert where is not None
        assert draft.values(*where)["hex"] == "1418"
        await press(pilot, "x")
        assert draft.where(unit) is None


async def test_the_counters_stay_right_when_a_change_gives_units_other_numbers():
    battle = new_on_board("arnhem")
    async with opened(battle) as pilot:
        screen: Any = pilot.app.screen
        for unit, number in (("Hnke", "0505"), ("1/501", "0605")):
            screen.editing.carry_out(f"place {unit} {number}")
            screen.draw()
        shown = {h: token.title for h, token in screen.map.shown_units.items()}
        by_number = screen.editing.board.by_number
        assert shown == {by_number["0505"]: "Hnke", by_number["0605"]: "1/501"}


async def test_a_form_shows_a_fault_as_it_is_typed_and_stores_a_good_value():
    battle = open_battle(CHAMPS)
    draft = battle.draft
    async with opened(battle) as pilot:
        screen: Any = pilot.app.screen
        screen.editing.chosen = Named("reinforcements", 3)
        await press(pilot, "t", "enter", "down", "9")
        shown = "\n".join("".join(c for c, _ in line) for line in screen.map.box.lines)
        assert "must be from first_turn to last_turn" in shown
        await press(pilot, "backspace", "backspace", "4", "enter")
        assert draft.values("reinforcements", 3)["turn"] == 4


async def test_a_choice_turns_on_from_the_default_that_is_shown():
    battle = open_battle(CHAMPS)
    async with opened(battle) as pilot:
        screen: Any = pilot.app.screen
        await press(pilot, "A")
        await choose(pilot, "Points: a side holds a place")
        form = screen.editing.dialog
        seen = []
        for key in ("by", "each", "held"):
            form.at = [field.key for field in form.form.fields].index(key)
            await press(pilot, "right")
            seen.append(form.values.get(key))
            await press(pilot, "left")
            seen.append(form.values.get(key))
        assert seen == ["unit", None, True, False, battle.draft.scenario.sides[0].name, None]


async def test_hexes_of_a_form_are_picked_on_the_map_and_keep_their_terms():
    battle = open_battle(CHAMPS)
    draft = battle.draft
    async with opened(battle) as pilot:
        screen: Any = pilot.app.screen
        screen.editing.chosen = Named("setup", 2)
        await press(pilot, "t", "enter", "down", "down", "enter")
        go(screen, "1416")
        await press(pilot, "space", "enter")
        assert draft.values("setup", 2)["hexes"] == ["within 1 of 1114", "within 1 of 1215", "1416"]


async def test_a_new_table_is_added_only_without_faults():
    battle = open_battle(CHAMPS)
    draft = battle.draft
    count = draft.count("points")
    async with opened(battle) as pilot:
        screen: Any = pilot.app.screen
        await press(pilot, "A")
        choice = screen.editing.dialog
        choice.at = next(i for i, line in enumerate(choice.choices()) if "units are lost" in line)
        await press(pilot, "enter", "up", "enter")
        assert draft.count("points") == count
        assert "Nothing was added" in screen.notes.text
        form = screen.editing.dialog
        fields = [field.key for field in form.form.fields]
        form.at = fields.index("side")
        await press(pilot, "U", "S", "enter")
        form.at = fields.index("name")
        await press(pilot, *"losses", "enter", "escape")
        assert "discards what you have typed" in screen.notes.text
        assert screen.editing.dialog is form
        form.at = fields.index("points")
        await press(pilot, *"German", "space", "1", "enter")
        form.at = len(fields)
        await press(pilot, "up", "up", "down", "down")
        form.at = len(form.form.fields) + len(form._lines_below()) - 1
        await press(pilot, "enter")
        assert draft.values("points", count + 1)["name"] == "losses"


async def test_sentences_are_written_line_by_line_and_may_have_commas():
    battle = open_battle(CHAMPS)
    about = battle.draft.values("scenario")["about"]
    assert isinstance(about, list)
    async with opened(battle) as pilot:
        screen: Any = pilot.app.screen
        await press(pilot, "t", "enter")
        form = screen.editing.dialog
        form.at = [field.key for field in form.form.fields].index("about")
        await press(pilot, "enter", "enter", *"Snow,", "space", *"fog", "escape")
        assert battle.draft.values("scenario")["about"] == [*about, "Snow, fog"]
        await press(pilot, "enter", *["backspace"] * 10, "escape")
        assert battle.draft.values("scenario")["about"] == about


async def test_the_parts_of_a_line_of_the_briefing_are_separated_by_bars():
    battle = open_battle(CHAMPS)
    clock = battle.draft.values("briefing.side", 1)["clock"]
    assert isinstance(clock, list)
    async with opened(battle) as pilot:
        screen: Any = pilot.app.screen
        screen.editing.chosen = Named("briefing.side", 1)
        await press(pilot, "t", "enter")
        form = screen.editing.dialog
        form.at = [field.key for field in form.form.fields].index("clock")
        await press(pilot, "enter", "enter", *"3|Fog,", "space", *"snow", "escape")
        assert battle.draft.values("briefing.side", 1)["clock"] == [*clock, ["3", "Fog, snow"]]


async def test_the_battle_is_played_from_here_and_quitting_comes_back():
    battle = open_battle(CHAMPS)
    async with opened(battle) as pilot:
        screen = pilot.app.screen
        await press(pilot, "G", "enter")
        while not isinstance(pilot.app.screen, PlayScreen):
            await press(pilot, "escape")
        await press(pilot, "q")
        for _ in range(5):
            if pilot.app.screen is screen:
                break
            await press(pilot, "y")
        assert pilot.app.screen is screen


async def test_a_line_renames_the_battle_and_another_deletes_it_after_a_question():
    battle = open_battle(CHAMPS)
    battle.store()
    async with opened(battle) as pilot:
        await press(pilot, "colon", *"rename", "space", *"mine", "enter")
        assert battle.folder.name == "mine"
        assert battle.folder.is_dir()
        await press(pilot, "colon", *"delete-battle", "enter", "enter")
        assert battle.folder.is_dir()
        folder = battle.folder
        await press(pilot, "y")
        assert not folder.exists()


async def choose(pilot: Any, line: str) -> None:
    """Put the bar of the open list on the first line with these words, and press Enter."""
    box = pilot.app.screen.editing.dialog
    box.at = next(i for i, text in enumerate(box.choices()) if line in text)
    await press(pilot, "enter")


async def fill_in(pilot: Any, values: dict[str, str]) -> None:
    """Type values into the fields of the open form, and press Enter on the line that adds the table."""
    form = pilot.app.screen.editing.dialog
    for key, value in values.items():
        form.at = [field.key for field in form.form.fields].index(key)
        await press(pilot, *["backspace"] * 12, *("space" if char == " " else char for char in value), "enter")
    form.at = len(form.form.fields) - 1
    await press(pilot, "down")
    while "Add" not in form._lines_below()[form.at - len(form.form.fields)][0]:
        await press(pilot, "down")
    await press(pilot, "enter")


async def test_a_battle_on_a_part_of_a_board_is_made_by_keys_alone():
    battle = new_on_board("arnhem")
    draft = battle.draft
    async with opened(battle) as pilot:
        screen: Any = pilot.app.screen
        await press(pilot, "t")
        await choose(pilot, "Scenario")
        await press(pilot, "enter")
        for corner in ("1110", "2020"):
            go(screen, corner)
            await press(pilot, "enter")
        await press(pilot, "escape", "escape", "t")
        await choose(pilot, "Counters:")
        await press(pilot, "plus")
        await fill_in(pilot, {"id": "Home", "side": "German", "formation": "Militia", "strength": "2-3-6"})
        assert draft.values("units", draft.count("units"))["kind"] == "airborne", "like the counter under the bar"
        await press(pilot, "escape", "escape")
        for hex_number, unit in (("1511", "1/506"), ("1713", "Home")):
            go(screen, hex_number)
            await press(pilot, "enter", *unit)
            await press(pilot, "enter")
        await press(pilot, "A")
        await choose(pilot, "Points: a side holds a place")
        await fill_in(pilot, {"place": "Uden", "points": "Allied 5, German 4"})
        await press(pilot, "escape", "A")
        await choose(pilot, "Reinforcements")
        await fill_in(pilot, {"side": "German", "turn": "2", "units": "Hber", "hexes": "1110"})
        await press(pilot, "escape", "escape", "A")
        await choose(pilot, "Briefing")
        await press(pilot, "escape")
        box = screen.editing.dialog
        assert box.choices()[box.at].startswith("Briefing: ")
    made = load_scenario(f"own/{battle.name}")
    assert [made.units[unit].id for unit, _ in made.placed] == ["1/506", "Home"]
    assert [(group.turn, len(group.units)) for group in made.reinforcements] == [(2, 1)]
    assert [table.title for table in made.scoring.points] == ["Uden"]
    assert draft.remarks == []


KEYS = (
    *("up", "down", "left", "right", "enter", "enter", "enter", "escape", "tab", "space", "space", "backspace"),
    *"xaAptTGPQrvzfdswS<><>+-%i?:0123456789bU|,='\"[]",
    *("home", "end", "pageup"),
)


async def _play_at_random(seed: int, keys: int) -> None:
    random = Random(seed)
    battle = open_battle(random.choice([entry.key for entry in shipped()]))
    async with opened(battle, random.choice([(80, 24), (120, 40)])) as pilot:
        for _ in range(keys):
            if isinstance(pilot.app.screen, PlayScreen):
                pilot.app.screen.leave()
            await pilot.press(random.choice(KEYS))
        await pilot.pause()
        assert pilot.app.is_running
    if battle.is_stored:
        assert load_scenario(f"own/{battle.name}").name == battle.draft.scenario.name
        for name, text in battle.draft.own_files.items():
            assert (battle.folder / name).read_text("utf-8") == text


@pytest.mark.parametrize("seed", range(3))
async def test_keys_at_random_never_crash_and_never_leave_a_faulty_file(seed):
    await _play_at_random(seed, 120)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
async def test_a_hundred_sessions_of_random_keys(seed):
    await _play_at_random(seed, 150)


async def test_the_command_without_a_name_shows_the_menu_of_battles():
    async with running(WestwallApp(WorkshopStart(None), Settings()), size=(80, 24)) as pilot:
        await pilot.pause()
        screen: Any = pilot.app.screen
        assert screen.menus[-1].title == "Workshop: which battle?"
