"""Orders as text: reading and writing agree."""

import pytest

from tests.every import every
from westwall_tui.engine.orders import (
    Advance,
    Attack,
    Concede,
    Deploy,
    Displace,
    Done,
    Enter,
    Exit,
    Fpf,
    IllegalOrder,
    Move,
    OrderSyntaxError,
    Retreat,
    Roll,
    Stand,
    end_of,
    parse,
)

EXAMPLES = [
    ("deploy 52 1214", Deploy("52", "1214")),
    ("move 1/502 0904 0804", Move("1/502", ("0904", "0804"))),
    ("enter 1/3 2913 2813", Enter("1/3", ("2913", "2813"))),
    ("exit 1/3 west", Exit("1/3", (), "west")),
    ("exit 1/3 0214 0114 west", Exit("1/3", ("0214", "0114"), "west")),
    ("attack 2/9S 3/9S > 1/1", Attack(("2/9S", "3/9S"), ("1/1",))),
    ("attack 2/9S > 1/1 2/1 + 1/10S gs 2", Attack(("2/9S",), ("1/1", "2/1"), ("1/10S",), 2)),
    ("attack > 1/1 + 1/10S", Attack((), ("1/1",), ("1/10S",))),
    ("attack > 1/1 gs 5", Attack((), ("1/1",), (), 5)),
    ("fpf 1/82", Fpf(("1/82",))),
    ("fpf 1/82 2/82 gs 1", Fpf(("1/82", "2/82"), 1)),
    ("fpf gs 3", Fpf((), 3)),
    ("fpf none", Fpf()),
    ("roll 4", Roll(4)),
    ("retreat 1/1 3621 3620", Retreat("1/1", ("3621", "3620"))),
    ("displace 7K/1 3718", Displace("7K/1", "3718")),
    ("advance 2/9S 3522", Advance("2/9S", "3522")),
    ("stand", Stand()),
    ("done", Done()),
    ("concede", Concede()),
]


@every(("text", "order"), EXAMPLES)
def test_orders_are_read_and_written(text, order):
    assert parse(text) == order
    assert str(order) == text
    assert parse(str(order)) == order


@every(
    ("text", "order"),
    [
        ("  MOVE  A   0101 ", Move("A", ("0101",))),
        ("Fpf NONE", Fpf()),
        ("exit A WEST", Exit("A", (), "west")),
        ("attack A > X + G GS 2", Attack(("A",), ("X",), ("G",), 2)),
        ("attack A > X gs 0", Attack(("A",), ("X",))),
        ("fpf none gs 2", Fpf((), 2)),
        ("roll 99", Roll(99)),  # correct notation, but against the rules
    ],
)
def test_lax_notation_is_read(text, order):
    assert parse(text) == order


WRONG = [
    "",
    "   ",
    "fly A 0101",
    "deploy A",
    "deploy A 0101 0102",
    "move",
    "move A",
    "enter A",
    "exit A",
    "exit A up",
    "exit west",
    "attack A X",
    "attack A >",
    "attack > + G",
    "attack A > X > Y",
    "attack A > X + G + H",
    "attack + A > X",
    "attack A > X gs -1",
    "attack A > X gs two",
    "attack A > X gs ٣",
    "attack A > X gs 1000",
    "fpf",
    "fpf gs x",
    "roll",
    "roll x",
    "roll 4 5",
    "roll -1",
    "roll 4.0",
    "retreat A",
    "displace A",
    "advance A",
    "stand here",
    "done A",
    "concede now",
]


@every("text", WRONG)
def test_a_line_that_is_not_an_order_gets_the_correct_notation(text):
    with pytest.raises(OrderSyntaxError) as caught:
        parse(text)
    message = str(caught.value)
    assert message
    verb = text.split()[0] if text.split() else ""
    if any(example.startswith(f"{verb} ") or example == verb for example, _ in EXAMPLES) and verb:
        assert f"like this: {verb}" in message


def test_control_characters_are_not_repeated():
    for word in ("\x1b[2J", "\x07", "\x9b31m", "\u202e"):
        with pytest.raises(OrderSyntaxError) as caught:
            parse(f"{word} A 0101")
        assert word not in str(caught.value)


def test_a_refusal_has_its_case():
    refusal = IllegalOrder("5.31", "two units may not stop in one hex", ("A", "B"), ("0101",))
    assert str(refusal) == "5.31: two units may not stop in one hex"
    assert (refusal.units, refusal.hexes) == (("A", "B"), ("0101",))


@every("order", [order for _, order in EXAMPLES])
def test_orders_are_values(order):
    assert order == parse(str(order))
    assert hash(order) == hash(parse(str(order)))
    assert order != Roll(1)


@every(
    ("line", "number"),
    [("move 1/502 0904 0804", "0804"), ("displace 7K/1 3718", "3718"), ("exit 1/3 west", ""), ("fpf none", "")],
)
def test_the_last_hex_of_an_order(line, number):
    assert end_of(parse(line)) == number
