"""What somebody may do how often: so much at once, and after that so much a second."""

import time
from ipaddress import IPv6Address, ip_address, ip_network

MOST_KNOWN = 10_000
"""Of how many it is remembered how often they came lately."""


class Often:
    """How often each of many may do something: so often at once, and then so often a second."""

    def __init__(self, at_once: float, each_second: float) -> None:
        self._at_once, self._each_second = at_once, each_second
        self._left: dict[str, tuple[float, float]] = {}
        """How often each may still do it at once, and when that was."""

    def _tokens_left(self, who: str, now: float) -> float:
        left, at = self._left.get(who, (self._at_once, now))
        return min(self._at_once, left + (now - at) * self._each_second)

    def may(self, who: str) -> bool:
        """Whether somebody may do it now; then he has done it."""
        now = time.monotonic()
        left = self._tokens_left(who, now)
        if left < 1:
            return False
        self._keep(who, left - 1, now)
        return True

    def wait(self, who: str) -> float:
        """How many seconds somebody is to wait before he does it, which he will."""
        now = time.monotonic()
        left = self._tokens_left(who, now) - 1
        self._keep(who, left, now)
        return max(0.0, -left / self._each_second)

    def _keep(self, who: str, left: float, now: float) -> None:
        if len(self._left) >= MOST_KNOWN:
            self._left = {
                each: kept for each, kept in self._left.items() if self._tokens_left(each, now) < self._at_once
            }
        self._left[who] = left, now


def network(address: str) -> str:
    """Whose connections count together: an address, or a whole IPv6 network of 64 bits."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return str(ip_network((found, 64), strict=False))
    return str(getattr(found, "ipv4_mapped", None) or found)
