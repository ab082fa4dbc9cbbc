"""The menu of a bid: two people at one keyboard bid points in turn for the side that both want to play."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from westwall_tui.engine.words import count, people
from westwall_tui.files.faults import refuse
from westwall_tui.ui.screens.menus import Menu, MenuItem, choice_item, lines
from westwall_tui.ui.screens.title.newgame import NewGame

ABOUT_BID = (
    "If you both want the same side, take turns bidding points for it. The higher bidder plays that side, and the "
    "other player starts with that many points."
)
NAMES_FIRST = "type both names first, because the bid decides who plays which side"
NOBODY = -1


@dataclass
class Bid:
    """An open auction: the players raise the bid in turn until one of them passes."""

    players: tuple[str, str]
    """The players' names; the first bidder comes first."""
    most: int
    """The maximum number of points that may be bid."""
    side: int = 0
    """The side that both players want."""
    points: int = -1
    """The highest bid so far; -1 before the first one."""
    holder: int = NOBODY
    """The index of the player who made the highest bid; -1 if nobody has bid."""
    speaks: int = 0
    """The player whose turn it is to bid."""
    offer: int = 0
    """The points that this player is about to bid."""
    passes: int = 0
    """The number of players who have passed."""

    @property
    def is_over(self) -> bool:
        """True if nobody may bid any more."""
        return self.passes > (self.holder == NOBODY) or self.points == self.most

    def change(self, points: int) -> None:
        """Change the bid that the player is about to make, which must be higher than the last one."""
        self.offer = max(self.points + 1, min(points, self.most))

    def bid(self) -> None:
        """Make the bid. Then it is the turn of the other player, who has not passed yet."""
        self.points, self.holder, self.speaks = self.offer, self.speaks, 1 - self.speaks
        self.change(self.points + 1)

    def give_up(self) -> None:
        """Pass. If nobody has bid yet, it is the other player's turn."""
        self.passes, self.speaks = self.passes + 1, 1 - self.speaks

    def in_words(self, wanted: str) -> str:
        """Return the highest bid so far; empty if nobody has bid."""
        if self.holder == NOBODY:
            return ""
        return f"{self.players[self.holder]} has bid {count(self.points, 'point', most=0)} for {wanted}."

    @property
    def seated(self) -> list[str]:
        """The names by side, once the bid is over and somebody has bid."""
        winner, other = self.players[self.holder], self.players[1 - self.holder]
        return [winner, other] if self.side == 0 else [other, winner]


def bid_item(chosen: NewGame, open_menu: Callable[[Menu], None], back: Callable[[], object]) -> MenuItem:
    """Return the item that opens the bid. Its result goes into the new game: the names by side, and the points."""

    def begin() -> None:
        first, second = (name.strip() for name in chosen.names)
        if not first or not second or first == second:
            refuse("", NAMES_FIRST)
        open_menu(bid_menu(chosen, Bid((first, second), chosen.starts[0].most), back))

    return MenuItem(
        "Bid:", begin, info=lines(f"{ABOUT_BID} {chosen.fair}".rstrip()), value="for a side that you both want"
    )


def bid_menu(chosen: NewGame, bid: Bid, back: Callable[[], object]) -> Menu:
    """Return the menu in which two people bid; `back` closes it."""

    def finish() -> None:
        if not bid.is_over:
            return
        if bid.holder != NOBODY:
            chosen.names[:] = bid.seated
            chosen.take_points({1 - bid.side: bid.points})
        back()

    def act(does: Callable[[], None]) -> None:
        does()
        finish()

    def typed(character: str) -> None:
        digits = str(bid.offer) + character if character else str(bid.offer)[:-1]
        bid.change(int(digits or 0))

    def items() -> Sequence[MenuItem]:
        name, other = bid.players[bid.speaks], bid.players[1 - bid.speaks]
        menu.head = bid.in_words(people(chosen.sides[bid.side]))
        wanted, enemy = (people(chosen.sides[side]) for side in (bid.side, 1 - bid.side))

        def result(who: str, points: int) -> str:
            have = f"{points} point{'s' * (points != 1)}" if points else "no points"
            return f"{who} plays {wanted}, and {enemy} have {have} at the start."

        passing = result(other, bid.points) if bid.holder != NOBODY else f"It is {other}'s turn to bid."
        offer = MenuItem(
            f"{name} bids {bid.offer}", partial(act, bid.bid), turn=lambda step: bid.change(bid.offer + step),
            info=lines(f"If {other} passes: {result(name, bid.offer)} Left, Right and digits change the bid."),
            typed=typed, erase=True,
        )  # fmt: skip
        give_up = MenuItem(f"{name} passes", partial(act, bid.give_up), info=lines(passing))
        if bid.holder != NOBODY or bid.passes:
            return [offer, give_up]
        sides = {side: people(of) for side, of in enumerate(chosen.sides)}
        side = choice_item("Side:", sides, bid.side, partial(setattr, bid, "side"), ABOUT_BID)
        return [offer, give_up, side]

    menu = Menu(f"Bidding for a side: {bid.players[0]} and {bid.players[1]}", items)
    return menu
