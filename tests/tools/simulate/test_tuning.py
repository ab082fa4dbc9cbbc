"""Tuning weights and set-ups by self-play, with games that cost nothing."""

import tomllib
from contextlib import contextmanager
from dataclasses import replace

import pytest

from benchmarks import setups, tune
from benchmarks.strength import TEST_SEEDS
from tests.tools.simulate.test_tally import result
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.orders import Deploy, Note, parse
from westwall_tui.files.computer.weights import read_weights, weights_of

SCENARIO = "bastogne/relief"


def fake_crew(monkeypatch, module, margin):
    """Have games played by a function of the job; the list of jobs that were played."""
    asked = []

    def crew(jobs):
        for job in jobs:
            asked.append(job)
            yield replace(result(job.seed, job.players[0], job.players[1], margin(job)), key=job.key)

    @contextmanager
    def hired(processes, address):
        yield crew

    monkeypatch.setattr(module, "hired", hired)
    return asked


def test_weights_move_towards_what_wins():
    tuner = tune.Tuner({"use": 1.0, "to town": 2.0, "fixed": 3.0}, ["use", "to town"], 5)
    best = {"use": 1.6, "to town": 1.2}

    def loss(weights):
        return sum((weights[name] / value - 1) ** 2 for name, value in best.items())

    for _ in range(60):
        plus, minus = tuner.trial(1), tuner.trial(-1)
        tuner.learn(max(min(loss(minus) - loss(plus), 1.0), -1.0))
    found = tuner.result()
    assert found["use"] == pytest.approx(1.6, rel=0.2)
    assert found["to town"] == pytest.approx(1.2, rel=0.2)
    assert found["fixed"] == 3.0


def test_a_weight_of_nothing_cannot_be_tuned():
    with pytest.raises(ValueError, match="above 0"):
        tune.Tuner({"use": 0.0}, ["use"], 1)


def test_what_a_pair_gains_is_a_part_of_what_was_at_stake():
    ahead, behind = result(1, "2", "2", 30.0), result(1, "2", "2", 10.0)
    assert tune.gain([(ahead, behind)]) == 0.5
    assert tune.gain([(result(1, "2", "2", 0.0), result(1, "2", "2", 0.0))]) == 0.0


def test_tuning_goes_on_where_it_was_interrupted_and_judges_with_other_seeds(monkeypatch, tmp_path, capsys):
    own = weights_of("bastogne")

    def margin(job):
        first, second = (weights or own for weights in job.weights)
        return 100 * (first["use"] - second["use"])

    asked = fake_crew(monkeypatch, tune, margin)
    words = [SCENARIO, "--csv", str(tmp_path / "t.csv"), "--out", str(tmp_path / "w.toml"), "--weight", "use"]
    assert tune.main([*words, "--steps", "3", "--pairs", "2"]) == 0
    assert len(asked) == 12
    assert all(job.seed < TEST_SEEDS for job in asked)
    asked.clear()
    assert tune.main([*words, "--steps", "4", "--pairs", "2", "--judge", "3"]) == 0
    assert [job.seed >= TEST_SEEDS for job in asked] == [False] * 4 + [True] * 6
    assert "3 of 3 pairs" in capsys.readouterr().out
    found = read_weights(tmp_path / "w.toml")
    assert found["use"] > own["use"]
    assert found["waiting"] == own["waiting"]


def test_weights_of_ones_own_are_measured(monkeypatch, tmp_path, capsys):
    def margin(job):
        """Each point for the use of a unit wins three."""
        first, second = (weights or {"use": 0.0} for weights in job.weights)
        return 3 * (first["use"] - second["use"])

    asked = fake_crew(monkeypatch, tune, margin)
    mine = tmp_path / "mine.toml"
    mine.write_text('format = 1\nkind = "computer"\n[weights]\nuse = 0.5\n')
    words = [SCENARIO, "--csv", str(tmp_path / "t.csv"), "--compare", str(mine), "--judge", "4"]
    assert tune.main(words) == 0
    assert all(job.seed >= TEST_SEEDS for job in asked)
    assert "4 of 4 pairs" in (told := capsys.readouterr().out)
    assert "+1.5 points a game" in told
    mine.write_text("format = 1\n")
    with pytest.raises(SystemExit):
        tune.main(words)
    assert "mine.toml" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        tune.main(words[:3])
    assert "--out or --compare" in capsys.readouterr().err


def test_a_set_up_changes_within_the_rules():
    setup = setups.SetUp(SCENARIO, "german", 1)
    assert len(setup.today) == 8
    for number in range(5):
        changed = setup.changed(setup.today, Draw.of(number))
        assert changed != setup.today
        assert setup.allowed(changed)
    assert not setup.allowed([Deploy(order.unit, "0101") for order in setup.today if isinstance(order, Deploy)])


def test_drop_zones_change_too():
    setup = setups.SetUp("arnhem/free", "Allied", 1)
    changed = setup.changed(setup.today, Draw.of(3))
    assert all(isinstance(order, Note) for order in changed)
    assert changed != setup.today


def test_a_side_with_nothing_to_set_up_is_named():
    with pytest.raises(ValueError, match="sets nothing up"):
        setups.SetUp(SCENARIO, "US", 1)


@pytest.mark.slow
def test_the_better_set_up_is_kept_and_written(monkeypatch, tmp_path, capsys):
    def margin(job):
        """The farther north 5B is, the better for the German, who is the Second Player."""
        hexes = {order.unit: order.hex for order in map(parse, job.openings[1]) if isinstance(order, Deploy)}
        return float(hexes["5B"][2:]) + job.seed % 3

    asked = fake_crew(monkeypatch, setups, margin)
    words = [SCENARIO, "German", "--csv", str(tmp_path / "s.csv"), "--out", str(tmp_path / "o.toml")]
    assert setups.main([*words, "--rounds", "12", "--games", "2", "--judge", "2"]) == 0
    assert "kept" in capsys.readouterr().out
    played = len(asked)
    assert setups.main([*words, "--rounds", "12", "--games", "2", "--judge", "2"]) == 0
    assert len(asked) == played
    (kept,) = tomllib.loads((tmp_path / "o.toml").read_text())["opening"]
    assert (kept["scenario"], kept["side"]) == (SCENARIO, "German")
    hexes = {order.unit: order.hex for order in map(parse, kept["orders"]) if isinstance(order, Deploy)}
    assert int(hexes["5B"][2:]) < 23


def written(setup, number):
    """Today's set-up as a file has it, but 5B in another hex."""
    elsewhere = [Deploy(order.unit, number) if order.unit == "5B" else order for order in setup.today]
    return setup.blocks([elsewhere])


def test_set_ups_of_ones_own_are_measured(monkeypatch, tmp_path, capsys):
    def margin(job):
        """Whoever has 5B in 1022 wins by three points more; the German is the Second Player."""
        return -3.0 if "deploy 5B 1022" in job.openings[1] else 0.0

    fake_crew(monkeypatch, setups, margin)
    setup = setups.SetUp(SCENARIO, "German", 1)
    ideas = tmp_path / "ideas.toml"
    ideas.write_text('format = 1\nkind = "computer"\n' + written(setup, "1022"))
    words = [SCENARIO, "German", "--csv", str(tmp_path / "s.csv"), "--compare", str(ideas), "--judge", "4"]
    assert setups.main(words) == 0
    assert "opening 1: +3.00 points a game (error 0.00) in 4 games" in capsys.readouterr().out
    ideas.write_text(ideas.read_text().replace("5B 1022", "5B 1318"))
    with pytest.raises(SystemExit):
        setups.main(words)
    assert "the rules do not allow it" in capsys.readouterr().err


@pytest.mark.slow
def test_several_set_ups_that_differ_more_are_found_by_halves(monkeypatch, tmp_path, capsys):
    def margin(job):
        """The farther north 5B is, the better for the German, who is the Second Player."""
        hexes = {order.unit: order.hex for order in map(parse, job.openings[1]) if isinstance(order, Deploy)}
        return float(hexes["5B"][2:])

    asked = fake_crew(monkeypatch, setups, margin)
    ideas, setup = tmp_path / "ideas.toml", setups.SetUp(SCENARIO, "German", 1)
    ideas.write_text('format = 1\nkind = "computer"\n' + written(setup, "0901"))
    words = [SCENARIO, "German", "--csv", str(tmp_path / "s.csv"), "--out", str(tmp_path / "o.toml")]
    words += ["--several", "2", "--ideas", str(ideas), "--rounds", "6", "--games", "2", "--judge", "3"]
    assert setups.main(words) == 0
    assert sum(job.seed < TEST_SEEDS for job in asked) == 6 * 2 + 3 * 2
    told = capsys.readouterr().out
    here = next(order.hex for order in setup.today if isinstance(order, Deploy) and order.unit == "5B")
    assert f"opening 1: {int(here[2:]) - 1:+d}.00 points a game (error 0.00) in 3 games" in told
    assert "opening 2: " in told
    kept = tomllib.loads((tmp_path / "o.toml").read_text())["opening"]
    assert "deploy 5B 0901" in kept[0]["orders"]
    assert len(kept) == 2


def test_where_nothing_is_better_nothing_is_written(monkeypatch, tmp_path, capsys):
    fake_crew(monkeypatch, setups, lambda job: 1.0)
    words = [SCENARIO, "German", "--csv", str(tmp_path / "s.csv"), "--out", str(tmp_path / "o.toml")]
    assert setups.main([*words, "--rounds", "2", "--games", "2", "--judge", "2"]) == 0
    assert "nothing better" in capsys.readouterr().out
    assert not (tmp_path / "o.toml").exists()
