"""The overlay that counts the guns in range of each hex."""

from tests.drawn import scenario
from tests.engine.naming import at
from tests.ui.desk import text_of
from tests.ui.opponent.test_resumed import LEVEL_1, PERSON, in_play
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.sessions.local import LocalSession


def test_8_42_each_hex_has_the_number_of_our_guns_in_range():
    """G reaches two hexes and H one. The panel names the guns of both sides."""
    blue, red = ["G 3-2-2/2-7 0505", "H 2-1-1/1-7 0506"], ["X 2-2-7 0504", "K 1-3-9/1-7 0101"]
    play = in_play(LocalSession.new(scenario(blue=blue, red=red), seed=1, seats=(PERSON, LEVEL_1)), Settings())
    play.look.actions()["gun_range"]()
    assert "how many of your guns have the hex in range" in text_of([play.message])
    marks = {number: play.look.marks().get(at(play.game, number), ("", ""))[0] for number in ("0506", "0503", "0508")}
    assert marks == {"0506": "2", "0503": "1", "0508": ""}
    panel = text_of(play.look.panel(at(play.game, "0506"), 25))
    assert panel.splitlines() == ["Blue guns in range:", "  G  FPF 2", "  H  FPF 1", "Red guns in range:", "  K  FPF 3"]
