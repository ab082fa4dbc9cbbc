"""Run the `westwall` command by `python -m westwall_tui` or as the single file."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  # the single file and a checkout may run under any Python
    sys.exit(f"westwall needs Python 3.11 or newer; this is Python {sys.version.split()[0]}")

from westwall_tui.cli import main

if __name__ == "__main__":
    sys.exit(main())
