"""Programs that stand for a visitor's game: they start in milliseconds, and behave badly on purpose."""

import sys

BEGINS = "echo __GANGLION__"
GOOD = ("sh", "-c", f"{BEGINS}; cat > /dev/null; :")
"""It ends when its input does."""
DEAF = ("sh", "-c", f"trap '' TERM; {BEGINS}; exec sleep 60")
"""It hangs: it reads nothing, and no signal that asks ends it."""
PAINT = """
import os
os.write(1, b"__GANGLION__\\n")
while True:
    os.write(1, b"D" + (50_000).to_bytes(4, "big") + os.urandom(50_000))
"""
PAINTER = (sys.executable, "-S", "-c", PAINT)
"""It paints for ever, faster than anybody can read."""
CRASHED = ("sh", "-c", "printf 'no\\033[2Jthing\\n' >&2")
