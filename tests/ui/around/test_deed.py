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
    reel, shortened, kept = Reel(History(game), 0), 0, 0
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
        kept += lines[-1] != "..." and rows[-1] == whole[-1]
    assert shortened > 10
    assert kept
