"""How the computer's orders are shown, by the name of a speed (`files/settings.py`)."""

from collections.abc import Mapping

SPEEDS_TOLD: Mapping[str, str] = {
    "step": "a key for each order",
    "slow": "slowly",
    "fast": "fast",
    "once": "all at once, and what it did",
}
