"""Make docs/westwall.svg, the picture in the README: a recorded game at a combat, as the screen shows it.

python docs/picture.py
"""

import asyncio
import os
import tempfile
from pathlib import Path

from tests.games import record
from westwall_tui.files.scenarios import load_scenario
from westwall_tui.files.session import Session
from westwall_tui.ui.app import WestwallApp

GAME, ORDERS = "spearhead-greedy.orders", 127
"""The German Combat Phase of Game-Turn 3, the town within reach."""
SIZE = (110, 40)
KEYS = ("tab", "enter")
"""To the first unit that must attack, and its attack opened."""


async def take(target: Path) -> None:
    """Play the recorded game up to the combat, and write what the screen shows."""
    header, orders = record.read((record.FOLDER / GAME).read_text(encoding="utf-8"))
    session = Session.new(load_scenario(header.scenario), seed=header.seed)
    session.game.replay(orders[:ORDERS])
    app = WestwallApp(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        for key in KEYS:
            await pilot.press(key)
            await pilot.pause()
        target.write_text(app.export_screenshot(title="westwall"), encoding="utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["WESTWALL_SAVES"] = folder
        os.environ["WESTWALL_CONFIG"] = folder
        asyncio.run(take(Path(__file__).with_name("westwall.svg")))
