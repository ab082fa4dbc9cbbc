"""The command line in a shell: completion, the manual page, JSON, and suggestions for mistyped words."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from westwall_tui.cli import COMMANDS, main, whole_parser
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.tools.shell import NAMES, SHELLS, completion, manual, names

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.usefixtures("folders")


def new_save(name):
    """Save a game under a name."""
    session = LocalSession.new(load_scenario("bastogne/relief"), seed=1)
    session.save()
    session.path.rename(session.path.with_stem(name))


@pytest.mark.parametrize(
    ("kind", "some"),
    [
        ("scenarios", "bastogne/relief"),
        ("scenarios", "noville"),
        ("scenarios", "daily"),
        ("battles", "hurtgen"),
        ("lessons", "first-attack"),
        ("puzzles", "small-both-flanks"),
        ("seats", "Allied=3"),
        ("options", "weather"),
    ],
)
def test_names_of_each_kind(kind, some, command):
    assert some in command("list", "--names", kind).out.split()


def test_names_that_a_shell_would_interpret_are_not_offered():
    for name in ("good", "two words", "a$(reboot)", "b;c", "d\x1b[2J", "it's"):
        new_save(name)
    assert names("saves") == ["good"]


def test_the_manual_page_has_every_command_and_escapes_troff():
    page = manual(whole_parser(), "1.0")
    assert all(f".SS {name}" in page for name in COMMANDS)
    assert page.startswith('.TH WESTWALL 6 "" "westwall 1.0" "Games"\n')
    known = (".TH", ".nh", ".ad", ".SH", ".SS", ".TP", ".PP", ".B")
    assert all(line.startswith(known) for line in page.splitlines() if line.startswith((".", "'")))


def test_the_installed_manual_page_is_up_to_date(command):
    assert command("manual").out == (ROOT / "docs" / "westwall.6").read_text(encoding="utf-8"), "make manual"


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_a_completion_script(shell, command):
    script = command("completion", shell).out
    assert all(name in script for name in COMMANDS)
    assert all(f"list --names {kind}" in script for kind in NAMES)


def test_zsh_asks_for_names_only_when_completing_them():
    script = completion(whole_parser(), "zsh")
    asking = [line for line in script.splitlines() if "list --names" in line]
    assert len(asking) == len(NAMES)
    assert all(line.startswith("_westwall_") for line in asking)


def test_another_shell_is_refused(capsys):
    with pytest.raises(SystemExit):
        main(["completion", "cmd.exe"])
    assert "bash" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_accepts_its_script(shell, tmp_path):
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")
    script = tmp_path / "script"
    script.write_text(completion(whole_parser(), shell), encoding="utf-8")
    subprocess.run([shell, "-n", str(script)], check=True, capture_output=True)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["westwall", "puz"], {"puzzle"}),
        (["westwall", "play", "bastogne/r"], {"bastogne/relief"}),
        (["westwall", "play", "bastogne/relief", "--str"], {"--strict"}),
    ],
)
def test_bash_completes(words, offered, tmp_path):
    program = tmp_path / "westwall"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m westwall_tui "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    typed = " ".join(f"'{word}'" for word in words)
    asked = f'COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; COMP_LINE="${{COMP_WORDS[*]}}"; _shtab_westwall'
    script = f"{completion(whole_parser(), 'bash')}\n{asked}\nprintf '%s\\n' \"${{COMPREPLY[@]}}\""
    env = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    run = subprocess.run(["bash", "-c", script], env=env, capture_output=True, text=True, check=True)
    assert set(run.stdout.split()) == offered


def test_lists_as_json(command):
    new_save("mine")
    found = json.loads(command("list", "--json").out)
    assert {entry["key"] for entry in found["scenarios"]} >= {"arnhem/free", "remagen/historical"}
    (save,) = found["saves"]
    assert Path(save["path"]).stem == "mine"
    assert save["turn"] == 9
    assert not save["trouble"]


def test_faults_as_json(tmp_path, capsys):
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('format = 1\nkind = "settings"\nsize = "huge"\n', encoding="utf-8")
    assert main(["check", "--json", str(wrong), str(ROOT / "scenarios" / "bastogne" / "units.toml")]) == 1
    bad, good = json.loads(capsys.readouterr().out)
    assert bad["file"] == str(wrong)
    assert bad["faults"][0]["key"] == "size"
    assert (good["kind"], good["faults"]) == ("units", [])


def test_the_folders_of_the_game(folders, command):
    assert str(folders / "saves") in command("paths").out
    assert json.loads(command("paths", "--json").out)["saves"] == str(folders / "saves")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["plya", "spearhead"], "unknown command 'plya' (did you mean play?)"),
        (["xyzzy"], "unknown command 'xyzzy'; see westwall --help"),
        (["check\x1b[2J"], r"check\x1b[2J"),
    ],
)
def test_a_wrong_command_suggests_the_right_one(arguments, expected, capsys):
    with pytest.raises(SystemExit):
        main(arguments)
    assert expected in capsys.readouterr().err


def test_a_wrong_scenario_or_save_suggests_the_right_one(command):
    new_save("my-relief")
    assert "(did you mean spearhead?)" in command("play", "spaerhead", status=2).err
    assert "(did you mean my-relief?)" in command("resume", "my-releif", status=2).err
    assert "did you mean" not in command("play", "spearhead" * 500, status=2).err
