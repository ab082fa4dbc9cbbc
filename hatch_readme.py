"""The metadata hook of every build: in README.md as an index of packages shows it, links into the project are whole."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class WholeLinks(MetadataHookInterface):
    """Writes the links of README.md out, pages to `blob`, pictures to `raw`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the readme."""
        source = metadata["urls"]["Source"]
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": with_whole_links(text, source)}


def with_whole_links(text: str, source: str) -> str:
    """A text of the project's folder with links that work anywhere."""
    pictures = re.sub(r"(!\[[^\]]*\])\((?!https?://)([^)]+)\)", rf"\1({source}/raw/main/\2)", text)
    return re.sub(r"\]\((?!https?://|#)([^)]+)\)", rf"]({source}/blob/main/\1)", pictures)
