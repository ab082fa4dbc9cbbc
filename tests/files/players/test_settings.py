"""Settings: written, read, and never fatal."""

import tomllib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from westwall_tui.files.disk.folders import settings_file
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.settings import Settings, build_settings, load_settings, save_settings, with_values
from westwall_tui.files.tables import SourceFile

HEAD = 'format = 1\nkind = "settings"\n'


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setenv("WESTWALL_CONFIG", str(tmp_path))
    assert settings_file() == tmp_path / "settings.toml"
    return settings_file()


def test_defaults_without_a_file(path):
    assert load_settings() == (Settings(), ())


def test_round_trip(path):
    settings = Settings(
        "night",
        "unicode",
        "large",
        "never",
        {"undo": "ctrl+z,comma", "end": "E"},
        keyset="left",
        quick=True,
        mouse="local",
        computer_speed="step",
        reach="numbers",
    )
    assert save_settings(settings) == ""
    assert load_settings() == (settings, ())
    assert save_settings(Settings()) == ""
    assert load_settings() == (Settings(), ())
    assert "night" in path.with_name("settings.toml.bak").read_text()


def test_a_setting_of_older_versions_is_allowed():
    assert build_settings(SourceFile("settings.toml", f"{HEAD}short_colors = false\n")) == (Settings(), ())


def test_a_file_may_be_named(tmp_path, monkeypatch):
    monkeypatch.setenv("WESTWALL_CONFIG", str(tmp_path / "mine.toml"))
    assert settings_file() == tmp_path / "mine.toml"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (
            'theme = "nigt"',
            "theme: 'nigt' is not one of 16, night, paper",
        ),
        ("theme = 1", "theme: must be a string, not a whole number"),
        ('glyphs = "emoji"', "glyphs: 'emoji' is not one of ascii, unicode"),
        ('size = "huge"', "size: 'huge' is not one of small, middle, large"),
        ('computer_speed = "warp"', "computer_speed: 'warp' is not one of step, slow, fast, once"),
        ('reach = "rim"', "reach: 'rim' is not one of auto, dark, numbers"),
        ('mouse = "on"', "mouse: 'on' is not one of off, local, always"),
        ('handover = "yes"', "handover: 'yes' is not one of always, turn, never"),
        ('themes = "x"', 'themes: unknown key (did you mean "theme"?); the keys'),
        ("keys = 1", "keys: must be a table: [keys], not a whole number"),
        ("[keys]\nundo = 1", "[keys]: undo: must be a string, not a whole number"),
    ],
)
def test_a_fault_affects_only_its_own_setting(line, fault):
    settings, faults = build_settings(
        SourceFile("s", HEAD + 'theme = "night"\n' * (not line.startswith("theme =")) + line)
    )
    assert len(faults) == 1
    assert str(faults[0]).startswith(f"s: {fault}")
    assert settings == Settings(theme="" if line.startswith("theme =") else "night")


@pytest.mark.parametrize(("old", "now"), [("true", "turn"), ("false", "never")])
def test_the_notice_of_an_old_file_is_still_read(old, now):
    settings, faults = build_settings(SourceFile("s", f"{HEAD}handover = {old}"))
    assert (settings.handover, faults) == (now, ())


def test_a_file_that_is_not_toml_is_reported_and_never_overwritten(path):
    path.write_text("theme = ")
    settings, faults = load_settings()
    assert settings == Settings()
    assert "is not TOML" in str(faults[0])
    assert "fix this first" in save_settings(Settings(theme="night"))
    assert path.read_text() == "theme = "
    with pytest.raises(FileError):
        build_settings(SourceFile("s", "theme = "))


def test_missing_room_is_reported(path, monkeypatch):
    monkeypatch.setattr("os.fsync", _full)
    assert "No space left" in save_settings(Settings(theme="night"))
    assert not path.exists()


def _full(_: int) -> None:
    raise OSError(28, "No space left on device")


OWN = """# mine, since 1998
format = 1
kind = "settings"

theme = 'night'   # easy on the eyes
handover = false# no pause
planned = ["a", "b"]  # of a later version

# for Colemak
[keys]
undo = "ctrl+z"  # as everywhere
size = "not this one"
"""


def test_a_change_in_the_game_keeps_the_rest_of_the_file(path):
    path.write_text(OWN)
    settings = load_settings()[0]
    assert save_settings(settings._replace(theme="paper", handover="always", size="large", glyphs="unicode")) == ""
    wanted = OWN.replace("'night'", '"paper"').replace("false#", '"always"#')
    first, last = wanted.split(" later version\n")
    glyphs_and_size = 'glyphs = "unicode"\nsize = "large"\n'
    assert path.read_text() == f"{first} later version\n{glyphs_and_size}{last}"
    assert load_settings()[0] == settings._replace(theme="paper", handover="always", size="large", glyphs="unicode")
    assert save_settings(settings) == ""
    assert "# easy on the eyes" in path.read_text()
    assert load_settings()[0] == settings


def test_nothing_changed_is_the_same_file(path):
    path.write_text(OWN)
    assert save_settings(load_settings()[0]) == ""
    assert path.read_text() == OWN


def test_changes_of_other_programs_stay(path):
    path.write_text(OWN)
    settings = load_settings()[0]
    other = OWN.replace("'night'", "'paper'").replace("ctrl+z", "ctrl+y") + "\n[later]\nnumber = nan\n"
    path.write_text(other)
    assert save_settings(settings._replace(glyphs="unicode"), settings) == ""
    keys = {**settings.keys, "undo": "ctrl+y"}
    assert load_settings()[0] == settings._replace(theme="paper", glyphs="unicode", keys=keys)
    assert path.read_text() == other.replace(" later version\n", ' later version\nglyphs = "unicode"\n')


@pytest.mark.parametrize("held", ["", "# mine\n"])
def test_a_file_with_nothing_in_it_gets_what_it_needs(path, held):
    path.write_text(held)
    assert save_settings(Settings(theme="night"), Settings()) == ""
    assert load_settings() == (Settings(theme="night"), ())
    assert held in path.read_text()


def test_lines_end_as_they_did(path):
    path.write_bytes(OWN.replace("\n", "\r\n").encode())
    assert save_settings(Settings(theme="paper"), Settings()) == ""
    found = path.read_bytes()
    assert found.count(b"\r\n") == found.count(b"\n") == OWN.count("\n")
    assert load_settings()[0].theme == "paper"


@pytest.mark.parametrize(
    "line", ['"theme" = "night"', 'theme = """night"""', "theme = '''night'''", 'planned = [\n  "a",\n]', "n = nan"]
)
def test_comments_stay_however_a_setting_is_written(path, line):
    path.write_text(f"{HEAD}# first\n{line}  # second\n\n[keys]  # third\n")
    assert save_settings(Settings(theme="paper", quick=True), Settings()) == ""
    assert all(word in path.read_text() for word in ("# first", "# second", "# third"))
    assert load_settings()[0].theme == "paper"
    assert load_settings()[0].quick


UNUSUAL = [
    '"theme" = "night"\n',
    'theme = """\nnight"""\n',
    'about = """\ntheme = "x"\n"""\ntheme = "night"\n',
    'planned = [\n  "a",\n]\n',
    "",
    'theme = "ni\\"#ght" # = "x"\n',
    'keys.undo = "x"\n',
]


@pytest.mark.parametrize("line", UNUSUAL)
@pytest.mark.parametrize("end", ["", "\n", "\n[keys]\nend = 'E'\n", "\n[[later]]\ntheme = 1\n"])
def test_no_key_of_a_file_is_lost(path, line, end):
    if line.startswith("keys") and "[keys]" in end:
        return
    text = f"{HEAD}{line}{end}"
    path.write_text(text)
    assert save_settings(load_settings()[0]._replace(theme="paper", quick=True)) == ""
    assert tomllib.loads(path.read_text()) == {**tomllib.loads(text), "theme": "paper", "quick": True}


@pytest.mark.slow
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # other tests may keep the processors busy
@given(
    st.lists(
        st.sampled_from(['theme = "a"', "# x", "", "quick = true", "[keys]", 'end = "E"', "x = [", "]", '"""']),
        max_size=9,
    )
)
def test_lines_in_any_order(lines):
    text = "\n".join(lines)
    try:
        before = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert tomllib.loads(with_values(text, {"theme": "b", "size": "c"})) == {**before, "theme": "b", "size": "c"}
