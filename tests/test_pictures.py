"""The pictures of the docs can be made again."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from tests.conftest import ROOT


@pytest.mark.slow
async def test_a_picture_of_the_screen_shows_the_map_with_its_names(monkeypatch):
    """Make one scene, as `make picture` does for all of them."""
    spec = spec_from_file_location("picture", ROOT / "docs/picture.py")
    assert spec is not None
    assert spec.loader is not None
    picture = module_from_spec(spec)
    spec.loader.exec_module(picture)
    written: dict[str, str] = {}
    monkeypatch.setattr(Path, "write_text", lambda path, text, **_: written.update({path.name: text}))
    (scene,) = [scene for scene in picture.SCENES if scene.file == "map-mono"]
    await picture.take(scene)
    assert list(written) == ["map-mono.svg"]
    assert "Hurtgen" in written["map-mono.svg"]
    assert "COMBAT" in written["map-mono.svg"]
