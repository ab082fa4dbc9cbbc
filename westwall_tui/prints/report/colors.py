"""How the two sides look in a report: each in its colors, and told apart in gray too."""

from westwall_tui.engine.scenario import Scenario
from westwall_tui.prints.drawing import clean


class Colors:
    """The style of each side."""

    def __init__(self, scenario: Scenario) -> None:
        self.names = tuple(side.name for side in scenario.sides)
        looks = [scenario.colors(side) for side in (0, 1)]
        if (looks[0] == "german") == (looks[1] == "german"):  # a scenario of one's own: they must still differ
            looks = ["us" if looks[0] == "german" else looks[0], "german"]
        self.looks = tuple(looks)
        """By side: `german`, `us` or `british`."""
        self.kinds = tuple("g" if look == "german" else "u" for look in looks)
        """By side: `g`, square and solid, or `u`, round and dashed."""
        self.square = self.kinds.index("g")
        """The side with square counters."""

    @property
    def british(self) -> bool:
        """True if one side has British colors, and its lines are to have them too."""
        return "british" in self.looks

    def chip(self, side: int, words: str = "") -> str:
        """Words, or its name, on a side's color."""
        return f'<span class="chip {self.looks[side]}">{clean(words or self.names[side])}</span>'
