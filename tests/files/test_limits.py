"""No file costs much time, memory or paper: each is judged within 2 s and 400 MB, or refused for its size."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.files.example import load_example
from tests.files.hostile import SHEET, write
from tests.long import sample
from westwall_tui import cli
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import MOST_UNDONE, Game
from westwall_tui.engine.orders import IllegalOrder, parse
from westwall_tui.files.checks import check_file
from westwall_tui.files.disk.reach import MAX_SIZE
from westwall_tui.files.faults import LINE, MAX_FAULTS, Fault, FileError, brief
from westwall_tui.files.saves import file as save_file
from westwall_tui.files.saves.catalog import list_saves
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.tables import SourceFile, read
from westwall_tui.files.tables import parse as parse_toml

ROOT = Path(__file__).parents[2]
DEEP = {
    "key": ".".join(["a"] * 20_000) + " = 1",
    "header": "[" + ".".join(["a"] * 20_000) + "]",
    "quoted": " . ".join(['"a"', "'a'"] * 2_000) + " = 1",
    "in a list": "b = [{ " + ".".join(["a"] * 100) + " = 1 }]",
    "steps": "[a.a.a.a.a.a]\na.a.a.a.a.a = {a.a.a.a.a.a = 1}",
    "lists": "a = " + "[" * 30 + "]" * 30,
    "tables": "a = " + "{a = " * 30 + "1" + "}" * 30,
}
JUDGE = """
import resource, sys, time
from pathlib import Path
from westwall_tui.files.checks import check_file

def most_memory():
    status = Path("/proc/self/status")  # on Linux `ru_maxrss` counts what whoever started this had before it began
    if status.exists():
        return next(line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

for name in sys.argv[1:]:
    begun = time.process_time()
    report = check_file(Path(name))
    said = [*map(str, report.faults), *report.remarks]
    took, most = time.process_time() - begun, most_memory()
    print(f"{took} {most} {len(said)} {sum(map(len, said))} {name}")
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the resource module is Unix's")
def test_every_file_is_judged_within_2_s_and_400_mb(tmp_path):
    paths = write(tmp_path)[:: sample(1, 4)]
    run = subprocess.run(
        [sys.executable, "-c", JUDGE, *map(str, paths)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    lines = [line.split(maxsplit=4) for line in run.stdout.splitlines()]
    assert len(lines) == len(paths) > sample(50, 12)
    unit = 1 if sys.platform == "darwin" else 1024
    for seconds, memory, told, letters, name in lines:
        assert float(seconds) < 2, name
        assert int(memory) * unit < 400_000_000, name
        assert int(told) <= MAX_FAULTS + 1, name
        assert int(letters) < 60_000, name


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_deep_keys_are_a_fault_that_names_the_key(text):
    with pytest.raises(FileError, match=r"^f: ('|\"|a|b)[ab. '\"]*: is nested too deeply") as raised:
        parse_toml(SourceFile("f", text))
    assert len(raised.value.faults) == 1


def test_texts_with_dots_are_not_deep_keys():
    text = 'a = "' + ".".join("abcdefghijklmn") + '"\nsource = """\n' + "g.f.g.f.g.f.g.f.g.f.g.f\n" * 3 + '"""\n'
    assert parse_toml(SourceFile("f", text)).data["a"] == "a.b.c.d.e.f.g.h.i.j.k.l.m.n"


ABSURD = [
    "9999-12-31T23:59:59-23:59",
    "0001-01-01T00:00:00+23:59",
    "0001-01-01T00:00:00",
    "9999-12-31T23:59:59",
]


@pytest.mark.parametrize("line", [*(f"saved = {when}" for when in ABSURD), *list(DEEP.values())[:2]])
def test_one_file_does_not_end_the_list(tmp_path, monkeypatch, capsys, line):
    monkeypatch.setenv("WESTWALL_SAVES", str(tmp_path))
    begun = LocalSession.new(load_example(tmp_path), seed=3, folder=tmp_path)
    begun.save()
    head, sign, rest = begun.path.read_text().partition("\nsaved = ")
    spoilt = tmp_path / "spoilt.toml"
    assert sign
    parts = [line, head] if line.startswith("[") else [head, line]
    spoilt.write_text("\n".join([*parts, rest.partition("\n")[2]]))
    assert cli.main(["list"]) == 0
    said = capsys.readouterr().out
    key = "saved: must be a time from 1970 to 9999" if line.startswith("saved") else "a.a.a"
    assert any("spoilt.toml" in row and key in row for row in said.splitlines()), said
    assert "The bridge at Upper Mill, turn 3, a.m." in said
    assert f"spoilt.toml: {key}" in str(check_file(spoilt).faults[0])


@pytest.mark.parametrize("when", [-(10**10), 0, 2**40, 253402300799])
def test_absurd_times_of_files_are_accepted(tmp_path, monkeypatch, capsys, when):
    monkeypatch.setenv("WESTWALL_SAVES", str(tmp_path))
    begun = LocalSession.new(load_example(tmp_path), seed=3, folder=tmp_path)
    begun.save()
    begun.path.write_text("".join(f"{line}\n" for line in begun.path.read_text().splitlines() if "saved" not in line))
    try:
        os.utime(begun.path, (when, when))
    except OSError:
        pytest.skip("this disk has no such times")
    assert cli.main(["list"]) == 0
    assert "turn 3, a.m." in capsys.readouterr().out


def test_a_time_with_a_zone_is_shown_in_local_time(tmp_path):
    begun = LocalSession.new(load_example(tmp_path), seed=3, folder=tmp_path)
    begun.save()
    head, _, rest = begun.path.read_text().partition("\nsaved = ")
    begun.path.write_text(f"{head}\nsaved = 2026-11-21T12:00:00+02:00\n{rest.partition(chr(10))[2]}")
    assert [info.when for info in list_saves(tmp_path) if not info.trouble] == [datetime(2026, 11, 21, 10, tzinfo=UTC)]


# -- output


def test_a_hundred_faults_are_listed_and_the_others_counted(tmp_path, capsys):
    path = tmp_path / "x.toml"
    path.write_text('format = 1\nkind = "units"\n' + "".join(f"a{i} = 1\n" for i in range(5000)))
    assert cli.main(["check", str(path)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert len(said) == MAX_FAULTS + 1
    assert said[-1] == f"{path} has 4901 more faults"  # the fault of missing units is not among them


@pytest.mark.slow
def test_remarks_too(tmp_path, capsys):
    path = tmp_path / "x.toml"
    path.write_text(SHEET + '[[bridges]]\nkind = "rail"\nside = "0101/0102"\n' * 500)
    assert cli.main(["check", str(path)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert len(said) == MAX_FAULTS + 2
    assert said[MAX_FAULTS].startswith(f"remark: {path}: ")


@pytest.mark.parametrize("where", ["key", "value", "name of the file"])
def test_quotes_are_no_longer_than_a_line(tmp_path, capsys, where):
    long = "x" * 100_000
    path = tmp_path / ("x" * 4000 if where.startswith("name") else "x.toml")
    if not where.startswith("name"):
        path.write_text(f'format = 1\nkind = "{long}"\n' if where == "value" else f'kind = "units"\n{long} = 1\n')
    assert cli.main(["check", str(path)]) == 1
    said = capsys.readouterr().out
    assert "xxx ... xxx" in said
    assert all(len(line) < 4 * LINE for line in said.splitlines())


def test_brief_keeps_both_ends():
    assert brief("abc", 3) == "abc"
    assert brief("abcdefgh", 4) == "ab ... gh"
    assert str(FileError([Fault("f", "", "", "r" * 1000)])) == "f: " + "r" * 200 + " ... " + "r" * 200


# -- size


def test_too_large_is_refused(tmp_path):
    path = tmp_path / "x.toml"
    path.write_bytes(b"#" * (MAX_SIZE + 1))
    with pytest.raises(FileError, match=rf"is larger than {MAX_SIZE} bytes"):
        read(path)


def test_a_log_that_is_too_long_is_replaced_by_the_snapshot(tmp_path, monkeypatch):
    begun = LocalSession.new(load_example(tmp_path), seed=3, folder=tmp_path)
    begun.apply(parse("attack K 1/9 > 1/8"))
    begun.apply(parse("fpf none"))
    monkeypatch.setattr(save_file, "MAX_ORDERS", 1)
    save = read_save(begun.path)
    assert save.game.digest() == begun.game.digest()
    assert (save.game.log, save.history) == ([], begun.game.log)
    assert "without a replay: there are more than 1 orders." in save.notes[0]


@pytest.mark.slow
@pytest.mark.parametrize("key", ["bastogne/spearhead", "arnhem/free"])
def test_repeated_set_ups_can_be_read_again(tmp_path, key):
    """The program can read what it writes: 45,000 set-ups of one unit made a save of 1.1 MB, which it refused."""
    session = LocalSession.new(load_scenario(key), seed=3, folder=tmp_path)
    draw, game = Draw(3), session.game
    while game.prompt.kind == "notes":
        game.apply(game.random_order(draw))
    unit = game.state.ids(queries.to_set_up(game))[0]
    for order in queries.suggested_setup(game):
        game.apply(order)
    hexes = game.state.numbers(sorted(queries.setup_hexes(game, game.scenario.unit(unit))))
    for number in range(45_000):
        game.log.append(f"deploy {unit} {hexes[number % 2]}")
    game.apply(parse(f"deploy {unit} {hexes[0]}"))
    game.apply(parse("done"))
    session.save()
    assert session.path.stat().st_size < 100_000
    found = read_save(session.path)
    assert found.notes == ()
    assert found.game.digest() == game.digest()
    assert len(found.game.log) < 300


@pytest.mark.parametrize("key", ["arnhem/free", "hurtgen/free"])
def test_a_whole_set_up_can_be_undone(key):
    """5.15: the undo history is long enough for the largest set-up, with a change for each unit."""
    game = Game(load_scenario(key), seed=3)
    draw = Draw(3)
    while game.prompt.kind == "notes":
        game.apply(game.random_order(draw))
    start = game.digest()
    suggested = queries.suggested_setup(game)
    for order in suggested:
        game.apply(order)
    moved = 0
    for order in suggested:
        hexes = sorted(queries.setup_hexes(game, game.scenario.unit(order.unit)))
        if hexes:
            game.apply(f"deploy {order.unit} {game.state.number(hexes[0])}")
            moved += 1
    assert len(suggested) + moved > 10
    for _ in range(len(suggested) + moved):
        game.undo()
    assert game.digest() == start


def test_undo_ends_after_many_orders():
    game = Game(load_scenario("bastogne/spearhead"), seed=3)
    for number in range(MOST_UNDONE + 10):
        game.apply(parse(f"deploy 52 26{11 + 3 * (number % 2)}"))
    for _ in range(MOST_UNDONE):
        game.undo()
    with pytest.raises(IllegalOrder):
        game.undo()
    assert len(game.log) == 10
