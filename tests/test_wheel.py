"""The compiled wheel, as far as it can be known without compiling it; `make test-wheel-fast` plays with it."""

import ast
import re
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from hatch_readme import with_whole_links
from tests.games.installed import compiled_modules, interpreted

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
HOOK = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]


def packages(requirements):
    return {re.split(r"[^\w.-]", requirement)[0] for requirement in requirements}


def test_the_modules_to_compile_are_of_the_engine_or_the_computer_player():
    listed = HOOK["modules"]
    assert listed == sorted(set(listed))
    for path, name in zip(listed, compiled_modules(), strict=True):
        assert path.startswith(("westwall_tui/engine/", "westwall_tui/ai/"))
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin == str(ROOT / path)


@pytest.mark.slow
def test_who_inherits_from_a_compiled_class_is_compiled_too():
    """mypyc's classes take no interpreted ones for children, but for named tuples."""
    listed, parents, checked = {*HOOK["modules"]}, set(), 0
    paths = [path for folder in ("ai", "engine") for path in (ROOT / "westwall_tui" / folder).rglob("*.py")]
    trees = {str(path.relative_to(ROOT)): ast.parse(path.read_bytes()) for path in paths}
    for module in listed:
        name = module.removesuffix(".py").replace("/", ".")
        parents |= {(name, node.name) for node in ast.walk(trees[module]) if isinstance(node, ast.ClassDef)}
    for module, tree in trees.items():
        imported = {
            alias.asname or alias.name: (node.module, alias.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases = [imported.get(base.id) for base in node.bases if isinstance(base, ast.Name)]
                if any(base in parents for base in bases):
                    assert module in listed, node.name
                    checked += 1
    assert checked


def test_a_checkout_runs_from_its_sources():
    assert interpreted() == compiled_modules()


def test_only_who_asks_for_it_needs_a_compiler():
    assert HOOK["enable-by-default"] is False
    assert packages(PROJECT["build-system"]["requires"]) == {"hatchling"}
    assert not packages(HOOK["dependencies"]) & packages(PROJECT["project"]["dependencies"])


def test_the_wheel_is_built_with_what_is_pinned():
    extra = PROJECT["project"]["optional-dependencies"]["dev"]
    assert {*HOOK["dependencies"], *PROJECT["build-system"]["requires"]} <= {*extra}
    pinned = packages((ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()[2:])
    assert {"hatchling", "mypy", "setuptools"} <= pinned


def test_an_index_of_packages_shows_a_page_whose_links_all_work():
    source = PROJECT["project"]["urls"]["Source"]
    text = with_whole_links((ROOT / "README.md").read_text(encoding="utf-8"), source)
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) > 20
    assert all(link.startswith("https://") for link in links)
    own = [link.removeprefix(source) for link in links if link.startswith(f"{source}/")]
    for link in own:
        path = re.sub(r"^/(blob|raw)/main/", "", link).partition("#")[0]
        assert (ROOT / path).is_file(), link
    assert f"({source}/raw/main/docs/westwall.svg)" in text
    assert with_whole_links("[a](https://b) [c](#d)", source) == "[a](https://b) [c](#d)"
