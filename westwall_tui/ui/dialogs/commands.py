"""Every command by name."""

from collections.abc import Callable, Sequence

from westwall_tui.ui.keys import KEYS, shown
from westwall_tui.ui.kit.dialog import Desk
from westwall_tui.ui.kit.search import SearchDialog


class CommandsDialog(SearchDialog):
    """Every command by name."""

    title = "Commands"
    asks = "command"
    width = 70

    def __init__(self, desk: Desk, do: Callable[[str], None], own: dict[str, str]) -> None:
        super().__init__(desk)
        self._do = do
        self._own = own

    def found(self) -> Sequence[tuple[str, Callable[[], None]]]:
        text = self.text.strip().lower()
        return [
            (
                f"{key.about:<36} {shown((self._own.get(key.name) or key.keys).split(',')[0]):<6} {key.name}",
                self._run(key.name),
            )
            for key in KEYS
            if key.group != "cursor" and (text in key.about.lower() or text in key.name)
        ]

    def _run(self, name: str) -> Callable[[], None]:
        return lambda: self._do(name)
