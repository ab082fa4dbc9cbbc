"""The report as one HTML page without downloads and scripts, for light and dark screens, phones and paper.

The first screen has the result, the margin and the map; the next two have the story. The record of every turn comes
last because readers only look things up in it.
"""

from collections.abc import Sequence

from westwall_tui.engine import events as ev
from westwall_tui.engine.rules.answers import NOBODY
from westwall_tui.engine.words import capital, count, in_words, with_stop
from westwall_tui.files.scenarios.briefings import briefings_of, what_happened
from westwall_tui.history.course import (
    Swing,
    best_and_worst,
    measures_over_time,
    places_over_time,
    rolls,
    strength_lost,
)
from westwall_tui.history.gains import roads
from westwall_tui.history.record import History, Loss
from westwall_tui.history.story import Story
from westwall_tui.history.words import times
from westwall_tui.prints.drawing import clean
from westwall_tui.prints.report.charts import both, course, dice, ground_held, luck_walk
from westwall_tui.prints.report.plates import Plates
from westwall_tui.prints.report.styles import STYLE, SideStyles
from westwall_tui.prints.report.turns import TurnPages

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The page's content policy: nothing is loaded, and only the page's own style applies."""
FEWEST_CELLS = 0.08
"""Minimum share of the table's width at which a stretch of a place's band shows the side's name."""
BAR = 80
"""Length of the longest bar of losses, as a percentage of its column."""


PlacedNotes = Sequence[tuple[str, str]]
"""The places and the texts of a player's notes."""


def html_page(title: str, body: str, command: str, style: str = "") -> str:
    """Return a whole page in the style of the reports. All texts must be safe as HTML.

    `command`: the command that made the page. `style`: the class of the body.
    """
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>{title}</title><style>{STYLE}</style></head><body{f' class={style}' if style else ''}>{body}"
        f'<footer><p class="note">Made by WestWall, <code>{command}</code>. '
        "This file loads nothing and sends nothing.</p></footer></main></body></html>\n"
    )


class ReportPage:
    """A game's report as HTML."""

    def __init__(self, history: History, players: Sequence[str], note: str = "", notes: PlacedNotes = ()) -> None:
        """Take the game: `players` names the player of each side, `note` says what the record lacks.

        `notes` are a player's own.
        """
        self.history, self.players, self.note, self.notes = history, players, note, notes
        self.scenario = history.scenario
        self.story = Story(history)
        self.words = self.story.words
        self.colors = SideStyles(self.scenario)
        self.plates = Plates(self.story, self.colors)

    def html(self) -> str:
        """Return the whole page."""
        title = clean(f"{self.scenario.title}: {self.story.headline()}")
        sections = [section for section in self._sections() if section[2]]
        links = "".join(f'<a href="#{key}">{name}</a>' for key, name, _ in sections)
        body = "".join(f'<section id="{key}"><h2>{name}</h2>{text}</section>' for key, name, text in sections)
        head = f'{self._page_head()}<nav class="nop" aria-label="Contents">{links}</nav>{self.plates.end()}</header>'
        whole = f"{self.plates.maps.definitions()}<main>{head}{body}"
        return html_page(title, whole, "westwall report", "al" if self.colors.british else "")

    def _sections(self) -> Sequence[tuple[str, str, str]]:
        """Return the parts of the page in order, each with its key, its heading, and its HTML, which may be empty."""
        played, really = bool(self.history.turns), what_happened(self.scenario)
        return [
            ("course", "The course of the game", self._course_section()),
            ("turned", "Turning points", self._turning_points_section()),
            ("luck", "Was it luck?", self._luck_section() if played else ""),
            ("price", "Losses and ground", self._losses_section() if played else ""),
            ("account", "The final score", self._account_section()),
            ("history", "What really happened", f"<p>{clean(really)}</p>" if really else ""),
            ("notes", "Notes", self._notes_section()),
            ("turns", "Turn by turn", TurnPages(self.story, self.colors, self.plates).all() if played else ""),
        ]

    def _page_head(self) -> str:
        history, story, colors = self.history, self.story, self.colors
        score = [
            f'<span class="big {colors.looks[side]}">{clean(self.words.adjectives[side])} {story.points[side]}</span>'
            for side in (0, 1)
            if story.has_points
        ]
        players = " · ".join(
            f"{clean(name)}: {clean(player)}" for name, player in zip(self.words.adjectives, self.players, strict=True)
        )
        played = ""
        if history.turns:
            first, last = history.turns[0].turn, history.turns[-1].turn
            dates = " to ".join(filter(None, dict.fromkeys((self.words.date(first), self.words.date(last)))))
            turns = f"Game-Turns {first} to {last}" if first != last else f"Game-Turn {first}"
            combats, lost = count(len(history.fights), "combat"), count(len(history.losses), "unit")
            played = f"<br>{clean(dates + ': ' if dates else '')}{turns}, {combats}, {lost} lost"
        return (
            f'<header><p class="kick">Battle report · {clean(self.scenario.title)}</p>'
            f'<h1>{clean(story.headline())}</h1><p class="deck">{clean(story.deck())}</p>'
            f"{f'<p class=note>{clean(self.note)}</p>' if self.note else ''}"
            f'<div class="score">{"".join(score)}<span class="note sans">{players}{played}</span></div>'
            f"{self._achievements_earned()}"
        )

    def _achievements_earned(self) -> str:
        items = "".join(f"<li>{clean(each)}</li>" for each in self.story.achievements())
        return f'<ul class="earned sans" aria-label="Achievements">{items}</ul>' if items else ""

    def _notes_section(self) -> str:
        items = "".join(
            f"<li><b>{clean(place)}</b>{f': {clean(text)}' if text else ''}</li>" for place, text in self.notes
        )
        return f"<ul>{items}</ul>" if items else ""

    # -- the course, and how it turned

    def _course_section(self) -> str:
        about = f"<p>{clean(' '.join(self.scenario.about))}</p>" if self.scenario.about else ""
        chart = self._points_chart() if self.story.has_points and self.history.turns else self._measures_section()
        return f"{about}{self._aims_section()}{chart}{self.plates.strip()}"

    def _aims_section(self) -> str:
        """Return what each side scores for, if the scenario's file describes that."""
        sources = [(each.side, source) for each in briefings_of(self.scenario) for source in each.own]
        if not sources:
            return ""
        scored = any(source.points for _, source in sources)
        rows = [
            f"<tr><td>{self.colors.chip(side)}</td>"
            f"{f'<td class=n>{clean(source.points)}</td>' if scored else ''}<td>{clean(source.what)}</td></tr>"
            for side, source in sources
        ]
        head = "<tr><th>Side</th><th class=n>Points</th><th>For</th></tr>" if scored else ""
        table = f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"
        return f"<details><summary>How to {'score' if scored else 'win'}</summary>{table}</details>"

    def _points_chart(self) -> str:
        drawn = both(
            [course(self.history, self.story.swings, self.colors, *size) for size in ((1040, 330), (380, 300))]
        )
        scale, sides = self.history.scale, self.words.adjectives
        notes = [
            f"Each {sides[side]} point counts {times(scale.weights[side])} here, as it does in the result."
            for side in (0, 1)
            if scale.weights[side] > 1
        ]
        notes += [
            f"{capital(self.words.people[1 - side])} must be {scale.handicap[side]} points ahead to win, so the "
            f"{sides[side]} line is drawn {scale.handicap[side]} points higher."
            for side in (0, 1)
            if scale.handicap[side]
        ]
        caption = ["If the game had ended on a given turn, the higher line would have won.", *notes]
        caption += ["The numbers mark the turning points listed below."] if self.story.swings else []
        return f"<figure>{drawn}<figcaption>{clean(' '.join(caption))}</figcaption></figure>"

    def _turning_points_section(self) -> str:
        swings = self.story.swings
        if not swings:
            return ""
        turns = "This Player-Turn" if len(swings) == 1 else f"These {in_words(len(swings))} Player-Turns"
        changed = f"{turns} of {len(self.history.turns)} changed the score most."
        text = f"{changed} Gains that were soon lost again are left out."
        return f"<p>{text}</p>{''.join(map(self._swing_figure, swings))}"

    def _swing_figure(self, swing: Swing) -> str:
        turn = swing.turn
        cause = self.story.turned(turn)
        fights = self.story.behind(swing, cause)
        listed = "".join(f"<li>{clean(self.words.combat(fight))}</li>" for fight in fights)
        text = clean(" ".join(cause.sentences))
        gains = f"{self.words.gains(turn)}. The score was then {self.words.points(turn.points)}."
        return (
            f'<article class="swing"><h3><b>{swing.number}</b>{clean(cause.title)}</h3><p class="gain">'
            f"{clean(f'{self.words.when(turn)}, {self.words.adjectives[turn.side]} Player-Turn: {gains}')}</p>"
            f"{f'<p>{text}</p>' if text else ''}{f'<ul>{listed}</ul>' if listed else ''}"
            f"{self.plates.swing(swing, cause, fights)}</article>"
        )

    # -- luck

    def _luck_section(self) -> str:
        verdict = f"<p>{clean(self.story.luck())}</p>"
        found = best_and_worst(self.history.fights)
        if found is None:
            return verdict
        drawn = both([luck_walk(self.history, *size) for size in ((1040, 280), (380, 260))])
        notes = "".join(
            f"<p><b>{name} roll</b> (turn {fight.turn}): {clean(self.words.combat(fight))}</p>"
            for name, fight in zip(("Best", "Worst"), found, strict=True)
        )
        return (
            f"{verdict}<figure>{drawn}<figcaption>The line shows luck in hexes of retreat, combat by combat: what each "
            "roll forced, minus the average of the six possible rolls. A unit eliminated outright counts as five "
            "hexes. Eight games in ten stay inside the gray cone.</figcaption></figure>"
            f'<div class="dice">{self._dice_figure(0)}{self._dice_figure(1)}</div>{notes}'
        )

    def _dice_figure(self, side: int) -> str:
        found = rolls(self.history.fights, side)
        mean = f", with an average roll of {found.mean:.2f}" if found.dice else ""
        return (
            f"<figure>{dice(self.history, side, self.colors)}<figcaption>{self.colors.chip(side)} "
            f"{count(found.dice, 'attack')}{mean}. The expected average is 3.50, and a low roll helps the attacker. "
            f"The dashed line shows the expected count of each number, {found.dice / 6:.1f}.</figcaption></figure>"
        )

    # -- losses, ground, account

    def _losses_section(self) -> str:
        return (
            f"<p>{clean(self.story.losses())} A unit’s strength is the largest number on the front of its counter: "
            f"attack, defense or barrage.</p>{self._bars_of_losses()}{''.join(map(self._table_of_causes, (0, 1)))}"
            f"{self._measures_section() if self.story.has_points else ''}{self._ground_section()}"
        )

    def _bars_of_losses(self) -> str:
        """Return bars of the strength lost by Game-Turn. The bars of both sides start at the same axis."""
        lost = {turn: both for turn, both in strength_lost(self.history).items() if any(both)}
        if not lost:
            return ""
        most = max(map(max, lost.values()))
        rows = []
        for turn, each in lost.items():
            bars = [
                f'<i class="{self.colors.looks[side]}" style="width:{each[side] / most * BAR:.0f}%"></i>'
                if each[side]
                else ""
                for side in (0, 1)
            ]
            first, second = (str(n) if n else "" for n in each)
            rows.append(f'<tr><td>{first} {bars[0]}</td><td class="n">{turn}</td><td>{bars[1]} {second}</td></tr>')
        heads = []
        for side in (0, 1):
            units = count(len(self._losses_of(side)), "unit")
            total = sum(each[side] for each in lost.values())
            heads.append(
                f'<th class="l{side}">{self.colors.chip(side)} {units}, {count(total, "Strength Point", most=0)}</th>'
            )
        head = f'{heads[0]}<th class="n">turn</th>{heads[1]}'
        return f'<table class="bars"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'

    def _losses_of(self, side: int) -> Sequence[Loss]:
        return [loss for loss in self.history.losses if self.scenario.units[loss.unit].side == side]

    def _table_of_causes(self, side: int) -> str:
        lost, items = self._losses_of(side), []
        for loss in lost:
            unit = self.scenario.units[loss.unit]
            who = f"{self.words.unit(loss.unit)} ({', '.join(filter(None, (unit.formation, str(unit.strength))))})"
            items.append(
                f"<li>{clean(f'Turn {loss.turn}: {who} {self.words.at(loss.hex)}. {capital(loss.why)}.')}</li>"
            )
        if not items:
            return ""
        units = f"{self.words.adjectives[side]} {'unit' if len(lost) == 1 else 'units'}"
        head = f"The {f'{len(lost)} ' if len(lost) > 1 else ''}{units} lost, and why"
        return f'<details><summary>{clean(head)}</summary><ul class="note">{"".join(items)}</ul></details>'

    def _measures_section(self) -> str:
        """Return charts of the battle's own measures of ground, and the roads that were cut and opened."""
        drawn = []
        for name, values in measures_over_time(self.history).items():
            chart = both([ground_held(self.history, values, self.colors, *size) for size in ((1040, 190), (380, 190))])
            dots = " A dot marks a cut road." if 'class="dot"' in chart else ""
            drawn.append(f"<figure>{chart}<figcaption>{clean(f'{name}.{dots}')}</figcaption></figure>")
        items = [
            f"<li>{clean(f'Turn {turn.turn}, {self.words.adjectives[turn.side]} Player-Turn: {news.text}')}</li>"
            for turn in self.history.turns
            for news in roads(turn.began, turn.ended, self.words)
        ]
        listed = f"<h3>Roads</h3><ul>{''.join(items)}</ul>" if items else ""
        return f"<h3>Ground</h3>{''.join(drawn)}{listed}" if drawn else ""

    def _ground_section(self) -> str:
        """Return bands over the turns that show which side would have scored each place."""
        turns = self.history.turns
        rows = []
        for name, owners in places_over_time(self.history).items():
            runs: list[list[int]] = []
            for owner in owners:
                if runs and runs[-1][0] == owner:
                    runs[-1][1] += 1
                else:
                    runs.append([owner, 1])
            cells = "".join(self._cell_of_band(owner, n, n / len(turns)) for owner, n in runs)
            rows.append(f'<tr><th scope="row">{clean(name)}</th>{cells}</tr>')
        numbers = list(dict.fromkeys(turn.turn for turn in turns))
        wide = {number: sum(turn.turn == number for turn in turns) for number in numbers}
        exits = {number: sum(len(turn.all(ev.Exited)) for turn in turns if turn.turn == number) for number in numbers}
        if any(exits.values()):
            cells = "".join(f'<td colspan="{wide[n]}" class="no">{exits[n] or "–"}</td>' for n in numbers)
            rows.append(f'<tr><th scope="row">Units that exited</th>{cells}</tr>')
        if not rows:
            return ""
        head = "".join(f'<td colspan="{wide[n]}">{n}</td>' for n in numbers)
        return (
            f'<h3>Places</h3><div class="scroll"><table class="ground"><tbody><tr><th>Game-Turn</th>{head}</tr>'
            f'{"".join(rows)}</tbody></table></div><p class="note">A band shows which side would have scored the place '
            "if the game had ended then; a dash means neither side.</p>"
        )

    def _cell_of_band(self, owner: int, turns: int, part: float) -> str:
        if owner == NOBODY:
            return f'<td colspan="{turns}" class="no">–</td>'
        name = self.words.adjectives[owner]
        return (
            f'<td colspan="{turns}" class="{self.colors.looks[owner]}">'
            f"{clean(name if part > FEWEST_CELLS else name[:1])}</td>"
        )

    def _account_section(self) -> str:
        if not self.story.has_points:
            return ""
        lines = sorted((line for line in self.story.account if line.points), key=lambda line: (line.side, -line.points))
        rows = "".join(
            f"<tr><td>{self.colors.chip(line.side)}</td><td>{clean(capital(line.cause))}</td>"
            f'<td class="n">{line.points}</td></tr>'
            for line in lines
        )
        outcome = self.history.outcome
        end = f"{with_stop(outcome.sentence)} {self.story.margin()}" if outcome else "The game is not over."
        return (
            '<table><thead><tr><th>Side</th><th>For</th><th class="n">Points</th></tr></thead>'
            f'<tbody>{rows}</tbody><tfoot><tr><td colspan="3">{clean(self.words.points(self.story.points))}</td></tr>'
            f"</tfoot></table><p>{clean(end)}</p>"
        )
