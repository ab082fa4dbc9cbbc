"""Modes and boxes in random positions: every combat decision of random games is shown and made."""

from collections import Counter

import pytest

from tests.long import sample, scenario_keys
from tests.ui.desk import BareDesk, text_of
from westwall_tui.engine import planning
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.decisions.attack import AttackDialog

pytestmark = pytest.mark.slow

DECIDES = {"combat": ("declare",), "fpf": ("fire", "no")}
OFTEN = ("set-up", "movement", "notes")
"""The kinds of decisions that come in long rows."""
SOME = ("bastogne/campaign", "arnhem/historical", "arnhem/free", "hurtgen/free", "remagen/historical")
KEYS = ("put", "down", "more", "put_all", "put", "down", "less", "up", "put")


def look(desk):
    """Check that everything shown for a decision fits and has nothing that a terminal would obey."""
    mode = desk.mode
    texts = [mode.prompt(), *(word for name in mode.keys() for word in name)]  # noqa: SIM118
    for h in mode.marks():
        panel = text_of(mode.panel(h)).splitlines()
        assert all(len(line) <= 26 for line in panel), panel
        texts += panel
    if desk.dialog is not None:
        lines = text_of(desk.dialog.rows(70)).splitlines()
        assert len(lines) <= 20
        assert all(len(line) <= 70 for line in lines), lines
        texts += lines
    assert all(text.isprintable() for text in texts)


def look_at_attacks(desk):
    """Open the attack on every target, go through its keys, and check that the box agrees with the game."""
    game = desk.game
    before = game.digest()
    for enemy in planning.targets(game)[: sample(4, 1)]:
        dialog = AttackDialog(desk, (enemy,))
        desk.open(dialog)
        for key in KEYS:
            desk.act(key)
            look(desk)
            preview = dialog.preview()
            assert preview is not None
            refusal = game.explain(dialog.order())
            assert (preview.refusal is None) == (refusal is None)
        desk.close()
    assert game.digest() == before


def finish_decision(desk, draw):
    """Decide by keys alone, as a player who takes what is marked."""
    mode = desk.mode
    kind = desk.game.prompt.kind
    log = len(desk.game.log)
    for _ in range(40):
        if len(desk.game.log) != log:
            return
        if desk.dialog is not None:
            keys = DECIDES.get(kind, ("confirm",)) if draw.below(3) else KEYS
            desk.act(keys[draw.below(len(keys))])
        elif kind == "advance" and draw.below(2):
            desk.act("stand")
        elif kind == "combat" and not (mode.left.attackers or mode.left.enemies):
            desk.act("end")
        else:
            for _ in range(1 + draw.below(3)):
                desk.act("next")
            desk.act("confirm")
    desk.close()
    desk.apply(desk.game.random_order(draw))


@pytest.mark.parametrize("key", sample(scenario_keys(), SOME))
def test_every_decision_can_be_shown_and_made_with_keys(key):
    game, draw, seen = Game(load_scenario(key), seed=4), Draw(4), Counter[str]()
    for _ in range(sample(3_000, 400)):
        if game.outcome is not None:
            break
        kind = game.prompt.kind
        seen[kind] += 1
        if kind not in OFTEN or seen[kind] % sample(9, 60) == 1:
            desk, before = BareDesk(game), game.digest()
            look(desk)
            if kind == "combat":
                look_at_attacks(desk)
            for _ in range(3):
                desk.close()
                desk.act("next")
                look(desk)
            assert game.digest() == before
        if kind in OFTEN or draw.below(3):
            game.apply(game.random_order(draw))
        else:
            log = len(game.log)
            finish_decision(BareDesk(game), draw)
            assert len(game.log) > log
    assert {"movement", "combat", "retreat"} <= {*seen}
