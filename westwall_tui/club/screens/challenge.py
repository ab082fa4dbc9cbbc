"""The page of a new challenge."""

from collections.abc import Callable, Mapping, Sequence

from westwall_tui.club.challenges import PACES, Terms, send
from westwall_tui.club.context import Context
from westwall_tui.club.database.battles import Battles
from westwall_tui.club.database.clocks import LATE
from westwall_tui.club.database.lists import CLUBS, names, shipped_names
from westwall_tui.club.database.ratings import Ratings, has_head_start
from westwall_tui.club.screens.page import Chapter, Item, Keyed
from westwall_tui.club.screens.pictured import PicturedPage, Shown
from westwall_tui.club.session import STRICT
from westwall_tui.engine.game import options_of
from westwall_tui.engine.queries import Option
from westwall_tui.engine.words import listed
from westwall_tui.files.command_line import BEST_OF_THREE, MATCHES_AT_ONCE
from westwall_tui.files.faults import refuse
from westwall_tui.files.players.bids import Bid
from westwall_tui.files.players.options import read_options, starts_of
from westwall_tui.files.players.seats import LEVELS
from westwall_tui.files.scenarios.catalog import LENGTHS, shared_scenario
from westwall_tui.files.scenarios.random_battles import DAILY, RANDOM, battle_named, listed_battles, wanted_battle
from westwall_tui.words.rows import Row, row, text_rows

BY_LOT = 2
"""The index of the choice to draw the sides; the choices to bid for each side follow."""
NOTES = {
    "Scenario": "Press Left or Right to choose, / to type the number of a random battle.",
    "Against": "Choose anyone, the computer, or a player: type a letter, or / and a name.",
    "Late": "What happens to a player who runs out of time.",
    "Bid": "Your secret bid: the points that you give away to play that side. / types it.",
    "Match": "In two games, each of you plays both sides. The sum of the leads decides.",
    "Points": "Left gives more to the first side, Right to the second. / types a number.",
}
"""For each line, a note at the foot."""
BEST = "Unless one of you wins both games, a third follows, with the sides of game 1."
ONCE_RATED = "Against the computer a best of three isn't rated: you play one side twice."


class ChallengePage(PicturedPage):
    """The page of a new challenge, with a line for each choice."""

    first_friend = 1 + len(LEVELS)
    """The index of the first member in the line `Against`."""

    def __init__(self, context: Context, friend: int = 0, level: int = 0) -> None:
        """Prepare a challenge to the player `friend`, to the computer at a level, or to anyone."""
        super().__init__(context)
        self._first = friend
        self._friends: list[tuple[int, str]] = []
        self._own: Sequence[str] = ()
        """The keys of the club's own battles."""
        self._picked = {"Pace": 2, "Against": level}
        """The index of the choice in each line that is not at its first choice."""
        self._random = {DAILY: str(wanted_battle(DAILY)), RANDOM: str(wanted_battle(RANDOM))}
        """The names of the battle of the day, and of a random battle."""
        self._lead = 0
        """The points that the first side has more than the second at the start."""
        self._bid = 0

    def read(self) -> None:
        """Read the players who can be challenged, and the club's own battles."""
        me = self.context.player.id
        self._friends = [(player.id, player.name) for player in self.context.people.all() if player.id != me]
        battles = Battles(self.context.games.store)
        self._own = battles.offered()
        for key in self._own:
            battles.prepare(key)
        numbers = [number for number, _ in self._friends]
        if self._first in numbers:
            self._picked["Against"], self._first = self.first_friend + numbers.index(self._first), 0

    def caption(self) -> str:
        return "New challenge"

    # -- choices

    def _at(self, line: str) -> int:
        """Return the index of the choice in a line."""
        return self._picked.get(line, 0)

    @property
    def _lengths(self) -> Sequence[str]:
        """The lengths of scenarios, and the group of the club's own battles if it has any."""
        return (*LENGTHS, CLUBS) if self._own else LENGTHS

    @property
    def _scenarios(self) -> Mapping[str, str]:
        """The scenarios of the chosen length: the text of each by its key."""
        length = self._lengths[self._at("Length")]
        known = {**shipped_names(), **{key: names(key) for key in self._own}}
        found = {
            key: ", ".join(filter(None, (each.title, each.time)))
            for key, each in known.items()
            if each.length == length
        }
        if length == LENGTHS[0]:
            daily, other = self._random.values()
            found |= {DAILY: f"the battle of the day, {daily}", RANDOM: f"a random battle, {other}"}
        return found

    @property
    def _scenario_key(self) -> str:
        key = [*self._scenarios][self._at("Scenario")]
        return self._random.get(key, key)

    @property
    def _level(self) -> int:
        """The computer's level if the computer is the opponent; otherwise 0."""
        return self._at("Against") if 1 <= self._at("Against") <= len(LEVELS) else 0

    @property
    def _friend(self) -> int | None:
        """The number of the player to challenge; None if that is not a player."""
        at = self._at("Against") - self.first_friend
        return self._friends[at][0] if at >= 0 else None

    @property
    def _is_bid(self) -> bool:
        """True if both players bid for a side."""
        return self._at("Side") > BY_LOT

    def _list_options(self) -> Sequence[Option]:
        return [option for option in options_of(shared_scenario(self._scenario_key)) if option.most == 1]

    def _starts(self) -> Sequence[Option]:
        return starts_of(shared_scenario(self._scenario_key))

    def _choices(self) -> Mapping[str, Sequence[str]]:
        """Return the texts of each line's choices."""
        levels = [f"the computer, level {level}" for level in LEVELS]
        sides = names(self._scenario_key).sides
        may_bid = self._starts() and not self._level and not self._at("Match")
        bids = [f"{side}, if your bid is higher" for side in sides] if may_bid else []
        points = {"Bid": (str(self._bid),)}
        if not self._is_bid:
            given = f"{abs(self._lead)} for {self._ahead}" if self._lead else "none at the start"
            points = {"Points": (given,)} if self._starts() else {}
        return {
            "Length": self._lengths,
            "Scenario": [*self._scenarios.values()],
            "Side": (*sides, "random", *bids),
            "Against": ("anyone", *levels, *(name for _, name in self._friends)),
            "Match": [*MATCHES_AT_ONCE.values()],
            **points,
            "Pace": [pace.words for pace in PACES],
            "Late": [*LATE.values()],
            "Rated": ("yes", "no"),
            "Strict": ("no", "yes, orders cannot be undone (5.15)"),
            "Watched": ("by anyone", "by nobody"),
            **{option.name.capitalize(): ("no", "yes") for option in self._list_options()},
        }

    @property
    def _options(self) -> dict[str, int]:
        """The options of the battle that are chosen, with the points at the start."""
        options = {option.name: 1 for option in self._list_options() if self._at(option.name.capitalize())}
        options |= {STRICT: 1} if self._at("Strict") else {}
        if self._lead and not self._is_bid:
            options[self._starts()[self._lead < 0].name] = abs(self._lead)
        return options

    @property
    def _terms(self) -> Terms:
        """The terms that are chosen."""
        at = self._at("Side")
        pace = PACES[self._at("Pace")]._replace(late=[*LATE][self._at("Late")])
        return Terms(
            self._scenario_key, at % BY_LOT, at == BY_LOT, self._level,
            self._friend, self._options, pace, not self._at("Rated"), bool(self._at("Watched")),
            match=[*MATCHES_AT_ONCE][self._at("Match")], bid=Bid(at - BY_LOT - 1, self._bid) if self._is_bid else None,
        )  # fmt: skip

    def chapters(self) -> Sequence[Chapter]:
        chosen = {line: choices[self._at(line)] for line, choices in self._choices().items()}
        chosen |= {"Pace": "at once", "Late": "-"} if self._level else {}
        chosen |= {} if self._terms.may_be_rated else {"Rated": "no"}
        lines = ((f"{name}:".ljust(10), name, value) for name, value in chosen.items())
        items = [Item(f"{label} {value}", self._note_on(name), self._send_challenge) for label, name, value in lines]
        return [Chapter("", items)]

    def after(self, width: int) -> Sequence[Row]:
        """Return the description of the chosen scenario."""
        return [row(), *text_rows(names(self._scenario_key).about, width, indent="  ")]

    def game_shown(self) -> None:
        """Return no game: the picture shows the chosen scenario."""

    def _choose_subject(self) -> None:
        side = self._at("Side") if self._at("Side") < BY_LOT else -1
        self._subject = Shown("", self._scenario_key, side=side)

    def _note_on(self, name: str) -> str:
        terms = self._terms
        if name == "Rated" and not terms.may_be_rated:
            return (
                ONCE_RATED if terms.match else "With points at the start, only a match against the computer is rated."
            )
        if name == "Rated" and terms.rated and not terms.lot and terms.bid is None:
            enemy = f"level {self._level}" if self._level else f"player {self._friend or 0}"
            me, even = f"player {self.context.player.id}", bool(terms.match) or has_head_start(terms.options)
            ratings = Ratings(self.context.games.store)
            won, lost = ratings.forecast(me, enemy, "" if even else terms.scenario, terms.side)
            return f"Your rating becomes {won} if you win, {lost} if you lose."
        if name == "Match" and terms.match == BEST_OF_THREE:
            return BEST
        if name == "Side" and self._is_bid:
            return "You both bid. The higher bidder gets the side, and the other the points."
        if name == "Side":
            return "The sides are drawn when the game begins." if terms.lot else "Your opponent gets the other side."
        return NOTES.get(name, "Press Left or Right to change it, Enter to send the challenge.")

    # -- keys

    def keys(self) -> Sequence[Keyed]:
        return (("Up Down", "line"), ("Left Right", "change"), ("Enter", "send"))

    def _typed(self) -> Mapping[str, tuple[str, Callable[[str], None]]]:
        """Return the lines that can be typed, each with its prompt and the function for what was typed."""
        return {
            "Scenario": ("The number of a random battle:", self._find_battle),
            "Against": ("Against:", self._find_friend),
            "Bid": ("Your bid in points:", self._type_bid),
            "Points": (f"Points for {self._ahead}:", self._type_points),
        }

    def act(self, key: str, action: str) -> None:
        """Change the choice in the line under the bar."""
        line, typed = [*self._choices()][self.at], self._typed()
        if action in ("back", "leave"):
            self.app.pop_screen()
        elif action in ("next_hex", "previous_hex"):
            self._turn_choice(line, 1 if action == "next_hex" else -1)
        elif line in typed and key == "/":
            self.ask(*typed[line])
        elif line == "Against":
            self._find_friend(key)

    def _turn_choice(self, line: str, step: int) -> None:
        if line == "Bid":
            self._bid = max(0, min(self._bid + step, self._starts()[0].most))
            return
        if line == "Points":
            most = self._starts()[0].most
            self._lead = max(-most, min(self._lead - step, most))
            return
        if line in ("Length", "Scenario"):
            self._forget_options()
        if line == "Length":
            self._picked.pop("Scenario", None)
        self._picked[line] = (self._at(line) + step) % len(self._choices()[line])
        if [*self._scenarios][self._at("Scenario")] == RANDOM and line == "Scenario":
            self._random[RANDOM] = str(wanted_battle(RANDOM))  # another one each time
        if self._at("Side") >= len(self._choices().get("Side", ())):  # nobody bids against the computer, or in a match
            self._picked.pop("Side", None)

    def _forget_options(self) -> None:
        """Drop the choices that may not exist for another scenario."""
        for option in self._list_options():
            self._picked.pop(option.name.capitalize(), None)
        self._lead = self._bid = 0

    def _find_battle(self, typed: str) -> None:
        """Choose a random battle by its number. Raises `FileError`."""
        battle = battle_named(f"{RANDOM}/{typed.strip()}")
        if battle is None:
            refuse("club", f"type {listed([str(each.seed) for each in listed_battles()], joined='or')}")
        self._forget_options()
        self._random[RANDOM] = str(battle)
        self._picked["Length"] = 0
        self._picked["Scenario"] = [*self._scenarios].index(RANDOM)

    @property
    def _ahead(self) -> str:
        """The people of the side for which points at the start are typed."""
        return shared_scenario(self._scenario_key).sides[self._lead < 0].people

    def _type_points(self, typed: str) -> None:
        points = self._read_points(typed)
        self._lead = -points if self._lead < 0 else points

    def _type_bid(self, typed: str) -> None:
        self._bid = self._read_points(typed)

    def _read_points(self, typed: str) -> int:
        """Return a number of points at the start. Raises `FileError`."""
        start = self._starts()[0].name
        options = read_options(shared_scenario(self._scenario_key), [f"{start}={typed.strip()}"])
        return options.battle[start]

    def _find_friend(self, typed: str) -> None:
        """Choose the next player whose name begins with the typed text, ignoring case."""
        names = [name.lower() for _, name in self._friends]
        numbers = [at for at, name in enumerate(names, self.first_friend) if name.startswith(typed.lower())]
        if numbers:
            self._picked["Against"] = next((n for n in numbers if n > self._at("Against")), numbers[0])

    def _send_challenge(self) -> None:
        number = send(self.context.games, self.context.player.id, self._terms)
        self.context.feed.changed(number)
        if self._level:
            self.context.play(number)
        else:
            self.app.pop_screen()
