"""What stands on the terminal after any keys is what the screen would paint from nothing."""

import pytest
from rich.color import ColorSystem

from tests.ui.terminal.emulator import Emulator
from tests.ui.terminal.test_scroll import looks_like
from westwall_tui.engine.sampling import Draw
from westwall_tui.files.scenarios import load_scenario
from westwall_tui.files.session import LocalSession
from westwall_tui.files.settings import Settings
from westwall_tui.ui.app import WestwallApp

pytestmark = pytest.mark.slow

KEYS = (
    *("up", "down", "left", "right", "y", "u", "b", "n") * 3,
    *("shift+up", "shift+down", "shift+left", "shift+right", "tab", "enter", "escape"),
    *("z", "Z", "question_mark", "V", "p", "v", "plus", "minus", "T", "a", "t", "O", "r", "i", "%", "ctrl+l"),
)
SIZES = ((80, 24), (120, 40), (72, 22))


class OnTerminal(WestwallApp):
    """The app, whose updates are played back."""

    def __init__(self, session, settings, terminal, *, margins):
        super().__init__(session, settings)
        self.console._color_system = ColorSystem.EIGHT_BIT
        self.terminal, self._margins = terminal, margins

    @property
    def _can(self):
        return super()._can._replace(term="xterm-256color", margins=self._margins, kept=True)

    def trimmed(self, screen, update):
        trimmed = super().trimmed(screen, update)
        self.terminal.read(trimmed.codes(self.console))
        assert self.terminal.is_at_rest
        return trimmed


@pytest.mark.parametrize("glyphs", ["ascii", "drawn"])
@pytest.mark.parametrize("margins", [False, True])
@pytest.mark.parametrize("size", SIZES)
async def test_after_any_keys_the_terminal_shows_the_screen(size, margins, glyphs, monkeypatch):
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    draw = Draw(size[0] + margins)
    session = LocalSession.new(load_scenario("bastogne/spearhead"), seed=3)
    terminal = Emulator(*size, margins=margins)
    app = OnTerminal(session, Settings(handover=False, glyphs=glyphs), terminal, margins=margins)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for number in range(15):
            keys = [draw.pick(KEYS) for _ in range(1 + draw.below(3))]
            await pilot.press(*keys)
            await pilot.pause()
            app.screen._on_timer_update()
            strips = app.screen._compositor.render_strips()
            assert looks_like(terminal, strips), f"{number}: {keys}"
