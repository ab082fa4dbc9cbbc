"""constraints.txt has every version that make installs, with hashes: first the game's, then the rest."""

import re
import tomllib
from importlib.metadata import distributions
from pathlib import Path

from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parents[1]
GAME, DEVELOPMENT = (ROOT / "constraints.txt").read_text().partition("\n# -- development\n")[::2]
PIN = re.compile(r"^([A-Za-z0-9][\w.-]*)==\S+((?: \\\n    --hash=sha256:[0-9a-f]{64})*)$", re.MULTILINE)


def pins(text: str) -> dict[str, str]:
    """Return the hashes of each package."""
    return {name.replace("_", "-").lower(): hashes for name, hashes in PIN.findall(text)}


def needs(words: list[str]) -> set[str]:
    return {re.split(r"[<>=;\[ ]", word)[0].lower() for word in words}


def test_every_line_is_a_version_with_hashes():
    for text in (GAME, DEVELOPMENT):
        assert all(pins(text).values())
        rest = PIN.sub("", text)
        assert all(not line or line.startswith("#") for line in rest.splitlines()), rest


def test_every_dependency_is_pinned():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert needs(project["dependencies"] + project["optional-dependencies"]["fast"]) <= pins(GAME).keys()
    assert needs(project["optional-dependencies"]["dev"]) <= {*pins(GAME), *pins(DEVELOPMENT)}
    assert not pins(GAME).keys() & pins(DEVELOPMENT).keys()


def test_every_version_supports_the_oldest_python():
    """Check Python 3.11.2, which Debian 12 has: it cannot install a version that needs a later 3.11."""
    known = [found.metadata for found in distributions() if "Requires-Python" in found.metadata]
    needed = {each["Name"]: SpecifierSet(each["Requires-Python"]) for each in known}
    assert [name for name, pythons in needed.items() if not pythons.contains("3.11.0")] == []


def test_make_installs_by_hash():
    makefile = (ROOT / "Makefile").read_text()
    installs = [line for line in makefile.splitlines() if line.startswith("\t@$(PIP_INSTALL)")]
    hashed = [line for line in installs if "--require-hashes --requirement" in line]
    (ours,) = [line for line in installs if line not in hashed]
    assert len(hashed) == 3
    assert "--no-deps --target" in ours
    assert ours.endswith(" ."), "the package itself"
    assert "INSTALL_OURS = $(PIP_INSTALL) --no-deps --editable ." in makefile
