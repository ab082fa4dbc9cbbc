"""Hooks of `make docs`: README.md is the front page, the examples are beside the pages, and every link is checked."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
FRONT = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Pages that are not in docs/, and their names on the site."""


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages that are not in docs/, and the examples."""
    for name, page in FRONT.items():
        files.append(File.generated(config, page, content=(ROOT / name).read_text(encoding="utf-8")))
    for path in sorted(path for path in (ROOT / "examples").rglob("*") if path.suffix in (".py", ".toml")):
        files.append(File.generated(config, path.relative_to(ROOT).as_posix(), abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Change links in the project to links on the site, or to the source of a file that the site lacks."""
    folder = ROOT if page.file.src_path in FRONT.values() else ROOT / "docs"

    def on_site(link: re.Match[str]) -> str:
        path, mark, anchor = link[1].partition("#")
        whole = (folder / path).resolve()
        if not path or ":" in path or not whole.is_relative_to(ROOT) or not whole.exists():
            return link[0]
        name = whole.relative_to(ROOT).as_posix()
        name = FRONT.get(name, name.removeprefix("docs/"))
        place = name if files.get_file_from_path(name) else f"{config.repo_url}/blob/main/{name}"
        return f"]({place}{mark}{anchor})"

    return re.sub(r"\]\(([^)\s]+)\)", on_site, markdown)


def on_post_build(*, config: MkDocsConfig) -> None:
    """Fail if a link of the built site, or its anchor, is dead. mkdocs itself checks only pages."""
    site = Path(config.site_dir)
    if dead := dead_links(site):
        raise PluginError(f"{len(dead)} dead links:\n" + "\n".join(dead))
    if stray := [str(path.relative_to(site)) for path in site.rglob("*.pyc")]:
        raise PluginError(f"the site has files that belong to no page: {stray}")


class Links(HTMLParser):
    """The links and anchors of a page."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
        """Store the links and the anchors of a tag."""
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


def dead_links(site: Path) -> list[str]:
    """Return the dead links between files of a site, each with its page."""
    pages = {path.resolve(): Links(path) for path in sorted(site.rglob("*.html"))}
    dead = []
    for page, found in pages.items():
        for link in found.links:
            to = urlsplit(link)
            if to.scheme or to.netloc:
                continue
            path = unquote(to.path)
            target = (
                (site / path.lstrip("/") if path.startswith("/") else page.parent / path).resolve() if path else page
            )
            target = target / "index.html" if target.is_dir() else target
            anchors = pages[target].anchors if target in pages else set()
            if not target.is_file() or (to.fragment and unquote(to.fragment) not in {"", *anchors}):
                dead.append(f"{page.relative_to(site.resolve())}: {link}")
    return dead
