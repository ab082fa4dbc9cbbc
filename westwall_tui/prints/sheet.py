"""A finished drawing, and its true size on paper."""

from typing import NamedTuple

from westwall_tui.prints.counters import STYLES as COUNTER_STYLES
from westwall_tui.prints.drawing import clean
from westwall_tui.prints.geometry import HEIGHT
from westwall_tui.prints.styles import STYLES, SYMBOLS


class Sheet(NamedTuple):
    """A drawing in drawing units, from 0,0."""

    name: str
    drawn: str
    width: float
    height: float
    ground: str = "#fffdf6"
    """The color of the paper."""

    def svg(self, hex_mm: float | None = None) -> str:
        """The drawing as an SVG file; with `hex_mm`, the millimeters of a hex from side to side, in true size."""
        size = ""
        if hex_mm is not None:
            size = f' width="{millimeters(self.width, hex_mm):.2f}mm" height="{millimeters(self.height, hex_mm):.2f}mm"'
        return "".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg"{size} viewBox="0 0 {self.width:.2f} {self.height:.2f}">\n',
                f"<title>{clean(self.name)}</title>\n<style>{STYLES}{COUNTER_STYLES}</style>\n<defs>{SYMBOLS}</defs>\n",
                f'<rect width="100%" height="100%" fill="{self.ground}"/>\n',
                self.drawn,
                "</svg>\n",
            )
        )


def millimeters(units: float, hex_mm: float) -> float:
    """Drawing units in millimeters, where a hex is `hex_mm` from side to side."""
    return units * hex_mm / HEIGHT


def units(mm: float, hex_mm: float) -> float:
    """Millimeters in drawing units, where a hex is `hex_mm` from side to side."""
    return mm * HEIGHT / hex_mm
