"""`python -m benchmarks`, which is `make bench`."""

from benchmarks import engine
from benchmarks.table import show


def main() -> None:
    """Measure and print."""
    print(show(engine.figures()))


if __name__ == "__main__":
    main()
