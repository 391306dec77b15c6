"""The conversation of people who play a game: alone, with computers, or taking turns at one screen."""

from __future__ import annotations

import sys
from datetime import date

from puzzles.match import Match
from puzzles.match.deals import day_number
from puzzles.play.game import GameSession, percent
from puzzles.play.reading import Order, player_name, player_text
from puzzles.play.table import heading, line_in_words
from puzzles.play.talk import BAD, FAINT, GOOD, LEFT, SOLVED, UNSURE, Doer, Talk
from puzzles.play.words import HELP_GAME, cards_left, why_text
from puzzles.sheet.words import words
from solver.errors import TenbackError
from solver.notation.text import parse_header
from solver.table.line import Turn

CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen, and what was scrolled away
MUCH = 0.03  # of chance: what a turn must cost for the better one to be named


class GameTalk(Talk):
    """People at a terminal (or a pipe) with one game."""

    def __init__(self, session: GameSession, plain: bool = False, coach: bool = False, goes_on: bool = False) -> None:
        super().__init__(session, plain)
        self.session, self.coach, self.goes_on = session, coach, goes_on
        self.looking: int | None = None  # the seat that sees the screen

    def is_done(self) -> bool:
        """Won?  Who has lost may take back."""
        outcome = self.session.match.outcome
        return outcome is not None and self.has_won()

    def has_won(self) -> bool:
        """Has the team won, or in Face to Face a person?"""
        match, outcome = self.session.match, self.session.match.outcome
        if outcome is None:
            return False
        return outcome.won if outcome.winner is None else match.rules.seat(outcome.winner) in match.people

    def prompt(self) -> str:
        """Whose turn it is and what it has laid."""
        session = self.session
        if session.match.outcome is not None:
            return f"{self.words('over')}> "
        laid = "".join(f" {play}" for play in session.plays)
        return f"{player_text(session, session.language)}{laid}> "

    def leave(self) -> int:
        """Where the game is, so that it can be gone on with."""
        session, kept = self.session, self.session.kept
        if session.match.outcome is None and kept is not None:
            self.tell(self.words("game.goodbye", number=kept.number), FAINT)
        elif session.match.outcome is None:
            self.tell(self.words("game.goodbye.unsaved"), FAINT)
        return SOLVED if self.has_won() else LEFT

    def is_another_table(self) -> bool:
        """Has somebody else the turn now?"""
        return self.session.match.waits_for_computer or self.session.seat != self.looking

    def further_orders(self) -> dict[str, Doer]:
        """Those of games alone."""
        return {"chance": self.chance, "coach": self.switch_coach, "turns": self.turns, "review": self.review}

    # --- beginning

    def present(self) -> None:
        """Which deal this is, who sits where, how it is played."""
        session = self.session
        match, kept = session.match, session.kept
        facts = [self.deal_text(), "" if kept is None else self.words("game.kept", number=kept.number)]
        self.tell(" · ".join(fact for fact in facts if fact), "bold")
        self.draw(heading(session))
        team = ".duel" if match.rules.gifts else ".team" if match.rules.players > 1 else ""
        self.tell(
            " ".join(
                self.words(key)
                for key in (
                    f"game.goal{team}",
                    *([f"game.{match.information.name}"] if match.is_open or match.talks else []),
                )
            )
        )
        for sentence in self.rules_in_short():
            self.tell(sentence, FAINT)
        for command in sorted({command for _, command in match.rules.commands}):
            self.tell(f"{command}: {words(session.language)[f'command.{command}.says']}", FAINT)
        if self.goes_on:
            self.tell(self.words("game.goes-on"), "bold")
        self.go_on()

    def deal_text(self) -> str:
        """The number of the deal, or its day."""
        session = self.session
        try:
            number = parse_header(session.match.deal.partition("|")[0]).number
        except TenbackError:
            number = None
        if number is None:
            return self.words("game.own-deal")
        if session.match.begun and number == day_number(date.fromisoformat(session.match.begun)):
            return self.words("game.day", day=session.match.begun)
        return self.words("game.deal", number=number)

    def rules_in_short(self) -> list[str]:
        """What somebody needs to know who has never played it."""
        rules = self.session.match.rules
        least, most = rules.minimum, rules.maximum
        key = "game.turn" if most is None else "game.turn.exactly" if most == least else "game.turn.most"
        cards = self.words("cards.least.one" if least == 1 else "cards.least.many", n=least)
        follow = [self.words("game.follow")]
        follow += [self.words("game.trick", n=rules.trick)] if rules.trick else []
        follow += [self.words("game.colours")] if rules.colours else []
        follow += [self.words("game.gift")] if rules.gifts else []
        return [self.words(key, least=cards, most=most, n=least), *follow]

    # --- who comes next

    def go_on(self) -> None:
        """Let computers play until a person is to move or it is over; then hand the screen over, and show the table."""
        session = self.session
        if session.match.waits_for_computer and self.looking is not None:
            self.tell_said(self.looking)
        while session.match.waits_for_computer:
            player = player_name(session.position.player, session.language)
            self.passing(self.words("game.thinks", player=player))
            turn = session.computer_turn()
            self.passing("")
            self.tell(self.turn_text("turn-ended", turn))
        if session.match.outcome is None and len(session.match.people) > 1 and not session.match.is_open:
            self.hand_over()
        self.looking = session.seat
        self.show()
        if session.match.outcome is not None:
            self.tell_end()
            return
        self.tell_said()
        if not session.line and not session.plays and session.legal_plays():
            play = session.legal_plays()[0]
            self.tell(self.words("game.how", play=f"{play.card} {play.pile}"), "cyan")

    def tell_said(self, speaker: int | None = None) -> None:
        """What is said to whoever moves next: by everybody, or by the one who looked last and need not say it aloud."""
        session, language = self.session, self.session.language
        if (said := session.match.said) is None:
            return
        from solver.hidden.talk import heard

        if not said:
            self.tell(self.words("game.silence"), FAINT)
        chosen = {seat: spoken for seat, spoken in said.items() if speaker in (None, seat)}
        for player, spoken in heard(session.match.rules, chosen):
            told = ", ".join(f"{pile} {word.en if language == 'en' else word.de}" for pile, word in spoken)
            name = player_name(player, language)
            key, told = "game.says" if speaker is None else "game.you-say", told or self.words("game.says.free")
            self.tell(self.words(key, player=name[:1].upper() + name[1:], words=told), "cyan")

    def passing(self, words: str) -> None:
        """On a terminal: a line that the next one takes the place of."""
        if sys.stdout.isatty():
            print(f"\r\x1b[K{words}", end="", flush=True)

    def hand_over(self) -> None:
        """Hide what one person saw before the next one looks."""
        session = self.session
        if self.looking == session.seat:
            return
        player = player_text(session, session.language)
        if self.looking is not None:
            self.ask(self.words("game.pass-on", player=player))
            if sys.stdout.isatty():
                print(CLEAR, end="", flush=True)
        self.ask(self.words("game.your-turn", player=player[:1].upper() + player[1:]))
        if session.line:
            last = len(session.match.seats)
            self.tell(line_in_words(session, session.line[-last:], max(1, len(session.line) - last + 1)), FAINT)

    def show_if_moved(self, before: object) -> None:
        """The table; where another seat is to move, what comes before that."""
        if self.session.moment is before:
            return
        if self.session.match.outcome is not None or self.is_another_table():
            self.go_on()
        else:
            self.show()

    # --- orders

    def end_turn(self) -> None:
        """End the turn; the coach speaks if he is asked to."""
        session = self.session
        before = session.match
        turn = session.end_turn()
        self.tell(self.turn_text("turn-ended", turn))
        if self.coach and session.match.is_open:
            self.coach_exactly(session.verdict(before.position).name)
        elif self.coach:
            self.coach_by_chance(before, turn)
        if self.is_done():
            self.show()
            self.tell_end()

    def chance(self, order: Order) -> None:
        """The chance to win; where all lies open, the verdict."""
        session = self.session
        if not session.is_under_way:
            self.tell(self.words("game.is-over"), UNSURE)
        elif session.match.is_open:
            verdict = session.verdict(session.position)
            winner = verdict.winner
            key = f"game.verdict.{verdict.name}" if winner is None else "game.verdict.duel"
            self.tell(self.words(key, player=winner), "cyan")
        else:
            turns = session.turns()
            key = "game.chance.duel" if session.match.rules.gifts else "game.chance"
            player = player_text(session, session.language)
            self.tell(self.words(key, chance=percent(turns[0].chance), player=player), "cyan")

    def switch_coach(self, order: Order) -> None:
        """On, off."""
        self.coach = not self.coach
        self.tell(self.words("game.coach.on" if self.coach else "game.coach.off"), FAINT)

    def turns(self, order: Order) -> None:
        """What was played so far, as far as the one who looks knows it."""
        line = self.session.line
        self.tell(line_in_words(self.session, line) if line else self.words("game.no-turns"))

    def review(self, order: Order) -> None:
        """Where the chances went, once it is over: before that it would tell what is hidden."""
        from puzzles.play.reviewing import print_review

        if self.session.match.outcome is None and not self.session.match.is_open:
            self.tell(self.words("game.review.later"), UNSURE)
        else:
            print_review(self.session.match, self.session.language)

    def coach_exactly(self, before: str) -> None:
        """All lies open: did the turn give a win away?"""
        after = self.session.verdict(self.session.position).name
        if self.session.match.rules.gifts or self.session.match.outcome is not None:
            return
        if before == "winnable" and after == "unwinnable":
            self.tell(self.words("game.coach.gave"), BAD)
        else:
            key = {"winnable": "game.coach.keeps"}.get(after, f"game.verdict.{after}")
            self.tell(self.words(key), GOOD if after == "winnable" else UNSURE)

    def coach_by_chance(self, before: Match, turn: Turn) -> None:
        """What a turn cost, and the better one where it cost much."""
        cost = self.session.cost(before, turn)
        best, chance = percent(cost.best.chance), percent(cost.chance)
        if cost.points < MUCH / 3:
            self.tell(self.words("game.coach.best", chance=best), GOOD)
            return
        points = max(1, round(100 * cost.points))
        key = "game.coach.cost.one" if points == 1 else "game.coach.cost"
        self.tell(self.words(key, points=points, best=best, chance=chance), UNSURE)
        if cost.points >= MUCH:
            self.tell(self.words("game.coach.better", plays=" ".join(map(str, cost.best.plays))), UNSURE)
            for why in cost.why[:2]:
                self.tell(f"  - {why_text(self.session.language, why)}", FAINT)

    # --- telling

    def tell_end(self) -> None:
        """How it ended, and what was taken back and asked for on the way."""
        session, match = self.session, self.session.match
        won = self.has_won()
        counts = [self.end_text()]
        if match.undone:
            counts.append(self.words("game.undone.one" if match.undone == 1 else "game.undone.many", n=match.undone))
        if match.hints:
            counts.append(self.words("hints.one" if match.hints == 1 else "hints.many", n=match.hints))
        self.tell(" ".join(counts), GOOD if won else BAD)
        if session.kept is not None:
            self.tell(self.words("game.review", number=session.kept.number), FAINT)
        if not won:
            self.tell(self.words("game.over"), FAINT)

    def end_text(self) -> str:
        """Won, or why not."""
        session, outcome = self.session, self.session.match.outcome
        assert outcome is not None
        if outcome.winner is not None:
            return self.words("game.duel.won", winner=outcome.winner)
        if outcome.won:
            return self.words("game.won")
        left = cards_left(session.language, session.position.cards_left)
        return self.words("game.lost", player=player_text(session, session.language), left=left)

    def help(self, order: Order) -> None:
        """The commands."""
        rules = self.session.match.rules
        card, other = ("r7", "b5") if rules.colours else ("37", "48")
        values = {"card": card, "other": other, "pile": rules.piles[0].name}
        for row in HELP_GAME[self.session.language]:
            what, meaning = (text.format(**values) for text in row)
            self.tell(f"  {what:<18} {meaning}")
