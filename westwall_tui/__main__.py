"""`python -m westwall_tui` is the `westwall` command."""

import sys

from westwall_tui.cli import main

if __name__ == "__main__":
    sys.exit(main())
