"""Files that cost as much time and memory as possible: each as large as the game accepts, or slightly larger."""

from collections.abc import Iterator
from pathlib import Path

import tomli_w

from tests.files.example import SCENARIO, UNITS, load_example, swap
from westwall_tui.engine.orders import parse
from westwall_tui.files.disk.reach import MAX_SAVE_SIZE, MAX_SIZE
from westwall_tui.files.saves.file import write_save
from westwall_tui.files.saves.shares import MAX_DICE
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.scenarios.packs import packed
from westwall_tui.files.scenarios.texts import Texts
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.tables import SourceFile

BOARD_HEAD = 'format = 1\nkind = "board"\nname = "x"\ncolumns = 99\nrows = [99, 99]\nterrain = """\n'
SHEET = BOARD_HEAD + ("." * 99 + "\n") * 99 + '"""\n'


def fill(head: str, line: str, size: int, tail: str = "") -> str:
    """Return a text of about a size: the head, then as many lines with a number as fit."""
    parts, length, number = [head], len(head) + len(tail), 0
    while length < size - 2 * len(line):
        parts.append(line.replace("@", f"{number:x}"))
        length += len(parts[-1])
        number += 1
    return "".join(parts) + tail


def texts(folder: Path) -> Iterator[tuple[str, str]]:
    """Hostile files by name, apart from saves."""
    head = 'format = 1\nkind = "units"\n'
    dotted = ".".join(["a"] * 70_000)
    yield "deep key", f"{head}{dotted} = 1\n"
    yield "deep header", f"{head}[{dotted}]\nb = 1\n"
    yield "deep quoted key", head + " . ".join(['"a"'] * 20_000) + " = 1\n"
    yield "deep in steps", fill(head + "a = 1\n", ".".join(["a@", *["b"] * 14]) + " = 1\n", MAX_SIZE)
    yield "deep headers", fill(head, "[" + ".".join(["a@", *["b"] * 14]) + "]\n", MAX_SIZE)
    yield "deep lists", head + "a = " + "[" * 70_000 + "]" * 70_000
    yield "a long line of dots", head + 'a = "' + ".".join(["a"] * 70_000) + '"\n'
    for dots in ("#........", 'a = "........', "........"):
        yield f"quotes after {dots}", f"{head}{dots}" + '\\"' * 70_000 + "\n"
        yield f"names and quotes after {dots}", f"{head}{dots}" + 'a.\\"' * 35_000 + "\n"
        yield f"keys and quotes after {dots}", f"{head}{dots}" + 'a."\\"' * 28_000 + "\n"
        yield f"single quotes after {dots}", f"{head}{dots}" + "a.'\\'" * 28_000 + "\n"
    yield "unknown keys", fill(head, "a@ = 1\n", MAX_SIZE)
    yield "a long key", head + "a" * 140_000 + " = 1\n"
    yield "a long key with many", fill(head + "[" + "a" * 70_000 + "]\n", 'b@ = "\\u0007"\n', MAX_SIZE)
    yield "a long list", head + "a = [" + "1," * 70_000 + "]\n"
    yield "a long word", head + f'[[units]]\nkind = "{"a" * 140_000}"\n'
    yield "units with faults", fill(head, "[[units]]\n", MAX_SIZE)
    yield (
        "units",
        fill(
            head,
            '[[units]]\nid="a@"\nside="US"\nkind="infantrx"\nsize="II"\nstrength="1-1-1"\n',
            MAX_SIZE,
        ),
    )
    yield "a long number", head + "a = " + "9" * 140_000
    yield "nations", fill(head + "[nations]\n", "a@ = 'US'\n", MAX_SIZE)
    yield "weights", fill('format = 1\nkind = "computer"\n[weights]\n', "a@ = 1.5\n", MAX_SIZE)
    yield "areas", fill(SHEET, '[[areas]]\nname="a@"\nhexes=["all"]\n', MAX_SIZE)
    yield "wide areas", fill(SHEET, '[[areas]]\nname="a@"\nhexes=["within 99 of' + " 4949" * 190 + '"]\n', MAX_SIZE)
    yield "one wide area", fill(SHEET + '[[areas]]\nname="a"\nhexes=[', '"within 99 of 5050",', MAX_SIZE, "]\n")
    yield "long roads", fill(SHEET, '[[roads]]\nname="a"\npath="' + "0101 0102 " * 990 + '"\n', MAX_SIZE)
    yield "far roads", fill(SHEET, '[[roads]]\nname="a"\npath="' + "0101 9901 " * 990 + '"\n', MAX_SIZE)
    yield "bridges", fill(SHEET, '[[bridges]]\nkind="rail"\nside="0101/0102"\n', MAX_SIZE)
    load_example(folder)
    yield "places of units", fill(SCENARIO, '[[place]]\nunit="K"\nhex="0403"\n', MAX_SIZE)
    yield "units set up", fill(SCENARIO, '[[setup]]\nside="US"\nunits=["K"]\nhexes=["all"]\n', MAX_SIZE)
    yield (
        "one set-up",
        fill(SCENARIO + '[[setup]]\nside="US"\nunits=["70"]\nhexes=[', '"within 99 of 0101",', MAX_SIZE, "]\n"),
    )
    yield "long about", swap(SCENARIO, 'about = ["', 'about = ["' + "a" * 140_000)
    yield "victory", fill(SCENARIO + "[victory]\n", "a@ = 1\n", MAX_SIZE)


def packs() -> Iterator[tuple[str, str]]:
    """Yield hostile packs by name: each file in them costs as much as it can."""
    board = SHEET + "".join(f'[[areas]]\nname="a{number}"\nhexes=["all"]\n' for number in range(100))
    line = '[[units]]\nid="a@"\nside="US"\nkind="infantry"\nsize="II"\nformation="x"\nstrength="1-1-1"\n'
    units = fill(UNITS, line, MAX_SIZE)
    sets = fill(SCENARIO + '[[setup]]\nside="US"\nunits=["70"]\nhexes=[', '"within 99 of 0101",', MAX_SIZE, "]\n")
    about = fill(SCENARIO + "[briefing]\n", "a@ = 1\n", MAX_SIZE)
    for number, texts in enumerate(((SCENARIO, board, units), (sets, board, units), (about, board, units))):
        yield f"pack {number}", packed(Texts(*(SourceFile("", text) for text in texts)), "hostile")
    inner = SCENARIO
    while len(inner) < MAX_SIZE // 2:
        inner = tomli_w.dumps({"format": 1, "kind": "battle", "files": {"scenario": inner}}, multiline_strings=True)
    yield "packs in a pack", inner
    for name, unit in (("quotes", '\\"'), ("dots", "a.")):
        yield f"a pack of {name}", "format = 1\nkind = 'battle'\n[files]\nscenario = '''" + unit * 250_000 + "'''\n"


def saves(folder: Path) -> Iterator[tuple[str, str]]:
    """Hostile saves by name."""
    begun = LocalSession.new(load_example(folder), seed=3, folder=folder)
    begun.apply(parse("attack K 1/9 > 1/8 + 9A"))
    good = write_save(begun._save)
    log = '    "attack 1/9 K > 1/8 + 9A",\n'
    yield "long log", swap(good, log, log * 15_000)
    setting_up = LocalSession.new(load_scenario("bastogne/spearhead"), seed=3, folder=folder)
    setting_up.apply(parse("deploy 52 2614"))
    once = '    "deploy 52 2614",\n'
    again = once + once.replace("2614", "2611")
    yield "long legal log", swap(write_save(setting_up._save), once, again * 13_000)
    yield "long history", swap(good, "log = [", "history = [" + '"move 1 1",' * 40_000 + "]\nlog = [")
    yield "spoilt numbers", swap(good, 'location = "', 'location = "' + "1 " * 200_000)
    yield "spoilt units", swap(good, "units = [", "units = [" + '"a",' * 100_000)
    yield "long facts", good + "".join(f"a{i} = 1\n" for i in range(40_000))
    yield "own files", swap(good, "[scenario.files]\n", "[scenario.files]\n" + "#" * MAX_SIZE + "\n")
    yield "quotes", swap(good, "log = [", "log = [ #........" + '\\"' * 290_000 + "\n")
    manual = LocalSession.new(load_scenario("hurtgen/historical"), manual=True, folder=folder)
    manual.apply(parse("done"))
    rolled = swap(write_save(manual._save), "log = [", "history = [" + '"roll 1",' * 20_000 + "]\nlog = [")
    dropped = f"dropped = [{', '.join(f'{chr(34)}{number} host{chr(34)}' for number in range(1, MAX_DICE))}]\n"
    fallen = [f'"{number} {"a" * 64} {"b" * 64} {"c" * 64}",\n' for number in range(1, MAX_DICE)]
    head = f"{rolled}\n[dice]\ngame = '{'a' * 32}'\n"
    yield "dropped dice", head + dropped
    yield "dice", f"{head}fallen = [{''.join(fallen)}]\n"
    yield "nonsense of dice", head + "fallen = [" + "'1'," * 70_000 + "]\n"
    yield "seals", fill(head + "seals = [", "{number = 1, who = 'first', seal = '@'},\n", MAX_SAVE_SIZE, "]\n")
    yield "large", good + "#" * MAX_SAVE_SIZE


def write(folder: Path) -> list[Path]:
    """Write all hostile files to a folder."""
    found = []
    for name, text in (*texts(folder), *packs(), *saves(folder)):
        found.append(folder / f"{name}.toml".replace(" ", "-"))
        found[-1].write_text(text, encoding="utf-8")
    return found
