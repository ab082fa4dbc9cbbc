"""Writing less: updates of the screen cut to the cells that changed.

Textual writes each line of an update from the left edge of the widget in it. Over a slow line that is most of what a
key costs, so the app hands its updates through here; they then begin where the change begins.
"""

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate


class TrimmedUpdate(ChopsUpdate):
    """An update that writes the changed cells of each line, and nothing to the left of them."""

    def __init__(self, update: ChopsUpdate) -> None:
        super().__init__(update.chops, update.spans, update.chop_ends)

    def render_segments(self, console: Console) -> str:
        """The update as the terminal reads it."""
        parts: list[str] = []
        for y, x1, x2 in self.spans:
            at = -1
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is None or x >= x2 or end <= x1:
                    continue
                first, last = max(x, x1), min(end, x2)
                if first != at:
                    parts.append(Control.move_to(first, y).segment.text)
                parts.append(strip.crop(first - x, last - x).render(console))
                at = last
        return "".join(parts)
