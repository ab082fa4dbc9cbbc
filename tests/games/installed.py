"""Play the recorded games with the westwall that is installed, to the same events and digests: `make test-wheel-fast`.

    python tests/games/installed.py

It checks first that the modules that should be compiled are. Run it by its path: then the sources of the checkout come
last, and only for what an installation does not have.
"""

import os
import subprocess
import sys
import tomllib
import warnings
from hashlib import blake2b
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]
DRAWN = 150
"""Random orders in each scenario."""
CHOSEN = 10_000 if os.environ.get("WESTWALL_LONG") else 32
"""Orders that the computer gives in a scenario of each battle, but in Arnhem with combats; at length whole games."""
PLAYED = ("arnhem/historical", "bastogne/spearhead", "hurtgen/historical", "remagen/historical")
LEVELS = (2, 4)
"""One without the judge, and the one that thinks of most."""
LOOKED_AT = 25
"""Orders between two positions that are looked at unit by unit."""


def compiled_modules() -> list[str]:
    """The modules that pyproject.toml has compiled, by name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    hook = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    return [path.removesuffix(".py").replace("/", ".") for path in hook["modules"]]


def interpreted() -> list[str]:
    """Those of them that Python takes from their sources all the same."""
    return [name for name in compiled_modules() if str(import_module(name).__file__).endswith(".py")]


def replayed() -> list[str]:
    """Recorded games that play differently now, and how; old saves must open."""
    from tests.games import record
    from westwall_tui import load_game

    found = []
    for path in sorted(record.FOLDER.glob("*.orders")):
        text = path.read_text(encoding="utf-8")
        header, orders = record.read(text)
        new = record.written(header.scenario, header.seed, orders, header.options)
        found += [f"{path.name}: {line}" for line in record.differences(text, new)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # their rules are older than ours
        for path in sorted((ROOT / "tests/saves").glob("*.toml")):
            load_game(path)
    return found


def drawn() -> list[str]:
    """The last of many orders, and the digest after it: orders that are drawn here, or chosen by the computer."""
    from tests.players import random_player
    from westwall_tui import Player, new_game, scenarios
    from westwall_tui.engine.dice import Draw

    found = []
    for scenario in scenarios():
        game, draw = new_game(scenario.key, seed=1), Draw(1)
        while game.outcome is None and len(game.log) < DRAWN:
            game.apply(random_player(game, draw))
        found.append(f"{scenario.key}: {game.log[-1]}, {game.digest()}")
    for key in PLAYED:
        for level in LEVELS:
            game, player = new_game(key, seed=1), Player(level, 1, clock=False)
            while game.outcome is None and len(game.log) < CHOSEN:
                game.apply(player.choose(game))
            found.append(f"{key}, by level {level}: {game.log[-1]}, {game.digest()}")
    return found


def weighed() -> list[str]:
    """What the computer sees after drawn orders: zones, reach, contacts, retreats, dangers, and the plan's parts."""
    from tests.players import random_player
    from westwall_tui import new_game
    from westwall_tui.ai import goals
    from westwall_tui.ai.value.view import View
    from westwall_tui.engine.dice import Draw
    from westwall_tui.files.computer.weights import weights_of

    found = []
    for key in PLAYED:
        game, draw = new_game(key, seed=2), Draw(2)
        while game.outcome is None and len(game.log) < DRAWN:
            for side in (0, 1) if len(game.log) % LOOKED_AT == 0 else ():
                view = View(game, goals.of(game, side, weights_of(game.scenario.rules)))
                position = view.position
                seen = [([*position.zones[side]], tuple(view.parts))]
                for unit in position.on_map(side):
                    h = position.where[unit]
                    reach, danger = sorted(position.reach_ahead(unit)), view.danger(unit, h)
                    seen.append((reach, (h, view.own_room(unit, h), *view.near(h), danger)))
                digest = blake2b(repr(seen).encode(), digest_size=8).hexdigest()
                found.append(f"{key}, order {len(game.log)}, side {side}: {digest}")
            game.apply(random_player(game, draw))
    return found


def drawn_by_sources() -> list[str]:
    """The same with the sources of the checkout, as plain Python."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, __file__, "drawn"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()


def main() -> int:
    """Check, and say what came of it; the exit status."""
    sys.path.append(str(ROOT))
    if sys.argv[1:] == ["drawn"]:
        print("\n".join(drawn() + weighed()))
        return 0
    left = interpreted()
    if left:
        print(f"not compiled: {', '.join(left)}")
        return 1
    found = replayed()
    found += [
        f"{ours!r}, and with plain Python {theirs!r}"
        for ours, theirs in zip(drawn() + weighed(), drawn_by_sources(), strict=True)
        if ours != theirs
    ]
    print(
        "\n".join(found)
        or f"{len(compiled_modules())} modules are compiled, and games are the same as with plain Python"
    )
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
