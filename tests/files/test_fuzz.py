"""Files changed at random either load and can be played, or every fault is reported."""

import tempfile
import tomllib
from collections.abc import Callable, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeVar

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import long
from tests.files.example import BOARD, BRIEFED, TEXTS, UNITS, write_example
from tests.files.saves.pending_positions import positions_met
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse
from westwall_tui.files.checks import check_file
from westwall_tui.files.faults import Fault, FileError
from westwall_tui.files.players.settings import build_settings
from westwall_tui.files.saves.file import build_save
from westwall_tui.files.saves.positions import decode_position
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.scenarios.packs import packed
from westwall_tui.files.scenarios.reader import build_scenario
from westwall_tui.files.scenarios.remarks import remarks_on_board
from westwall_tui.files.scenarios.texts import Texts
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.tables import SourceFile

pytestmark = pytest.mark.slow

Loaded = TypeVar("Loaded")
WORDS = sorted({word for text in (*TEXTS.values(), BRIEFED) for word in text.replace('"', " ").split()})
PLAIN: list[Any] = [0, 1, -1, 3, 7, 99, 100, 1 << 70, 1.5, float("inf"), True]
PLAIN += ["", " ", "edge", "\x1b[2J", "\ud7ff", "all"]
NESTED: list[Any] = [[], {}, [[]], [{}], {"": ""}, [1, 2, 3], ["0101"], [["0101"]], [0, 0], ["not all"], ["west edge"]]
VALUES = st.one_of(st.sampled_from(WORDS), st.sampled_from(PLAIN), st.sampled_from(NESTED), st.text(max_size=5))
FUZZ = settings(
    max_examples=long.sample(120, 15), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Yield every place in a document that can be changed: its parent and its key."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in ((value, key), *places(value[key]))]


@st.composite
def changed_data(draw: st.DrawFn, text: str) -> Any:
    """Return the data of a TOML text with a few values changed, lost, doubled or exchanged."""
    data = tomllib.loads(text)
    for _ in range(draw(st.integers(1, 3))):
        all_places = places(data)
        holder, key = draw(st.sampled_from(all_places))
        what = draw(st.sampled_from(["value", "lose", "double", "exchange", "word"]))
        value = holder[key]
        if what == "lose":
            del holder[key]
        elif what == "double" and isinstance(holder, list):
            holder.append(deepcopy(value))
        elif what == "exchange":
            other, place = draw(st.sampled_from(all_places))
            if not isinstance(value, dict | list) and not isinstance(other[place], dict | list):
                holder[key], other[place] = other[place], value
        elif what == "word" and isinstance(value, str) and value.split():
            words = value.split(" ")
            words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(WORDS))
            holder[key] = " ".join(words)
        else:
            holder[key] = deepcopy(draw(VALUES))
    return data


@st.composite
def changed(draw: st.DrawFn, text: str) -> str:
    """Return a TOML text with a few values changed, and sometimes a few characters."""
    result = tomli_w.dumps(draw(changed_data(text)))
    if draw(st.integers(0, 4)) == 0:
        start = draw(st.integers(0, len(result)))
        result = result[:start] + draw(st.text(max_size=3)) + result[start + draw(st.integers(0, 3)) :]
    return result


def play(game: Game) -> None:
    """Check that a game can be played, and that its texts are fit for a terminal."""
    draw = Draw(1)
    for _ in range(40):
        if game.outcome is not None:
            return
        assert game.prompt.text.isprintable()
        game.apply(game.random_order(draw))


def attempt(load: Callable[[], Loaded]) -> Loaded | None:
    """Return the result of a loader, or None after faults that are fit for a terminal."""
    faults: Sequence[Fault] = ()
    try:
        return load()
    except FileError as error:
        faults = error.faults
    assert faults
    assert all(str(fault).isprintable() for fault in faults)
    return None


def check_texts(scenario: str, board: str, units: str) -> None:
    texts = Texts(SourceFile("s", scenario), SourceFile("b", board), SourceFile("u", units))
    loaded = attempt(lambda: build_scenario(texts, "x"))
    if loaded is not None:
        remarks_on_board(loaded.board, "b")
        play(Game(loaded, seed=1))


@FUZZ
@given(changed(BRIEFED))
def test_scenarios(text):
    check_texts(text, BOARD, UNITS)


@FUZZ
@given(changed(BOARD))
def test_boards(text):
    check_texts(BRIEFED, text, UNITS)


@FUZZ
@given(changed(UNITS))
def test_units(text):
    check_texts(BRIEFED, BOARD, text)


@FUZZ
@given(st.data())
def test_packs(data):
    """A damaged pack is refused or can be played, and it never reaches a file outside of it."""
    whole = {"scenario": BRIEFED, "board": BOARD, "units": UNITS}
    what = data.draw(st.sampled_from([*whole]))
    whole[what] = data.draw(changed(whole[what]))
    text = packed(Texts(*(SourceFile("", part) for part in whole.values())), "x")
    if data.draw(st.booleans()):
        text = data.draw(changed(text))
    if data.draw(st.integers(0, 9)) == 0:
        text = packed(Texts(SourceFile("", text), SourceFile("", BOARD), SourceFile("", UNITS)), "x")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.toml"
        path.write_text(text, encoding="utf-8")
        assert all(str(fault).isprintable() for fault in check_file(path).faults)
        loaded = attempt(lambda: load_scenario(path))
    if loaded is not None:
        play(Game(loaded, seed=1))


SETTINGS = 'format = 1\nkind = "settings"\ntheme = "a"\nsize = "small"\nhandover = true\n[keys]\nundo = "u"\n'


@FUZZ
@given(changed(SETTINGS))
def test_settings(text):
    attempt(lambda: build_settings(SourceFile("s", text)))


@pytest.fixture(scope="module")
def save_texts(tmp_path_factory):
    """Return saves in the middle of a combat, during fire and during a retreat."""
    folder = tmp_path_factory.mktemp("fuzz")
    session = LocalSession.new(load_scenario(write_example(folder, scenario=BRIEFED)), seed=3, folder=folder)
    session.apply(parse("attack K 1/9 > 1/8 + 9A"))
    first = session.path.read_text()
    session.apply(parse("fpf 29"))
    assert session.game.prompt.kind == "retreat"
    return first, session.path.read_text()


@FUZZ
@given(st.data())
def test_saves(save_texts, data):
    text = data.draw(changed(data.draw(st.sampled_from(save_texts))))
    check_save(text)


@settings(FUZZ, max_examples=long.sample(200, 80))
@given(st.data())
def test_positions(save_texts, data):
    """Check that a position is refused, or can be played."""
    text = data.draw(st.sampled_from(save_texts))
    scenario = build_save(SourceFile("save", text)).game.scenario
    state = tomllib.loads(text)["snapshot"]["state"]
    found, trouble = decode_position(Game(scenario, seed=3), data.draw(changed_data(tomli_w.dumps(state))))
    assert bool(trouble) == (found is None)
    assert trouble.isprintable()
    if found is not None:
        game = Game(scenario, seed=3)
        game.state = found
        play(game)


@pytest.fixture(scope="module")
def market_garden():
    """Return positions of games of Arnhem in which the players roll, one for each stack of pending decisions."""
    return list(positions_met().values())


def damaged(text: str, draw: Draw) -> Any:
    """Return the data of a TOML text with a few values changed, lost, doubled or exchanged, by a random seed."""
    data = tomllib.loads(text)
    for _ in range(1 + draw.below(3)):
        all_places = places(data)
        holder, key = draw.pick(all_places)
        other, place = draw.pick(all_places)
        what, value = draw.pick(["value", "lose", "double", "exchange", "word"]), holder[key]
        if what == "lose":
            del holder[key]
        elif what == "double" and isinstance(holder, list):
            holder.append(deepcopy(value))
        elif what == "exchange":
            if not isinstance(value, dict | list) and not isinstance(other[place], dict | list):
                holder[key], other[place] = other[place], value
        elif what == "word" and isinstance(value, str) and value.split():
            words = value.split(" ")
            words[draw.below(len(words))] = draw.pick(WORDS)
            holder[key] = " ".join(words)
        else:
            holder[key] = deepcopy(draw.pick([*WORDS, *PLAIN, *NESTED]))
    return data


@settings(FUZZ, max_examples=long.sample(300, 100))
@given(st.integers(0, 1 << 32))
def test_positions_of_bridges_and_landings(market_garden, seed):
    """A damaged position is refused, or can be played."""
    draw = Draw(seed)
    game, text = draw.pick(market_garden)
    found, trouble = decode_position(game, damaged(text, draw))
    assert bool(trouble) == (found is None)
    assert trouble.isprintable()
    if found is not None:
        game = game.copy()
        game.state = found
        play(game)


def check_save(text: str) -> None:
    save = attempt(lambda: build_save(SourceFile("save", text)))
    if save is not None:
        assert all(note.isprintable() for note in save.notes)
        play(save.game)


@FUZZ
@given(st.binary(max_size=60), st.booleans())
def test_any_bytes(content, with_head):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.toml"
        path.write_bytes((b'format = 1\nkind = "board"\n' if with_head else b"") + content)
        assert all(str(fault).isprintable() for fault in check_file(path).faults)
