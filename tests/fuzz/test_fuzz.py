"""The fuzzer finds faults, shortens them, writes them to a file, and reproduces them from it."""

import os
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.engine.battles.drawn_arnhem import market
from tests.fuzz import trial
from tests.fuzz.__main__ import main
from tests.fuzz.oracle.battles import BATTLES, UnknownBattle
from tests.fuzz.planted import EIGHT, FAULTS, planted
from tests.fuzz.promises import Broken
from tests.fuzz.steps import STEPS, check_returns
from tests.fuzz.trial import CONCEDED, CUT, WHOLE, BrokenPromise, Case, attack, drawn, scenarios, show, shrunk
from tests.long import sample
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Done, Move
from westwall_tui.engine.state import ELIMINATED, changed
from westwall_tui.files.faults import FileError
from westwall_tui.files.scenarios.catalog import shipped

KEYS = tuple(entry.key for entry in shipped())
SHORT = "bastogne/relief"
"""The scenario with the shortest games."""
LONGER = "bastogne/spearhead"
STEPS_EACH = int(os.environ.get("WESTWALL_FUZZ", sample("150", "90")))
"""Steps in a game of each scenario. `python -m tests.fuzz` plays many whole games."""
SHORT_ONES = sample(6, 1)
"""Number of short games of each scenario."""


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(KEYS)))
def test_no_promise_is_broken_in_a_game_of_each_scenario(number):
    assert attack(drawn(KEYS, number), STEPS_EACH).fault is None


@pytest.mark.slow
@pytest.mark.parametrize("number", range(0, len(KEYS), sample(1, 3)))
def test_no_promise_is_broken_in_many_short_games(number):
    numbers = range(100 * len(KEYS) + number, (100 + SHORT_ONES) * len(KEYS) + number, len(KEYS))
    assert [report.fault for n in numbers if (report := attack(drawn(KEYS, n), 60)).fault] == []


@pytest.mark.slow
def test_whole_games_end_with_every_promise_kept():
    reports = [attack(drawn((SHORT,), number)) for number in range(sample(20, 8))]
    assert [report.fault for report in reports if report.fault] == []


def test_the_same_number_is_the_same_game():
    first, second = (attack(drawn((SHORT,), 5), 80) for _ in range(2))
    assert first == second


def test_an_order_before_a_save_can_be_undone_after_it():
    case = Case("hurtgen/free", 1, True, (), ("give deploy 3/1056 1822", "save", "undo", "redo"))
    assert show(case) is None


def test_13_3_only_a_lost_engineer_is_replaced_when_the_next_movement_phase_begins():
    game = market(allied=["Eng 1-1-10 engineer", "A 2-2-7", "B 2-2-7 0905"], german=["X 2-2-7 0101"])
    engineer, other = (changed(game.state.location, ELIMINATED, unit) for unit in (0, 1))
    earlier = game.state.serial - 1
    check_returns(game, replace(game.state, serial=earlier, location=engineer), Done())
    with pytest.raises(Broken, match="A went from -2 to -1"):
        check_returns(game, replace(game.state, serial=earlier, location=other), Done())
    with pytest.raises(Broken, match="Eng went from -2 to -1"):
        check_returns(game, replace(game.state, location=engineer), Done())
    game.state.side = 1
    with pytest.raises(Broken, match="Eng went from -2 to -1"):
        check_returns(game, replace(game.state, serial=earlier, location=engineer), Done())


def test_scenarios_take_turns_and_options_differ():
    cases = [drawn(KEYS, number) for number in range(90)]
    assert [case.scenario for case in cases[:9]] == [*KEYS[0:9]]
    assert {word for case in cases for word in case.options} >= {"strict", "weather"}
    assert {case.manual for case in cases} == {True, False}


# -- each of these functions breaks the program in one place


def resurrecting(apply: Callable[..., object]) -> Callable[..., object]:
    def moved(game: Game, order: object) -> object:
        events = apply(game, order)
        if isinstance(order, Move):
            unit = game.scenario.by_id[order.unit.lower()]
            past_place = changed(game.state.location, ELIMINATED, unit)  # bypasses `State.place`, which is the fault
            game.state = replace(game.state, location=past_place)
        return events

    return moved


def forgetting(undo: Callable[[Game], None]) -> Callable[[Game], None]:
    def undone(game: Game) -> None:
        undo(game)
        game.state.moved = changed(game.state.moved, game.state.moved[0] + 1, 0)

    return undone


def silent(explain: Callable[..., object]) -> Callable[..., object]:
    return lambda game, order: None


def shared(copy: Callable[..., Game]) -> Callable[..., Game]:
    def copied(game: Game, **options: bool) -> Game:
        result = copy(game, **options)
        result.state = game.state
        return result

    return copied


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "broken", "fault"),
    [
        ("apply", resurrecting, "record"),
        ("undo", forgetting, "undo"),
        ("explain", silent, "explain"),
        ("copy", shared, "nothing changes"),
    ],
)
def test_the_fuzzer_finds_a_broken_program(monkeypatch, name, broken, fault):
    monkeypatch.setattr(Game, name, broken(getattr(Game, name)))
    found = [report for number in range(3) if (report := attack(drawn((LONGER,), number), 200)).fault]
    assert fault in {report.fault.name for report in found if report.fault}
    report = min(found, key=lambda each: len(each.case.steps))
    assert len(report.case.steps) <= report.steps
    assert report.fault
    assert show(report.case) is not None
    monkeypatch.undo()
    assert show(report.case) is None


SOONEST = {"fired flag lost in `encode`": 18, "stale zones": 64}
"""The number of the game that finds a fault today: the search begins there and continues from there."""


@pytest.mark.slow
@pytest.mark.parametrize("fault", sample(EIGHT, EIGHT[::2]), ids=lambda fault: fault.name)
def test_a_planted_fault_is_found(fault):
    first = SOONEST.get(fault.name, 1)
    keys = scenarios("arnhem/free" if fault.name == "open drop zones" else "skirmish")  # the only one with secret zones
    with planted(fault):
        assert any(attack(drawn(keys, number), 2_000, shorten=False).fault for number in range(first, first + 100))


def test_every_fault_can_be_planted():
    for fault in FAULTS:
        with planted(fault):
            pass


def test_an_error_of_the_program_is_a_fault_with_a_place(monkeypatch):
    def failing(game: Game, order: object) -> None:
        raise KeyError(str(order))

    monkeypatch.setattr(Game, "explain", failing)
    fault = show(Case(SHORT, 1, steps=("undo", "give done")))
    assert fault == BrokenPromise("KeyError in test_fuzz.failing", "KeyError in test_fuzz.failing: 'done'")


# -- short


def test_a_list_is_shortened_to_the_items_that_show_the_fault():
    items = [str(n) for n in range(100)]
    assert shrunk(items, lambda kept: {"17", "63", "64"} <= {*kept}, 10_000) == ["17", "63", "64"]


def test_shortening_ends_at_its_limit():
    looked = []

    def shows(kept):
        looked.append(len(kept))
        return False

    assert shrunk(["a"] * 50, shows, 100) == ["a"] * 50
    assert sum(looked[:-1]) < 100


# -- files


def test_a_file_contains_the_case(tmp_path):
    case = Case(SHORT, 3, True, ("strict",), ("give deploy é >", "undo", "list 7"))
    trial.write(tmp_path / "fault.toml", case, BrokenPromise("undo", "undo: leads\nelsewhere"))
    assert trial.load(tmp_path / "fault.toml") == case


@pytest.mark.parametrize("step", ["dance", "undo 1", "list", "list x", "list ٣", "fork 1 7"])
def test_faults_of_a_file_are_reported(tmp_path, step):
    path = tmp_path / "fault.toml"
    trial.write(path, Case(SHORT, 3, steps=("undo", "fork 1 -1", step)), BrokenPromise("", ""))
    with pytest.raises(FileError, match=r"steps: step 3, .* isn't a step: give, undo"):
        trial.load(path)


# -- the command


def test_a_battle_without_an_oracle_is_refused(capsys, monkeypatch):
    monkeypatch.delitem(BATTLES, "bastogne")
    with pytest.raises(UnknownBattle, match=r"'bastogne'.*BATTLES in tests/fuzz/oracle/battles\.py"):
        attack(Case(SHORT, 1))
    assert main(["--battle", SHORT, "--games", "1"]) == 2
    assert "no rules for the battle 'bastogne'" in capsys.readouterr().err


def test_a_whole_game_differs_from_one_that_was_cut_short_or_conceded(monkeypatch):
    case = drawn((SHORT,), 1)
    whole = attack(case)
    assert whole.ended == WHOLE
    assert whole.steps > whole.orders > 0
    assert attack(case, 5).ended == CUT
    monkeypatch.setattr("tests.fuzz.next_step.step", lambda game, draw, temper: "give concede")
    assert attack(case).ended == CONCEDED


def test_a_fault_leaves_a_file_that_reproduces_it(capsys, tmp_path, monkeypatch):
    monkeypatch.setitem(STEPS, "undo", lambda table, _: table.game.nothing())
    words = ["--battle", SHORT, "--games", "2", "--steps", "30", "--out", str(tmp_path)]
    assert main(words) == 1
    output = capsys.readouterr().out
    assert "(1 of " in output
    assert output.split()[-1] == "2"  # faults
    paths = sorted(tmp_path.glob("*.toml"))
    assert [path.name for path in paths] == ["fuzz-bastogne-relief-1.toml", "fuzz-bastogne-relief-2.toml"]
    assert trial.load(paths[0]) == replace(drawn((SHORT,), 1), steps=("undo",))
    assert main([str(paths[0])]) == 1
    assert "AttributeError" in capsys.readouterr().out
    monkeypatch.undo()
    assert main([str(paths[0])]) == 0
    assert "every promise was kept" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--battle", "waterloo"], ["nowhere.toml"]])
def test_an_unusable_argument_is_named(capsys, words):
    assert main(words) == 2
    assert words[-1] in capsys.readouterr().err
