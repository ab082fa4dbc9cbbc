"""Planning an attack in the Movement Phase (`d`), with units that are not there yet."""

import pytest

from tests.drawn import below, drawn, lane, play, scenario
from tests.engine.battles.drawn_arnhem import market
from tests.engine.battles.scored import scored
from tests.engine.naming import at, unit
from tests.pilot import running, showing
from tests.ui.desk import BareDesk
from tests.ui.looks import box_of, laid_over, screen_of
from westwall_tui.engine import planning
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Done
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.decisions.attack import AttackDialog
from westwall_tui.ui.decisions.mode import TARGET
from westwall_tui.ui.map.overlays.attack_plan import AttackPlan, TheirAttack
from westwall_tui.ui.screens.play.planner import PlanDialog


class Table:
    """The box of a plan on a bare desk, with its marks on the map."""

    def __init__(self, game: Game, enemy: str = "X") -> None:
        self.desk = BareDesk(game)
        self.marked: AttackPlan | None = None
        self.plan = AttackPlan(game, (unit(game, enemy),))
        self.open()

    def open(self) -> None:
        self.plan.forget()
        self.desk.open(PlanDialog(self.desk, self.plan, self._show, self.marked))

    def _show(self, plan: AttackPlan | None, unit: int) -> None:
        self.marked = plan

    def act(self, *actions: str) -> "Table":
        self.desk.act(*actions)
        return self

    @property
    def hexes(self) -> dict[str, str]:
        """The planned hexes of the units."""
        state = self.desk.game.state
        return {state.units[u].id: state.number(spot.hex) for u, spot in self.plan.spots.items()}

    @property
    def signs(self) -> dict[str, str]:
        """The marks of the plan on the map."""
        return {self.desk.game.state.number(h): sign for h, (sign, _) in self.plan.marks().items()}


def field(**what):
    """Return a desk where A can reach X by several hexes, B by one, C is there already, and the gun is in range."""
    return drawn(
        **{
            "blue": ["A 5-4-7 0506", "B 3-4-1 0604", "C 2-2-7 0401", "G 3-1-9/2-7 0508"],
            "red": ["X 2-2-7 0502", "Far 1-1-7 0909"],
            **what,
        }
    )


def test_all_units_that_could_come_are_listed_with_hex_and_cost():
    table = Table(field())
    assert table.hexes == {"C": "0401"}, "a unit in place takes part from the start"
    box = table.desk.box
    assert "[x] C       INF at 0401            2 " in box
    assert "[ ] A       INF to 0503, 3 MP      5 " in box
    assert "] B " not in box, "it has one Movement Point, and two hexes to go"
    assert "[ ] G       GUN at 0508, barrage   3 " in box
    assert "2 - 2 = 0" in box
    assert table.desk.dialog is not None
    assert table.desk.dialog.prompt() == "Odds before Final Protective Fire. Keep the planned hexes free (5.31)"


def test_adding_and_dropping_units_changes_the_odds():
    table = Table(field())
    table.act("down", "confirm")
    assert table.hexes == {"C": "0401", "A": "0503"}
    assert "7 - 2 = +5" in table.desk.box
    assert "[+4,5]" in table.desk.box
    assert "D2  X retreats two hexes" in table.desk.box
    table.act("down", "confirm")
    assert "10 - 2 = +8" in table.desk.box
    table.act("up", "confirm")
    assert table.hexes == {"C": "0401", "G": "0508"}


def test_one_key_chooses_another_free_hex():
    table = Table(field(blue=["A 5-4-7 0506", "D 4-4-7 0606"]))
    table.act("put_all")
    seen = set()
    for _ in range(8):
        table.act("next_hex")
        assert len(set(table.hexes.values())) == 2
        seen.add(table.hexes["A"])
    assert len(seen) >= 4
    before = table.hexes
    table.act("next_hex", "previous_hex")
    assert table.hexes == before


def test_5_31_a_unit_without_room_is_not_planned():
    """X is in a corner with two hexes beside it."""
    game = drawn(blue=["A 5-4-7 0404", "B 4-4-7 0504", "C 3-4-7 0304"], red=["X 2-2-7 0101"])
    table = Table(game)
    room = len({spot.hex for joiner in table.plan.joiners for spot in joiner.spots})
    assert room < 3
    table.act("put_all", "put_all")
    assert set(table.hexes) == set(list("ABC")[:room]), "the strongest first"
    assert "[ ] C       INF no free hex" in table.desk.box
    table.act("down", "down", "confirm")
    assert "5.31: no hex is left for C" in table.desk.said


def test_7_12_an_illegal_plan_shows_no_results():
    game = drawn(blue=["A 5-4-7 0506", "B 4-4-7 0606"], red=["X 2-2-7 0502"])
    table = Table(game).act("put_all")
    assert table.desk.dialog is not None
    assert table.desk.dialog.stake(60) == "then no other unit has to fight"
    spot = table.hexes["A"]
    table.act("back")
    play(game, f"move A {spot}")
    table.open()
    table.act("confirm")
    assert "Not allowed, 7.12: A must also attack" in " ".join(table.desk.box.split())
    assert table.desk.dialog.stake(60) == ""


def test_5_14_a_unit_in_an_enemy_zone_stays_there():
    game = field(blue=["A 5-4-7 0506", "Z 4-4-7 0908"])
    table = Table(game)
    assert "Z" not in table.desk.box
    assert table.act("put_all").hexes == {"A": "0503"}


def test_the_plan_is_on_the_map_until_all_are_there():
    game = field()
    table = Table(game).act("down", "confirm", "back")
    assert "The plan stays on the map. d: back to it, D: drop the plan" in table.desk.said
    assert table.marked is table.plan
    assert table.signs == {"0502": "&", "0401": "&", "0503": "p", "0506": "p"}
    assert table.plan.state() == "plan 1/2"
    play(game, "move A 0503")
    table.plan.forget()
    assert table.signs == {"0502": "&", "0401": "&", "0503": "&"}
    assert table.plan.state() == "plan 2/2"
    table.open()
    assert "[x] A       INF at 0503            5 " in table.desk.box


def test_a_unit_in_another_hex_next_to_the_enemy_counts():
    game = field()
    table = Table(game).act("down", "confirm", "back")
    play(game, "move A 0602")
    table.plan.forget()
    assert table.hexes["A"] == "0602"
    assert table.plan.state() == "plan 2/2"


def test_5_31_a_taken_hex_is_replaced_by_another():
    game = field(blue=["A 5-4-7 0506", "B 3-4-7 0505"])
    table = Table(game)
    table.act("confirm", "back")
    assert table.hexes == {"A": "0503"}
    play(game, "move B 0503")
    table.plan.forget()
    assert table.hexes["A"] != "0503"
    assert table.plan.news() == ""


def test_a_unit_that_can_no_longer_come_is_named_once():
    game = field()
    table = Table(game).act("down", "confirm", "back")
    play(game, "move A 0507")
    table.plan.forget()
    assert table.plan.news() == "Plan: A can no longer attack X."
    assert table.plan.news() == ""
    assert table.plan.state() == "plan 1/2"
    table.open()
    assert "These units cannot get there now: A" in table.desk.box
    table.act("back")
    game.undo()
    table.plan.forget()
    assert table.hexes["A"] == "0503"


def test_7_11_an_enemy_that_the_plan_touches_can_be_attacked_too():
    game = field(red=["X 2-2-7 0502", "Y 2-2-7 0603"], blue=["A 5-4-7 0506", "E 4-4-7 0202"])
    table = Table(game)
    a = next(j for j in table.plan.joiners if j.unit == unit(game, "A"))
    while table.hexes.get("A") != "0503":
        table.act("next_hex" if "A" in table.hexes else "confirm")
    assert a.spots
    lines = table.desk.box.splitlines()
    also = next(i for i, line in enumerate(lines) if "also attack" in line)
    assert "Y" in lines[also]
    table.act(*["down"] * also, "confirm")
    assert table.plan.enemies == (unit(game, "X"), unit(game, "Y"))
    assert "5 - 4 = +1" in table.desk.box


def test_the_attack_follows_the_plan():
    game = field()
    table = Table(game).act("down", "confirm", "down", "confirm", "back")
    sketch = table.plan.sketch()
    assert sketch is not None
    play(game, "move A 0503")
    game.apply(Done())
    order = Attack(("A", "C"), ("X",), ("G",), 0)
    found = planning.preview(game, order)
    assert found is not None
    assert (found.odds, found.fates, found.refusal) == (sketch.odds, sketch.fates, None)
    assert not table.plan.live, "its phase is over"
    game.undo()
    assert table.plan.live


def test_a_plan_gives_no_order():
    game = field()
    before = game.digest()
    table = Table(game).act("down", "confirm", "put_all", "next_hex", "declare")
    assert not table.desk.open_now
    assert game.digest() == before


def test_an_enemy_out_of_reach_keeps_the_old_plan():
    game = field(blue=["A 5-4-3 0506"])
    table = Table(game)
    table.act("confirm", "back")
    kept = table.marked
    assert kept is table.plan
    table.plan = AttackPlan(game, (unit(game, "Far"),))
    table.open()
    assert "No unit can get next to it or in range this phase" in table.desk.box
    table.act("confirm", "next_hex", "back")
    assert table.marked is kept


def test_d_goes_back_and_the_drop_key_drops_the_plan():
    table = Table(field()).act("down", "confirm", "drop_plan")
    assert table.marked is None
    assert not table.desk.open_now
    assert "dropped" in table.desk.said


# -- on the screen


def marks(screen) -> set[str]:
    """Return the overlays on the map."""
    return {sign for sign, _ in laid_over(screen.app).values()}


def prompt_of(app):
    return "".join(span.text for span in screen_of(app).play.prompt())


@pytest.mark.slow
async def test_the_plan_stays_marked_through_moves_undo_and_overlays():
    start = scenario(blue=["A 5-4-7 0506", "C 2-2-7 0401"], red=["X 2-2-7 0502"])
    session = LocalSession.new(start, manual=True)
    game = session.game
    app = showing(session, handover="never")
    async with running(app) as pilot:
        screen = screen_of(app)

        async def press(*keys):
            await pilot.press(*keys)

        def laid(number):
            return laid_over(app).get(at(game, number), ("", ""))[0]

        screen.play.move_cursor(at(game, "0502"))
        await press("d", "down", "enter", "escape")
        assert laid("0503") == "p"
        assert "d: plan 1/2" in screen.bar.text
        await press("z")
        assert laid("0503") == "p"
        assert laid("0601").strip() == "z"
        screen.play.move_cursor(at(game, "0506"))
        await press("enter", "d")
        assert screen.cursor == at(game, "0503")
        assert "move here as planned" in prompt_of(app)
        await press("enter")
        assert game.state.location[unit(game, "A")] == at(game, "0503")
        assert laid("0503") == "&"
        assert "d: plan 2/2" in screen.bar.text
        await press("less_than_sign")
        assert laid("0503") == "p"
        await press("D")
        assert laid("0503") != "p"
        assert "The plan has been dropped" in prompt_of(app)
        await press("D")
        assert "There is no plan" in prompt_of(app)


def test_tab_begins_with_the_units_of_the_plan():
    game = drawn(blue=["A 2-2-7 0503", "B 2-2-7 0507", "C 2-2-7 0908"], red=["X 2-2-7 0501"])
    desk = BareDesk(game).at("0505")
    desk.plan_of = [unit(game, "B"), unit(game, "C")], 0
    seen = []
    for _ in range(4):
        desk.act("next")
        seen.append(desk.here)
    assert seen == ["0507", "0908", "0503", "0507"], "the units of the plan, nearest first, and then all others"


@pytest.mark.slow
async def test_the_attack_begins_with_the_units_of_the_plan():
    start = scenario(blue=["A 5-4-7 0503", "B 2-2-7 0402", "Gun 3-2-9/1-7 0506"], red=["X 2-2-7 0502", "Y 2-2-7 0909"])
    session = LocalSession.new(start, manual=True)
    app = showing(session, handover="never")
    game = session.game
    async with running(app) as pilot:
        screen = screen_of(app)

        async def attack(*keys):
            screen.play.move_cursor(at(game, "0502"))
            await pilot.press(*keys)
            dialog = screen.play.dialog
            assert isinstance(dialog, AttackDialog)
            return str(dialog.order())

        screen.play.move_cursor(at(game, "0502"))
        await pilot.press("d", "down", "down", "enter", "escape", "E", "y")
        assert game.prompt.kind == "combat"
        assert await attack("enter") == "attack A B > X + Gun"
        await pilot.press("escape", "less_than_sign", "D", "E", "y")
        assert await attack("enter") == "attack A B > X", "without a plan the gun does not attack"


def test_a_plan_names_more_enemies_and_support_without_lost_units():
    game = drawn(
        blue=["A 5-4-7 0503", "B 2-2-7 0402", "Far 2-2-7 0909"], red=["X 2-2-7 0502", "Y 2-2-7 0403"], phase="combat"
    )
    desk = BareDesk(game)
    desk.plan_of = [unit(game, name) for name in ("A", "Far", "Y")], 3
    box = AttackDialog(desk, (unit(game, "X"),))
    assert str(box.order()) == "attack A > X Y", "Far is out of reach, and there are no points"
    desk.plan_of = [unit(game, "Far")], 0
    assert str(AttackDialog(desk, (unit(game, "X"),)).order()) == "attack A B > X Y", "nothing of the plan is left"


@pytest.mark.slow
async def test_away_from_enemies_a_box_lists_them_nearest_first():
    start = scenario(blue=["A 5-4-7 0506"], red=["X 2-2-7 0502", "Y 2-2-7 0909"])
    session = LocalSession.new(start, manual=True)
    async with running(showing(session, handover="never")) as pilot:
        screen = pilot.screen
        screen.play.move_cursor(at(session.game, "0808"))
        await pilot.press("d")
        assert "Plan an attack on" in box_of(pilot.app)
        assert "Which enemy do you want to attack?" in prompt_of(pilot.app)
        await pilot.press("enter")
        dialog = screen.play.dialog
        assert isinstance(dialog, PlanDialog)
        assert dialog.plan.enemies == (unit(session.game, "Y"),)
        assert screen.cursor == at(session.game, "0909"), "the cursor is on the planned combat"


# -- the enemy's attack on one of our units


def theirs(game: Game, name: str, number: str) -> tuple[TheirAttack, BareDesk]:
    """Return the enemy's strongest attack on a unit in a hex, and a desk with its box."""
    plan, desk = TheirAttack(lambda: game, unit(game, name), at(game, number)), BareDesk(game)
    desk.open(PlanDialog(desk, plan, lambda plan, unit: None))
    return plan, desk


def test_the_enemys_strongest_attack_has_all_units_that_can_come_and_the_guns():
    red = ["X 5-4-7 0502", "Y 4-4-1 0909", "Gun 3-1-9/2-7 0101"]
    plan, desk = theirs(drawn(blue=["A 2-3-7 0506"], red=red), "A", "0505")
    assert set(plan.game.state.ids(tuple(plan.spots))) == {"X", "Gun"}
    assert "8 - 3 = +5" in desk.box
    assert "Y " not in desk.box, "it has one Movement Point"
    assert isinstance(desk.dialog, PlanDialog)
    assert ("drop_plan", "drop plan") not in desk.dialog.does()
    desk.act("down", "confirm")
    assert "5 - 3 = +2" in desk.box


def test_7_7_all_takes_first_the_fewest_units_that_surround_the_enemy():
    """A holds X from the south, and C, the strongest, closes the ring; then B and D come, too."""
    blue = ["A 2-4-7 0506", "B 1-4-7 0502", "C 4-4-7 0302", "D 3-4-7 0702"]
    table = Table(drawn(blue=blue, red=["X 1-1-7 0505"]))
    table.act("put_all")
    assert table.hexes == {"A": "0506", "C": "0504"}
    assert "D1  lost" in table.desk.box
    table.act("put_all")
    assert set(table.hexes) == set("ABCD")


def test_7_7_a_unit_that_only_closes_the_ring_is_named():
    """B at 0402 would close it with its zone; A attacks from 0201."""
    table = Table(drawn(blue=["A 4-4-1 0101", "B 4-4-1 0403"], red=["X 1-1-7 0301"]))
    table.act("put_all")
    assert table.hexes == {"A": "0201"}
    assert "To surround it, also move B to 0402" in table.desk.box
    assert table.signs["0402"] == "p"
    assert "lost" in table.desk.box
    assert "retreats" not in table.desk.box


def test_8_4_a_key_shows_the_rolls_with_all_final_protective_fire():
    """G fires from 0909 for A; without it there is nothing to show."""
    red = ["X 5-4-7 0502"]
    _, desk = theirs(drawn(blue=["A 2-3-7 0505", "G 3-2-9/2-7 0909"], red=red), "A", "0505")
    assert isinstance(desk.dialog, PlanDialog)
    assert "5 - 3 = +2" in desk.box
    assert ("fire", "with FPF") in desk.dialog.does()
    desk.act("fire")
    assert "5 - 5 = 0" in desk.box
    assert "(with all FPF)" in desk.dialog.prompt()
    desk.act("fire")
    assert "5 - 3 = +2" in desk.box
    _, desk = theirs(drawn(blue=["A 2-3-7 0505"], red=red), "A", "0505")
    desk.act("fire")
    assert "5 - 3 = +2" in desk.box


def test_7_11_enemies_that_attack_another_unit_are_named():
    """X and Y can only come to 0405 and 0605, which both touch A and B."""
    only = lane("0305", "0405", "0505", "0506", "0605", "0705")
    game = drawn(only, blue=["A 2-3-7 0505", "B 2-3-7 0506"], red=["X 5-4-7 0305", "Y 4-4-7 0705"])
    _, desk = theirs(game, "A", "0505")
    assert "5 - 3 = +2" in desk.box
    assert "Meanwhile Y from 0605 attacks another unit (7.11)" in desk.box
    assert "Not allowed" not in desk.box


def test_4_1_the_enemys_attack_counts_units_that_are_due():
    game = drawn(blue=["A 2-3-7 0505"], red=["X 5-4-7 0909", "R 6-4-7"], arrivals=[(1, "R", "0501")])
    _, desk = theirs(game, "A", "0505")
    assert "R       inf enters, to 0504" in desk.box
    assert "11 - 3 = +8" in desk.box


def test_11_22_the_enemys_guns_are_within_their_limit():
    text = "[special]\nguns = { Blue = [2, 2], Red = [1, 1] }\n"
    red = ["X 5-4-7 0502", "G1 3-1-9/2-1 0101", "G2 2-1-9/2-1 0901"]
    plan, _ = theirs(scored(text, blue=["A 2-3-7 0505"], red=red), "A", "0505")
    assert set(plan.game.state.ids(tuple(plan.spots))) == {"X", "G1"}


@pytest.mark.slow
async def test_the_choice_of_enemies_has_their_attack_on_our_own_unit():
    """The selected unit A is judged in the hex under the cursor; the plan that was on the map comes back."""
    start = scenario(blue=["A 5-4-7 0506", "B 5-4-7 0909"], red=["X 2-2-7 0502"])
    session = LocalSession.new(start, manual=True)
    async with running(showing(session, handover="never")) as pilot:
        screen = pilot.screen
        await pilot.press("tab", "enter")
        screen.play.move_cursor(at(session.game, "0505"))
        await pilot.press("d")
        assert "A       the enemy's best attack on it at 0505" in box_of(pilot.app)
        assert "X       2-2-7       0502" in box_of(pilot.app)
        await pilot.press("up", "enter")
        dialog = screen.play.dialog
        assert isinstance(dialog, PlanDialog)
        assert isinstance(dialog.plan, TheirAttack)
        assert "2 - 4 = -2" in box_of(pilot.app)
        await pilot.press("escape")
        assert screen.play.dialog is None
        assert screen.play.plan is None


@pytest.mark.slow
async def test_7_7_enemies_that_can_be_surrounded_come_first():
    """Far away, X can be surrounded; Y beside the cursor cannot."""
    start = scenario(blue=["A 5-4-7 0506", "B 5-4-7 0502"], red=["X 2-2-7 0505", "Y 2-2-7 0909"])
    session = LocalSession.new(start, manual=True)
    async with running(showing(session, handover="never")) as pilot:
        screen = pilot.screen
        screen.play.move_cursor(at(session.game, "0808"))
        await pilot.press("d")
        box = box_of(pilot.app)
        assert "X       2-2-7       0505 surrounded: 6 of 6" in box
        assert box.index("X    ") < box.index("Y    ")
        assert "You can surround those marked ?" in prompt_of(pilot.app)
        assert screen.play.marks()[at(session.game, "0505")] == TARGET


@pytest.mark.slow
async def test_7_0_a_plan_waits_for_the_end_of_a_retreat():
    """While A retreats (7.7), the key says what comes first, even with the cursor on an enemy."""
    start = scenario(blue=["A 2-2-7 0506"], red=["X 3-3-7 0505"], phase="combat")
    session = LocalSession.new(start, manual=True)
    play(session.game, "attack A > X", "roll 6")
    async with running(showing(session, handover="never")) as pilot:
        screen = pilot.screen
        assert session.game.prompt.kind == "retreat"
        for number in ("0505", "0808"):
            screen.play.move_cursor(at(session.game, number))
            await pilot.press("d")
            assert screen.play.dialog is None
            assert prompt_of(pilot.app) == "Finish this first; then d plans an attack"


@pytest.mark.slow
async def test_the_other_player_never_sees_it():
    start = scenario(blue=["A 5-4-7 0506"], red=["X 2-2-7 0502"])
    session = LocalSession.new(start, manual=True)
    async with running(showing(session, handover="never")) as pilot:
        screen = pilot.screen
        screen.play.move_cursor(at(session.game, "0502"))
        await pilot.press("d", "enter", "escape")
        assert marks(screen) == {"&", "p"}
        screen.play.after_order(session.game.apply(Done()))
        screen.draw()
        assert marks(screen) == set()


@pytest.mark.slow
@pytest.mark.parametrize("number", ["0501", "0505", "0509"])
async def test_the_enemy_stays_visible_at_every_edge_of_the_board(number):
    start = scenario(blue=["A 5-4-7 0105"], red=[f"X 2-2-7 {number}"])
    session = LocalSession.new(start, manual=True)
    async with running(showing(session, handover="never", size="large")) as pilot:
        screen = pilot.screen
        screen.play.move_cursor(at(session.game, number))
        await pilot.press("d")
        box = screen.map.box
        assert box is not None
        free = (0, box.region.y - 1) if box.region.y > 1 else (box.region.bottom - 1, screen.map.size.height)
        assert screen.map.sees([screen.cursor], *free)


def test_12_11_a_plan_names_a_wired_bridge_on_the_way():
    game = market(allied=["A 4-4-9 0508"], german=["X 1-1-7 0504"], canals=[below(5)], bridges=["canal 0505/0506"])
    table = Table(game)
    table.act("put_all")
    assert table.hexes == {"A": "0505"}
    assert "The enemy may blow the bridge 0505/0506 when A comes next to it" in table.desk.box
