"""The characters of the map: a choice at one terminal changes no other."""

from types import SimpleNamespace

import pytest

from westwall_tui.files.players.settings import Settings, load_settings
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.terminal.abilities import may_be_fine

CONSOLES = ["linux", "linux-16color", "vt100", "vt220", "vt340", "dumb", "unknown", "ansi"]
COLORS = SimpleNamespace(color_system="256")


@pytest.fixture
def at(monkeypatch, tmp_path):
    """Return the preferences at a terminal, with the settings on disk."""
    monkeypatch.setenv("WESTWALL_CONFIG", str(tmp_path))
    for name in ("LC_ALL", "LC_CTYPE", "NO_COLOR", "TERM_PROGRAM", "VTE_VERSION", "COLORFGBG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")

    def begin(term: str, settings: Settings | None = None) -> Preferences:
        monkeypatch.setenv("TERM", term)
        return Preferences(settings or load_settings()[0], COLORS)  # type: ignore[arg-type]

    return begin


@pytest.mark.parametrize("glyphs", ["unicode", "drawn"])
def test_characters_chosen_at_one_terminal_change_no_other(at, glyphs):
    here = at("screen.xterm-256color")
    assert here.change(here.settings._replace(glyphs=glyphs)) == ""
    assert here.settings.glyphs == glyphs
    assert at("screen.xterm-256color").settings.glyphs == glyphs
    for other in ("xterm-256color", "tmux-256color", *CONSOLES):
        assert at(other).settings.glyphs == "ascii"
    assert load_settings()[0].glyphs == "ascii"


def test_back_to_ascii_at_one_terminal_leaves_another_as_it_was(at):
    for term in ("xterm", "kitty"):
        at(term).change(at(term).settings._replace(glyphs="unicode"))
    at("xterm").change(at("xterm").settings._replace(glyphs="ascii"))
    assert (at("xterm").settings.glyphs, at("kitty").settings.glyphs) == ("ascii", "unicode")
    at("kitty").change(at("kitty").settings._replace(size="large"))
    assert at("kitty").settings.glyphs == "unicode"
    assert at("xterm").settings == load_settings()[0]
    assert at("xterm").settings.size == "large"


@pytest.mark.parametrize("term", CONSOLES)
def test_a_console_stays_in_ascii_until_it_is_chosen_there(at, term):
    for_all = Settings(glyphs="unicode")
    assert at("xterm-256color", for_all).settings.glyphs == "unicode"
    console = at(term, for_all)
    assert console.settings.glyphs == "ascii"
    console.change(console.settings._replace(glyphs="unicode"))
    assert at(term, for_all._replace(terminals=load_settings()[0].terminals)).settings.glyphs == "unicode"


@pytest.mark.parametrize(
    ("environment", "fine"),
    [
        ({"LC_CTYPE": "C.UTF-8"}, False),  # set by Python itself, because no locale was set
        ({"LC_CTYPE": "C.UTF-8", "LANG": "C"}, False),
        ({"LC_CTYPE": "C.UTF-8", "LANG": "POSIX", "TERM": "xterm"}, False),
        ({"LANG": "C.UTF-8"}, True),
        ({"LC_CTYPE": "de_DE.UTF-8"}, True),
        ({"LC_CTYPE": "C.UTF-8", "LANG": "de_DE.UTF-8"}, True),
        ({"LC_CTYPE": "C.UTF-8", "LC_ALL": "C.UTF-8"}, True),
        ({"LANG": "de_DE.UTF-8", "TERM": "linux"}, False),
    ],
)
def test_a_locale_set_by_python_says_nothing_about_the_terminal(environment, fine):
    assert may_be_fine(environment) is fine


def test_a_login_without_a_locale_may_choose(at, monkeypatch):
    monkeypatch.delenv("LANG")
    monkeypatch.setenv("LC_CTYPE", "C.UTF-8")
    here = at("xterm-256color", Settings(glyphs="drawn"))
    assert (here.settings.glyphs, here.unicode, here.drawing) == ("ascii", False, None)
    here.change(here.settings._replace(glyphs="unicode"))
    assert here.unicode
    assert at("xterm-256color").unicode
