"""Hands: what a key does, by the name of its action (`ui/terminal/keymap.py`).

The open dialog has it first, then the pending decision's mode, then what is the same in every mode; what only looks
goes to `Looking`.
"""

from collections.abc import Callable, Mapping, Sequence

from westwall_tui.engine import queries
from westwall_tui.ui.boxes.leave import HandOverDialog
from westwall_tui.ui.decisions.mode import undo_hint
from westwall_tui.ui.play.game import Play
from westwall_tui.ui.terminal.dialog import Dialog
from westwall_tui.ui.terminal.rows import first_line
from westwall_tui.ui.words.helptext import UNADVISED

ALWAYS = (("goto", "go to"), ("help", "help"), ("commands", "more"), ("leave", "quit"))
"""Keys that the footer shows after the mode's, if there is room."""
PAGES: Mapping[str, str] = {
    "reinforcements": "reinforcements",
    "tables": "tables",
    "rules": "rules",
    "all_keys": "keys",
    "account": "account",
    "saves": "saves",
    "line_list": "lines",
}
"""Actions that show a page of its own."""
OVERLAYS = ("zones", "enemy_reach", "lines", "objective_marks", "counted_marks", "front")
"""Actions that lay something over the map; the open dialog, if one is, stays open."""
LOOKS = ("goto", "commands", "messages", "legend")
"""Actions that open a dialog for finding your way."""


class Hands:
    """The keys of a game at the keyboard, and the mouse where it stands for one."""

    def __init__(self, play: Play) -> None:
        self._play = play

    def act(self, action: str) -> None:
        """Do what a key does."""
        play = self._play
        play.message = ()
        if action != "help":
            play.refused = ""
        if play.dialog is not None:
            if not play.dialog.act(action):
                self._past(play.dialog, action)
        elif not play.looking.walk(action) and not play.looking.end(action):
            self._do(action)
        play.update()

    def point(self, h: int) -> None:
        """The mouse puts the cursor on a hex."""
        self._play.message = ()
        self._play.move_cursor(h)
        self._play.update()

    def unknown(self, key: str) -> None:
        """A key that does nothing."""
        self._play.say(f"{key} does nothing. {self._where_to_look()}")
        self._play.update()

    def interrupted(self) -> None:
        """Ctrl+C, which copies in some terminals and stops programs in others."""
        self._play.say(f"{self._play.key('leave')}: back to title (the game is saved). Ctrl+Q: quit at once")
        self._play.update()

    def typed(self, character: str) -> None:
        """A character was typed into the open dialog."""
        play = self._play
        play.message = ()
        if play.dialog is not None:
            play.dialog.typed(character)
            play.update()

    def pasted(self, text: str) -> None:
        """Something was pasted: the first line of it goes into the open dialog, if that takes text."""
        play, line = self._play, first_line(text)
        if play.dialog is not None and play.dialog.typing and line:
            play.message = ()
            play.dialog.pasted(line)
            play.update()

    def keys(self) -> Sequence[tuple[str, str]]:
        """The keys of the footer."""
        play = self._play
        if play.dialog is not None:
            return play.dialog.keys()
        lines = (("lines", "lines"),) if queries.needs_lines(play.game) else ()
        advice = (("hint", "hint"),) if play.computer.takes_part and play.mode.about not in UNADVISED else ()
        keys = (*(play.looking.keys() or play.mode.keys()), *advice, *lines, *ALWAYS)
        return [(name, word) for name, word in keys if name != "undo" or play.can_undo]

    def _past(self, dialog: Dialog, action: str) -> None:
        """A key that the open dialog did not take."""
        play = self._play
        if action == "help":
            from westwall_tui.ui.boxes.help import BoxHelp

            play.open(BoxHelp(play, dialog))
        elif action in PAGES:
            play.show_page(PAGES[action])
        elif action in ("hint", "say"):
            self._common()[action]()
        elif action in OVERLAYS:
            play.looking.actions()[action]()
        elif action == "leave" and isinstance(dialog, HandOverDialog):
            self._leave()
        elif action in ("back", "leave"):
            play.close()
        elif action == "commands" and not isinstance(dialog, HandOverDialog):
            play.close()
            play.view.open_look(action)
        else:
            play.say(f"Not while a box is open. {self._where_to_look()}")

    def _do(self, action: str) -> None:
        play = self._play
        own = play.mode.actions().get(action) or self._common().get(action) or play.looking.actions().get(action)
        if own is not None:
            own()
        elif action in PAGES:
            play.show_page(PAGES[action])
        elif action in LOOKS:
            play.view.open_look(action)
        else:
            play.say(f"That does nothing now. {self._where_to_look()}")

    def _where_to_look(self) -> str:
        key, dialog = self._play.key, self._play.dialog
        if isinstance(dialog, HandOverDialog):
            return f"{key('put')}: go on"
        if dialog is not None:
            return f"The box's last line shows its keys; {key('back')}: close it"
        return f"{key('help')} for help, {key('commands')} for all commands"

    # -- in every mode; what is seldom wanted is loaded when it is

    def _common(self) -> Mapping[str, Callable[[], None]]:
        """What keys do in every mode that has no other use for them."""
        play = self._play
        mode, view = play.mode, play.view
        return {
            "confirm": lambda: mode.confirm(play.cursor),
            "back": self._back,
            "next": lambda: mode.next(1),
            "previous": lambda: mode.next(-1),
            "skip": mode.skip,
            "end": mode.end,
            "leave": self._leave,
            "help": self._help,
            "concede": self._concede,
            "players": self._players,
            "hint": self._hint,
            "say": self._speak,
            "plan": self._plan,
            "undo": play.undo,
            "redo": play.redo,
            "overview": view.show_overview,
            "characters": view.change_characters,
            "larger": lambda: view.set_size(1),
            "smaller": lambda: view.set_size(-1),
        }

    def _back(self) -> None:
        play = self._play
        if play.computer.advises:
            play.computer.rest()
        elif not play.mode.back():
            leave = f"{play.key('leave')}: back to title (the game is saved)"
            play.say(f"Nothing to go back from. {', '.join(filter(None, (undo_hint(play, 'undo'), leave)))}")

    def _help(self) -> None:
        from westwall_tui.ui.boxes.help import HelpDialog

        self._play.open(HelpDialog(self._play, self._play.mode.about, self._play.refused))

    def _concede(self) -> None:
        from westwall_tui.ui.boxes.leave import concede_dialog

        play, side = self._play, self._play.conceding
        play.open(concede_dialog(play, side, lambda: play.concede(side)))

    def _leave(self) -> None:
        session = self._play.session
        if session.trouble and not session.save():
            from westwall_tui.ui.boxes.leave import unsaved_dialog

            self._play.open(unsaved_dialog(self._play, session.trouble, self._play.view.leave))
        else:
            self._play.view.leave()

    def _players(self) -> None:
        from westwall_tui.ui.play.seating import choose_players

        choose_players(self._play)

    def _hint(self) -> None:
        from westwall_tui.ui.play.hints import ask_hint

        ask_hint(self._play)

    def _speak(self) -> None:
        from westwall_tui.ui.play.others import speak

        speak(self._play)

    def _plan(self) -> None:
        from westwall_tui.ui.play.planning import plan

        plan(self._play)
