"""Leaks planted in a club's processes, which the search in the bytes must find, although no screen looks different.

`plant(FOLDER)` writes a `sitecustomize.py` there, which runs in every process of a club that starts with the folder on
its path. `choose(FOLDER, NAME)` chooses the leak from then on.
"""

from pathlib import Path

NOTED = "zone 82"
FORMS = {
    "title": lambda secret: f"\x1b]0;westwall {secret}\x07",
    "clipboard": lambda secret: f"\x1b]52;c;{secret}\x07",
    "string that no terminal shows": lambda secret: f"\x1b_{secret}\x1b\\",
    "length": lambda secret: "\x1b[0m" * int(secret.split()[2] if secret else 0),
}
"""By name, the bytes with which a leak reveals the secret beside the screen."""
CHOSEN = "chosen"
"""The file that names the leak."""
CODE = """\
from pathlib import Path
from tests.club.trials import planted
planted.begin(Path(__file__).parent)
"""


def plant(folder: Path, change: str = "") -> None:
    """Make every process with this folder on its path leak; the club may have other changes as well."""
    (folder / "sitecustomize.py").write_text(CODE + change)


def choose(folder: Path, name: str) -> None:
    """Choose the leak from now on."""
    (folder / CHOSEN).write_text(name)


def begin(folder: Path) -> None:
    """Patch the screen of the club's players, so that it leaks whenever a game has changed."""
    import sys

    if "westwall_tui.club.server.prefork" not in sys.orig_argv:
        return
    from westwall_tui.club.server import child

    woken = child.ClubApp._show_news_of_game

    def leak(self: child.ClubApp, game: int) -> None:
        woken(self, game)
        if self.driver is not None:
            noted = (line for line, _ in self.context.games.entries(game) if line.startswith(NOTED))
            self.driver.write(FORMS[(folder / CHOSEN).read_text()](next(noted, "")))

    child.ClubApp._show_news_of_game = leak  # type: ignore[method-assign]
