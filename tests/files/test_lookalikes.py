"""Letters and digits of other scripts that Python converts to ours are refused."""

import pytest

from tests.files.example import SCENARIO, faults_of, load_example, swap
from westwall_tui import cli
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, OrderSyntaxError, parse
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.saves.positions import decode_position, encode_position
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.referee import Referee

KELVIN = "\u212a"
"""The lower case of the Kelvin sign is k."""


def test_the_kelvin_sign_is_not_k(tmp_path):
    game = Game(load_example(tmp_path), seed=3)
    assert game.explain(parse("attack k 1/9 > 1/8")) is None
    refusal = game.explain(parse(f"attack {KELVIN} 1/9 > 1/8"))
    assert isinstance(refusal, IllegalOrder)
    assert refusal.reason == f"there is no unit {KELVIN} in this scenario"
    with pytest.raises(OrderSyntaxError):
        parse(f"attac{KELVIN} K 1/9 > 1/8")
    refused = Referee(game, 3).answer(f"?advise 1 {KELVIN}").refusal
    assert refused is not None
    assert refused.reason == f"there is no unit {KELVIN} in this scenario"
    found = faults_of(tmp_path, scenario=swap(SCENARIO, 'unit = "K"', f'unit = "{KELVIN}"'))
    assert any(f"there is no unit '{KELVIN}' in the units file" in line for line in found)


@pytest.mark.parametrize("number", ["\u0663", "1_0", "+1", "\uff11", "1e1", "0x1", " 1_"])
def test_digits_of_other_scripts_are_not_numbers(tmp_path, capsys, number):
    with pytest.raises(OrderSyntaxError):
        parse(f"roll {number}")
    game = Game(load_example(tmp_path), seed=3)
    good = encode_position(game.state)
    assert decode_position(game, good)[0] is not None
    for name in ("location", "moved", "support"):
        rest = good[name].partition(" ")[2]
        assert decode_position(game, {**good, name: f"{number} {rest}"})[0] is None, name
    assert decode_position(game, {**good, "die": number})[0] is None
    for arguments in (["play", "spearhead", "--seed", number], ["board", "bastogne", "--width", number]):
        with pytest.raises(SystemExit, match="2"):
            cli.main(arguments)
    capsys.readouterr()


def test_a_bad_position_in_a_save_is_refused(tmp_path):
    begun = LocalSession.new(load_example(tmp_path), seed=3, folder=tmp_path / "saves")
    begun.save()
    text = begun.path.read_text()
    for old, new in (('moved = "0 ', 'moved = "\u0660 '), ('support = "0 ', 'support = "0_0 ')):
        begun.path.write_text(swap(text, old, new))
        begun.path.write_text(swap(begun.path.read_text(), "log = []", 'log = ["done"]'))
        with pytest.raises(FileError, match="a line of numbers was expected"):
            read_save(begun.path)
