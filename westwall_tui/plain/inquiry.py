"""What a question is about."""

from westwall_tui.engine import queries
from westwall_tui.referee import Inquiry


class PlainInquiry(Inquiry):
    """A question about a game, and what its words mean."""

    @property
    def side(self) -> int:
        """The side that is meant by `your`: the asker's, or else the one that decides."""
        decides = self.viewer if self.viewer >= 0 else self.game.side
        return max(decides, 0)

    @property
    def words(self) -> list[str]:
        """The words that follow the first."""
        return self.rest.split()

    @property
    def first(self) -> str:
        """The first of them. Raises `ValueError`, without words, if there is none: whoever is asked says how to ask."""
        if not self.words:
            raise ValueError
        return self.words[0]

    def unit(self, word: str) -> int:
        """A unit by its id. Raises `ValueError`."""
        return self.game.scenario.unit(word)

    def mine(self, unit: int) -> str:
        """A unit's name: with its side if it is the enemy's."""
        counter = self.game.state.units[unit]
        name = queries.named(counter.id)
        return name if counter.side == self.side else f"{self.game.scenario.sides[counter.side].name} {name}"
