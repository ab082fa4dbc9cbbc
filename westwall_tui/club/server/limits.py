"""Rate limits, and the networks by which addresses are counted."""

import time
from ipaddress import IPv6Address, ip_address, ip_network

MAX_KNOWN = 10_000
"""The maximum number of keys whose rate is remembered."""


class RateLimit:
    """A limit for each of many keys: a burst, and after that a rate per second."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst, self._per_second = burst, per_second
        self._left: dict[str, tuple[float, float]] = {}
        """For each key, the number of uses left, and the time of that count."""

    def _uses_left(self, key: str, now: float) -> float:
        left, at = self._left.get(key, (self._burst, now))
        return min(self._burst, left + (now - at) * self._per_second)

    def allow(self, key: str) -> bool:
        """Count a use and return True, or return False if the limit is reached."""
        now = time.monotonic()
        left = self._uses_left(key, now)
        if left < 1:
            return False
        self._set_left(key, left - 1, now)
        return True

    def delay(self, key: str) -> float:
        """Count a use, and return the seconds to wait before the use."""
        now = time.monotonic()
        left = self._uses_left(key, now) - 1
        self._set_left(key, left, now)
        return max(0.0, -left / self._per_second)

    def _set_left(self, key: str, left: float, now: float) -> None:
        if len(self._left) >= MAX_KNOWN:
            self._left = {each: kept for each, kept in self._left.items() if self._uses_left(each, now) < self._burst}
        self._left[key] = left, now


def network(address: str, ipv4: int = 32, ipv6: int = 64) -> str:
    """Return the network of an address, given the lengths of the prefixes.

    By default, that is a single IPv4 address or an IPv6 /64.
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    return str(ip_network((found, ipv4 if found.version == 4 else ipv6), strict=False))
