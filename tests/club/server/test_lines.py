"""How often somebody may do something."""

import pytest

from westwall_tui.club.server import lines
from westwall_tui.club.server.lines import Often, network


@pytest.fixture
def clock(monkeypatch):
    """The time, which a test moves."""
    now = [100.0]
    monkeypatch.setattr("westwall_tui.club.server.lines.time.monotonic", lambda: now[0])
    return now


def test_so_much_at_once_and_then_so_much_a_second(clock):
    often = Often(3, 2)
    assert [often.may("a") for _ in range(4)] == [True, True, True, False]
    assert often.may("b"), "each has his own share"
    clock[0] += 0.5
    assert [often.may("a"), often.may("a")] == [True, False]
    clock[0] += 100
    assert [often.may("a") for _ in range(4)] == [True, True, True, False], "nobody saves up"


def test_who_waits_has_his_turn_after_those_before_him(clock):
    often = Often(2, 1)
    assert [often.wait("a") for _ in range(4)] == [0, 0, 1, 2]
    clock[0] += 2
    assert often.wait("a") == 1


def test_many_who_come_once_are_forgotten(clock, monkeypatch):
    monkeypatch.setattr(lines, "MOST_KNOWN", 100)
    often = Often(1, 1)
    for number in range(1_000):
        clock[0] += 0.1
        often.may(f"{number}")
    assert len(often._left) <= 100
    often.may("late")
    assert not often.may("late")


def test_connections_count_by_network():
    assert network("2001:db8::1") == network("2001:db8::ffff:2") != network("2001:db8:0:1::1")
    assert network("::ffff:10.1.2.3") == network("10.1.2.3")
    assert network("fe80::1%eth0") == network("fe80::2%eth1")
    assert network("?") == "?"
