"""The board in the workshop: terrain is painted, and ways are walked, each stroke with one undo."""

from random import Random
from typing import Any

import pytest

from tests.ui.screens.workshop.test_workshop import CHAMPS, go, opened, press
from westwall_tui.files.workshop.opening import OpenBattle, new_battle, open_battle
from westwall_tui.files.workshop.ways import touches
from westwall_tui.ui.screens.workshop.board import BoardMode
from westwall_tui.ui.screens.workshop.chains import TOWARD, Pair, next_side


def terrain(battle: OpenBattle, *numbers: str) -> str:
    board = battle.draft.sheet
    return "".join(board.terrain[board.grid.parse(number)] for number in numbers)


@pytest.fixture
def battle() -> OpenBattle:
    return new_battle(9, 7)


async def test_a_brush_paints_where_the_cursor_moves_and_one_undo_takes_the_stroke_back(battle):
    async with opened(battle) as pilot:
        screen: Any = pilot.app.screen
        go(screen, "0202")
        await press(pilot, "tab", "f", "f", "space")
        assert terrain(battle, "0202") == "f"
        await press(pilot, "d", "right", "down", "shift+right", "escape")
        assert terrain(battle, "0302", "0303", "0403", "0503", "0603", "0703", "0803", "0903") == "fffffff."
        await press(pilot, "less_than_sign")
        assert terrain(battle, "0202", "0303") == "f."
        await press(pilot, "less_than_sign")
        assert terrain(battle, "0202") == "."
        assert not battle.draft.undo()


async def test_a_wide_brush_paints_seven_hexes_also_where_no_hex_was(battle):
    async with opened(battle) as pilot:
        screen: Any = pilot.app.screen
        go(screen, "0404")
        await press(pilot, "tab", "f", "-", "s", "space")
        assert terrain(battle, "0404", "0403", "0405", "0304", "0305", "0504", "0505") == "-" * 7
        go(screen, "0402")
        await press(pilot, "down", "down", "f", "o", "space")
        assert terrain(battle, "0404", "0403") == "oo"


async def test_a_road_is_walked_off_the_map_and_continued_from_either_end(battle):
    draft = battle.draft
    async with opened(battle) as pilot:
        screen: Any = pilot.app.screen
        go(screen, "0202")
        await press(pilot, "tab", "w", "enter", "right", "right", "left", "right", "up", "up", "up", "enter")
        assert draft.values("roads") == {"name": "Road 1", "path": "0202 0302 0402 0401 edge"}
        go(screen, "0202")
        await press(pilot, "w", "enter", "left", "enter")
        assert draft.values("roads")["path"] == "0102 0202 0302 0402 0401 edge"
        go(screen, "0302")
        await press(pilot, "w")
        assert not any("Continue" in line for line in screen.editing.dialog.choices())
        await press(pilot, "escape", "x")
        assert [draft.values("roads", n)["path"] for n in (1, 2)] == ["0102 0202", "0402 0401 edge"]
        await press(pilot, *["less_than_sign"] * 3)
        assert draft.count("roads") == 0


async def test_a_road_that_is_walked_off_the_map_at_once_begins_at_the_mapedge(battle):
    draft = battle.draft
    async with opened(battle) as pilot:
        screen: Any = pilot.app.screen
        go(screen, "0102")
        await press(pilot, "tab", "w", "enter", "left", "left", "right", "right", "enter")
        assert draft.values("roads")["path"] == "edge 0102 0202 0302"
        await press(pilot, "less_than_sign")
        go(screen, "0102")
        await press(pilot, "w", "enter", "left", "enter", "w", "enter", "right", "enter")
        assert draft.values("roads")["path"] == "0202 0102 edge"


async def test_enter_names_a_town_without_a_name(battle):
    draft = battle.draft
    async with opened(battle) as pilot:
        go(pilot.app.screen, "0303")
        await press(pilot, "tab", "f", "o", "space", "w", "enter", "right", "enter", "left", "enter", "down", "enter")
        await press(pilot, *"Mill", "enter")
        form: Any = pilot.app.screen
        form.editing.dialog.at = len(form.editing.dialog.form.fields) + 1
        await press(pilot, "enter")
        assert draft.values("places") == {"kind": "town", "hexes": "0303", "name": "Mill"}


async def test_a_stream_is_walked_along_hexsides(battle):
    draft = battle.draft
    async with opened(battle) as pilot:
        screen: Any = pilot.app.screen
        go(screen, "0303")
        await press(pilot, "tab", "w", *["down"] * 3, "enter", "down", "right", "right", "up", "up", "enter")
        sides = str(draft.values("streams")["sides"]).split()
        assert sides[0] == "0303/0304"
        assert len(sides) == len({frozenset(side.split("/")) for side in sides}) == 5
        assert not any("streams" in remark and "not next" in remark for remark in draft.remarks)


async def test_a_walk_is_given_up_without_a_change(battle):
    async with opened(battle) as pilot:
        before = battle.draft.texts
        await press(pilot, "tab", "w", "enter", "right", "right", "escape", "escape", "escape")
        await press(pilot, "w", "enter", "right", "q")
        assert isinstance(pilot.app.screen.editing.mode, BoardMode)
        assert battle.draft.texts == before


async def test_a_part_of_the_board_is_chosen_by_two_corners_and_given_up(battle):
    async with opened(battle) as pilot:
        screen: Any = pilot.app.screen
        await press(pilot, "tab", "S", "enter")
        go(screen, "0202")
        await press(pilot, "enter")
        go(screen, "0706")
        await press(pilot, "enter")
        assert battle.draft.values("scenario")["part"] == ["0202", "0706"]
        await press(pilot, "S", "down", "enter")
        assert "part" not in battle.draft.values("scenario")


async def test_a_change_that_the_scenario_forbids_is_refused_in_words():
    battle = open_battle(CHAMPS)
    async with opened(battle) as pilot:
        screen: Any = pilot.app.screen
        await press(pilot, "tab", "f", "tilde")
        go(screen, "0912")
        await press(pilot, "space")
        assert "river hex" in screen.notes.text
        assert battle.draft.undo() == ""


async def test_a_thing_under_the_cursor_is_changed_by_a_form_or_removed(battle):
    draft = battle.draft
    async with opened(battle) as pilot:
        screen: Any = pilot.app.screen
        go(screen, "0303")
        await press(pilot, "tab", "A", *["down"] * 8, "enter", *"Mill")
        assert "village" in "\n".join("".join(c for c, _ in line) for line in screen.map.box.lines)
        await press(pilot, *["down"] * 9, "enter")
        assert draft.values("places") == {"name": "Mill", "kind": "village", "hexes": "0303"}
        await press(pilot, "escape", "escape", "x")
        assert draft.count("places") == 0


@pytest.mark.parametrize("seed", range(20))
def test_a_chain_goes_on_from_corner_to_corner_or_one_step_back(seed):
    random, board = Random(seed), new_battle(9, 7).draft.sheet
    chain: list[Pair] = []
    h = random.choice(board.playable)
    for _ in range(60):
        found = next_side(board.grid, chain, h, random.choice([*TOWARD]))
        if found is None:
            continue
        assert found[1] in board.grid.neighbors[found[0]]
        if {*found} in [{*pair} for pair in chain[-2:-1]]:
            chain.pop()
            continue
        steps = ["/".join(map(board.number, pair)) for pair in (*chain[-1:], found)]
        assert len(steps) == 1 or touches(board, *steps)
        chain.append(found)
    assert chain
