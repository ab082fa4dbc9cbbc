"""Who plays the sides from here on, and how the computer's orders are shown: chosen at any time in the game."""

from collections.abc import Sequence

from westwall_tui.files.seats import Seat
from westwall_tui.ui.computer.players import PlayersDialog
from westwall_tui.ui.play.game import Play


def choose_players(play: Play) -> None:
    """Open the box that asks."""

    def chosen(seats: Sequence[Seat], speed: str) -> None:
        if speed != play.view.speed:
            play.view.set_speed(speed)
        for side, seat in enumerate(seats):
            if seat != play.session.seats[side]:
                play.take_seat(side, seat)
        play.update()

    play.open(PlayersDialog(play, play.session.seats, play.view.speed, chosen))
