"""The report of a month: which games it has, the best attack and the luckiest die, and the page."""

import json
from html.parser import HTMLParser

import pytest

from tests.club.conftest import new_game
from westwall_tui.club.database.challenges import Challenges
from westwall_tui.club.database.clocks import DAY
from westwall_tui.club.database.ratings import Ratings
from westwall_tui.club.database.store import Store
from westwall_tui.club.month import MOMENTS, Moment, Month, as_html, as_lines, begin_of, month_of, neighbor, read_month
from westwall_tui.club.server.thinker import Thinker
from westwall_tui.club.session import ClubSession, position_summary, replayed
from westwall_tui.engine.game import Game
from westwall_tui.files.faults import FileError

pytestmark = pytest.mark.usefixtures("people")
ANNA, BERT = 1, 2
NOVEMBER = begin_of("2026-11")
TAGS = "html head meta title style body main header p h1 h2 div table thead tbody tr th td footer code"
FORGED = "<script>alert(1)</script>\x1b[2J"


def finished(games, at: float, **how) -> int:
    """Return a game that Bert won at a time, after one attack."""
    game = new_game(games, scenario="hurtgen/historical", **how)
    sessions = [ClubSession(games, game, side, side + 1, "AB"[side]) for side in (0, 1)]
    sessions[0].apply("done")
    while not any(line.startswith("roll ") for line in sessions[0].game.log):
        decides = sessions[sessions[0].game.side]
        decides.hear()
        decides.apply(next((o for o in decides.game.legal() if str(o).startswith("attack ")), decides.game.sample(1)))
        sessions[0].hear()
    games.give_up(game, ANNA, "the U.S. player gave up")
    games.store.run("update game set ended = ?, turn = 2 where id = ?", at, game)
    return game


def written(*told: Moment) -> str:
    """Return moments as the database has them: the best attack, then the luckiest die."""
    return json.dumps({name: moment._asdict() for name, moment in zip(MOMENTS, told, strict=False)})


def november(store: Store) -> Month:
    return read_month(store, "2026-11")


def test_a_month_has_the_public_games_that_were_finished_in_it(games, store):
    inside = [finished(games, NOVEMBER), finished(games, NOVEMBER + 29.9 * DAY)]
    finished(games, NOVEMBER - 1)
    finished(games, NOVEMBER + 30 * DAY)
    secret = finished(games, NOVEMBER + DAY, private=True)
    closed, declined = new_game(games), new_game(games, (ANNA, 0), (None, 0), wanted=BERT)
    games.close(closed)
    Challenges(games).decline(declined, BERT)
    store.run("update game set ended = ? where id in (?, ?)", NOVEMBER + DAY, closed, declined)
    thinker = Thinker(store, lambda _: None)
    while thinker.step():
        pass
    Ratings(store).settle()
    found = november(store)
    assert [game.id for game in found.games] == inside[::-1]
    assert found.summary == "In November 2026, two public games ended, and one private one"
    assert [(line.name, line.played, line.won) for line in found.ladder] == [("Bert", 2, 2), ("Anna", 2, 0)]
    text = "\n".join(as_lines(found)) + as_html(found, "Spa")
    assert f"game {secret} " not in text
    assert store.rows("select id from game where winner is not null and report is null") == [(secret,)]


def test_an_empty_month_says_so(store):
    assert as_lines(november(store)) == ["No game ended in November 2026."]
    assert "No game ended in November 2026." in as_html(november(store), "Spa")
    for wrong in ("2026-13", "2026", "November", "2026-11-01", "\u0662026-11"):
        with pytest.raises(FileError, match="isn't a month"):
            read_month(store, wrong)


def test_months_are_in_utc_and_follow_each_other():
    assert (month_of(NOVEMBER), month_of(NOVEMBER - 1)) == ("2026-11", "2026-10")
    assert (neighbor("2026-12", 1), neighbor("2026-01", -1), neighbor("2026-11", -23)) == (
        "2027-01",
        "2025-12",
        "2024-12",
    )


def test_the_dice_of_a_game_that_was_brought_are_not_the_best_of_the_month(games, store):
    """A player could type them at home, and let a second account give up."""
    real = finished(games, NOVEMBER)
    head, entries = games.since(real, -1)
    lines = [line for _, line, _ in entries]
    game = replayed(head, lines).game
    options = game.rules.options
    seats = ((ANNA, 0), (BERT, 0))
    brought = Challenges(games).new_game(
        head.scenario, game.scenario.digest, options, seats, position_summary(game), lines=lines, who="Anna"
    )
    games.give_up(brought, BERT, "x")
    thinker = Thinker(store, lambda _: None)
    while thinker.step():
        pass
    assert store.rows("select id from game where report is not null") == [(real,)]


def test_the_moments_of_a_game_are_found_once_while_no_game_waits(games, store, monkeypatch):
    first, second = (finished(games, NOVEMBER + day * DAY) for day in (1, 2))
    calls = list[Game]()

    def find(game: Game) -> str:
        calls.append(game)
        return "{}"

    monkeypatch.setattr("westwall_tui.club.server.thinker.moments", find)
    waits = new_game(games, (None, 1), (ANNA, 0), scenario="hurtgen/historical")
    thinker = Thinker(store, lambda _: None)
    assert thinker.step()
    assert not calls, f"game {waits} comes first"
    games.give_up(waits, ANNA, "x")
    store.run("update game set private = 1 where id = ?", waits)
    assert thinker.step()
    assert store.rows("select id from game where report is not null") == [(second,)], "one game at a time"
    assert thinker.step()
    assert not thinker.step()
    assert not thinker.step()
    assert len(calls) == 2
    finished(games, NOVEMBER + 3 * DAY)
    assert not thinker.step(), "it ended long before the last look"
    assert Thinker(store, lambda _: None).step()
    assert first


def test_a_game_that_cannot_be_read_is_tried_once(games, store, monkeypatch, capsys):
    game = finished(games, NOVEMBER)
    monkeypatch.setattr("westwall_tui.club.server.thinker.moments", lambda _: 1 / 0)
    thinker = Thinker(store, lambda _: None)
    assert thinker.step()
    assert f"the report of game {game}: ZeroDivisionError" in capsys.readouterr().err
    assert not thinker.step()
    assert not november(store).best


def test_the_best_attack_and_the_luckiest_die_of_a_month_are_chosen(games, store):
    one, other = (finished(games, NOVEMBER + day * DAY) for day in (1, 2))
    for game, attack, die in ((one, 2.5, 0.5), (other, 1.0, 3.25)):
        told = Moment(attack, 0, 5, 1, f"A {game}."), Moment(die, 1, 7, 3, f"D {game}.")
        games.keep_report(game, written(*told))
        games.keep_report(game, "{}")
    found = november(store)
    (_, best, told_attack), (_, luckiest, told_die) = found.highlights
    assert (best.game.id, luckiest.game.id) == (one, other)
    assert best.where == f"Anna in game {one} (Hurtgen: Historical), turn 1"
    assert told_attack == f"A {one}. Before the roll it was worth 2.5 points on average."
    assert told_die == f"D {other}. That was 3.2 hexes of retreat better than an average roll for Bert."


@pytest.mark.parametrize("text", ["[]", '{"attack": [1, 2]}', '{"attack": {"value": 1}}', "nonsense", '{"other": {}}'])
def test_moments_of_another_version_are_left_out(games, store, text):
    games.keep_report(finished(games, NOVEMBER), text)
    assert not november(store).best
    assert len(november(store).games) == 1


def test_the_page_has_no_scripts_and_escapes_every_text(games, store):
    game = finished(games, NOVEMBER)
    store.run("update game set outcome = ?, points = ? where id = ?", FORGED, FORGED, game)
    store.run("update player set name = ? where id = ?", FORGED, ANNA)
    games.keep_report(game, written(*[Moment(1, 0, 0, 1, FORGED)] * 2))
    Ratings(store).settle()
    page = as_html(november(store), FORGED)
    assert "\x1b" not in page
    assert "<script" not in page

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            tags.add(tag)
            loads.extend(name for name, _ in attrs if name in ("src", "href") or name.startswith("on"))

    tags, loads = set[str](), list[str]()
    Tags().feed(page)
    assert not loads
    assert tags <= {*TAGS.split()}
    assert "default-src 'none'" in page
