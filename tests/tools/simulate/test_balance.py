"""The page about balance."""

from dataclasses import replace

import pytest

from benchmarks import balance
from tests.tools.simulate.test_tally import result
from westwall_tui.files.library import scenarios
from westwall_tui.tools.simulate import tally


def test_every_scenario_has_what_the_booklet_expects():
    assert [*balance.EXPECTED] == [shipped.key for shipped in scenarios()]


def test_the_table_counts_games_between_equals(tmp_path, capsys):
    kept, page = tmp_path / "b.csv", tmp_path / "page.md"
    games = [
        replace(result(seed, "3", "3", margin), scenario="bastogne/spearhead", key=str(seed))
        for seed, margin in enumerate((5.0, 3.0, -4.0))
    ]
    tally.append(kept, [*games, replace(games[0], second="2", key="uneven")])
    page.write_text(f"Before.\n\n{balance.BEGIN}\nold\n{balance.END}\n\nAfter.\n")
    assert balance.main(["--csv", str(kept), "--page", str(page), "--report"]) == 0
    text = page.read_text()
    assert text.startswith("Before.")
    assert text.endswith("After.\n")
    assert "old" not in text
    line, expected = [line for line in text.splitlines() if "spearhead" in line]
    assert line == "| bastogne/spearhead: German, US | 3 | 3 | 2 German, 1 US | 3 : 1 | 2 (21 to 94 %) |"
    assert expected.startswith("- bastogne/spearhead: more points win: ")
    assert balance.main(["--csv", str(kept), "--page", str(page), "--report"]) == 0
    assert page.read_text() == text


def test_a_page_without_a_place_for_it_is_refused():
    with pytest.raises(ValueError, match="no place"):
        balance.written("a page", [])
