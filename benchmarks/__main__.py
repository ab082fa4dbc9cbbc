"""`python -m benchmarks`, which is `make bench`."""

from benchmarks import engine, front, screen, window
from benchmarks.table import show


def main() -> None:
    """Measure and print."""
    print(show([*screen.figures(), *window.figures(), *engine.figures(), *front.figures()]))


if __name__ == "__main__":
    main()
