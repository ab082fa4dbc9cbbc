"""The referee: its exact answers, its questions, its objects, and whole games through a pipe."""

import io
import json
import re
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from tests.files.example import SCENARIO, SESSION, load_example, write_example
from westwall_tui import cli, referee
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse
from westwall_tui.engine.words import division_named
from westwall_tui.files.faults import FileError
from westwall_tui.files.library import new_game
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.plain.questions import questions
from westwall_tui.referee import Referee, as_json, as_text

ROOT = Path(__file__).parents[1]


def ask(name: str, *lines: str, **options) -> list[str]:
    """Return the answers to lines, without the opening."""
    out = io.StringIO()
    given = io.StringIO("".join(f"{line}\n" for line in lines))
    assert referee.run(name, lines=given, out=out, **{"seed": 3, **options}) == 0
    return out.getvalue().splitlines()[1:]


@pytest.fixture
def mills(tmp_path):
    return str(write_example(tmp_path))


# -- matches


def test_a_match_of_two_games():
    first, early, concession, state, opening, now, second, end, late = ask(
        "quick/noville", "?match", "next", "concede", "?match", "next", "?match", "concede", "?match", "next",
        match="mirrored", side="US",
    )  # fmt: skip
    assert first == "ok game 1 of 2"
    assert early == "refused match: this game isn't over"
    assert concession.startswith("ok the U.S. concede")
    assert re.fullmatch(r"ok After game 1 of 2, player 0 leads by .* points\.; In game 2 you .*", state)
    assert opening.startswith("ok Noville; the game rolls; game 2 of 2, player 0 +")
    assert now.startswith("ok game 2 of 2, player 0 +")
    assert second.startswith("ok the U.S. concede")
    assert end.startswith("ok The match is drawn: ")
    assert late == "refused match: the match is over"


def test_the_state_of_a_match_as_an_object():
    lines = ask("quick/noville", "concede", "?match", "next", "?match", match="mirrored", as_objects=True)
    over, begun = (json.loads(lines[number])["match"] for number in (1, 3))
    assert (over["game"], over["sides"], over["winner"]) == (1, ["German", "US"], None)
    assert (begun["game"], begun["sides"], begun["results"]) == (2, ["US", "German"], over["results"])
    assert json.loads(lines[2])["seed"] == 4, "the seed follows that of the first game"


def test_without_a_match_there_is_no_next_game():
    assert ask("quick/noville", "concede", "next")[1].startswith("refused syntax")
    assert "?match" not in ask("quick/noville", "?help")[0]


# -- the promises of the pages


def test_the_session_on_the_page(tmp_path):
    game = Game(load_example(tmp_path), seed=3)
    judge = Referee(game, 3)
    replies = [as_text(judge, judge.opening())]
    for line in SESSION:
        if line.startswith("> "):
            replies += [line, as_text(judge, judge.answer(line.removeprefix("> ")))]
    assert replies == SESSION


@pytest.mark.slow
def test_the_player_on_the_page_plays_a_whole_game():
    page = (ROOT / "docs" / "referee.md").read_text()
    player = re.search(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert player is not None
    code = player[1]
    assert len([line for line in code.splitlines() if line and not line.startswith("import")]) <= 10
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    lines = run.stdout.splitlines()
    assert lines[0].startswith("ok Spearhead; seed 7; U.S. set-up; The U.S. must set up units ")
    assert all(line.startswith("ok") for line in lines)
    assert re.search(r"^ok German \d+, US \d+; .*win: ", lines[-1]) or "drawn" in lines[-1]
    assert any("Game-Turn 7" in line for line in lines)


# -- orders


def test_deploy_auto(tmp_path):
    answers = ask(
        "bastogne/spearhead", "deploy 52 2512", "deploy auto", "deploy auto", "?prompt", "done", "deploy auto"
    )
    assert answers[0] == "ok unit 52 was set up at 2512"
    assert answers[1].count(" set up at ") == 8
    assert answers[2] == "ok"
    assert answers[3] == "ok set-up; The U.S. have set up all their units"
    assert answers[4] == "ok Game-Turn 1, 18 Dec a.m.; German Movement Phase"
    assert answers[5] == "refused 3.0: no side sets up units now"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("", "refused syntax: type an order; ?legal lists those you can give"),
        ("# a remark", "ok"),
        ("fire", "refused syntax: 'fire' isn't an order; the orders are zone, deploy, move,"),
        ("?fire", "refused syntax: '?fire' is not a question; the questions are ?help, ?prompt,"),
        ("move K", "refused syntax: write it like this: move UNIT HEX"),
        ("?why", "refused syntax: type an order"),
        ("?why done", "refused 7.11: 1/8 must still be attacked, and 1/9 and K must still attack"),
        ("?why attack K 1/9 > 1/8", "ok that is legal"),
        ("attack K \x1b[31m > 1/8", "refused 2.3: there is no unit \\x1b[31m in this scenario"),
        ("\x1b]0;x\x07", "refused syntax: '\\x1b]0;x\\x07' isn't an order"),
        ("roll 6", "refused 7.6: you cannot give a roll, because the game rolls its own dice"),
        ("undo", "refused 5.15: there is no order to undo yet"),
        ("redo", "refused 5.15: there is no order to redo"),
        ("ATTACK k 1/9 > 1/8", "ok 1/9 and K attacked 1/8"),
        ("attack K > 1/8 gs 99999999999999999999", "refused syntax: write it like this: attack"),
        ("x" * 100_000, "refused syntax: "),
    ],
)
def test_answers(mills, line, answer):
    (reply,) = ask(mills, line)
    assert reply.startswith(answer)
    assert reply.isprintable()


def test_sentences_follow_one_another(mills):
    """Check that a sentence with a full stop gets no semicolon."""
    shown, rule = ask(mills, "?map 0303", "?rules 5.31", sentences=questions)
    assert "; North:" not in shown
    assert ". North is 0302, " in shown
    assert ".;" not in shown + rule


def test_a_byte_order_mark_before_a_line_is_ignored(mills):
    """Check the mark that PowerShell writes before text in a pipe."""
    plain = ask(mills, "attack K 1/9 > 1/8 + 9A", "?prompt", seed=3)
    assert ask(mills, "\ufeffattack K 1/9 > 1/8 + 9A", "\ufeff?prompt", seed=3) == plain
    assert plain[1].startswith("ok ")


def test_a_line_gets_a_line_as_its_answer(mills):
    questions = ["?legal", "?state", "?score", "?sample", "?help", "?prompt"]
    lines = ["", "x", "# y", *questions, "attack K 1/9 > 1/8", "fpf 29", *questions, "concede", *questions]
    assert len(ask(mills, *lines)) == len(lines)
    assert len(ask(mills, *lines, as_objects=True)) == len(lines)


def test_undo_and_redo(mills):
    answers = ask(mills, "attack K 1/9 > 1/8", "fpf none", "?state")
    assert "GERMAN" not in answers[2]
    answers = ask("bastogne/spearhead", "deploy 52 2512", "undo", "?undo", "redo", "redo")
    assert answers == [
        "ok unit 52 was set up at 2512",
        "ok taken back: deploy 52 2512",
        answers[2],
        "ok unit 52 was set up at 2512",
        "refused 5.15: there is no order to redo",
    ]
    assert answers[2] == "refused 5.15: there is no order to undo yet"


def test_5_15_undo_of_a_unit_and_of_the_turn():
    first, second = (f"deploy {unit} {h}" for unit, h in (("52", "2512"), ("20", "1116")))
    answers = ask("bastogne/spearhead", first, second, "undo 52", "undo 52", "undo 99", "undo turn", "undo turn")
    assert answers[2] == f"ok taken back: {first}"
    assert answers[3] == "refused 5.15: unit 52 has had no order yet"
    assert answers[4].startswith("refused 5.15: there is no unit '99'")
    assert answers[5] == f"ok taken back: {second}"
    assert answers[6] == "refused 5.15: there is no order to undo yet"


def test_strict(mills):
    answers = ask("bastogne/spearhead", "deploy 52 2512", "undo", options=["strict=true"])
    assert answers[1] == "refused 5.15: you cannot undo orders in a strict game"


def test_manual_dice(mills):
    answers = ask(mills, "attack K 1/9 > 1/8 + 9A", "fpf none", "?legal", "?prompt", "roll 7", "roll 6", dice="manual")
    assert answers[2] == "ok roll 1; roll 2; roll 3; roll 4; roll 5; roll 6"
    assert answers[3] == "ok roll; The Germans roll the die"
    assert answers[4] == "refused 7.6: a die shows 1 to 6, not 7"
    assert "roll 6" in answers[5]


# -- questions


def test_drawn_dice(mills, monkeypatch):
    """Check that the referee rolls a different die each time, and takes no roll from the player."""
    monkeypatch.setattr("westwall_tui.files.sessions.dice.draw", iter([2, 6]).__next__)
    lines = ("attack K 1/9 > 1/8 + 9A", "roll 1", "fpf none")
    for die in (2, 6):
        out = io.StringIO()
        given = io.StringIO("".join(f"{line}\n" for line in lines))
        assert referee.run(mills, dice="drawn", lines=given, out=out) == 0
        opening, _, refused, reply = out.getvalue().splitlines()
        assert "; each die is drawn when it is rolled; " in opening
        assert refused.startswith("refused 4.1: ")
        assert f"roll {die}: " in reply


def test_every_entry_of_legal_is_an_order(mills):
    """Check that in set-up and movement exactly the orders that `?legal` lists are accepted."""
    game = Game(load_scenario("bastogne/relief"), seed=1)
    judge = Referee(game, 1)
    judge.answer("deploy auto")
    judge.answer("done")
    (reply,) = judge.answer("?legal").said[:1]
    beginning, _, ends = reply.partition(": ")
    assert ends
    for end in ends.split():
        assert as_text(judge, judge.answer(f"?why {beginning} {end}")) == "ok that is legal"
    entries = [entry.partition(": ") for entry in judge.answer("?legal").said]
    listed = {f"{beginning} {end}" for beginning, _, ends in entries for end in ends.split()}
    assert len(listed) == sum(1 for order in game.legal() if str(order) != "done")


def test_state(mills):
    (reply,) = ask(mills, "?state")
    assert reply == (
        "ok turn 3 of 4 a.m., German combat; German: 1/9 0404, K 0403, 9A 0203; "
        "US: 1/8 0504, 2/8 arrives on turn 4, 29 0605, 70 arrives on turn 4; "
        "support German 0, US 0; points German 0, US 0; The Germans must attack; three units still have to fight"
    )
    (reply,) = ask("bastogne/spearhead", "?state")
    assert reply.startswith("ok turn 1 of 7 18 Dec a.m., US set-up; German: ")
    assert "US: 52 to be set up, 2 to be set up" in reply


def test_sample_is_the_same_for_the_same_seed(mills):
    twice = [ask(mills, *["?sample"] * 5, seed=seed) for seed in (3, 3)]
    assert twice[0] == twice[1]


def test_sample_leaves_the_game_alone(mills):
    first = ask(mills, *["?sample"] * 9, "attack K 1/9 > 1/8", "fpf none")[-1]
    assert first == ask(mills, "attack K 1/9 > 1/8", "fpf none")[-1]


# -- objects


def test_objects(mills):
    answers = [
        json.loads(line) for line in ask(mills, "attack K > 1/8", "attack K 1/9 > 1/8", "fpf none", as_objects=True)
    ]
    keys = {"ok", "case", "reason", "units", "hexes", "events", "prompt", "digest"}
    assert all(set(answer) == keys for answer in answers)
    refused, attacked, rolled = answers
    assert (refused["ok"], refused["case"], refused["units"], refused["hexes"]) == (False, "7.12", ["1/9"], ["0404"])
    assert refused["reason"] == "1/9 must also attack, but would have no enemy left"
    assert refused["events"] == []
    assert attacked["ok"]
    assert attacked["events"][0] == {
        "event": "Attacked",
        "attackers": ["1/9", "K"],
        "defenders": ["1/8"],
        "barrage": [],
        "support": 0,
        "text": "1/9 and K attacked 1/8",
    }
    assert attacked["prompt"] == {
        "side": "US",
        "kind": "fpf",
        "text": "The U.S. may support 1/8 with Final Protective Fire",
        "units": ["1/8"],
    }
    assert attacked["digest"] not in (refused["digest"], rolled["digest"])
    assert [event["event"] for event in rolled["events"]][:2] == ["Fired", "Rolled"]


def test_objects_of_questions(mills):
    legal, state, score, sample, why, over = (
        json.loads(line)
        for line in ask(mills, "?legal", "?state", "?score", "?sample", "?why done", "concede", as_objects=True)
    )
    assert legal["legal"][0] == {"defender": "1/8", "attackers": ["1/9", "K"], "barrage": ["9A"], "support": 0}
    assert legal["legal"][-1] == {"must_attack": ["1/9", "K"], "must_be_attacked": ["1/8"]}
    assert state["state"]["units"][1] == {
        "id": "K", "side": "German", "strength": "5-3-10", "hex": "0403", "where": "map",
    }  # fmt: skip
    assert state["state"]["turn"] == 3
    assert score["score"]["totals"] == [0, 0]
    assert str(parse(sample["order"])) == sample["order"]
    assert (why["ok"], why["case"]) == (False, "7.11")
    assert over["prompt"]["side"] is None
    assert over["events"][-1]["event"] == "GameEnded"


def test_the_object_of_the_opening(tmp_path):
    game = Game(load_example(tmp_path), seed=3)
    judge = Referee(game, 3)
    opening = json.loads(as_json(judge, judge.opening(["a note"])))
    assert (opening["scenario"], opening["seed"], opening["notes"]) == ("The bridge at Upper Mill", 3, ["a note"])
    assert [event["event"] for event in opening["events"]] == ["TurnBegan", "PhaseBegan"]


@pytest.mark.slow
@pytest.mark.parametrize("key", ["bastogne/spearhead", "bastogne/relief", "bastogne/campaign"])
@pytest.mark.parametrize("manual", [False, True])
def test_whole_games(key, manual):
    game = Game(load_scenario(key), seed=None if manual else 2)
    judge = Referee(game, 2)
    for _ in range(5000):
        answer = judge.answer("?sample")
        if not answer.ok:
            break
        given = judge.answer(answer.said[0])
        assert given.ok, (answer, given)
    assert game.outcome is not None
    assert as_text(judge, judge.answer("?sample")) == "refused 4.0: the game is over"
    assert as_text(judge, judge.answer("done")) == "refused 4.0: the game is over"
    assert json.loads(as_json(judge, judge.answer("?state")))["state"]["over"]


# -- saves


def test_a_save_is_continued_and_not_written(tmp_path, monkeypatch):
    monkeypatch.setenv("WESTWALL_SAVES", str(tmp_path / "saves"))
    session = LocalSession.new(load_example(tmp_path), seed=3)
    session.apply(parse("attack K 1/9 > 1/8 + 9A"))
    before = session.path.read_bytes()
    for name in (str(session.path), "mills", "mills.toml"):
        out = io.StringIO()
        assert referee.run(name, lines=io.StringIO("fpf 29\n"), out=out) == 0
        opening, answer = out.getvalue().splitlines()
        assert opening == "ok The bridge at Upper Mill; seed 3; The U.S. may support 1/8 with Final Protective Fire"
        assert answer.startswith(
            "ok Final Protective Fire: unit 29; +4 on the Grove/Bridge line, column +4,5, roll 2: D2"
        )
    assert session.path.read_bytes() == before
    with pytest.raises(FileError, match="is a saved game, whose options and dice cannot be changed"):
        referee.open_game("mills", dice="manual")


# -- the command


def command(*arguments: str, lines: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "westwall_tui", "referee", *arguments],
        cwd=ROOT, input=lines, capture_output=True, check=False, timeout=60,
    )  # fmt: skip


@pytest.mark.slow
def test_command(mills):
    run = command(mills, "--seed", "3", lines=b"attack K > 1/8\n\xff\xfe\x00\n")
    first, second, third = run.stdout.decode().splitlines()
    assert (run.returncode, run.stderr) == (0, b"")
    assert first.startswith("ok The bridge at Upper Mill; seed 3; ")
    assert second == "refused 7.12: 1/9 must also attack, but would have no enemy left"
    assert third.startswith("refused syntax: ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("nowhere",), "nowhere is neither a file nor the name of a scenario: "),
        (("README.md",), "README.md is not TOML: "),
        (("spearhead", "--option", "speed=1"), "--option: speed: is not an option; the options are strict"),
        (("spearhead", "--option", "strict=maybe"), "--option: strict: must be true or false, not 'maybe'"),
        (("spearhead", "--seed", "x"), "argument --seed: must be a whole number from 0 to 9223372036854775807"),
        (("scenarios/bastogne/board.toml",), 'scenarios/bastogne/board.toml: kind: must be "scenario"'),
    ],
)
def test_unusable(arguments, fault, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    with suppress(SystemExit):  # argparse ends the program with 2
        assert cli.main(["referee", *arguments]) == 2
    output, errors = capsys.readouterr()
    assert not output
    assert fault in errors
    assert "Traceback" not in errors


@pytest.mark.slow
def test_every_answer_comes_at_once(mills):
    process = subprocess.Popen(
        [sys.executable, "-m", "westwall_tui", "referee", mills],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    guard = threading.Timer(30, process.kill)
    guard.start()
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline().startswith("ok")
        for _ in range(3):
            process.stdin.write("?prompt\n")
            process.stdin.flush()
            assert process.stdout.readline().startswith("ok combat; The Germans")
    guard.cancel()
    assert process.returncode == 0


@pytest.mark.slow
def test_a_closed_output_ends_the_referee(mills):
    program = f"{sys.executable} -m westwall_tui referee {mills} | true"
    run = subprocess.run(program, shell=True, cwd=ROOT, input=b"?legal\n" * 5000, capture_output=True, check=False)
    assert run.stderr == b""


def test_interrupted_quietly(monkeypatch, mills):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(referee, "run", interrupt)
    assert cli.main(["referee", mills]) == 130


def test_even_tight_sampled_setups_end(tmp_path):
    """Check that infantry in the only hex of a vehicle makes room again."""
    setup = (
        '[[setup]]\nside = "US"\nunits = ["70", "2/8"]\nhexes = ["0702-0704"]\n\n'
        '[[setup]]\nside = "US"\nunits = ["1/8"]\nhexes = ["0703-0704"]\n'
    )
    text = SCENARIO[: SCENARIO.index("[[reinforcements]]")].replace('[[place]]\nunit = "1/8"\nhex = "0504"\n', "")
    scenario = load_example(tmp_path, scenario=text + setup)
    for seed in range(20):
        game = Game(scenario, seed=seed)
        judge = Referee(game, seed)
        for _ in range(200):
            if game.prompt.kind != "set-up":
                break
            assert judge.answer(judge.answer("?sample").said[0]).ok
        assert game.prompt.kind == "combat"


# -- secrets (15.36 of Arnhem)

FREE = "arnhem/free"


def zones_noted(*lines: str, **options) -> list[str]:
    """Return the answers after the drop zones of the 101st and the 82nd have been noted."""
    return ask(FREE, *ZONES, *lines, **options)[len(ZONES) :]


def first_zones() -> list[str]:
    """Return a legal note for each of the divisions, in order."""
    game = Game(load_scenario(FREE), seed=3)
    given = []
    while game.rules.notes.unnoted(game.state):
        given.append(str(next(iter(game.legal()))))
        game.apply(parse(given[-1]))
    return given


ZONES = first_zones()
HEXES = [line.split()[2] for line in ZONES]


def test_answers_to_notes_do_not_name_the_hex():
    for side in (None, "allied", "German"):
        for line, reply in zip(ZONES, ask(FREE, *ZONES, side=side), strict=True):
            assert reply == f"ok the Allies noted the drop zone of {division_named(line.split()[1])}"


def test_the_side_that_decides_sees_its_own_notes():
    replies = zones_noted("?state", "?legal", "undo", "redo", "done", "?state")
    for _, division, h, *_ in map(str.split, ZONES):
        assert f"drop zone of {division_named(division)}" in replies[0]
        assert h in replies[0]
    assert replies[1] == "ok done"
    assert replies[2] == f"ok taken back: {ZONES[-1]}"
    assert not any(h in replies[3] for h in HEXES)
    assert "drop zone" not in replies[5], "the Germans decide now"


def test_the_other_side_learns_nothing():
    lines = ("?state", "?legal", "?sample", f"?why {ZONES[0]}", f"zone 82 {HEXES[0]}", "zone 1 0101", "undo")
    for as_objects in (False, True):
        replies = zones_noted(*lines, side="German", as_objects=as_objects)
        assert not any(h in answer for h in HEXES for answer in replies), replies
    hidden = "refused 15.36: the Allied notes are hidden from the German player"
    replies = zones_noted(*lines, side="German")
    assert replies[1:4] == [hidden] * 3
    assert replies[4] in (hidden, "ok the Allies noted the drop zone of the 82nd")
    assert replies[-1].startswith("ok taken back: zone ")
    assert len(replies[-1].split()) == 5


def test_a_side_sees_its_notes_while_the_other_decides():
    german = zones_noted("done", "?state", side="German")[-1]
    allied = zones_noted("done", "?state", side="ALLIED")[-1]
    assert "drop zone" not in german
    assert all(h in allied for h in HEXES)
    (entry,) = (json.loads(line) for line in zones_noted("?state", side="allied", as_objects=True))
    assert [marker["hex"] for marker in entry["state"]["markers"]] == HEXES


def other_zones() -> list[str]:
    """Return notes of the same divisions with other hexes and Game-Turns, as late as possible."""
    game, given = Game(load_scenario(FREE), seed=3), []
    for line in ZONES:
        division, h = line.split()[1:3]
        orders = [str(order) for order in game.legal()]
        given.append(f"{[o for o in orders if o.split()[1] == division and o.split()[2] != h][-1]} 7")
        game.apply(parse(given[-1]))
    return given


def answers_of_both_games(side: str, count: int) -> tuple[list[str], list[str]]:
    """Return one side's answers to the same lines in two games that differ only in the Allied notes."""
    pairs = []
    for zones in ([f"{line} 6" for line in ZONES], other_zones()):
        judge = Referee(Game(load_scenario(FREE), seed=3), 3, ["allied", "german"].index(side))
        replies = [as_json(judge, judge.opening())]
        replies += [as_json(judge, judge.answer(line)) for line in zones]
        pairs.append((judge, replies))
    first = pairs[0][0]
    draw = Draw(5)
    lines = ["done", "?state", "deploy auto", "done", f"?why land 1/505 {HEXES[0]}", f"?why {ZONES[0]}"]
    asked = 0
    while asked < count and first.game.state.turn < 5:  # on Game-Turn 6 the first ones are placed and visible to all
        for line in lines:
            for judge, replies in pairs:
                replies.append(f"{line}: {as_json(judge, judge.answer(line))}")
        asked += 1
        order = "done" if draw.below(2) == 0 else str(first.game.random_order(draw))
        lines = [order, "?state", "?score", "?prompt", "?sample"]
        if asked % 6 == 0:
            lines += ["?legal", f"?why land 1/505 {HEXES[0]}", "undo", "redo"]
        if asked == 5:
            lines.append("?advise 1")
    assert count == 1 or first.game.state.turn > 1
    return pairs[0][1], pairs[1][1]


@pytest.mark.slow
def test_games_that_differ_only_in_secrets_get_the_same_answers():
    """Check that no answer (digest, advice, sample) depends on a secret."""
    ours, theirs = answers_of_both_games("german", 16)
    for one, other in zip(ours, theirs, strict=True):
        assert one == other
    ours, theirs = answers_of_both_games("allied", 1)
    assert ours != theirs


def test_a_sides_digest_reveals_no_secret():
    """Check digests: a program could try some hundred hexes, or small seeds, until one fits."""
    game = Game(load_scenario(FREE), seed=3)
    for line in [*ZONES, "done"]:
        game.apply(parse(line))
    other = Game(load_scenario(FREE), seed=4)
    for line in [*other_zones(), "done"]:
        other.apply(parse(line))
    assert game.digest() != other.digest()
    assert game.digest(1) == other.digest(1) == game.digest(-1)
    assert len({game.digest(), game.digest(0), game.digest(1), other.digest(0)}) == 4


def test_one_sides_opening_does_not_name_the_seed(mills):
    out = io.StringIO()
    assert referee.run(mills, seed=987654, side="US", as_objects=True, lines=io.StringIO("?state\n"), out=out) == 0
    assert "987654" not in out.getvalue()
    assert json.loads(out.getvalue().splitlines()[0])["seed"] is None
    out = io.StringIO()
    assert referee.run(mills, seed=987654, side="US", lines=io.StringIO(""), out=out) == 0
    assert "; the game rolls; " in out.getvalue()


def test_one_sides_samples_and_advice_do_not_follow_from_the_seed(monkeypatch):
    """Check that samples have their own seed: the game's seed would reveal its first die."""
    lines = ["?sample"] * 12
    assert ask(FREE, *lines, side="Allied") != ask(FREE, *lines, side="Allied")
    seeds = iter((77, 77, 78))
    monkeypatch.setattr(referee, "new_seed", lambda: next(seeds))
    first, again, other = (ask(FREE, *lines, side="Allied", seed=seed) for seed in (1, 2, 1))
    assert first == again
    assert first != other


def test_an_unknown_side(capsys):
    assert referee.run(FREE, seed=3, side="British", lines=io.StringIO(), out=io.StringIO()) == 2
    assert capsys.readouterr().err == "--side: British: is not a side; the sides are Allied, German\n"


def test_bridges_and_weather_are_in_the_state():
    reply = ask("arnhem/historical", "?state", options=["weather"])[0]
    assert "drop zone of the 101st " in reply
    assert "bridges wired: " in reply
    assert "Good" in reply


@pytest.mark.slow
def test_advise_gives_an_order_with_its_reasons():
    game = new_game("bastogne/relief", seed=7)
    judge = Referee(game, 3)
    for line in ("deploy auto", "done"):
        assert judge.answer(line).ok
    before = game.digest()
    answers = [judge.answer(line) for line in ("?advise 2", "?advise 2", "?advise")]
    assert game.digest() == before
    for answer in answers:
        order = answer.data["order"]
        assert isinstance(order, str)
        assert game.explain(parse(order)) is None
        assert answer.data["reasons"]
    assert answers[0].data["order"] == answers[1].data["order"]


def test_advise_about_a_unit_gives_its_order_or_says_that_it_stays():
    game = new_game("bastogne/relief", seed=7)
    judge = Referee(game, 3)
    for line in ("deploy auto", "done"):
        assert judge.answer(line).ok
    answer = judge.answer("?advise 1 35")
    assert answer.ok
    order = answer.data["order"]
    assert isinstance(order, str)
    assert game.explain(parse(order)) is None
    assert answer.data["reasons"]
    refused = judge.answer("?advise 1 nobody").refusal
    assert refused is not None
    assert "no unit nobody" in refused.reason


@pytest.mark.parametrize("line", ["?advise 6", "?advise best", "?advise 1 35 37"])
def test_advise_names_the_levels(line):
    answer = Referee(new_game("bastogne/relief", seed=7), 3).answer(line)
    assert answer.refusal is not None
    assert "from 1 to 5" in answer.refusal.reason


def test_advise_is_refused_when_the_game_is_over():
    judge = Referee(new_game("bastogne/relief", seed=7), 3)
    judge.answer("concede")
    assert as_text(judge, judge.answer("?advise")) == "refused 4.0: the game is over"
