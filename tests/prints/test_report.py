"""The report of a game as a page without downloads and as Markdown, complete, small and safe."""

import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser

import pytest

from tests import RECIPE
from tests.drawn import drawn, play
from tests.every import every
from tests.history.test_record import recorded
from tests.long import sample
from westwall_tui import cli
from westwall_tui.engine.game import Game
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import Save, read_save, write_save
from westwall_tui.files.saves.private import NOTHING, Note, Private
from westwall_tui.files.scenarios.briefings import what_happened
from westwall_tui.files.scenarios.catalog import load_scenario, shipped
from westwall_tui.history.course import measures_over_time
from westwall_tui.history.gains import roads
from westwall_tui.history.record import History
from westwall_tui.history.story import Story
from westwall_tui.history.words import Words
from westwall_tui.prints.report.document import as_html, as_markdown, history_of
from westwall_tui.prints.report.page import ReportPage
from westwall_tui.ui.pages.course import course_rows
from westwall_tui.words.notes import for_report

VOID = {"meta", "br", "link", "img", "input"}


class Read(HTMLParser):
    """A strict reading of a page, in which every element is closed in order."""

    def __init__(self, page):
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.loads: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        for name, value in attrs:
            assert not name.startswith("on"), (tag, name)
            if name == "id":
                self.ids.append(value)
            if name in ("href", "src", "xlink:href", "data", "action"):
                (self.links if value.startswith("#") else self.loads).append(value)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.text += data


@pytest.fixture(scope="module")
def spearhead():
    return Save(recorded("spearhead-busy.orders"), (Seat("computer", level=3), Seat()))


@pytest.fixture(scope="module")
def page(spearhead):
    return as_html(spearhead)


@cache
def html_of(name: str) -> str:
    """Return the report of a recorded game, made once for all tests."""
    return as_html(Save(recorded(f"{name}.orders")))


@pytest.mark.slow
def test_a_page_is_well_formed_and_its_links_work(page):
    read = Read(page)
    assert len(read.ids) == len(set(read.ids))
    assert {link[1:] for link in read.links} <= set(read.ids)
    assert read.tags.count("h1") == 1


@pytest.mark.slow
def test_a_page_loads_nothing_and_has_no_script(page):
    read = Read(page)
    assert not read.loads
    assert not {"script", "iframe", "object", "embed", "img", "link", "form"} & set(read.tags)
    assert "default-src 'none'" in page
    assert "url(" not in re.sub(r"url\(#\w+\)", "", page)


@pytest.mark.slow
def test_a_page_has_the_parts_in_their_order(page):
    text = Read(page).text
    parts = [
        "The U.S. win, 45 to 0",
        "The course of the game",
        "Turning points",
        "Was it luck?",
        "Losses and",
        "final score",
    ]
    found = [text.rindex(part) for part in parts]
    assert found == sorted(found)
    assert "German: computer, level 3 · U.S.: a player" in text


@pytest.mark.slow
def test_every_loss_is_in_the_page_with_its_cause(spearhead, page):
    text = Read(page).text
    assert text.count("no way out: ") >= 1
    lost = spearhead.game.state.eliminated(0), spearhead.game.state.eliminated(1)
    for units in lost:
        assert f"{len(units)} " in text
        for unit in units:
            assert spearhead.game.state.units[unit].id in text


@pytest.mark.slow
def test_the_same_game_gives_the_same_report(spearhead, page):
    assert as_html(spearhead) == page
    assert as_markdown(spearhead) == as_markdown(spearhead)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["arnhem-historical-busy", "relief-holding"])
def test_each_measure_of_ground_has_a_chart_and_cut_roads_are_listed(name):
    history = History(recorded(f"{name}.orders"))
    page = ReportPage(history, ("a", "b")).html()
    text = Read(page).text
    found = measures_over_time(history)
    assert found
    for measure, values in found.items():
        last = next(turn for turn in reversed(history.turns) if turn.side == 1)
        value = values[history.turns.index(last) + 1].value
        assert f"Chart: {measure}. turn " in page
        assert f"turn {last.turn}: {value}" in page
        assert measure in text
    words = Words(history.scenario)
    told = [news for turn in history.turns for news in roads(turn.began, turn.ended, words)]
    assert told
    for news in told:
        assert text.count(news.text) >= 2, "in its list, and in its turn"


@pytest.mark.slow
def test_names_are_plain_text():
    """Names that look like markup remain text, and no control character gets through."""
    game = recorded("spearhead-busy.orders")
    units = tuple(replace(unit, formation="</svg><b>") for unit in game.scenario.units)
    game.state.scenario = game.scenario = replace(game.scenario, name="<script>alert(1)</script>\x1b[2J", units=units)
    save = Save(game, (Seat(name='"><script>x</script>'), Seat(name="a|b `c` *d* \x07&amp;")))
    page, told = as_html(save), as_markdown(save)
    Read(page)
    for text in (page, told):
        assert "<script" not in text
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text)
    assert "<" not in told
    assert "</svg><b>" not in page
    assert r"a\|b \`c\` \*d\* ?&amp;amp;" in told


@pytest.mark.slow
def test_markdown_is_short_and_has_the_story(spearhead):
    told = as_markdown(spearhead)
    assert told.startswith("## Bastogne: Spearhead: The U.S. win, 45 to 0\n")
    assert len(told) < 5000
    for part in ("**Turning points**", "**Was it luck?**", "**Losses:**", "| U.S. | Bastogne held | 12 |"):
        assert part in told


@pytest.mark.slow
@pytest.mark.parametrize("game", ["remagen-historical-random", "relief-random", *sample(["hurtgen-free-greedy"], [])])
def test_games_of_every_scale_have_a_report(game):
    save = Save(recorded(f"{game}.orders"))
    read = Read(html_of(game))
    assert ("The final score" in read.text) == ("| --- |" in as_markdown(save)) == (game != "relief-random")


@every(("key", "drawn_lines"), [("remagen/optimum", 1), ("quick/honningen", 0)])
def test_a_line_is_drawn_only_if_a_rule_of_the_game_uses_it(key, drawn_lines):
    assert as_html(Save(Game(load_scenario(key), seed=1))).count('<path class="bd"') == drawn_lines


def test_a_report_has_a_players_notes_only_if_it_is_asked_for_them(tmp_path, capsys):
    """They are shown as text, whatever is in them."""
    kept = Private((Note("<b>hold</b> *it*", hex="1317"), Note("", order=3, turn=2, name="cross-roads")))
    save = Save(Game(load_scenario("bastogne/spearhead"), seed=1), private=(NOTHING, kept))
    path = tmp_path / "game.toml"
    path.write_text(write_save(save))
    for arguments, has in ((), False), (("--notes", "german"), False), (("--notes", "us"), True):
        assert cli.main(["report", str(path), *arguments]) == 0
        told = capsys.readouterr().out
        assert ("&lt;b>hold&lt;/b> \\*it\\*" in told) is has, arguments
        assert ("cross-roads" in told) is has, arguments
    notes = for_report(kept.notes, save.game.scenario.board)
    assert "cross-roads" not in as_html(save)
    assert "<b>&quot;cross-roads&quot;</b>" in as_html(save, notes)
    assert "&lt;b&gt;hold&lt;/b&gt; *it*" in as_html(save, notes)
    assert cli.main(["report", str(path), "--notes", "both"]) != 0
    assert "--notes needs a side of this game: German or US" in capsys.readouterr().err


def test_a_game_that_has_not_begun_has_a_report():
    save = Save(Game(load_scenario("bastogne/spearhead"), seed=1))
    assert "The game is not over" in Read(as_html(save)).text
    assert "No turn has been played yet." in as_markdown(save)


def test_a_scenario_without_points_or_names_has_a_report():
    game = drawn(blue=["A 9-9-7 0102", "B 9-9-7 0201"], red=["X 1-1-7 0101", "Y 1-1-7 0909"], phase="combat")
    play(game, "attack A B > X", "roll 1")
    read = Read(as_html(Save(game)))
    assert "X" in read.text
    assert as_markdown(Save(game))


@pytest.mark.slow
def test_a_side_without_losses_has_lost_no_strength(spearhead):
    early = spearhead.game.root()
    early.seed = None
    orders = iter(spearhead.game.log)
    while not any(lost := (early.state.eliminated(0), early.state.eliminated(1))):
        early.replay([next(orders)])
    people = re.escape(early.scenario.sides[0 if lost[1] else 1].people)
    assert re.search(rf"\*\*Losses:\*\* .*{people} lost (no units and|none\.)", as_markdown(Save(early)), re.IGNORECASE)


@pytest.mark.slow
def test_15_36_a_game_in_progress_keeps_its_secrets():
    """The report does not show drop zones that are noted and still secret."""
    game = recorded("arnhem-free-holding.orders")
    noted = [line for line in game.log if line.startswith("zone")]
    early = game.root()
    early.seed = None
    for line in game.log:
        if not noted or line == noted[-1] or line.startswith("roll"):
            break
        early.replay([line])
    early.replay(noted[-1:])
    assert early.hides(-1)
    hexes = {line.split()[-1] for line in noted}
    for text in (as_html(Save(early)), as_markdown(Save(early))):
        assert not [h for h in hexes if re.search(rf"\b{h}\b", Read(text).text)]


@pytest.mark.slow
def test_a_report_has_no_future_dice():
    """The orders are the same; only the seed, and thereby all future dice, differ."""
    game = recorded("spearhead-busy.orders")
    texts = []
    for seed in (1, 2):
        early = game.root()
        early.seed = None
        early.replay(game.log[: len(game.log) // 2])
        early.seed = seed
        save = Save(early)
        texts.append((as_html(save), as_markdown(save), str(course_rows(Story(history_of(save)), 80, 40))))
    assert texts[0] == texts[1]
    assert "The game is not over" in texts[0][0]


@pytest.mark.slow
def test_the_background_of_the_scenario_is_in_the_page(spearhead):
    """The aims, with the rules' numbers, and what really happened are left out if there are none."""
    page, told = Read(as_html(spearhead)).text, as_markdown(spearhead)
    for text in (page, told):
        assert "What really happened" in text
        assert "Boggess" not in text
        assert "the 2nd Panzer Division lost two days at Noville" in text
    assert "Bastogne, for being the last to pass through both its hexes, 1317 and 1416" in page
    assert "How to score" in page
    relief = Read(html_of("relief-random")).text
    assert "How to win" in relief
    assert "How to score" not in relief
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"])
    assert "What really happened" not in as_html(Save(game)) + as_markdown(Save(game))


@every("key", sorted(entry.key for entry in shipped()))
def test_every_scenario_has_what_really_happened(key):
    assert len(what_happened(load_scenario(key))) > 100, RECIPE


@pytest.mark.slow
def test_orders_that_can_no_longer_be_replayed_are_counted(spearhead):
    save = Save(spearhead.game, history=["move A 0101 0102"] * 12)
    for text in (Read(as_html(save)).text, as_markdown(save)):
        assert "12 earlier orders can no longer be replayed" in text


def test_the_report_of_an_unfinished_game_judges_the_dice_so_far():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504", "Y 1-1-7 0909"], phase="combat")
    play(game, "attack A > X", "roll 3")
    assert "Only one combat was fought, too few to say whom the dice favored." in as_markdown(Save(game))
    story = Story(History(game))
    (fight,) = story.history.fights
    rolls = [replace(fight, die=die, result=result) for die, result in enumerate(fight.faces, 1)]
    story.history.fights[:] = rolls * 2
    assert story.luck() == "The dice were fair: so far the results matched the odds."


# -- the command


@pytest.fixture
def save_file(tmp_path, spearhead):
    path = tmp_path / "game.toml"
    path.write_text(write_save(spearhead), encoding="utf-8")
    return path


pytestmark = pytest.mark.usefixtures("folders")


@pytest.mark.slow
def test_the_command_writes_a_page(save_file, tmp_path, capsys):
    target = tmp_path / "page.html"
    assert cli.main(["report", str(save_file), "--html", str(target)]) == 0
    assert target.read_text(encoding="utf-8") == as_html(read_save(save_file))
    assert capsys.readouterr().out == ""


@pytest.mark.slow
def test_the_command_prints_markdown_or_writes_it(save_file, tmp_path, command):
    told = command("report", str(save_file)).out
    assert told.startswith("## Bastogne")
    assert command("report", str(save_file), "--markdown").out == told
    target = tmp_path / "told.md"
    assert cli.main(["report", str(save_file), "--markdown", str(target)]) == 0
    assert target.read_text(encoding="utf-8") == told


@pytest.mark.parametrize("form", ["--html", "--markdown"])
def test_the_command_never_writes_over_the_saved_game(save_file, command, form):
    before = save_file.read_bytes()
    assert "the saved game itself" in command("report", str(save_file), form, str(save_file), status=2).err
    assert save_file.read_bytes() == before


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [["report", "nothing"], ["report", "{save}", "--html", ""], ["report", "{save}", "--html", "no/such/x"]],
)
def test_the_command_reports_errors_in_a_sentence(save_file, command, arguments):
    said = command(*(word.format(save=save_file) for word in arguments), status=2).err
    assert said.count("\n") == 1
    assert "Traceback" not in said


# -- maps


@pytest.mark.slow
def test_maps_share_definitions_in_the_page(page):
    used = set(re.findall(r'href="#(\w+)"', page)) | set(re.findall(r"url\(#(\w+)\)", page))
    ids = re.findall(r' id="(\w+)"', page)
    assert used <= set(ids)
    assert len(ids) == len(set(ids))


def test_every_map_and_chart_has_a_name_or_is_hidden(page):
    pictures = re.findall(r"<svg [^>]*>", page)
    assert len(pictures) > 20
    for picture in pictures:
        assert 'aria-hidden="true"' in picture or re.search(r'role="img" aria-label="[^"]+"', picture), picture


def test_every_combat_has_its_card_with_the_roll_that_came_up(page, spearhead):
    rolls = sum(line.startswith("roll") for line in spearhead.game.log)
    assert page.count('<div class="card">') == page.count('class="hit"') == rolls


def test_every_move_is_listed(page, spearhead):
    moved = sum(line.split()[0] in ("move", "enter", "exit") for line in spearhead.game.log)
    assert len(re.findall(r"<li>[^<]* \d{4}(?:→\d{4})?(?: off)?</li>", page)) >= moved


def test_the_position_at_the_end_shows_the_units_on_the_map(page, spearhead):
    end = page[page.index('class="hero"') :]
    end = end[: end.index("</figure>")]
    there = [unit for unit, h in enumerate(spearhead.game.state.location) if h >= 0]
    shown = {int(n) for n in re.findall(r'href="#u(\d+)"', end)}
    assert shown <= set(there)
    assert len(shown) >= 0.8 * len(there)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "kilobytes"),
    [("spearhead-greedy", 280), *sample([("arnhem-historical-busy", 400), ("remagen-historical-busy", 400)], [])],
)
def test_a_report_can_be_mailed(game, kilobytes):
    text = html_of(game)
    Read(text)
    assert len(text.encode()) < kilobytes * 1000
