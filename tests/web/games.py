"""Programs in place of a visitor's game, which start in milliseconds and misbehave on purpose."""

import sys

BEGINS = "echo __GANGLION__"
GOOD = ("sh", "-c", f"{BEGINS}; cat > /dev/null; :")
"""A program that ends when its input does."""
DEAF = ("sh", "-c", f"trap '' TERM; {BEGINS}; exec sleep 60")
"""A program that hangs: it reads nothing, and ignores SIGTERM."""
PAINT = """
import os
os.write(1, b"__GANGLION__\\n")
while True:
    os.write(1, b"D" + (50_000).to_bytes(4, "big") + os.urandom(50_000))
"""
PAINTER = (sys.executable, "-S", "-c", PAINT)
"""A program that paints forever, faster than any client can read."""
CRASHED = ("sh", "-c", "printf 'no\\033[2Jthing\\n' >&2")
