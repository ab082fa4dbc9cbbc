"""A game as an environment for programs that learn: PettingZoo's AEC.

It needs the packages `gymnasium`, `numpy` and `pettingzoo`.

    from examples.learning.environment import env
    game = env("bastogne/spearhead")
    game.reset(seed=7)
    for agent in game.agent_iter():
        seen, reward, ended, cut, _ = game.last()
        game.step(None if ended or cut else game.action_space(agent).sample(seen["action_mask"]))

The agents are the two sides, by name. An action is one pick of an order (`picks.py`): a unit, a hex or a word; the mask
shows the picks that can follow. An observation is the map as planes of numbers from 0 to 1, without anything that a
side may not know.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from examples.learning.picks import Picks
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game, Prompt
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Terrain
from westwall_tui.files.library import new_game

PLANES = (
    *("own attack", "own defense", "own barrage", "own may act", "own zone"),
    *("enemy attack", "enemy defense", "enemy barrage", "enemy zone"),
    *("clear", "mixed", "grove", "woods", "broken", "rough", "town", "city", "river"),
    *("road", "worth to own", "worth to enemy", "picked unit", "picked hex", "may be picked"),
    *("set-up", "movement", "combat", "answer", "game-turns gone", "points ahead"),
)
"""Names of the planes of an observation; the planes of the last two rows have the same value in all hexes."""
STRONGEST, WORTHIEST, MARGIN = 8.0, 25.0, 50.0
"""Strength, Victory Points of a hex and Victory Points of lead that count as 1."""

Seen = dict[str, NDArray[Any]]


def env(scenario: str = "bastogne/spearhead", **what: Any) -> "WestwallEnv":
    """Return an environment; `what` has the arguments of `WestwallEnv`. Raises `FileError` for an unknown scenario."""
    return WestwallEnv(scenario, **what)


class WestwallEnv(AECEnv):  # type: ignore[misc]
    """One scenario, played by two agents.

    `reward` is `"outcome"`, which gives 1 to the winner and -1 to the loser at the end; `"points"`, which gives after
    each pick the change of the margin in Victory Points, divided by 50; or a function of the game that returns the
    First Player's lead, whose change is the reward. A game is truncated after `turns` Game-Turns or `picks` picks.
    `options` are the scenario's, as for `new_game`. Raises `FileError`, or `ValueError` for another reward.
    """

    def __init__(
        self,
        scenario: str = "bastogne/spearhead",
        *,
        reward: str | Callable[[Game], float] = "outcome",
        turns: int = 0,
        picks: int = 0,
        options: tuple[str, ...] = (),
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        rewards = {"outcome": _reward_at_end, "points": _balance_of_points}
        if not callable(reward) and reward not in rewards:
            raise ValueError(f"reward must be 'outcome', 'points' or a function of a game, not {reward!r}")
        self.metadata = {"name": "westwall_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self._named, self._options = scenario, options
        self._lead = reward if callable(reward) else rewards[reward]
        self._most_turns, self._most_picks = turns, picks
        self._begin_game(0)
        self.possible_agents = [side.name for side in self.game.scenario.sides]
        self._sheet, self.cells = _planes_of_map(self.game)
        planes = spaces.Box(0.0, 1.0, self._sheet.shape, np.float32)
        mask = spaces.Box(0, 1, (len(self.picks),), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": planes, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(self.picks)) for agent in self.possible_agents}

    def _begin_game(self, seed: int) -> None:
        self.game = new_game(self._named, seed=seed, options=self._options)
        self.picks = Picks(self.game)
        self._count = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of `observe`, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of all picks, possible or not, always the same object."""
        return self.action_spaces[agent]

    # -- playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game with the dice of `seed` (0 if left out). There are no `options`."""
        self._begin_game(seed or 0)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.game.side]
        self._ahead = self._lead(self.game)

    def step(self, action: int | None) -> None:
        """Make a pick for the acting agent. Raises `ValueError` for a masked pick."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is allowed only if the agent's game is over")
        self._cumulative_rewards[agent] = 0.0
        order = self.picks.pick(int(action))
        if order is not None:
            self.game.apply(order)
        self._count += 1
        self._give_rewards()
        outcome = self.game.outcome
        self.terminations = dict.fromkeys(self.agents, outcome is not None)
        self.truncations = dict.fromkeys(self.agents, outcome is None and self._is_cut())
        if outcome is None:
            self.agent_selection = self.possible_agents[self.game.side]
        self._accumulate_rewards()

    def _is_cut(self) -> bool:
        state = self.game.state
        late = self._most_turns and state.turn >= self.game.scenario.first_turn + self._most_turns
        return bool(late or (self._most_picks and self._count >= self._most_picks))

    def _give_rewards(self) -> None:
        first, second = self.possible_agents
        ahead = self._lead(self.game)
        self.rewards = {first: ahead - self._ahead, second: self._ahead - ahead}
        self._ahead = ahead

    # -- observing

    def observe(self, agent: str) -> Seen:
        """Return the map as an agent may know it, and the mask of its picks; no pick while the other agent acts."""
        game, side = self.game, self.possible_agents.index(agent)
        prompt = game.prompt
        planes = self._sheet.copy()
        at = dict(zip(PLANES, planes.reshape(len(PLANES), -1), strict=True))
        self._show_units(at, side, prompt)
        for place in queries.objectives(game):
            for whose, plane in ((side, "worth to own"), (1 - side, "worth to enemy")):
                at[plane][self.cells[list(place.hexes)]] = min(place.points[whose] / WORTHIEST, 1.0)
        state, scenario = game.state, game.scenario
        kind = prompt.kind
        at[kind if kind in ("set-up", "movement", "combat") else "answer"][:] = 1.0
        at["game-turns gone"][:] = (state.turn - scenario.first_turn) / (scenario.last_turn - scenario.first_turn + 1)
        lead = _balance_of_points(game) * (1 if side == 0 else -1)
        at["points ahead"][:] = 0.5 + lead / (2 * (abs(lead) + 1))
        mask = np.zeros(len(self.picks), np.int8)
        if game.side == side and not self.truncations.get(agent):
            self._show_picks(at, mask)
        return {"observation": planes, "action_mask": mask}

    def _show_units(self, at: dict[str, NDArray[Any]], side: int, prompt: Prompt) -> None:
        game = self.game
        acting = set(queries.movers(game) if prompt.kind == "movement" else prompt.units)
        for unit, h in enumerate(game.state.location):
            if h < 0:
                continue
            counter = game.state.units[unit]
            whose, cell = "own" if counter.side == side else "enemy", self.cells[h]
            at[f"{whose} attack"][cell] = min(counter.strength.attack / STRONGEST, 1.0)
            at[f"{whose} defense"][cell] = min(counter.strength.defense / STRONGEST, 1.0)
            at[f"{whose} barrage"][cell] = min(counter.strength.barrage / STRONGEST, 1.0)
            if whose == "own" and unit in acting:
                at["own may act"][cell] = 1.0
        at["own zone"][self.cells[sorted(queries.zone(game, side))]] = 1.0
        at["enemy zone"][self.cells[sorted(queries.zone(game, 1 - side))]] = 1.0

    def _show_picks(self, at: dict[str, NDArray[Any]], mask: NDArray[Any]) -> None:
        game, possible = self.game, self.picks.possible()
        mask[possible] = 1
        for picks, unit_plane, hex_plane in (
            (self.picks.picked, "picked unit", "picked hex"),
            (possible, "may be picked", "may be picked"),
        ):
            for kind, name in map(self.picks.name, picks):
                h = NOWHERE
                if kind == "unit":
                    h = game.state.location[game.scenario.unit(name)]
                elif kind == "hex":
                    h = game.scenario.board.grid.parse(name)
                if h >= 0:
                    at[unit_plane if kind == "unit" else hex_plane][self.cells[h]] = 1.0

    def render(self) -> str | None:
        """Return the decision and the picks so far, with `render_mode="ansi"`."""
        if self.render_mode is None:
            return None
        picked = " ".join(self.picks.name(pick)[1] for pick in self.picks.picked)
        return f"Game-Turn {self.game.state.turn}: {self.game.prompt.text}" + (f" [{picked}]" if picked else "")

    def close(self) -> None:
        """Do nothing: no resource is open."""


def _reward_at_end(game: Game) -> float:
    """Return 1 if the First Player has won, -1 if the other player has."""
    winner = game.outcome.winner if game.outcome is not None else -1
    return {0: 1.0, 1: -1.0}.get(winner, 0.0)


def _balance_of_points(game: Game) -> float:
    first, second = queries.totals(game)
    return (first - second) / MARGIN


def _planes_of_map(game: Game) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the planes of the printed map, which never change, and the cell of each hex, row by row."""
    board = game.scenario.board
    rows, columns = max(board.grid.odd_rows, board.grid.even_rows), board.grid.columns
    planes = np.zeros((len(PLANES), rows, columns), np.float32)
    cells = np.array([(row - 1) * columns + column - 1 for column, row in board.grid.positions])
    at = dict(zip(PLANES, planes.reshape(len(PLANES), -1), strict=True))
    for h, terrain in enumerate(board.terrain):
        if terrain is not Terrain.NONE:
            at[terrain.name.lower()][cells[h]] = 1.0
        if queries.ways_of(game, h).get("road"):
            at["road"][cells[h]] = 1.0
    return planes, cells
