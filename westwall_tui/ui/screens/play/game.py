"""A game in play: it goes from order to order and from decision to decision, whoever decides.

Every order goes through `GameInPlay.apply` to the session, which saves it before returning. Then the events go to the
log, and the mode of the next decision takes over. `keys.py` carries out keys, `panes.py` paints.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from westwall_tui.ai.thinker import Question, Thought
from westwall_tui.engine import queries
from westwall_tui.engine.events import Event, Rolled, Scored
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Concede, Demolish, Fpf, IllegalOrder, Order, Stand
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.units import lower
from westwall_tui.engine.words import capital, sentence
from westwall_tui.files.disk.writing import add_report
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.sessions.base import Deputy, Session
from westwall_tui.files.sessions.dice import draw
from westwall_tui.files.sessions.keyboard import SHARED, Seats
from westwall_tui.files.sessions.local import QUICK_RULES, LocalSession
from westwall_tui.ui.boxes.leave import HandOverDialog, decides_in_secret
from westwall_tui.ui.decisions.mode import Mode, mode_for
from westwall_tui.ui.map.pane.follow import home_of
from westwall_tui.ui.opponent.coach import Coach
from westwall_tui.ui.opponent.computer import HINT_LEVEL, Computer
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.play.aims import Aims
from westwall_tui.ui.screens.play.log import GameLog
from westwall_tui.ui.screens.play.look import LookAround, LookedAt
from westwall_tui.ui.screens.play.notes import OwnNotes
from westwall_tui.ui.screens.play.seats import OrdersElsewhere
from westwall_tui.ui.screens.play.turn import (
    COMPUTER,
    ELSEWHERE,
    LastDecision,
    ModeInPlace,
    News,
    PhaseCombats,
    show_result,
)
from westwall_tui.words.events import LogLine
from westwall_tui.words.keymap import Keymap
from westwall_tui.words.rows import Row, Span, row
from westwall_tui.words.waiting import not_now, whose_move

if TYPE_CHECKING:
    from westwall_tui.engine.planning import Risk
    from westwall_tui.history.entries import Entry
    from westwall_tui.ui.around.entry import Trace
    from westwall_tui.ui.decisions.die import Die
    from westwall_tui.ui.decisions.result import Fought

COACH, LOG, OTHERS, CONDITIONS = "the coach", "the log", "what another player did", "the decision by your conditions"
"""Names of advisers, for the notice that one has failed."""


class GameInPlay(LookedAt):
    """A game at the keyboard: it carries out everyone's orders, and keeps what the screen shows between them."""

    def __init__(
        self,
        session: Session,
        preferences: Preferences,
        keymap: Keymap,
        think: Callable[[Question], object],
        later: Callable[[float, Callable[[], None]], object],
    ) -> None:
        """Take `think` and `later`, the functions of the computer (`opponent.computer`)."""
        playable = session.game.scenario.board.playable
        super().__init__(keymap, playable[0] if playable else 0)
        self.session = session
        self.preferences = preferences
        self.seats = Seats(session, preferences.settings.quick)
        self.computer = Computer(session, lambda: self.speed, think, later)
        self.log = GameLog(session, self.computer)
        self.look = LookAround(self)
        self.decision = ModeInPlace(Mode(self))
        self.news = News()
        self.elsewhere = OrdersElsewhere(self)
        self._last_decision = LastDecision(session.game)
        """The effects of the orders since the last decision."""
        self.coach = Coach(session, lambda: self.coached)
        self._combats = PhaseCombats(session.game)
        self._phase = -1
        """The serial number of the phase for which `skipped` is valid."""
        self._declines = (-1, -1)
        """The serial number of a phase, and the side whose player wants no more advances in it."""
        self._later: tuple[int, Sequence[Order]] = -1, ()
        """The serial number of a phase, and orders that wait until the enemy has decided about a bridge."""
        self.aims = Aims()
        self.notes = OwnNotes(session, lambda: self.keeper, preferences)

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def deputy(self) -> Deputy | None:
        return self.session.deputy if isinstance(self.session, LocalSession) else None

    @property
    def match_in_words(self) -> str:
        """The present game of the match and the lead in it, for the phase bar; empty without a match."""
        return self.session.match_in_bar

    @property
    def speed(self) -> str:
        """The speed at which the computer's orders are shown: one of `settings.SPEEDS`."""
        return self.preferences.settings.computer_speed

    @property
    def mode(self) -> Mode:
        """The mode of the decision on the screen."""
        return self.decision.mode

    def aim(self, width: int) -> str:
        """Return the line with the player's aim and the key of the briefing; empty after the first Game-Turn."""
        side = self.game.side if self.viewer < 0 and self.decides_here else self.viewer
        return self.aims.line(self.game, side, self.key("briefing"), width)

    @property
    def viewer(self) -> int:
        return -1 if self.decision.hands_over else self.seats.viewer

    @property
    def who_decides(self) -> str:
        side, asked, sides = self.game.side, self.seats.asked, self.game.scenario.sides
        if asked != side and self.game.prompt.kind in SHARED:
            return f"{self.seats.called(asked)}, for {sides[side].people}"
        return self.seats.called(side)

    @property
    def whose_move(self) -> str:
        """The scenario and whose move it is, for the title of the window: `Spearhead, your move`."""
        return f"{self.game.scenario.name}, {whose_move(self.session, self.seats.asked)}"

    @property
    def decides_here(self) -> bool:
        return self.decision.is_here and not self.decision.hands_over

    @property
    def can_undo(self) -> bool:
        return self.seats.can_undo

    @property
    def shares_keyboard(self) -> bool:
        return self.seats.shared is not None

    def unit_for(self, h: int) -> int:
        return self.mode.unit_for(h)

    # -- what the player keeps

    @property
    def keeper(self) -> int:
        """The side whose player's notes, sandboxes and conditions may be shown; -1 for none."""
        return -1 if self.decision.hands_over else self.seats.keeper

    def may_show(self, what: str) -> bool:
        """Return True if the player's `notes`, `sandboxes` or `conditions` may be shown now; otherwise say why not."""
        if not self.seats.hands_over or self.keeper >= 0:
            return True
        self.say(capital(not_now(what)))
        return False

    def read_notes(self) -> None:
        """Read the notes again, because they may have changed."""
        self.notes.forget()
        self.update_game()

    @property
    def note_sign(self) -> str:
        return self.notes.sign

    # -- what another player does

    @property
    def happened(self) -> Mapping[int, tuple[str, str]]:
        with self.advice(OTHERS):
            return self.elsewhere.marks
        return {}

    @property
    def _trace(self) -> "Trace | None":
        """The other player's last order on the map, while it is shown."""
        with self.advice(OTHERS):
            return self.elsewhere.trace
        return None

    def route(self) -> Sequence[int]:
        """Return the route to draw: the selected unit's, or that of the unit that another player has just moved."""
        trace = self._trace
        return self.mode.route() if trace is None else trace.route

    def goals(self) -> Collection[int]:
        """Return the hexes to keep in view: the reach of the selected unit, or the place of another player's order."""
        trace, proposed = self._trace, self.look.proposed()
        if trace is not None:
            return {*trace.route, *trace.marks, self.cursor}
        return {*proposed, self.cursor} if proposed else self.mode.goals()

    def marks(self) -> Mapping[int, tuple[str, str]]:
        """Return the marks of the decision and the open box or, while another player's order is shown, its marks."""
        trace = self._trace
        found = {**(self.mode.marks() if trace is None else trace.marks), **self.look.proposed()}
        return found if self.dialog is None else {**found, **self.dialog.marks()}

    @property
    def die(self) -> "Die | None":
        """The die of the combat under way, if the attacker or the player who decides now is at this keyboard."""
        combat = self.game.state.combat
        if combat is None or not combat.die or not self.session.is_verified:
            return None
        if not (self.decision.is_here or self.seats.is_here(combat.side)):
            return None
        with self.advice("the die"):
            return self._combats.die(self.game)
        return None

    @property
    def _is_own_turn(self) -> bool:
        """True if the last decision was made at this keyboard by the player whose turn it was."""
        before = self._last_decision.state
        own = self.decision.side == before.side and not self.computer.plays(before.side)
        return self.decision.is_here and (own or before.phase is Phase.SETUP)

    @property
    def risks(self) -> "Sequence[Risk]":
        """The risks of pressing Enter at the cursor, if the player wants warnings."""
        with self.advice("the warning"):
            return self.mode.risks(self.cursor) if self.warns else ()
        return ()

    def shown_as(self, sign: str) -> str:
        drawing = self.preferences.drawing
        return sign if drawing is None else drawing.colors.laid.get(sign, sign)

    def sign(self, name: str) -> str:
        return super().sign(name) if self.preferences.drawing else self.preferences.signs[name]

    @property
    def warns(self) -> bool:
        return self.preferences.settings.warnings

    @property
    def coached(self) -> bool:
        return self.preferences.settings.coach and self.computer.takes_part

    def advise(self, then: Callable[[Thought], None]) -> bool:
        def advised(thought: Thought) -> None:
            with self.advice(COACH):
                self.coach.hinted(thought.order)
                then(thought)

        self.computer.advise(HINT_LEVEL, "", advised)
        return True

    def advised_units(self) -> Collection[int]:
        with self.advice(COACH):
            return self.coach.sent()
        return ()

    def notice_failure(self, text: str) -> None:
        self.log.tell(text)
        super().notice_failure(text)

    def show_on_map(self, marks: Mapping[int, tuple[str, str]], hexes: Sequence[int], text: str) -> None:
        self.look.show_marks(marks, text)
        super().show_on_map(marks, hexes, text)

    def prompt(self) -> Row:
        """Return the prompt line: a message, or the question to the player who decides."""
        if not self.session.trouble:
            return self.message or self._asks()
        # This comes first: an order that seems to be carried out is lost if it was not saved.
        unsaved = Span(f"{self.session.trouble}. You can play on: every order tries to save the game again. ", "danger")
        return (unsaved, *(self.message or self._asks()))

    def _asks(self) -> Row:
        """Return the question to the player who decides now."""
        prefix = f"For {self.deputy.name}: " if self.deputy is not None else ""
        if self.dialog is not None and not self.dialog.informs:
            return row(sentence(prefix + self.dialog.prompt()), "bold")
        return row(sentence(self.look.prompt() or prefix + self.mode.prompt()), "bold")

    def draw_die(self) -> int:
        return draw() if self.game.is_trial else 0

    def turn_to(self, kind: str) -> None:
        self.decision = self.decision._replace(mode=mode_for(kind, self))
        self.mode.begin()
        self.update()

    # -- orders

    def apply(self, order: Order) -> list[Event] | None:
        self.catch_up()
        try:
            events = self.session.apply(order)
        except IllegalOrder as refusal:
            self.refuse(refusal)
            return None
        self._clear_marks()
        self.after_order(events)
        return events

    def apply_all(self, orders: Iterable[Order]) -> bool:
        self.catch_up()
        rest = iter(orders)
        try:
            events = self.session.apply_all(self._until_the_enemy_decides(rest))
        except IllegalOrder as refusal:  # the connection to the host was lost; some orders may have been carried out
            self.start_over()
            self.refuse(refusal)
            return False
        if self.game.prompt.kind == "demolition":
            self._later = self.game.state.serial, [*rest]
        self._clear_marks()
        self.after_order(events)
        return True

    def _until_the_enemy_decides(self, orders: Iterator[Order]) -> Iterator[Order]:
        """Yield orders up to one after which the enemy decides about a bridge."""
        for order in orders:
            yield order
            if self.game.prompt.kind == "demolition":
                return

    def give_in_earnest(self, side: int, orders: Sequence[str]) -> None:
        """Give a side's orders of a sandbox in the real game. If one is refused, say why; earlier ones are kept."""
        from westwall_tui.files.sessions.sandbox import in_earnest  # not loaded at the start

        self.catch_up()
        self.close()
        before = len(self.game.log)
        try:
            events = self.session.apply_all(in_earnest(self.session, side, orders))
        except IllegalOrder as refusal:
            self.start_over()
            self.refuse(refusal, f"Orders given before it: {len(self.game.log) - before} of {len(orders)}")
            return
        self._clear_marks()
        self.after_order(events)

    def decline_advances(self) -> None:
        phase = self.game.state.serial, self.seats.asked
        if self.apply(Stand()) is not None:
            self._declines = phase

    @property
    def conceding(self) -> int:
        """The side that would concede: the deciding side or, if the computer decides, the player's; -1 for none."""
        decides, here = self.game.prompt.side, self.seats.viewer
        return here if here >= 0 and self.computer.plays(decides) else decides

    def concede(self, side: int) -> None:
        """Concede for `side` now, or as soon as that side decides again."""
        if side == self.game.side:
            self.apply(Concede())
            return
        self.news.concedes = side
        self.say(f"{self.game.scenario.sides[side].people} will concede at their next decision")
        self.computer.rush()
        self.nudge()

    def undo(self, what: str = "") -> None:
        self.catch_up()
        self.news.concedes, self._declines, self._later = -1, (-1, -1), (-1, ())
        before, ended_turn = self.game.log[:], not self.game.can_undo
        try:
            self.seats.undo(what)
        except IllegalOrder as refusal:
            self.refuse(refusal, self._way_back if self.seats.both_here and before else "")
            return
        back = "an order"
        with self.advice(LOG):
            from westwall_tui.words.orders import undone

            back = undone(before, self.game.log)
        self.log.lines.append(LogLine(f"Undone: {back}"))
        self.news = News()
        self.computer.rest()
        warning = self.log.warning()
        self._next_decision(fresh=ended_turn)
        if (unit := self.game.scenario.by_id.get(lower(what), -1)) >= 0 and (h := self.game.state.location[unit]) >= 0:
            self.move_cursor(h)
        whose = f"{capital(self.game.scenario.sides[self.game.side].people)} play on. " if ended_turn else ""
        self.say(warning or f"Undone: {back}. {whose}{self.key('redo')}: redo")

    @property
    def _way_back(self) -> str:
        """Advice for two people at this keyboard who want to go back farther than undo allows."""
        back, on = self.key("replay_back"), self.key("go_on")
        return f"If you both agree, {back} replays the game, and {on} starts a new game from there"

    def redo(self) -> None:
        """Repeat the order that was undone last."""
        self.catch_up()
        try:
            events = self.session.redo()
        except IllegalOrder as refusal:
            self.refuse(refusal)
            return
        self.after_order(events)

    def take_seat(self, side: int, seat: Seat) -> None:
        """Give a side to another player, and let that player continue."""
        self.catch_up()
        try:
            self.session.sit(side, seat)
        except IllegalOrder as refusal:
            self.refuse(refusal)
            return
        if seat.is_person and side == self.game.side:
            self.seats.decides = side  # that person is at the keyboard
        self.computer.rest()
        self.news = News()
        self._next_decision(fresh=True)
        self.say(f"{self.game.scenario.sides[side].adjective}: {seat} from now on")

    def change_quick(self, quick: bool) -> None:
        """Change, from now on, who decides retreats, displacements and advances."""
        self.catch_up()
        shared = self.seats.shared
        assert shared is not None
        shared.quick = quick
        shared.save()
        self.log.tell(f"From now on, {QUICK_RULES[quick]}")
        if self.game.prompt.kind in SHARED:
            self._next_decision(fresh=True)

    # -- the computer, and players elsewhere

    def nudge(self) -> None:
        """Give the computer's order if it is due, no box is open, and all orders have been replayed."""
        thought = self.computer.due() if self.dialog is None and self.session.is_verified else None
        if thought is None:
            return
        order, own, name = thought.order, self.computer.has_turn, self.computer.name
        if order is None:
            self._give_up("found no order")
            return
        try:
            self._carry_out(order)
        except IllegalOrder as refusal:
            from westwall_tui.words.orders import in_words

            add_report(f"{name}: {order}: {refusal}")
            self._give_up(f"tried to {in_words(order)}, which is not allowed ({refusal.case})")
            return
        if thought.failed:
            self.say(f"{name} failed (see the error report); the level-1 computer gave this order instead")
        if own:
            self.computer.pause()
        if not self.computer.decides or self.computer.wants_key:
            self.update()

    def _carry_out(self, order: Order, told: str = "") -> None:
        """Carry out an order that no key gave, and go on to the next decision. Raises `IllegalOrder`.

        The news begin with `told`.
        """
        self.catch_up()
        events = self.session.apply(order)
        if self.computer.has_turn:  # show only the last order of its turn; the log has the others
            self.news.happened.clear()
        self.news.happened += [told] if told else []
        self.message = ()
        if self.computer.shows:
            self.follow(order, events)
        self.after_order(events)

    def _give_up(self, why: str) -> None:
        """Stop the computer, and say why in the prompt."""
        self.computer.fail(why)
        self.update()

    def resume_computer(self) -> None:
        """Let the computer continue: with its next order, without more thought, or after a stop."""
        self.computer.go_on()
        self.nudge()

    def follow(self, order: Order, events: Sequence[Event]) -> None:
        """Move the cursor to the effect of an order given elsewhere, unless the player is looking around."""
        if not self.decision.is_here and self.dialog is None:
            with self.advice(OTHERS):
                self.elsewhere.follow(order, events)

    def _watch_entries(self, entries: "Sequence[Entry]") -> None:
        """Show the effects of another player's orders, and remember their hexes."""
        with self.advice(OTHERS):
            self.elsewhere.note(entries, self.seats.viewer, shows=self.computer.shows)

    def _clear_marks(self) -> None:
        """Remove the marks of the other player's orders once the player here has acted in their own turn."""
        with self.advice(OTHERS):
            if self._is_own_turn:
                self.elsewhere.forget()

    # -- from decision to decision

    def begin(self) -> None:
        """Start the game, or continue where it stopped."""
        with self.advice(LOG):
            self.log.begin()
        self._coach_notes()
        self.seats.begin()
        if (home := home_of(self.game)) is not None:
            self.move_cursor(home)
        if self.seats.hands_over and decides_in_secret(self.game):
            self._hand_over(secret=True)
        else:
            self._next_decision(fresh=True)

    def catch_up(self) -> None:
        """Read the log of a resumed game, after waiting until the orders of that game have been replayed."""
        behind = False
        with self.advice(LOG):
            behind = self.log.catch_up()
        if behind:
            self._look_back_from_here()
            self._coach_notes()
            self.update()

    def _look_back_from_here(self) -> None:
        """Remember the present position, from which later orders are described."""
        with self.advice(LOG):
            self._last_decision.mark(self.game)
            self._combats.mark(self.game)

    def _coach_notes(self) -> None:
        """Have the coach note the last order, and log its summary if the order has ended your turn."""
        with self.advice(COACH):
            if summary := self.coach.note():
                self.log.lines.append(LogLine(summary))

    def start_over(self) -> None:
        """Show the game afresh after it was read again."""
        self._phase, self.news = -1, News()
        self.notes.forget()
        self.look.stay_here()
        self.look.forget_position()
        with self.advice(LOG):
            self.log.read()
        self._next_decision(fresh=True)

    def after_undo_elsewhere(self) -> None:
        """Show the next decision after an order was undone at another terminal, or the game ended there."""
        self.news = News()
        self.seats.note_undo()
        self._next_decision(fresh=True)

    def after_order(self, events: Sequence[Event]) -> None:
        """Log what an order did, and show it with the next decision."""
        fought: Fought | None = None
        seen = self._combats.is_rolled and self.decision.is_here
        rolled = self.mode.kind != "roll" and any(isinstance(event, Rolled) for event in events)
        with self.advice("the result of the combat"):
            fought = self._combats.fought(self.game, events)
            if self.shares_keyboard and self._combats.is_rolled:
                fought = None  # both players have seen the die in the question that was just answered
        with self.advice(LOG):
            self._write_down(events)
        self._coach_notes()
        warning = self.log.warning()
        with self.advice("the plan"):
            self.look.forget_position()
        self._next_decision()
        if not self.decision.hands_over and not self.computer.decides:
            with self.advice(COACH):
                self._tell_news(warns=bool(warning))
        if fought is not None and self._shows_result(fought.fight.side):
            with self.advice("the result of the combat"):
                show_result(self, fought, self.mode.prompt(), seen=seen)
        if rolled:
            with self.advice("the die"):
                self.changes.die = self.die or self._die_of(fought)
        if warning:
            self.message = row(warning, "danger")

    def _die_of(self, fought: "Fought | None") -> "Die | None":
        """Return the die of a combat that its roll has ended, if the attacker is at this keyboard."""
        if fought is None or not self.seats.is_here(fought.fight.side):
            return None
        from westwall_tui.ui.decisions.die import Die

        return Die(fought)

    def _write_down(self, events: Sequence[Event]) -> None:
        """Log what an order did, keep the news for the player, and show another player's orders."""
        from westwall_tui.words.events import causes_in, why_lost
        from westwall_tui.words.odds import outcome_in_words

        entries = self._last_decision.entries(self.game)
        causes = causes_in(entries, self.game)
        if not self.decision.is_here or (self.elsewhere.lasts and not self._is_own_turn):
            self._watch_entries(entries)
        did = self.log.write(events, entries)
        news = self.plan.news() if self.plan is not None else ""
        outcome = outcome_in_words(self.game, events, asks=not self._asks_here)
        self.news.happened += [line for line in (outcome, why_lost(causes), news, did) if line]
        self.news.scored += [f"{capital(str(event))}." for event in events if isinstance(event, Scored)]

    def _tell_news(self, *, warns: bool) -> None:
        """Show the news and the coach's words before the question to the player who decides."""
        from westwall_tui.words.odds import die_in_words

        happened = " ".join(filter(None, (self.news.take(), self.coach.recall())))
        if happened and not warns:
            asks = self.mode.prompt().removeprefix(die_in_words(self.game.state))
            self.message = (Span(f"{happened} "), Span(asks))

    @property
    def _asks_here(self) -> bool:
        """True if the prompt asks the player at this keyboard, without a hand-over notice first."""
        return self.seats.is_here(self.seats.asked) and not self._needs_notice

    @property
    def _needs_notice(self) -> bool:
        """True if a notice must announce the other player before the pending decision."""
        return self.seats.needs_notice(self.preferences.settings.handover)

    def _shows_result(self, side: int) -> bool:
        """Return True if a box shows the result of a combat: the attacker (`side`) is here, and the settings say so."""
        wanted = self.preferences.settings.results and self.seats.is_here(side)
        return wanted and self.dialog is None and self.game.outcome is None

    def _next_decision(self, *, fresh: bool = False) -> None:
        """Go on to the next decision, after a notice if the decision is the other player's."""
        game, seats = self.game, self.seats
        if self.dialog is not None and self.dialog is self.mode.box:
            self.close()  # the decision was made elsewhere, such as by conditions
        self._look_back_from_here()
        if game.state.serial != self._phase:
            self._phase, self.skipped = game.state.serial, set()
        self.last_combat = self._combats.last
        with self.advice("the plan"):
            self.look.forget_position()
        if self.computer.decides:
            self._watch_computer()
            return
        self.computer.rest()
        if 0 <= self.news.concedes == game.side:
            self.news.concedes = -1
            self.apply(Concede())
            return
        if seats.waits or self.session.is_bidding:
            self._wait_for_others()
            return
        if self._decides_by_conditions():
            return
        if self._fire_is_vain:
            self.news.happened.append("No Final Protective Fire could change the column.")
            self.apply(Fpf())
            return
        declines = game.prompt.kind == "advance" and self._declines == (game.state.serial, seats.asked)
        if declines and game.explain(Stand()) is None:
            self.news.happened.append("No unit advanced.")
            self.apply(Stand())
            return
        notice, before = self._needs_notice and (not fresh or seats.keeps_something), seats.decides
        seats.sit_down()
        if notice:
            self._hand_over(queries.holds_secret(game, before))
            return
        self._take_over()
        if game.prompt.kind == "movement" and self._later[1]:
            self._go_on()

    def _go_on(self) -> None:
        """Carry out the orders that have waited, or tell the player why they cannot be carried out now."""
        (phase, orders), self._later = self._later, (-1, ())
        if phase != self.game.state.serial:
            return
        ahead = self.game.fork(seed=0, viewer=self.game.side)
        try:
            for order in orders:
                if ahead.prompt.kind == "demolition":
                    ahead.apply(Demolish(False))
                ahead.apply(order)
        except IllegalOrder as refusal:
            self.refuse(refusal)
        else:
            self.apply_all(orders)

    def _decides_by_conditions(self) -> bool:
        """Make the pending decision by the conditions of a player at this keyboard; return False if they do not."""
        found: tuple[Order, str] | None = None
        if self.seats.asks_conditions:
            from westwall_tui.words.conditions import decision_told  # not loaded at the start

            with self.advice(CONDITIONS):
                found = decision_told(self.session, names_side=self.seats.both_here)
        if found is None:
            return False
        order, told = found
        self.log.lines.append(LogLine(told))
        try:
            self._carry_out(order, told)
        except IllegalOrder as refusal:  # the connection to the host was lost
            self.refuse(refusal)
            return False
        return True

    @property
    def _fire_is_vain(self) -> bool:
        """True if two people share this keyboard, and the pending Final Protective Fire could change nothing."""
        vain = False
        if self.game.prompt.kind == "fpf" and self.shares_keyboard:
            from westwall_tui.engine import planning

            with self.advice("the prospect of fire"):
                vain = not planning.fire_matters(self.game)
        return vain

    def _watch_computer(self) -> None:
        """Let the player look around while the computer decides."""
        from westwall_tui.ui.opponent.onlooker import ComputerMode

        relieve = partial(self.take_seat, self.game.side, Seat())
        self._put_onlooker_in_place(
            COMPUTER, ComputerMode(self, self.computer, self.coach, self.resume_computer, relieve)
        )
        self.computer.play()
        if self.computer.shows or self.log.begins_phase:
            self.update_game()

    def _wait_for_others(self) -> None:
        """Let the player look around while someone at another terminal decides."""
        from westwall_tui.ui.decisions.idle import AwayMode

        self._put_onlooker_in_place(ELSEWHERE, AwayMode(self, self.session))
        self.update_game()

    def _put_onlooker_in_place(self, who: str, mode: Mode) -> None:
        """Install a mode for a player who only watches while `COMPUTER` or `ELSEWHERE` decides."""
        if self.decision.kind != who:
            with self.advice(OTHERS):
                self.elsewhere.begin()
            self._watch_entries(())
        self.decision = ModeInPlace(mode, who)

    def _hand_over(self, secret: bool) -> None:
        """Show the hand-over notice. With `secret`, move the cursor first, because its hex could give a secret away."""
        self.look.stay_here()
        self.decision = self.decision._replace(mode=Mode(self), hands_over=True)
        if secret and (home := home_of(self.game)) is not None:
            self.move_cursor(home)
        self.update_game()
        news, names = self.news.take() or self.log.last, [seat.name for seat in self.session.seats]
        self.open(HandOverDialog(self, self._take_over, self.undo, news, names))

    def _take_over(self) -> None:
        """Install the mode of the pending decision."""
        with self.advice(OTHERS):
            self.elsewhere.forget_last()
        self.look.stay_here()
        kind, side, before = self.game.prompt.kind, self.game.prompt.side, self.decision
        if before.kind and ((before.kind, before.side) != (kind, side) or kind in SHARED):
            self.changes.unseen = self.changes.final = True
        self.decision = ModeInPlace(mode_for(kind, self), kind, side)
        self.mode.begin()
        self.update_game()
        if kind == "over" and not self.game.is_trial:
            self.show_page("account")
