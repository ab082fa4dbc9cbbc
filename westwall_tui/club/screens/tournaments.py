"""The pages of the club's tournaments: all of them, one with its table and games, and a new one."""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import groupby

from westwall_tui.club.challenges import PACES
from westwall_tui.club.context import Context
from westwall_tui.club.database.clocks import DAY
from westwall_tui.club.database.lists import ListedGame, Lists, names, span
from westwall_tui.club.database.tournaments import (
    MAX_CYCLES,
    MAX_SCENARIOS,
    MAX_TIMES,
    MOST,
    SERIES,
    Plan,
    Tournament,
    Tournaments,
)
from westwall_tui.club.pairings import BYE, ROUND_ROBIN, SWISS, WIN, Pairing
from westwall_tui.club.screens.challenge import ChallengePage
from westwall_tui.club.screens.page import Chapter, Item, Keyed, cut, in_columns
from westwall_tui.club.screens.pages import GamePage
from westwall_tui.club.screens.pictured import PicturedPage, Shown
from westwall_tui.club.session import STRICT
from westwall_tui.engine.words import count, listed, signed
from westwall_tui.files.command_line import MIRRORED
from westwall_tui.files.players.seats import LEVELS
from westwall_tui.words.rows import Row, row, text_rows

NAME, BATTLE, STATE, PLAYER = 18, 20, 20, 14
"""Maximum columns of texts in the lists."""
IN_TURN = 64
"""Maximum columns of the battles that the rounds have in turn."""
WAITS = (1, 2, 3, 7, 14)
"""The numbers of days after which a tournament may begin."""
SERIES_OF_TWO = "series"
SYSTEMS = {
    ROUND_ROBIN: "round robin: everyone meets everyone",
    SWISS: "Swiss: players with equal points meet",
    SERIES_OF_TWO: "a series of matches between two players",
}
HEADS = ("OPEN", "IN PROGRESS", "OVER", "OVER")
KINDS = {MIRRORED: "two games at once, with the sides switched", "": "one game, with the sides in turn"}
PACES_BY_DAYS = [pace for pace in PACES if pace.days]
NOTES = {
    "Name": "The name that everyone sees. / types another one.",
    "System": "A tournament has 4 to 16 players, a series has two. Left and Right choose.",
    "Rounds": "Each round begins once all games of the round before it are over.",
    "Against": "Choose anyone, or a player: type a letter, or / and a name.",
    "Scenario": "+ adds it, so that the rounds have several in turn. / types a random battle.",
    "In turn": "The rounds have these battles in turn. Left removes the last one.",
    "Match": "The match or game that two players have in each round.",
    "Pace": "A player who runs out of time loses the game.",
    "Begins": "It begins if enough players have joined. You can start it earlier.",
    "If odd": "If the number of players is odd, one of them has no game in each round.",
}
"""For each line of a new tournament, a note at the foot."""


# -- texts, which the commands print too


def battles_of(plan: Plan) -> str:
    """Return the titles of the battles of a tournament."""
    return listed([names(key).title for key in plan.scenarios])


def line_cells(tournaments: Tournaments, found: Tournament) -> Sequence[str]:
    """Return a tournament as the cells of a list: its number and name, system, battles, and state."""
    state, plan, battles = tournaments.state(found), found.plan, len(found.plan.scenarios)
    system = f"series of {plan.times}" if plan.is_series else plan.system_in_words
    battle = battles_of(plan) if battles == 1 else count(battles, "battle")
    return f"{found.id:<3} {cut(plan.name, NAME)}", system, cut(battle, BATTLE), cut(state, STATE)


def table_heads(found: Tournament) -> Sequence[str]:
    """Return the words above the last columns of a table."""
    return ("points", "rounds", "  lead", *(("Buchholz",) if found.plan.system == SWISS else ()))


def table_lines(tournaments: Tournaments, found: Tournament) -> Sequence[tuple[str, str]]:
    """Return a line for each player of the table, and that player's results as a sentence."""
    heads, past = table_heads(found), tournaments.pairings(found.id)
    cells, results = list[tuple[str, ...]](), list[str]()
    for standing in tournaments.table(found):
        entrant = found.entrants[standing.player - 1]
        marks = ", withdrew" * entrant.withdrew + ", a program" * entrant.is_program
        halves = [f"{each / 2:g}" for each in (standing.halves, standing.tie)]
        numbers = (halves[0], f"{standing.played}", signed(standing.lead), halves[1])
        cells.append((f"{standing.place:>2}  {entrant.name}{marks}", *numbers[: len(heads)]))
        results.append(_results_of(found, entrant.number, past))
    return [*zip(in_columns(cells, heads), results, strict=True)]


def _results_of(found: Tournament, number: int, past: Sequence[Pairing]) -> str:
    """Return the results of a player as a sentence: `Anna beat Bert, drew with Carla and had a bye.`."""
    told = []
    for pairing in past:
        if number in (pairing.first, pairing.second):
            at = int(number == pairing.second)
            rival = pairing.first if at else pairing.second
            if rival == BYE:
                told.append("had a bye")
            elif pairing.halves is None:
                told.append(f"plays {found.name_of(rival)}")
            else:
                did = {WIN: "beat", 0: "lost to"}.get(pairing.halves[at], "drew with")
                told.append(f"{did} {found.name_of(rival)}" if any(pairing.halves) else "had a closed game")
    return f"{found.name_of(number)} {listed(told)}." if told else ""


def rounds_lines(
    tournaments: Tournaments, found: Tournament, player: int
) -> Sequence[tuple[str, Sequence[tuple[str, ListedGame | None]]]]:
    """Return each round, the last one first, as its heading and its lines, each with its game; a bye has none."""
    rows = tournaments.games(found.id)
    games = {game.id: game for game in Lists(tournaments.store).of_tournament(found.id, player)}
    cells = [
        _game_cells(games[game]) if game is not None else (f"     {found.name_of(first)}", "", "", "has a bye")
        for _, first, game in rows
    ]
    lines = iter(in_columns(cells) if cells else ())
    return [
        (f"ROUND {number} OF {found.rounds}", [(next(lines).rstrip(), games.get(game or 0)) for *_, game in of_round])
        for number, of_round in groupby(rows, lambda each: each[0])
    ]


def _game_cells(game: ListedGame) -> Sequence[str]:
    """Return the players of a game, its turn, the points, and who is to move or how it ended."""
    players = " - ".join(cut(name, PLAYER) for name in game.players)
    state = "over" if game.ended else f"{cut(game.to_move, PLAYER)} to move"
    return f"{game.id:<4} {players}", game.date, game.points, state


# -- pages


class TournamentsPage(PicturedPage):
    """The page of all tournaments."""

    def read(self) -> None:
        found = self.context.tournaments.listed()
        cells = [line_cells(self.context.tournaments, each) for each in found]
        self._lines = [*zip(found, in_columns(cells) if cells else (), strict=True)]

    def changed(self, game: int) -> None:
        self.reload()

    def caption(self) -> str:
        return "Tournaments"

    def game_shown(self) -> None:
        """Return no game: the picture shows the battle of the tournament under the bar."""

    def _choose_subject(self) -> None:
        chosen = [found for found, _ in self._lines][self.at : self.at + 1]
        if not chosen:
            super()._choose_subject()
        for found in chosen:
            self._subject = subject_of(found)

    def chapters(self) -> Sequence[Chapter]:
        player = self.context.player.id
        chapters = []
        for head in HEADS:
            items = [
                Item(
                    text.rstrip(), "You take part. " * bool(each.number_of(player)) + each.plan.terms,
                    partial(self.show_page, TournamentPage(self.context, each.id)),
                )
                for each, text in self._lines
                if HEADS[(each.started is not None) + (each.ended is not None) * 2] == head
            ]  # fmt: skip
            if items:
                chapters.append(Chapter(f"{head} ({len(items)})", items))
        note = "No tournament yet. Press n to make one, or a series against one player."
        return chapters or [Chapter("OPEN (0)", (), note=note)]

    def keys(self) -> Sequence[Keyed]:
        return (("Enter", "open"), ("n", "new tournament or series"), ("Tab", "next list"))

    def act(self, key: str, action: str) -> None:
        if key == "n":
            self.show_page(TournamentForm(self.context))
        elif action in ("back", "leave"):
            self.app.pop_screen()


def subject_of(found: Tournament) -> Shown:
    """Return the battle of a tournament as the subject of a picture."""
    key = found.plan.scenarios[max(0, found.round - 1) % len(found.plan.scenarios)]
    return Shown(names(key).title, key)


class TournamentPage(PicturedPage):
    """The page of one tournament: its terms, its table, and its rounds with their games."""

    def __init__(self, context: Context, number: int) -> None:
        super().__init__(context)
        self.number = number
        self._games: dict[int, ListedGame] = {}

    def read(self) -> None:
        self._found = self.context.tournaments.one(self.number)
        self._state = self.context.tournaments.state(self._found)
        self._table = table_lines(self.context.tournaments, self._found)
        self._rounds = rounds_lines(self.context.tournaments, self._found, self.context.player.id)
        self._games = {game.id: game for _, lines in self._rounds for _, game in lines if game is not None}

    def changed(self, game: int) -> None:
        self.reload()  # the club tells this process only of its player's games, of new games, and of lists

    def caption(self) -> str:
        return f"Tournament {self.number}  {self._found.plan.name}"

    def status(self) -> str:
        return self._state

    def before(self, width: int) -> Sequence[Row]:
        plan = self._found.plan
        text = f"{battles_of(plan)}. {plan.terms} {self._start_in_words()}"
        return [row(), *text_rows(text.rstrip(), width, indent="  ")]

    def _start_in_words(self) -> str:
        """Return when a tournament that is open begins."""
        found, plan = self._found, self._found.plan
        if found.started is not None or found.ended is not None:
            return ""
        if plan.starts is not None and plan.starts <= time.time():
            return "It is about to begin."
        organizer = next(each.name for each in found.entrants if each.player == found.organizer)
        at = f"It begins in {span(plan.starts - time.time())}" if plan.starts is not None else ""
        if plan.is_series:
            wanted = self.context.people.by_number(plan.wanted) if plan.wanted else None
            return f"It begins as soon as {wanted.name if wanted is not None else 'another player'} joins {organizer}."
        return f"{at or f'{organizer} starts it'}, with {found.least} players or more."

    def chapters(self) -> Sequence[Chapter]:
        found, player = self._found, self.context.player.id
        acts = []
        if found.started is None and not found.why_closed(player, time.time()):
            acts.append(Item("Join", "Press Enter to take part. The club then begins your games.", self._join))
        if found.started is None and found.ended is None and found.organizer == player and found.is_enough:
            acts.append(Item("Start now", f"Press Enter to begin with {len(found.entrants)} players.", self._start))
        if found.started is None:
            joined = [Item(each.name, "", lambda: None) for each in found.entrants]
            return [*([Chapter("", acts)] if acts else []), Chapter(f"PLAYERS ({len(joined)})", joined)]
        table = [Item(line.rstrip(), about, lambda: None) for line, about in self._table]
        return [
            Chapter("TABLE", table, "  ".join(table_heads(found))),
            *(Chapter(head, [self._game_item(*line) for line in lines]) for head, lines in self._rounds),
        ]

    def _game_item(self, text: str, game: ListedGame | None) -> Item:
        if game is None:
            return Item(text, "This player has a point without a game.", lambda: None)
        return Item(text, game.outcome or game.asks, partial(self.show_page, GamePage(self.context, game.id)), game.id)

    def game_shown(self) -> ListedGame | None:
        """Return the game under the bar."""
        return self._games.get(self.items[self.at].game if self.at < len(self.items) else 0)

    def _choose_subject(self) -> None:
        if self.game_shown() is not None:
            super()._choose_subject()
        else:
            self._subject, self._seen = subject_of(self._found), (0, 0)

    def keys(self) -> Sequence[Keyed]:
        takes_part = self._found.ended is None and self._found.number_of(self.context.player.id)
        return (("Enter", "open"), ("Tab", "next list"), *((("x", "withdraw"),) if takes_part else ()))

    def act(self, key: str, action: str) -> None:
        if action in ("back", "leave"):
            self.app.pop_screen()
        elif key == "x" and ("x", "withdraw") in self.keys():
            loses = "your games of it are lost" if self._found.started is not None else "you no longer take part"
            if self._found.started is None and self._found.organizer == self.context.player.id:
                loses = "the tournament is deleted"
            self.ask_word("withdraw", f"to withdraw; then {loses}", self._withdraw)

    def _join(self) -> None:
        self.context.tournaments.join(self.number, self.context.player.id)
        self._announce_change("You take part")

    def _start(self) -> None:
        self.context.tournaments.start(self.number, self.context.player.id)
        self._announce_change("The tournament begins")

    def _withdraw(self) -> None:
        for game in self.context.tournaments.withdraw(self.number, self.context.player.id):
            self.context.feed.changed(game)
        if self._found.started is None and self._found.organizer == self.context.player.id:
            self.context.feed.changed()
            self.app.pop_screen()
        else:
            self._announce_change("You have withdrawn")

    def _announce_change(self, message: str) -> None:
        self.context.feed.changed()
        self.reload()
        self.message = message


class TournamentForm(ChallengePage):
    """The page of a new tournament, with a line for each choice."""

    first_friend = 1

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._picked = {"Pace": 2}
        self._name = ""
        self._in_turn: list[str] = []
        """The scenarios that the rounds have in turn; empty if they all have the chosen one."""

    def caption(self) -> str:
        return "New tournament"

    @property
    def _system(self) -> str:
        return [*SYSTEMS][self._at("System")]

    @property
    def _level(self) -> int:
        """No level: the computer only makes the number of players even."""
        return 0

    def _rounds(self) -> Mapping[int, str]:
        """Return the choices for the number of rounds."""
        if self._system == ROUND_ROBIN:
            return dict(zip(range(1, MAX_CYCLES + 1), ("each pair meets once", "each pair meets twice"), strict=True))
        least, what = (2, "round") if self._system == SWISS else (1, "match")
        return {
            number: count(number, what, f"{what}{'es' * (what == 'match') or 's'}")
            for number in range(least, MAX_TIMES + 1)
        }

    def _choices(self) -> Mapping[str, Sequence[str]]:
        base, is_series = super()._choices(), self._system == SERIES_OF_TWO
        kept = [] if self._in_turn else [option.name.capitalize() for option in self._list_options()]
        waits = ["when you start it", *(f"in {count(days, 'day')}" for days in WAITS)]
        odd = ["one player has a bye", *(f"the computer plays, level {level}" for level in LEVELS)]
        return {
            "Name": [self._default_name()],
            "System": [*SYSTEMS.values()],
            "Rounds": [*self._rounds().values()],
            **({"Against": ("anyone", *(name for _, name in self._friends))} if is_series else {}),
            "Length": base["Length"],
            "Scenario": base["Scenario"],
            **(
                {"In turn": [cut(listed([names(key).title for key in self._in_turn]), IN_TURN)]}
                if self._in_turn
                else {}
            ),
            "Match": [*KINDS.values()],
            **({"Points": base["Points"]} if "Points" in base and not self._in_turn else {}),
            "Pace": [pace.words for pace in PACES_BY_DAYS],
            **({} if is_series else {"Begins": waits, "If odd": odd}),
            **{name: base[name] for name in ("Rated", "Strict", *kept)},
        }

    def _default_name(self) -> str:
        kind = "series" if self._system == SERIES_OF_TWO else "cup"
        return self._name or f"{self.context.player.name}'s {kind}"

    @property
    def _plan(self) -> Plan:
        """The tournament that is chosen."""
        is_series, days = self._system == SERIES_OF_TWO, (0, *WAITS)[self._at("Begins")]
        strict = {STRICT: 1} if self._at("Strict") else {}
        return Plan(
            self._default_name(), self._in_turn or [self._scenario_key], strict if self._in_turn else self._options,
            SWISS if self._system == SWISS else ROUND_ROBIN, [*self._rounds()][self._at("Rounds")],
            SERIES if is_series else MOST, 0 if is_series else self._at("If odd"), [*KINDS][self._at("Match")],
            PACES_BY_DAYS[self._at("Pace")], not self._at("Rated"), self._friend if is_series else None,
            time.time() + days * DAY if days and not is_series else None,
        )  # fmt: skip

    def chapters(self) -> Sequence[Chapter]:
        return [
            Chapter("", [
                Item(f"{f'{name}:':<10} {choices[self._at(name)]}", self._note_on(name), self._make)
                for name, choices in self._choices().items()
            ])
        ]  # fmt: skip

    def _note_on(self, name: str) -> str:
        if name in NOTES:
            return NOTES[name]
        return "Press Left or Right to change it, Enter to make the tournament."

    def keys(self) -> Sequence[Keyed]:
        return (("Up Down", "line"), ("Left Right", "change"), ("+", "add battle"), ("Enter", "make it"))

    def _typed(self) -> Mapping[str, tuple[str, Callable[[str], None]]]:
        return {**super()._typed(), "Name": ("Its name:", self._type_name)}

    def _type_name(self, typed: str) -> None:
        self._name = " ".join(typed.split())

    def act(self, key: str, action: str) -> None:
        """Add the chosen scenario to those that the rounds have in turn, or change a choice."""
        if key != "+":
            super().act(key, action)
        elif len(self._in_turn) < MAX_SCENARIOS:
            self._in_turn.append(self._scenario_key)

    def _turn_choice(self, line: str, step: int) -> None:
        if line == "System":
            self._picked.pop("Rounds", None)
        if line == "In turn":
            self._in_turn.pop()
        elif line != "Name":
            super()._turn_choice(line, step)

    def _make(self) -> None:
        number = self.context.tournaments.make(self.context.player.id, self._plan)
        self.context.feed.changed()
        self.app.pop_screen()
        self.show_page(TournamentPage(self.context, number))
