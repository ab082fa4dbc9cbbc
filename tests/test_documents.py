"""The documents agree with the program, and every Python session in them has the result shown."""

import doctest
import io
import re
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

import westwall_tui
from tests import RECIPE
from tests.games import record
from tests.test_glossary import strings, with_parts
from westwall_tui.cli import COMMANDS, FOR_GUESTS, main, whole_parser
from westwall_tui.engine import game, queries
from westwall_tui.engine.orders import WORDS
from westwall_tui.files.command_line import docs_page
from westwall_tui.files.library import new_game
from westwall_tui.files.players.settings import Settings, save_settings
from westwall_tui.files.saves.catalog import find_save
from westwall_tui.files.saves.file import RULES_REVISION
from westwall_tui.files.scenarios.catalog import all_scenarios, shipped_key
from westwall_tui.files.scenarios.random_battles import wanted_battle
from westwall_tui.plain.questions import questions
from westwall_tui.referee import Referee, as_text

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "westwall_tui"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def read(name: str) -> str:
    """Return the text of a file of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def run(text: str, name: str, known: dict[str, Any] | None = None) -> doctest.TestResults:
    """Run the examples of a text in order with the names in `known`."""
    test = doctest.DocTestParser().get_doctest(text, known or {}, name, name, 0)
    return doctest.DocTestRunner().run(test)


def pages() -> list[Path]:
    """Return the documents of the project."""
    found = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in found.stdout.split()]


def today(path: Path) -> str:
    """Return the text of a document without the changelog's old versions, which had other commands."""
    return path.read_text(encoding="utf-8").partition("\n## [0.")[0]


pytestmark = pytest.mark.usefixtures("folders")


@pytest.mark.slow
def test_the_examples_of_the_library_page():
    text = read("docs/library.md")
    blocks = BLOCK.findall(text)
    assert {language for language, _ in blocks} == {"pycon"}
    result = run("\n".join(block for _, block in blocks), "library.md")
    assert result.attempted > 40
    assert not result.failed


@pytest.mark.slow
def test_the_first_scenario_can_be_made_from_an_empty_folder(tmp_path, monkeypatch, capsys):
    """Write the files as the page has them, piece by piece, and run its commands without the screen."""
    monkeypatch.chdir(tmp_path)
    ran = []
    for language, text in BLOCK.findall(read("docs/first-scenario.md")):
        if language == "toml":
            named = re.match(r"# (\S+\.toml)\n", text)
            assert named is not None
            with Path(named[1]).open("a", encoding="utf-8") as file:
                file.write(text)
            continue
        for line in re.findall(r"^(?:\$ )?westwall (.+?)(?: +#.*)?$", text, re.MULTILINE):
            ran.append(line.split()[0])
            if ran[-1] != "play":
                assert main(line.split()) == 0
        shown = capsys.readouterr().out
        assert language == "sh" or shown == text.partition("\n")[2]
    assert ran == ["check", "check", "demo", "play", "simulate"]


@pytest.mark.parametrize(("module", "examples"), [(westwall_tui, 3), (game, 5)], ids=["package", "game"])
def test_the_example_at_the_head_of_a_module(module, examples):
    result = run(module.__doc__ or "", module.__name__, vars(module).copy())
    assert result == (0, examples)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["docs/computer-player.md", "examples/learning/README.md"])
def test_the_programs_on_pages_run(page):
    (program,) = (text for language, text in BLOCK.findall(read(page)) if language == "python")
    exec(program.replace("level=3", "level=1"), {})


def test_the_referees_page_has_every_decision_with_its_orders():
    """Check that a program written from the page knows every kind of decision, and can answer each."""
    page = read("docs/referee.md")
    table = page.partition("\n## Decisions\n")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| [^|]+ \|([^|]*)\|$", table, re.MULTILINE))
    shown = {kind: {*re.findall(r"`(\w+)`", orders)} for kind, orders in rows.items()}
    known = {kind: {form.split()[0] for form in each.forms} for kind, each in queries.decisions().items()}
    assert shown == {**known, "over": set()}
    assert {word for orders in known.values() for word in orders} | {"concede", "offer"} == {*WORDS}


def test_the_referees_page_has_every_question():
    page = read("docs/referee.md")
    table = page.partition("\n## Questions\n")[2].partition("\nIn `?legal` a colon")[0]
    referee = Referee(new_game("bastogne/spearhead"), 1, sentences=questions)
    asked = re.search(r"the questions are (.*)", as_text(referee, referee.answer("?nothing")))
    assert asked is not None
    assert {*re.findall(r"`(\??\w+)[^`]*`", table)} >= {*asked[1].split(", ")}


def test_every_promise_names_a_test():
    rows = re.findall(r"^\| (?!promise|---)(.+) \| (.+) \|$", read("tests/README.md"), re.MULTILINE)
    assert len(rows) > 30
    assert [promise for promise, tests in rows if "`tests/" not in tests] == []


def test_files_named_in_documents_exist():
    """Look for each path in the project, the package, one of its packages, and beside the document."""
    roots = [ROOT, PACKAGE, PACKAGE / "engine", PACKAGE / "ui", ROOT / "tests"]
    named = [
        (path, name)
        for path in pages()
        if path.name != "CHANGELOG.md"
        for name in re.findall(r"`((?:\w+/)+[\w-]+\.(?:py|toml|md))`", path.read_text(encoding="utf-8"))
    ]
    assert len(named) > 100
    assert [
        (path.name, name) for path, name in named if not any((at / name).exists() for at in [path.parent, *roots])
    ] == []


def test_links_between_documents_work():
    """Check files; `make docs` also checks the anchors of pages on the site."""
    links = [(path, to) for path in pages() for to in re.findall(r"\]\((?!https?:)([^)\s#]+)", today(path))]
    assert len(links) > 100
    assert [(path.name, to) for path, to in links if not (path.parent / to).exists()] == []


def test_a_new_game_shows_the_balance_of_the_table():
    page = read("benchmarks/BALANCE.md")
    rows = re.findall(r"^\| ([a-z/]+): [^|]+ \| 4 \| (\d+) \| ([^|]+) \|", page, re.MULTILINE)
    listed = {entry.entry.key: entry.overview for entry in all_scenarios() if not entry.is_quick}
    assert {key for key, _, _ in rows} == listed.keys(), RECIPE
    for key, games, results in rows:
        wins = Counter[str]()
        for count, side in re.findall(r"(\d+) (\w+)", results):
            wins[side] += int(count)
        del wins["draw"]
        (leader,) = wins.most_common(1)
        overview = listed[key]
        assert overview is not None
        assert overview.balance == (*leader, int(games)), key


def test_the_table_of_quick_battles_agrees_with_their_files():
    page = read("docs/quick-battles.md")
    rows = {cells[0]: cells for cells in (line.strip("| ").split(" | ") for line in page.splitlines() if "| " in line)}
    for entry in (each for each in all_scenarios() if each.is_quick):
        overview, units = entry.overview, re.findall(r"\d+", rows[entry.entry.name][2])
        assert overview is not None
        assert (*map(int, units),) == entry.units, entry.entry.key
        minutes, games, won = (float(cell.strip("*")) for cell in rows[entry.entry.name][4:7])
        assert 15 <= overview.minutes == minutes <= 40, entry.entry.key
        assert overview.balance is not None
        side, count, played = overview.balance
        assert (side, f"{100 * count / played:.0f}", played) == (entry.sides[0], f"{won:.0f}", games), entry.entry.key


def commands_of(text: str) -> list[list[str]]:
    """Return the words of the `westwall` commands in a document, in backticks or on lines of code."""
    text = text.replace("podman run ... westwall", "westwall host")  # the entry point of the container
    lines = re.findall(r"`westwall ([^`\n]+)`", text)
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        lines += re.findall(r"^westwall (.+)", block, re.MULTILINE)
    lines += re.findall(r"^ {4}westwall (.+)", text, re.MULTILINE)
    commands = [re.split(r" +#| [|>&]", line)[0].replace('"', "").split() for line in lines]
    return [words for words in commands if re.match(r"--|[a-z]+$", words[0])]


def test_every_command_in_a_document_is_valid(capsys):
    parser, wrong, seen = whole_parser(), [], 0
    for path in pages():
        for words in commands_of(today(path)):
            seen += 1
            try:
                options = vars(parser.parse_args(["bash" if word == "SHELL" else word for word in words]))
            except SystemExit as end:
                errors = capsys.readouterr().err
                if end.code and " are required: " not in errors and " expected one argument" not in errors:
                    wrong.append((path.name, words, errors.splitlines()[-1]))
                continue
            named = options.get("scenario") or options.get("game") or []
            for name in [named] if isinstance(named, str) else named:
                if words[0] in ("play", "demo", "host", "referee", "simulate") and name.islower() and "." not in name:
                    is_known = shipped_key(name) or wanted_battle(name) is not None
                    wrong += [] if is_known else [(path.name, words, f"no scenario {name}")]
    assert wrong == []
    assert seen > 100


@pytest.mark.slow
def test_the_first_game_goes_as_its_page_says(folders, monkeypatch, capsys):
    """Compare the computer's set-up and the dice with the recorded game in the page's pictures."""
    page = read("docs/first-game.md")
    command = next(words for words in commands_of(page) if words[0] == "play")
    _, orders = record.read((ROOT / "docs/positions/first-game.orders").read_text(encoding="utf-8"))
    mine = orders[orders.index("done") + 1 :]
    mine = [each for each in mine[: mine.index("stand") + 2] if each.split()[0] not in ("fpf", "roll", "retreat")]
    save_settings(Settings(warnings=False))  # or it would ask again about each order that costs something
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*mine, "quit"])))
    assert main([*command, "--plain"]) == 0
    capsys.readouterr()
    save = find_save("bastogne-spearhead")
    assert tomllib.loads(save.read_text(encoding="utf-8"))["orders"]["log"] == orders


def test_every_make_target_in_a_document_exists():
    targets = {*re.findall(r"^([a-z][\w-]*):", read("Makefile"), re.MULTILINE)}
    texts = [today(path) for path in pages()]
    named = {name for text in texts for name in re.findall(r"(?:^|`)make ([a-z][\w-]*)", text, re.MULTILINE)}
    assert len(named) > 10
    assert named <= targets


def test_the_page_lists_the_commands_of_a_login_that_can_only_play():
    page = " ".join(read("docs/servers.md").split())
    listed = page.partition("`SSH_ORIGINAL_COMMAND`: ")[2].partition(", with names of")[0]
    assert listed == ", ".join(f"`{word}`" for word in FOR_GUESTS)


def test_the_generated_parts_are_current():
    generated = run_path(str(ROOT / "docs/generated.py"))
    texts = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md")}
    assert [name for name, text in texts.items() if generated["renewed"](text) != text] == [], "run: make manual"
    for name in generated["PARTS"]:
        assert sum(f"generated.py: {name} -->" in text for text in texts.values()) == 1, name


def test_the_sample_of_a_save_has_the_revision_of_the_rules():
    assert f"\nrules = {RULES_REVISION} " in read("docs/saves.md")


@pytest.mark.slow
def test_the_manual_page_lists_every_environment_variable():
    known = {
        name for path in PACKAGE.rglob("*.py") for name in re.findall(r"\"(WESTWALL_[A-Z]+)\"", path.read_text("utf-8"))
    }
    page = read("docs/westwall.6").partition(".SH ENVIRONMENT\n")[2]
    assert len(known) > 5
    assert {name for name in re.findall(r"\\fB(\w+)\\fR", page) if name.startswith("WESTWALL_")} == known


# -- texts of an installed package

ONLY_IN_A_CHECKOUT = re.compile(
    r"(?<![\w/])docs/|(?<![\w/])(?:README|CHANGELOG|CONTRIBUTING)\b|(?<![\w/-])[\w-]+\.md\b"
)
"""Pattern of a document without its full address: an installed package does not contain it."""
FROM_AN_INDEX = re.compile(r"(?<!un)install +(?:--\S+ +)*[\"']?westwall[-_]tui(?![\w.-]*\.whl)")
"""Pattern of a command that asks a package index for westwall, which is in no index."""
DOCUMENTED = ("__init__.py", "files/library.py")
"""Modules whose docstrings users read with `help`."""


def texts_of_the_package() -> Iterator[tuple[Path, str]]:
    """Yield all texts that a user of an installed package may read, each with its file."""
    for path in PACKAGE.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if str(path.relative_to(PACKAGE)) in DOCUMENTED:
            yield path, source
        elif ONLY_IN_A_CHECKOUT.search(source) or FROM_AN_INDEX.search(source):
            yield from ((path, text) for code in with_parts(source) for text in strings(code.co_consts))
    for path in [*PACKAGE.rglob("*.*"), *(ROOT / "scenarios").rglob("*.*"), ROOT / "docs/westwall.6"]:
        if path.suffix in (".txt", ".html", ".toml", ".6"):
            yield path, path.read_text(encoding="utf-8").replace("\\-", "-")


@pytest.mark.slow
def test_an_installed_package_names_no_missing_document_and_no_package_index():
    found = [
        (path, ONLY_IN_A_CHECKOUT.search(text) or FROM_AN_INDEX.search(text)) for path, text in texts_of_the_package()
    ]
    assert [(path, match) for path, match in found if match] == []
    documents = [*pages(), *ROOT.glob("docs/*/[Cw]*"), *ROOT.glob("examples/**/*.py")]
    assert [path for path in documents if FROM_AN_INDEX.search(path.read_text(encoding="utf-8"))] == []
    assert ONLY_IN_A_CHECKOUT.search("see docs/mail.md")
    assert not ONLY_IN_A_CHECKOUT.search(docs_page("mail"))
    assert FROM_AN_INDEX.search("pip install 'westwall-tui[pdf]'")
    assert not FROM_AN_INDEX.search("pipx uninstall westwall-tui")


@pytest.mark.slow
def test_pages_and_extras_named_in_texts_exist():
    project = tomllib.loads(read("pyproject.toml"))["project"]
    code = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    named = {*re.findall(r"""docs_page\(["']([\w-]+)["']\)""", code)}
    named |= {command.page for command in COMMANDS.values() if command.page}
    assert {"mail", "referee", "install"} <= named
    assert [name for name in named if not (ROOT / f"docs/{name}.md").is_file()] == []
    assert docs_page("mail") == f"{project['urls']['Source']}/blob/main/docs/mail.md"
    extras = {*re.findall(r"""how_to_install\(["']([\w-]+)["']\)""", code)}
    assert len(extras) > 4
    assert extras <= project["optional-dependencies"].keys()
    extras_named = read("docs/install.md").partition("**An extra**")[2].partition(" `pyproject.toml`")[0]
    assert {*re.findall(r"`([\w-]+)`", extras_named)} == project["optional-dependencies"].keys() - {"docs", "dev"}


# -- the site


@pytest.mark.slow
def test_make_docs_finds_dead_links_of_the_site(tmp_path):
    dead_links = run_path(str(ROOT / "docs/site.py"))["dead_links"]
    (tmp_path / "page").mkdir()
    (tmp_path / "picture.svg").touch()
    links = "../page/#top", "#top", "/page/", "https://elsewhere", "../picture.svg"
    page = "".join(f'<a href="{link}">' for link in links)
    (tmp_path / "page" / "index.html").write_text(f'<h1 id="top">{page}')
    assert dead_links(tmp_path) == []
    (tmp_path / "index.html").write_text('<a href="page/#no"><img src="no.svg"><a href="pages/">')
    assert dead_links(tmp_path) == [f"index.html: {link}" for link in ("page/#no", "no.svg", "pages/")]
