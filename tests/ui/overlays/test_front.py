"""The front is worked out in a thread: whoever needs it goes on when it is known, if the position is still the same."""

from tests.engine.queries.battles import remagen
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.ui.overlays.front import FrontNow

EAST = ["A 3-6-7 0301", "B 3-6-7 0305", "C 3-6-7 0309"]


def watched(**what):
    """A front to be worked out, the jobs that are given to the thread, and what is told."""
    game = remagen(**{"blue": EAST, "red": ["X 2-4-7 0905"], **what})
    jobs, told = [], []
    front = FrontNow(lambda: game, lambda job, then: jobs.append(lambda: then(job())), lambda: told.append("known"))
    return game, front, jobs, told


def known(front):
    """Whether it is known; asks for it."""
    return front.view is not None


def test_it_is_asked_for_once_and_then_known():
    game, front, jobs, told = watched()
    assert not known(front)
    assert not known(front)
    front.then(lambda: told.append("done"))
    (job,) = jobs
    assert told == []
    job()
    assert told == ["known", "done"]
    assert front.view.front == queries.front(game)
    assert len(jobs) == 1
    assert not front.wanted


def test_the_last_that_waits_for_it_counts_and_can_be_dropped():
    _, front, jobs, told = watched()
    assert not known(front)
    front.then(lambda: told.append("first"))
    front.then(lambda: told.append("second"))
    assert front.wanted
    jobs[0]()
    assert told == ["known", "second"]

    _, front, jobs, told = watched()
    assert not known(front)
    front.then(lambda: told.append("first"))
    front.never_mind()
    jobs[0]()
    assert told == ["known"]


def test_what_is_asked_of_an_earlier_position_is_not_searched_for_any_more(monkeypatch):
    _, front, jobs, told = watched()
    searched: list[Game] = []
    monkeypatch.setattr(queries, "front", searched.append)
    assert not known(front)
    front.forget()
    jobs[0]()
    assert (searched, told) == ([], [])
    assert not known(front)
    jobs[1]()
    assert (len(searched), told) == (1, ["known"])


def test_what_was_found_for_an_earlier_position_is_of_no_use():
    _, front, jobs, told = watched()
    assert not known(front)
    front.then(lambda: told.append("first"))
    front.forget()
    jobs[0]()
    assert told == []
    assert not known(front)
    jobs[1]()
    assert told == ["known"]
    assert known(front)
