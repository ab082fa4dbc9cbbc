"""Four programs play a short tournament in a served club. `python -m tests.club.trials.cup` plays a long one."""

import pytest

from tests.club.ssh import OPEN_HANDED, Server, changed, needs_ssh
from tests.club.trials.cup import play
from westwall_tui.club.database.store import Store

pytestmark = [pytest.mark.slow, needs_ssh, pytest.mark.xdist_group("server")]


def test_four_programs_play_a_tournament_to_its_end(tmp_path):
    server = Server(tmp_path, path=changed(tmp_path, OPEN_HANDED))
    try:
        said, members = play(server, "--system", "swiss", "--rounds", "2", "--single")
        outcomes = Store(server.club.database).rows("select outcome from game")
    finally:
        server.stop()
    lines = said.splitlines()
    assert lines[0].startswith("Cup of programs: won by ")
    assert sum(float(line.split(", a program")[1].split()[0]) for line in lines[4:8]) == 4
    assert len(outcomes) == 4
    assert all(" win: " in outcome or "draw" in outcome for (outcome,) in outcomes), "nobody ran out of time or gave up"
    assert [member.refused for member in members] == [[]] * 4
