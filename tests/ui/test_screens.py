"""Whole screens as they were accepted; `make screens` accepts changes."""

from difflib import unified_diff

import pytest

from tests.screens.record import FOLDER, SCENES, THEMES, file_of, taken


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
async def test_the_screen_is_as_it_was_accepted(scene):
    accepted, shown = file_of(scene).read_text(encoding="utf-8"), await taken(scene)
    difference = "\n".join(unified_diff(accepted.splitlines(), shown.splitlines(), "accepted", "now", lineterm="", n=0))
    if difference:
        pytest.fail(f"{difference}\n\nIf it should be like this: make screens", pytrace=False)


def test_every_file_belongs_to_a_scene():
    assert {file.name for file in FOLDER.glob("*.txt")} == {file_of(scene).name for scene in SCENES}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_every_theme_paints_all_24_lines_and_mono_without_colours(scene):
    lines = file_of(scene).read_text(encoding="utf-8").splitlines()
    for i, theme in enumerate(THEMES, 1):
        name, *painted = lines[25 * i - 1 : 25 * i + 24]
        assert name == f"-- {theme}"
        runs = [[run.split(":") for run in line.split(" ")[1:]] for line in painted]
        assert [sum(int(length) for length, _ in line) for line in runs] == [80] * 24
        assert theme != "mono" or not any(char.isdigit() for line in runs for _, look in line for char in look)
