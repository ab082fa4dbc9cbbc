"""The keys of a game, and the effect of each one by the name of its action (`words/keymap.py`).

A key goes to the open dialog first, then to the mode of the pending decision, then to the actions of every mode. Keys
that only look around go to `LookAround`; some actions belong to the screen.
"""

from collections.abc import Callable, Mapping, Sequence

from westwall_tui.ai.thinker import Thought
from westwall_tui.engine import queries
from westwall_tui.engine.game import TURN
from westwall_tui.engine.orders import DRAW, IllegalOrder, Offer
from westwall_tui.engine.words import division_named, named
from westwall_tui.files.players.seats import Seat
from westwall_tui.ui.boxes.leave import HandOverDialog
from westwall_tui.ui.decisions.mode import undo_hint
from westwall_tui.ui.gamescreen import Dialog
from westwall_tui.ui.screens.play.game import GameInPlay
from westwall_tui.ui.screens.play.look import OVERLAYS
from westwall_tui.ui.screens.play.presses import HeldKeys
from westwall_tui.words.rows import first_line, inserted

ALWAYS = (("goto", "go to"), ("help", "help"), ("commands", "more"))
"""Keys that the footer shows after those of the mode, if there is room."""
BEFORE_HINT = 2
"""If the coach is on, the footer shows this many of the decision's keys before the hint key."""
PAGES = frozenset({
    "reinforcements", "tables", "rules", "all_keys", "account", "course", "your_games", "line_list", "conditions",
})  # fmt: skip
"""Actions that show the page of the same name."""
OVERLAY_KEYS = frozenset(each.action for each in OVERLAYS.values() if not each.asked)
"""Actions that show an overlay on the map; an open dialog stays open."""
VAIN_IN_BOX = "That key does nothing in this box."
"""The answer to a key without a meaning in the open box, whether or not it has one on the map."""

ADVISES = ("help", "hint", "briefing", "risks")
"""Actions of every mode that only advise. Other actions that only show something belong to `look` or the screen."""

Actions = Mapping[str, Callable[[], None]]
"""Functions by the name of their action."""


class Keys:
    """The keys of a game at the keyboard; the mouse acts through them as well."""

    def __init__(self, play: GameInPlay, screen: Actions) -> None:
        """Take the screen's own actions: for its map, its pages, and the way back to the title."""
        self._play, self._screen = play, screen
        self.held = HeldKeys(play)

    def act(self, action: str) -> None:
        """Carry out an action, usually that of a key."""
        play = self._play
        if self.held.takes(action):
            return
        play.message = ()
        if action not in ("help", "rules"):
            play.refused_case = ""
        if play.dialog is not None:
            if not play.dialog.act(action):
                self._act_past_dialog(play.dialog, action)
        elif not play.look.walk(action) and not play.look.return_home(action):
            self._do_action(action)
        play.update()

    def show(self, page: str) -> None:
        """Show a page at the start, before anything else."""
        self._do_action(page)
        self._play.update()

    def point(self, h: int) -> None:
        """Put the cursor on a hex that was clicked."""
        self._play.message = ()
        self._play.move_cursor(h)
        self._play.update()

    def unknown(self, key: str) -> None:
        """Say that a key does nothing."""
        does_nothing = f"{key} does nothing." if self._play.dialog is None else VAIN_IN_BOX
        self._play.say(f"{does_nothing} {self._where_to_look()}")

    def interrupted(self) -> None:
        """Answer Ctrl+C, which copies in some terminals and stops programs in others."""
        self._play.say(f"{self._way_out} (the game is saved). Ctrl+Q: quit at once")

    def typed(self, character: str) -> None:
        """Pass a typed character to the open dialog."""
        play = self._play
        play.message = ()
        if play.dialog is not None:
            play.dialog.typed(character)
            play.update()

    def pasted(self, text: str) -> None:
        """Pass the first line of pasted text to the open dialog, if it takes text."""
        play, line = self._play, first_line(text)
        if play.dialog is not None and play.dialog.typing and line:
            play.message = ()
            play.dialog.pasted(line)
            play.update()

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return the keys of the footer."""
        play = self._play
        if play.dialog is not None:
            return self._keys_of_box(play.dialog)
        lines = (("lines", "lines"),) if queries.needs_lines(play.game) else ()
        advice = (("hint", "hint"),) if self._has_hints else ()
        own = play.look.keys() or play.mode.keys()
        early = BEFORE_HINT if play.coached else len(own)  # early enough for the coach's hint key on a narrow screen
        keys = (*inserted(own, advice, early), *lines, *ALWAYS, ("leave", "quit"))
        return [(name, word) for name, word in keys if name != "undo" or play.can_undo]

    @property
    def _has_hints(self) -> bool:
        """True if the computer takes part in the game and has hints for this decision."""
        if not self._play.computer.takes_part:
            return False
        from westwall_tui.words.helptext import UNADVISED  # not loaded at the start

        return self._play.mode.about not in UNADVISED

    def _keys_of_box(self, dialog: Dialog) -> Sequence[tuple[str, str]]:
        """Return the keys of a box and, unless the box takes text, the keys for help, commands and quitting."""
        own = dialog.keys()
        if dialog.typing:
            return own
        words = {"help": "help", "commands": "more", "leave": "quit", **dict(own)}
        more = () if isinstance(dialog, HandOverDialog) else ("commands",)
        ends = ("help", *more, *(() if dialog.informs else ("leave",)))  # the bar of a box that only informs has Esc
        return [*((name, word) for name, word in own if name not in ends), *((name, words[name]) for name in ends)]

    def _act_past_dialog(self, dialog: Dialog, action: str) -> None:
        """Carry out a key that the open dialog did not take."""
        play = self._play
        if action == "help":
            from westwall_tui.ui.boxes.help import BoxHelp

            self._perform(action, lambda: play.open(BoxHelp(play, dialog)))
        elif action in PAGES:
            play.show_page(action)
        elif action in ("hint", "say"):
            self._perform(action, self._common_actions()[action])
        elif action in OVERLAY_KEYS:
            self._perform(action, play.look.actions()[action])
        elif action in ("sandboxes", "notes"):
            self._perform(action, self._screen[action])
        elif action == "leave" and not dialog.informs:
            self._leave_game()
        elif action in ("back", "leave"):
            play.close()
        elif action in dialog.passes or (action == "commands" and not isinstance(dialog, HandOverDialog)):
            play.close()
            self._perform(action, self._screen[action])
        else:
            play.say(f"{VAIN_IN_BOX} {self._where_to_look()}")

    def _do_action(self, action: str) -> None:
        play = self._play
        for actions in (play.mode.actions(), self._common_actions(), play.look.actions(), self._screen):
            if action in actions:
                self._perform(action, actions[action])
                return
        if action in PAGES:
            play.show_page(action)
        elif action == "bridge":
            play.say("You can lay float bridges only in the Movement Phase of a battle that has them")
        else:
            play.say(f"That does nothing now. {self._where_to_look()}")

    def _perform(self, action: str, does: Callable[[], object]) -> None:
        """Carry out an action. If the action only advises or shows something, a bug in it does not close the screen."""
        shows = action in ADVISES or action in self._play.look.actions() or action in self._screen
        if action == "leave" or not shows:
            does()
            return
        with self._play.advice("what you asked for"):
            does()

    def before_declaring(self) -> str:
        """Return advice for a player who tries to attack or plan an attack, where attacks are not planned."""
        key, kind = self._play.key, self._play.game.prompt.kind
        if kind == "movement":
            return f"You attack in the Combat Phase. {key('end')}: end this phase"
        if kind == "combat":
            return f"Put the cursor on an enemy and press {key('confirm')} to open the attack"
        return f"First finish this; then {key('confirm')} on an enemy opens an attack"

    def _where_to_look(self) -> str:
        key, dialog = self._play.key, self._play.dialog
        if isinstance(dialog, HandOverDialog):
            return f"{key('put')}: go on"
        if dialog is not None:
            return f"The last line shows its keys; {key('back')}: back"
        return f"{key('help')} for help, {key('commands')} for all commands"

    # -- actions of every mode; code that is seldom used is loaded on demand

    def _common_actions(self) -> Actions:
        """Return the actions that every mode has, unless it uses their keys for something else."""
        play = self._play
        mode = play.mode
        return {
            "confirm": lambda: mode.confirm(play.cursor),
            "back": self._step_back,
            "next": lambda: mode.next(1),
            "previous": lambda: mode.next(-1),
            "skip": mode.skip,
            "end": mode.end,
            "leave": self._leave_game,
            "help": self._open_help,
            "concede": self._ask_to_concede,
            "offer_draw": self._offer_draw,
            "players": self._open_players,
            "hint": self._ask_for_hint,
            "briefing": lambda: play.show_page(f"briefing:{max(play.viewer, 0)}"),
            "risks": self._show_risks,
            "warnings": lambda: self._switch_setting("warnings", "Warnings are", "them"),
            "coach": lambda: self._switch_setting("coach", "The coach is", "it"),
            "say": self._open_talk,
            "plan": self._plan_attack,
            "undo": play.undo,
            "undo_unit": self._undo_unit,
            "undo_turn": lambda: play.undo(TURN),
            "redo": play.redo,
        }

    def _undo_unit(self) -> None:
        """Take back the last order of the selected unit, or of the deciding player's unit at the cursor."""
        play, state = self._play, self._play.game.state
        here = [unit for unit in queries.units_at(play.game, play.cursor) if state.units[unit].side == play.game.side]
        unit = next(iter(here), play.mode.selected_unit())
        if unit >= 0:
            play.undo(state.units[unit].id)
        else:
            gone = f"{play.key('commands')} and undo, with the unit: one that is off the map"
            play.say(f"Put the cursor on the unit whose last order you want to take back. {gone}")

    def _step_back(self) -> None:
        play = self._play
        if play.computer.advises:
            play.computer.rest()
        elif not play.mode.back():
            leave = f"{self._way_out} (the game is saved)"
            play.say(f"Nothing to cancel. {', '.join(filter(None, (undo_hint(play, 'undo'), leave)))}")

    @property
    def _way_out(self) -> str:
        """The key that quits the game, and where it leads."""
        return f"{self._play.key('leave')}: {self._play.keymap.quits}"

    def _open_help(self) -> None:
        from westwall_tui.ui.boxes.help import HelpDialog

        self._play.open(HelpDialog(self._play, self._play.mode.about, self._play.refused_case))

    def _ask_to_concede(self) -> None:
        from westwall_tui.ui.boxes.leave import concede_dialog

        play, side = self._play, self._play.conceding
        play.open(concede_dialog(play, side, lambda: play.concede(side)))

    def _offer_draw(self) -> None:
        from westwall_tui.ui.boxes.leave import draw_dialog

        play, order = self._play, Offer(DRAW)
        refusal = play.game.explain(order) if play.decision.is_here else IllegalOrder("4.0", "it is not your decision")
        if refusal is not None:
            play.refuse(refusal)
        else:
            play.open(draw_dialog(play, lambda: play.apply(order)))

    def _leave_game(self) -> None:
        play, leave = self._play, self._screen["leave"]
        if play.session.trouble and not play.session.save():
            from westwall_tui.ui.boxes.leave import unsaved_dialog

            play.open(unsaved_dialog(play, play.session.trouble, leave))
        else:
            leave()

    def _open_players(self) -> None:
        """Open the box that changes the players and the speed of the computer's orders."""
        from westwall_tui.ui.screens.play.seats import PlayersDialog

        play, preferences = self._play, self._play.preferences

        def chosen(seats: Mapping[int, Seat], speed: str) -> None:
            if speed not in ("", preferences.settings.computer_speed):
                trouble = preferences.change(preferences.settings._replace(computer_speed=speed))
                if trouble:
                    play.say(trouble)
            for side, seat in seats.items():
                play.take_seat(side, seat)
            play.update()

        # In a hosted game the host sets the speed.
        speed = "" if play.session.is_hosted else preferences.settings.computer_speed
        play.open(PlayersDialog(play, [play.session.may_sit(side) for side in (0, 1)], speed, chosen))

    def _ask_for_hint(self) -> None:
        """Ask for a hint, about the selected unit if there is one."""
        from westwall_tui.ui.opponent.computer import HINT_LEVEL

        play = self._play
        if play.game.prompt.kind in ("over", "roll") or not play.decision.is_here or play.decision.hands_over:
            play.say("You can ask for a hint only when you have a decision to make")
            return
        play.catch_up()
        unit = play.mode.hint_about()
        called = division_named(unit) if play.game.prompt.kind == "notes" else named(unit)
        about = f" for {called}" if unit else ""
        play.say(f"Thinking of a hint{about} ... {play.key('back')}: cancel")
        play.computer.advise(HINT_LEVEL, unit, self._show_hint)

    def _show_hint(self, thought: Thought) -> None:
        """Show a hint in a box over the one that is open."""
        from westwall_tui.ui.opponent.hint import HintDialog

        play = self._play
        play.message = ()
        if thought.order is None and not thought.stays:
            play.say("No hint: the computer found no order (see the error report)")
        elif not isinstance(play.dialog, HintDialog):
            with play.advice("the hint"):
                play.coach.hinted(thought.order)
                play.open(HintDialog(play, thought, play.dialog, play.mode.selected_unit()))
        play.update()

    def _show_risks(self) -> None:
        """Mark the hexes of the panel's warning and show the warning in full, or hide both again."""
        play = self._play
        if play.look.hide_marks():
            return
        if not play.risks:
            if play.preferences.settings.warnings:
                play.say(f"There is nothing to warn you about here. {play.key('warnings')}: turn warnings off")
            else:
                play.say(f"Warnings are off. {play.key('warnings')}: turn them on")
            return
        from westwall_tui.ui.around.warnings import risk_marks
        from westwall_tui.words.warnings import warning_in_full

        text = ". ".join(warning_in_full(play.game, risk) for risk in play.risks)
        play.look.show_marks(risk_marks(play.risks), f"{text}. {play.key('risks')}: hide")

    def _switch_setting(self, name: str, subject: str, pronoun: str) -> None:
        """Turn a setting on or off and save it; `subject` and `pronoun` stand for it in the message."""
        play, preferences = self._play, self._play.preferences
        on = not getattr(preferences.settings, name)
        # mypy cannot know that the value suits the key.
        trouble = preferences.change(preferences.settings._replace(**{name: on}))  # type: ignore[arg-type]
        now, other = ("on", "off") if on else ("off", "on")
        play.say(trouble or f"{subject} {now}. {play.key(name)}: turn {pronoun} {other}")

    def _open_talk(self) -> None:
        from westwall_tui.ui.screens.play.talk import OtherTerminals

        OtherTerminals(self._play).speak()

    def _plan_attack(self) -> None:
        from westwall_tui.ui.screens.play.planner import AttackPlanner

        AttackPlanner(self._play).plan()
