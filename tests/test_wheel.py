"""The wheel can be built, also from the files that the containers copy."""

import re
import shutil
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.builders.wheel import WheelBuilder

from hatch_readme import with_whole_links
from westwall_tui.files.command_line import how_to_install

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


CONTAINERS = sorted(ROOT.glob("docs/*/Containerfile"))
"""Containerfiles; each builds the wheel inside a container, from the files that it copies."""


def copied(containerfile, folder):
    """Copy the files of a Containerfile to their places below `folder`. Return the folder that pip installs."""
    text = containerfile.read_text(encoding="utf-8")
    for words in re.findall(r"^COPY (.+)$", text, re.MULTILINE):
        *sources, target = words.split()
        for source in sources:
            place = folder / target.lstrip("/")
            place = place / Path(source).name if target.endswith("/") else place
            place.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, place, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copyfile(ROOT / source, place)
    installed = re.search(r"pip install .*?(/\w+)", text)
    assert installed
    return folder / installed[1].lstrip("/")


def wheel(source, folder):
    """Build the wheel of a folder in another folder."""
    return ZipFile(next(iter(WheelBuilder(str(source)).build(directory=str(folder), versions=["standard"]))))


@pytest.mark.parametrize("containerfile", CONTAINERS, ids=lambda path: path.parent.name)
def test_a_container_copies_the_files_that_the_build_names(containerfile):
    """Check in a fast test that the containers copy the files that pyproject.toml names."""
    words = re.findall(r"^COPY (.+) \S+$", containerfile.read_text(encoding="utf-8"), re.MULTILINE)
    named = [word for line in words for word in line.split()]
    hatch = PROJECT["tool"]["hatch"]
    built = hatch["build"]["targets"]["wheel"]
    needed = [
        "pyproject.toml",
        "README.md",
        hatch["metadata"]["hooks"]["custom"]["path"],
        *PROJECT["project"]["license-files"],
        *built["only-include"],
        *built["shared-data"],
    ]
    assert [path for path in needed if not any(Path(path).is_relative_to(copied) for copied in named)] == []
    assert [word for word in named if not (ROOT / word).exists()] == []


@pytest.mark.slow
def test_containers_install_the_usual_wheel(tmp_path):
    with wheel(ROOT, tmp_path / "ours") as ours:
        expected = ours.namelist()
    assert len(CONTAINERS) == 2
    for part in ("share/man/man6/westwall.6", "licenses/LICENSE", "licenses/scenarios/LICENSE", "spearhead.toml"):
        assert any(name.endswith(part) for name in expected)
    assert not [name for name in expected if name.endswith(".md")]  # tests/test_documents.py does not read such files
    assert Path(str(ours.filename)).name in how_to_install("web")
    for containerfile in CONTAINERS:
        folder = tmp_path / containerfile.parent.name
        with wheel(copied(containerfile, folder), folder / "built") as built:
            assert built.namelist() == expected


def test_all_links_work_on_a_package_indexs_page():
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
