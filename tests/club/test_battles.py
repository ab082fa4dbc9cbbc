"""The club's own battles: the administrator adds packs, and players choose them for challenges."""

import io
from dataclasses import replace

import pytest

from tests.files.example import SCENARIO, load_example, swap
from tests.files.scenarios.test_packs import pack
from westwall_tui.club.challenges import Terms, accept, find_scenario, send
from westwall_tui.club.database import battles as own_battles
from westwall_tui.club.database.battles import Battles
from westwall_tui.club.database.lists import CLUBS, Lists, names
from westwall_tui.club.server.player_commands import PlayerCommands, bring, exported
from westwall_tui.club.session import ClubSession
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.file import build_save, write_save
from westwall_tui.files.scenarios import catalog
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.tables import SourceFile

pytestmark = pytest.mark.usefixtures("people", "another_process")
ANNA, BERT = 1, 2
MILLS = "club/mills"


@pytest.fixture
def another_process(monkeypatch):
    """Return a function that forgets every battle, as in a new process; call it before the test, too."""

    def forget():
        monkeypatch.setattr(catalog, "_provided", {})
        catalog._load_once.cache_clear()
        names.cache_clear()

    forget()
    return forget


@pytest.fixture
def battles(store):
    return Battles(store)


def example(tmp_path, scenario=SCENARIO):
    return load_example(tmp_path, scenario=scenario).texts


def test_a_battle_of_the_club_is_played(store, open_games, battles, tmp_path, another_process):
    assert battles.add("mills", example(tmp_path)) == MILLS
    another_process()
    games = open_games()
    number = send(games, ANNA, Terms(find_scenario("mills", Battles(games.store)), side=1))
    another_process()
    accept(open_games(), number, BERT)
    another_process()
    bert = ClubSession(open_games(), number, -1, BERT, "Bert")
    bert.apply("attack K 1/9 > 1/8 + 9A")
    another_process()
    listed = Lists(store).one(number, ANNA)
    assert listed is not None
    assert (listed.title, listed.sides, listed.date) == ("The bridge at Upper Mill", ("German", "U.S."), "3/4")
    assert names(MILLS)[3:] == (CLUBS, "", "The Germans attack. Can they be across the brook tonight?", "")
    assert ClubSession(open_games(), number, -1).game.log[0] == "attack 1/9 K > 1/8 + 9A"


def test_a_battle_never_changes_and_outlives_its_removal(games, battles, tmp_path, another_process):
    battles.add("mills", example(tmp_path))
    number = send(games, ANNA, Terms(MILLS))
    with pytest.raises(FileError, match="has another battle called mills"):
        battles.add("mills", example(tmp_path, swap(SCENARIO, "Upper Mill", "Lower Mill")))
    assert battles.remove("mills")
    assert not battles.remove("mills")
    another_process()
    with pytest.raises(FileError, match="isn't a battle of this club"):
        find_scenario("mills", battles)
    accept(games, number, BERT)
    assert ClubSession(games, number, -1).game.scenario.name == "The bridge at Upper Mill"
    battles.add("mills", example(tmp_path))
    assert find_scenario(MILLS, battles) == MILLS


@pytest.mark.parametrize("name", ["", "../mills", "Mills", "a/b", "x" * 41, "a\x1b[2J", "'; drop table battle; --"])
def test_a_bad_name_is_refused(battles, tmp_path, name):
    with pytest.raises(FileError, match="cannot be used: a name has"):
        battles.add(name, example(tmp_path))
    assert battles.offered() == []


def test_the_club_offers_only_so_many_battles(battles, tmp_path, monkeypatch):
    monkeypatch.setattr(own_battles, "MAX_BATTLES", 2)
    for name in ("a", "b"):
        battles.add(name, example(tmp_path))
    with pytest.raises(FileError, match="offers 2 battles, the maximum"):
        battles.add("c", example(tmp_path))
    battles.remove("a")
    assert battles.add("c", example(tmp_path)) == "club/c"
    assert battles.offered() == ["club/b", "club/c"]


def test_a_shipped_scenario_keeps_its_name_in_a_club(battles, tmp_path):
    battles.add("noville", example(tmp_path))
    assert find_scenario("noville", battles) == "quick/noville"
    assert find_scenario("club/noville", battles) == "club/noville"


def test_a_save_with_other_files_is_not_brought_into_a_club(games, people, battles, tmp_path):
    """A save may call its scenario what it likes, so its files must be those of the club."""
    anna = people.by_number(ANNA)
    battles.add("mills", example(tmp_path))
    number = send(games, ANNA, Terms(MILLS))
    accept(games, number, BERT)
    good = write_save(exported(ClubSession(games, number, -1)))
    assert bring(games, build_save(SourceFile("x", good)), anna) == number + 1
    changed = example(tmp_path, swap(SCENARIO, "Upper Mill", "Lower Mill"))
    for key in (MILLS, "bastogne/spearhead", "own/mills", "club/nowhere"):
        scenario = replace(load_example(tmp_path), key=key, texts=changed)
        session = LocalSession.new(scenario, folder=tmp_path)
        with pytest.raises(FileError, match="only games of this club's scenarios can be brought here"):
            bring(games, build_save(SourceFile("x", write_save(session._save))), anna)


def test_a_player_cannot_name_a_file(games, people, tmp_path):
    path = pack(tmp_path)
    commands = PlayerCommands(games, people, people.by_number(ANNA), lambda _: None, io.StringIO(), io.StringIO())
    for word in (str(path), "own/mills", "friend"):
        with pytest.raises(FileError, match="isn't a battle of this club"):
            commands.challenge([word])
