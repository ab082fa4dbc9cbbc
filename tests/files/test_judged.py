"""What was judged is kept with the log: Remagen's fronts (14.0), which a replay need not search for again."""

import pytest

from westwall_tui.ai.script import script
from westwall_tui.engine.sampling import Draw
from westwall_tui.files import saves
from westwall_tui.files.checks import check_file
from westwall_tui.files.scenarios import load_scenario
from westwall_tui.files.session import Session

DEARER = "0816 0916 1015 1016 0917"
"""A front that loses more units than the one in force."""


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Session:
    """A game whose front was judged twice."""
    session = Session.new(load_scenario("remagen/historical"), seed=1, folder=tmp_path_factory.mktemp("saves"))
    draw = Draw(1)
    while len(session.game.judged) < 2:
        session.game.apply(script(session.game, draw))
    session.save()
    return session


def lines(session: Session) -> list[str]:
    """The lines of a save that say what was judged."""
    text = session.path.read_text()
    return text[text.index("judged = [") :].partition("]")[0].splitlines()[1:]


def changed(played: Session, tmp_path, old: str, new: str) -> Session:
    """The game, resumed from a save in which something was changed."""
    text = played.path.read_text()
    assert old in text
    (tmp_path / "changed.toml").write_text(text.replace(old, new))
    return Session.resume(tmp_path / "changed.toml")


def test_14_0_a_replay_searches_for_no_front(played, searches):
    again = Session.resume(played.path)
    assert again.game.digest() == played.game.digest()
    assert again.game.judged == played.game.judged
    assert again.notes == ()
    assert len(again.past()) == len(played.game.log) + 1
    assert not searches
    again.save()
    assert len(lines(again)) == 2


def test_old_saves_without_are_searched_for(played, searches, tmp_path):
    for line in lines(played):
        assert line in played.path.read_text()
    text = "\n".join(lines(played))
    again = changed(played, tmp_path, f"\n{text}\n", "\n")
    assert again.game.judged == played.game.judged
    assert again.notes == ()
    assert len(searches) == 2


@pytest.mark.parametrize(
    "front",
    ["", "0816", "nonsense", "0816 0916 1117", "0101 0102", "9999", "0816 0916 0816", "0917 0916 0816", DEARER],
)
def test_14_0_what_is_no_front_or_does_not_lead_to_the_position_is_searched_for(played, searches, tmp_path, front):
    first = lines(played)[0].strip().strip('",')
    number = first.partition(" ")[0]
    again = changed(played, tmp_path, first, f"{number} {front}")
    assert again.game.judged == played.game.judged
    assert again.game.log == played.game.log
    assert again.notes == ()
    assert searches


def test_it_counts_only_under_the_same_rules(played, searches, tmp_path):
    again = changed(played, tmp_path, f"rules = {saves.RULES_REVISION}", f"rules = {saves.RULES_REVISION - 1}")
    assert len(searches) == 2
    assert "rules changed" in again.notes[0]


def test_westwall_check_searches_for_all_of_them(played, searches):
    report = check_file(played.path)
    assert (report.faults, report.remarks) == ((), ())
    assert len(searches) == 2


def test_a_copy_has_it_and_a_fork_begins_anew(played):
    assert played.game.copy().judged == played.game.judged
    assert played.game.fork().judged == {}
    assert played.game.root().judged == {}
