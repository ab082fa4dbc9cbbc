"""Hooks of `make docs`: the site has the examples beside the pages that link to them."""

from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the examples."""
    for path in sorted(path for path in (ROOT / "examples").rglob("*") if path.suffix in (".py", ".toml")):
        files.append(File.generated(config, str(path.relative_to(ROOT)), abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Let links to the examples lead to them."""
    return markdown.replace("](../examples/", "](examples/")
