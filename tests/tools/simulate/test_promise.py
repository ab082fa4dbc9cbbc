"""What the judge promised, set against what came of it: the measure, its file, and one phase of a game."""

import pytest

from benchmarks import promise
from benchmarks.promise import Promise, slope
from westwall_tui.engine.state import ELIMINATED


def made(turn, promised, *kept):
    return Promise("bastogne/spearhead", 601, turn, 0, promised, kept)


def test_the_slope_is_what_a_point_promised_brings():
    assert slope([made(1, 4.0, 1.0, 3.0), made(2, -2.0, -1.0), made(3, 6.0, 3.0)]) == pytest.approx((0.5, 0.0))
    assert slope([made(1, 0.0, 5.0)]) == (0.0, 0.0)
    assert slope([made(1, 1.0, 1.0), made(2, 1.0, 0.0)]) == pytest.approx((0.5, 0.5))


def test_phases_of_the_file_are_not_played_again(monkeypatch, tmp_path, capsys):
    played = []

    def promises(scenario, seed, every, ends, known):
        for turn in (1, 2, 3):
            found = made(turn, 2.0 * turn, 1.0 * turn)._replace(seed=seed)
            if found.key not in known:
                played.append(found.key)
                yield found
            else:
                yield None

    monkeypatch.setattr(promise, "promises", promises)
    words = ["bastogne/spearhead", "--out", str(tmp_path / "p.jsonl")]
    promise.main([*words, "--phases", "2"])
    promise.main([*words, "--phases", "5"])
    assert [key[1:3] for key in played] == [(601, 1), (601, 2), (601, 3), (602, 1), (602, 2)]
    told = capsys.readouterr().out.splitlines()
    assert told[1] == (
        "bastogne/spearhead: 5 phases, correlation +1.00, Victory Points for a point promised +0.50 (error 0.00)"
    )


@pytest.mark.slow
def test_both_plans_are_carried_out_before_it_is_played_on(monkeypatch):
    ended = []

    def played_on(after, side, number):
        ended.append((after.prompt.kind, side, tuple(after.state.location)))
        return float(number)

    monkeypatch.setattr(promise, "_played_on", played_on)
    first = next(each for each in promise.promises("hurtgen/historical", 3, 1, 2) if each)
    assert first.kept == (0.0, 0.0)
    assert first.promised
    assert [kind for kind, _, _ in ended] == ["combat"] * 4
    (*_, best), other = ended[0], ended[2][2]
    assert best == ended[1][2] != other
    assert best.count(ELIMINATED) == other.count(ELIMINATED)
