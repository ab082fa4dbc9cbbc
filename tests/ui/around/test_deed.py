"""What an order did, in the rows of the panel."""

import pytest

from tests.engine.queries.test_sources import begun
from tests.ui.desk import text_of
from westwall_tui.history.record import History, Reel
from westwall_tui.ui.around.deed import deed_rows

WIDTH, ROOM = 25, 14


@pytest.mark.slow
def test_what_has_no_room_is_left_out_with_a_sign_and_losses_stay_longest():
    game, orders = begun("hurtgen-historical-holding")
    game.replay(orders)
    reel, shortened = Reel(History(game), 0), 0
    while reel.step(1):
        deed = reel.deed
        assert deed is not None
        whole, rows = deed_rows(reel.game, deed, WIDTH), deed_rows(reel.game, deed, WIDTH, ROOM)
        assert len(rows) <= ROOM
        if len(whole) <= ROOM:
            assert rows == whole
            continue
        shortened += 1
        lines = text_of(rows).splitlines()
        assert "..." in lines
        lost = [line for line in text_of(whole).splitlines() if " is lost at " in line]
        assert lost[:1] == [line for line in lines if " is lost at " in line][:1]
    assert shortened > 5
