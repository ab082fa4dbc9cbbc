"""Who plays the sides from here on, and how the computer's orders are shown: chosen at any time in the game."""

from collections.abc import Mapping

from westwall_tui.files.seats import Seat
from westwall_tui.ui.computer.players import PlayersDialog
from westwall_tui.ui.play.game import Play


def choose_players(play: Play) -> None:
    """Open the box that asks."""

    def chosen(seats: Mapping[int, Seat], speed: str) -> None:
        if speed not in ("", play.view.speed):
            play.view.set_speed(speed)
        for side, seat in seats.items():
            play.take_seat(side, seat)
        play.update()

    speed = "" if play.session.is_hosted else play.view.speed  # at a table the host says how fast
    play.open(PlayersDialog(play, [play.session.may_sit(side) for side in (0, 1)], speed, chosen))
