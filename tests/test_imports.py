"""Check which modules are loaded.

import-linter checks which module may import which (pyproject.toml). These tests check what is really loaded: the engine
needs Python alone, and the command answers without waiting for the screen's libraries.
"""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from westwall_tui.engine.dice import Draw
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.tools.simulate.script import script

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]

REPORT = """
import json, sys
json.dump(sorted(set(sys.modules) - before), sys.stderr)
"""


def loaded_by(code: str) -> set[str]:
    """Return the modules that a new interpreter loads to run the code."""
    program = f"import sys\nbefore = set(sys.modules)\ntry:\n    {code}\nexcept SystemExit:\n    pass\n{REPORT}"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return set(json.loads(run.stderr))


def modules_under(package: str) -> list[str]:
    """Return all modules of a package, by their files."""
    paths = sorted((ROOT / package.replace(".", "/")).rglob("*.py"))
    return [".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for p in paths]


def test_engine_loads_only_itself_and_the_standard_library():
    modules = modules_under("westwall_tui.engine")
    loaded = loaded_by(f"import {', '.join(modules)}")
    assert set(modules) <= loaded
    foreign = {
        name
        for name in loaded
        if name.partition(".")[0] not in sys.stdlib_module_names and name != "westwall_tui" and name not in modules
    }
    assert not foreign


@pytest.mark.parametrize(
    "code",
    [
        "import westwall_tui.files",
        "import westwall_tui.ai",
        "import westwall_tui.referee",
        "import westwall_tui.cli",
        "import westwall_tui.cli; sys.argv = ['westwall', '--help']; westwall_tui.cli.main()",
        "import westwall_tui.cli; sys.argv = ['westwall', '--version']; westwall_tui.cli.main()",
    ],
)
def test_screen_libraries_are_not_loaded(code):
    assert not {"textual", "rich"} & loaded_by(code)


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_help_and_version_load_no_engine(option):
    loaded = loaded_by(f"import westwall_tui.cli; sys.argv = ['westwall', '{option}']; westwall_tui.cli.main()")
    assert "westwall_tui.cli" in loaded
    assert not {
        name for name in loaded if name.startswith(("westwall_tui.engine", "westwall_tui.ai", "westwall_tui.ui"))
    }


PLAYED = """
import sys
from westwall_tui.cli import main
main(["play", "bastogne/spearhead"])
found = sorted({"ssl", "_ssl", "_hashlib"} & set(sys.modules))
import asyncio, ssl
asyncio.run(asyncio.sleep(0))
print("LOADED", *found, ssl.create_default_context().protocol.name, asyncio.sslproto.__name__)
"""
"""Plays until it is quit, then prints the modules of OpenSSL that were loaded, and whether others can still use it."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_the_screen_loads_no_openssl_and_leaves_it_to_others(tmp_path):
    from benchmarks.terminal import Terminal

    own = {"WESTWALL_SAVES": str(tmp_path / "saves"), "WESTWALL_CONFIG": str(tmp_path)}
    with Terminal([sys.executable, "-c", PLAYED], own) as terminal:
        terminal.wait_for("Enter")
        terminal.type("\x11")
        terminal.wait_for("LOADED")
        terminal.settle()
        assert terminal.text().split("LOADED ")[1].split() == ["PROTOCOL_TLS_CLIENT", "asyncio.sslproto"]


PRESSED = """
import asyncio, sys
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.starts import GameStart

async def play():
    app = WestwallApp(GameStart(LocalSession.new(load_scenario("bastogne/spearhead"), seed=1)))
    async with app.run_test() as pilot:
        await pilot.pause()
        await app.workers.wait_for_complete()
        before = set(sys.modules)
        for key in ("R", "escape", "W", "escape"):
            await pilot.press(key)
        print(*sorted(set(sys.modules) - before), file=sys.stderr)

asyncio.run(play())
"""
"""Opens the rules and the whole board once the screen is quiet, and prints the modules that were loaded for that."""


def test_a_page_is_loaded_before_its_key_is_pressed(tmp_path):
    own = os.environ | folders_in(tmp_path)
    run = subprocess.run([sys.executable, "-c", PRESSED], cwd=ROOT, env=own, capture_output=True, text=True, check=True)
    assert run.stderr.split() == []


STARTED = """
import asyncio, os, sys
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.starts import GameStart

paint = WestwallApp._display

def first(app, *given):
    paint(app, *given)
    print(*sorted(name for name in sys.modules if name.startswith("westwall_tui")))
    sys.stdout.flush()
    os._exit(0)

WestwallApp._display = first

async def play():
    start = None
    if sys.argv[1:] == ["resume"]:
        from westwall_tui.files.saves.catalog import find_save
        from westwall_tui.files.sessions.local import LocalSession

        start = GameStart(LocalSession.resume(find_save(""), at_once=True))
    elif sys.argv[1:]:
        from westwall_tui.files.scenarios.catalog import load_scenario
        from westwall_tui.files.sessions.local import LocalSession

        start = GameStart(LocalSession.new(load_scenario(sys.argv[1]), seed=1))
    async with WestwallApp(start).run_test() as pilot:
        await pilot.pause()

asyncio.run(play())
"""
"""Prints the modules loaded for the first painting of the title, the last save (`resume`) or a named scenario."""


def folders_in(path: Path) -> dict[str, str]:
    """Return the environment that keeps all of a player's files in a folder."""
    return {"WESTWALL_SAVES": str(path / "saves"), "WESTWALL_CONFIG": str(path), "XDG_DATA_HOME": str(path)}


def started(own: dict[str, str], *scenario: str) -> set[str]:
    """Return the modules of the first painting, by their names inside the package."""
    command = [sys.executable, "-c", STARTED, *scenario]
    run = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=True)
    return {name.removeprefix("westwall_tui.") for name in run.stdout.split()}


def test_the_title_screen_loads_no_game(tmp_path):
    own = os.environ | folders_in(tmp_path)
    loaded = started(own)
    assert {"ui.screens.title.screen", "ui.terminal.page"} <= loaded
    assert not {
        name
        for name in loaded
        if name.startswith(("engine", "ai", "net", "learn", "ui.map", "words.rulebook", "ui.pages"))
    }


LATER_MAP = ("ui.map.drawn", "ui.map.far", "ui.map.overlays.attack_plan", "ui.map.overlays.lines")
"""Modules of the map that are loaded when they are first used."""


def test_a_game_loads_only_its_own_decision(tmp_path):
    own = os.environ | folders_in(tmp_path)
    loaded = started(own, "bastogne/spearhead")
    assert {name for name in loaded if name.startswith("ui.decisions.")} == {"ui.decisions.mode", "ui.decisions.setup"}
    assert {name for name in loaded if name.startswith("ui.boxes.")} == {"ui.boxes.kinds", "ui.boxes.leave"}
    later = ("net", "learn", *LATER_MAP, "ui.pages", "ui.screens.title")
    assert not {name for name in loaded if name.startswith(later)}


LATER = (
    *("ai.player", "history", "learn", "mail", "net", "plain", "prints", "tools.simulate", "web"),
    *("engine.loops", "engine.planning", "engine.summary", "engine.observation"),
    *("files.saves.mailed", "files.saves.shares"),
    *("ui.around.entry", "ui.around.warnings", "ui.around.widepanel", *LATER_MAP),
    *("ui.pages", "ui.screens.boards", "ui.screens.learn", "ui.screens.title"),
    *("ui.opponent.hint", "ui.terminal.page", "words.helptext", "words.odds", "words.summary"),
)
"""Modules that a resumed game of two people at 80x24 does not load until it is on the screen."""


@pytest.mark.parametrize("kind", ["movement", "combat"])
def test_a_resumed_game_loads_only_what_it_shows(tmp_path, kind):
    session, draw = LocalSession.new(load_scenario("bastogne/spearhead"), seed=3, folder=tmp_path / "saves"), Draw(3)
    while session.game.prompt.kind != kind:
        session.apply(script(session.game, draw))
    own = os.environ | folders_in(tmp_path)
    loaded = started(own, "resume")
    plans = {name for name in loaded if name.startswith("engine.planning")}
    assert bool(plans) == (kind == "combat"), "plans list the possible attacks"
    assert {name for name in loaded - plans if name.startswith(LATER)} == set()
    assert {name for name in loaded if name.startswith("ui.boxes.")} == {"ui.boxes.kinds", "ui.boxes.leave"}
    assert {name for name in loaded if name.startswith("engine.battles.")} <= {
        name for name in loaded if name.startswith("engine.battles.bastogne")
    }


# -- entry points: import-linter checks imports, these tests check access to a game's own rules

READERS = [
    *sorted((ROOT / "westwall_tui" / "ui").rglob("*.py")),
    *sorted((ROOT / "westwall_tui" / "ai").rglob("*.py")),
    *sorted((ROOT / "westwall_tui" / "net").rglob("*.py")),
    *sorted((ROOT / "westwall_tui" / "learn").rglob("*.py")),
    ROOT / "westwall_tui" / "referee.py",
    ROOT / "westwall_tui" / "engine" / "summary.py",
]
NAMES = {"scenario"}
"""Objects with an unrelated attribute `rules`: that of a scenario is the name of its ruleset."""


def bypasses(source: str) -> list[str]:
    """Return the places where code reads the rules of a game, or the stack of its pending decisions."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in ("rules", "frames"):
            owner = node.value
            name = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
            if node.attr == "frames" or name not in NAMES:
                found.append(f"line {node.lineno}: {ast.unparse(node)}")
    return found


def test_readers_of_a_game_ask_queries_and_planning():
    found = {f"{path.relative_to(ROOT)}": bypasses(path.read_text(encoding="utf-8")) for path in READERS}
    assert len(found) > 150
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("left = self.game.rules.allowance(state, unit)", ["self.game.rules"]),
        ("rules = desk.game.rules", ["desk.game.rules"]),
        ("frame = game.state.frames[-1]", ["game.state.frames"]),
        ("page(game.scenario.rules)", []),
        ("from westwall_tui.words.rulebook import find", []),
    ],
)
def test_code_that_bypasses_the_entry_points_is_found(source, found):
    assert [line.split(": ")[1] for line in bypasses(source)] == found
