"""The metadata hook of every build: it completes the links of README.md for the page of a package index."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class WholeLinks(MetadataHookInterface):
    """A hook that completes the links in README.md: pages with `blob`, pictures with `raw`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the readme."""
        source = metadata["urls"]["Source"]
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": with_whole_links(text, source)}


def with_whole_links(text: str, source: str) -> str:
    """Return a text of the project's folder with links that work anywhere."""
    pictures = re.sub(r"(!\[[^\]]*\])\((?!https?://)([^)]+)\)", rf"\1({source}/raw/main/\2)", text)
    return re.sub(r"\]\((?!https?://|#)([^)]+)\)", rf"]({source}/blob/main/\1)", pictures)
