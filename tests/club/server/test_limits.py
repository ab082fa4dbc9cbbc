"""Rate limits, and the networks that addresses are counted by."""

import pytest

from westwall_tui.club.server import limits
from westwall_tui.club.server.limits import RateLimit, network


@pytest.fixture
def clock(monkeypatch):
    """Return the time in a list, for the test to change."""
    now = [100.0]
    monkeypatch.setattr("westwall_tui.club.server.limits.time.monotonic", lambda: now[0])
    return now


def test_a_burst_and_then_a_rate_per_second(clock):
    limit = RateLimit(3, 2)
    assert [limit.allow("a") for _ in range(4)] == [True, True, True, False]
    assert limit.allow("b"), "each key has its own limit"
    clock[0] += 0.5
    assert [limit.allow("a"), limit.allow("a")] == [True, False]
    clock[0] += 100
    assert [limit.allow("a") for _ in range(4)] == [True, True, True, False], "unused rate is not saved up"


def test_delays_add_up(clock):
    limit = RateLimit(2, 1)
    assert [limit.delay("a") for _ in range(4)] == [0, 0, 1, 2]
    clock[0] += 2
    assert limit.delay("a") == 1


def test_keys_that_are_used_once_are_forgotten(clock, monkeypatch):
    monkeypatch.setattr(limits, "MAX_KNOWN", 100)
    limit = RateLimit(1, 1)
    for number in range(1_000):
        clock[0] += 0.1
        limit.allow(f"{number}")
    assert len(limit._left) <= 100
    limit.allow("late")
    assert not limit.allow("late")


def test_connections_count_by_network():
    assert network("2001:db8::1") == network("2001:db8::ffff:2") != network("2001:db8:0:1::1")
    assert network("::ffff:10.1.2.3") == network("10.1.2.3")
    assert network("fe80::1%eth0") == network("fe80::2%eth1")
    assert network("?") == "?"
