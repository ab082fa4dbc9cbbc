"""Every command by name."""

from collections.abc import Callable, Sequence

from westwall_tui.ui.keys import KEYS, Keymap
from westwall_tui.ui.terminal.dialog import Desk
from westwall_tui.ui.terminal.search import SearchDialog


class CommandsDialog(SearchDialog):
    """Every command by name."""

    title = "Commands"
    asks = "command"
    width = 70

    def __init__(self, desk: Desk, do: Callable[[str], None], keymap: Keymap) -> None:
        super().__init__(desk)
        self._do = do
        self._keymap = keymap

    def found(self) -> Sequence[tuple[str, Callable[[], None]]]:
        text = self.text.strip().lower()
        return [
            (
                f"{key.about:<36} {''.join(self._keymap.of(key.name)[:1]):<6} {key.name}",
                self._run(key.name),
            )
            for key in KEYS
            if key.group not in ("cursor", "boxes") and (text in key.about.lower() or text in key.name)
        ]

    def _run(self, name: str) -> Callable[[], None]:
        return lambda: self._do(name)
