"""The players at one keyboard: the side that decides here, and the side whose secrets are shown."""

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.scenario import Phase
from westwall_tui.files.saves.private import NOTHING
from westwall_tui.files.sessions.base import Session
from westwall_tui.files.sessions.local import LocalSession

SHARED = ("retreat", "displace", "advance")
"""The decisions after the die roll of a combat. In a quick game, the phasing player makes them for both sides."""


class Seats:
    """The players at this keyboard: both, one, or none."""

    def __init__(self, session: Session, quick: bool) -> None:
        """Take a session. If its players have not chosen yet whether the game is quick, `quick` decides.

        The choice is saved with a game that begins; opening an older game changes nothing in its file.
        """
        self._session, self._quick = session, quick
        if (shared := self.shared) is not None and shared.quick is None and not session.game.log:
            shared.quick = quick
        self.decides = -1
        """The side whose player is at the keyboard; -1 for none."""
        self._turn = (-1, -1)
        """Game-Turn and side of the last Player-Turn, or set-up, for which a player took the keyboard."""
        self._undone_to = -1
        """The number of orders after the last undo: there the player decides, whatever the conditions say."""

    @property
    def _game(self) -> Game:
        return self._session.game

    def is_here(self, side: int) -> bool:
        """Return True if a side's player is at this keyboard."""
        return side >= 0 and self._session.seats[side].is_person

    @property
    def both_here(self) -> bool:
        """True if two people share this keyboard."""
        return self.is_here(0) and self.is_here(1)

    @property
    def hands_over(self) -> bool:
        """True if two people share this keyboard and may have secrets from each other."""
        return self.both_here and not self._session.is_hosted and self._session.owner < 0

    @property
    def keeper(self) -> int:
        """The side whose player's notes, sandboxes and conditions may be shown; -1 for none.

        If two people share the keyboard, the other one looks on while a player only answers in the enemy's turn, and
        after giving the seat to the computer until the first player is asked something.
        """
        if self._session.owner >= 0:
            return self._session.owner
        if self.hands_over:
            return self.asked if self._is_own_turn else -1
        if self.decides >= 0 and not self.is_here(self.decides) and not self._session.is_hosted:
            return -1
        return next((side for side in (0, 1) if self.is_here(side)), -1)

    @property
    def keeps_something(self) -> bool:
        """True if a player at this keyboard keeps something that the other player must not see."""
        return any(self._session.private(side) != NOTHING for side in (0, 1) if self.is_here(side))

    def called(self, side: int) -> str:
        """Return a side's adjective, such as `German`, or `Anna (German)` if two named people share this keyboard."""
        adjective, names = self._game.scenario.sides[side].adjective, [seat.name for seat in self._session.seats]
        return f"{names[side]} ({adjective})" if self.both_here and all(names) else adjective

    @property
    def shared(self) -> LocalSession | None:
        """The session, if two people play it at this keyboard and nobody plays elsewhere; else None."""
        return self._session if self.both_here and isinstance(self._session, LocalSession) else None

    @property
    def quick(self) -> bool:
        """True if the phasing player decides retreats, displacements and advances for both sides."""
        shared = self.shared
        return shared is not None and (self._quick if shared.quick is None else shared.quick)

    @property
    def asked(self) -> int:
        """The side whose player answers the pending decision; -1 if the game is over."""
        prompt = self._game.prompt
        if prompt.kind in SHARED and self.quick:
            return self._game.state.side
        if prompt.kind == "roll" and self.decides >= 0:
            return self.decides  # a roll needs no decision, so the player at the keyboard makes it
        return prompt.side

    @property
    def waits(self) -> bool:
        """True while this terminal waits for a player at another terminal, or for a die."""
        if not self._session.is_hosted or self._game.side < 0:
            return False
        return bool(self._session.waiting) or self._game.prompt.kind == "roll" or not self.is_here(self.asked)

    @property
    def viewer(self) -> int:
        """The side whose player looks at the screen, preferably the side that decides; -1 for neither."""
        side = self._session.owner if self._session.owner >= 0 else self.asked
        return next((other for other in (side, 1 - side) if self.is_here(other)), -1) if side >= 0 else -1

    @property
    def turn_passes(self) -> bool:
        """True if the next decision begins a new Player-Turn, rather than being one inside the enemy's Player-Turn."""
        return self._is_own_turn and self._turn != (self._game.state.turn, self.asked)

    @property
    def _is_own_turn(self) -> bool:
        """True if the player to answer does so in their own Player-Turn or set-up."""
        state = self._game.state
        return state.phase is Phase.SETUP or self.asked == state.side

    def needs_notice(self, handover: str) -> bool:
        """Return True if a notice must announce that the other player at this keyboard decides.

        `handover` is the players' setting for such notices. If a side has a secret, there is always a notice. If a
        player has notes, sandboxes or conditions, there is always one when the turn passes.
        """
        if not self.hands_over or self.decides < 0 or self.asked in (self.decides, -1):
            return False
        if any(queries.holds_secret(self._game, side) for side in (0, 1)):
            return True
        return handover == "always" or (self.turn_passes and (handover == "turn" or self.keeps_something))

    @property
    def can_undo(self) -> bool:
        """True if the last order can be undone here (5.15). A decision of the computer cannot be undone."""
        game = self._game
        if self.shared is not None:
            return game.can_undo_together
        return game.can_undo and (game.is_trial or not self._session.seats[game.undoes].is_computer)

    def undo(self, what: str = "") -> None:
        """Undo the last order, or `what` `Game.undo` says. Raises `IllegalOrder`."""
        game, session = self._game, self._session
        if game.can_undo and session.seats[game.undoes].is_computer and not game.is_trial:
            raise IllegalOrder("5.15", "you cannot undo: the computer has decided something since your order")
        if (shared := self.shared) is not None:
            shared.undo_together(what)
        else:
            session.undo(what)
        self.note_undo()

    def note_undo(self) -> None:
        """Note that orders were undone, here or at another terminal."""
        self._undone_to = len(self._game.log)

    @property
    def asks_conditions(self) -> bool:
        """True if conditions may make the pending decision, because it is due in the enemy's turn and not undone."""
        game = self._game
        return queries.is_defense(game) and self._session.is_verified and len(game.log) != self._undone_to

    def begin(self) -> None:
        """Give the keyboard to the player who decides, or to the other one if only that player is here."""
        self.decides = next((side for side in (self.asked, 0, 1) if self.is_here(side)), -1)
        if self._game.state.phase is not Phase.SETUP:  # the Player-Turn may have been resumed in the middle
            self._turn = (self._game.state.turn, self._game.state.side)

    def sit_down(self) -> None:
        """Give the keyboard to the player who decides."""
        if self.asked >= 0:
            if self.turn_passes:
                self._turn = (self._game.state.turn, self.asked)
            self.decides = self.asked
