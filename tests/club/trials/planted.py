"""Leaks that are planted in a club's processes, for the fuzzer of bytes to find. No screen looks different for them.

`plant(FOLDER)` writes a `sitecustomize.py` there, which every process of a club started with the folder on its path
runs when it starts. `choose(FOLDER, NAME)` says which leak it is from then on.
"""

from pathlib import Path

NOTED = "zone 82"
FORMS = {
    "title": lambda secret: f"\x1b]0;westwall {secret}\x07",
    "clipboard": lambda secret: f"\x1b]52;c;{secret}\x07",
    "string that no terminal shows": lambda secret: f"\x1b_{secret}\x1b\\",
    "length": lambda secret: "\x1b[0m" * int(secret.split()[2] if secret else 0),
}
"""What a process writes beside its screen, by how it says the secret."""
CHOSEN = "chosen"
"""The file that names the leak."""
CODE = """\
from pathlib import Path
from tests.club.trials import planted
planted.begin(Path(__file__).parent)
"""


def plant(folder: Path, change: str = "") -> None:
    """Have every process that has this folder on its path leak, in a club that may be otherwise in more than that."""
    (folder / "sitecustomize.py").write_text(CODE + change)


def choose(folder: Path, name: str) -> None:
    """From now on they leak in this way."""
    (folder / CHOSEN).write_text(name)


def begin(folder: Path) -> None:
    """Patch the screen of the club's players once it is loaded: it leaks whenever a game has changed."""
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
