"""The team games as an environment of PettingZoo, for whoever wants to learn them in another way (extra ``env``).

An agent is a seat.  It is shown what a ``View`` of its seat holds and nothing else, and acts by laying one card on one
pile or by ending its turn.  See docs/environment.md.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from solver.errors import AgainstTheRules, DoesNotAddUp, Unreadable, quoted
from solver.rules.game import Rules
from solver.rules.turns import OpenTurn
from solver.shown import as_text
from solver.table.deal import Deal, deal
from solver.table.line import Play, Turn
from solver.table.position import Position
from solver.table.view import OPEN, OWN, Hidden, Information, View

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv

    INSTALLED = True
except ImportError:
    INSTALLED, AECEnv = False, object

UNSEEN, OWN_CARD, LAID, PARTNERS = range(4)  # what a card is to the seat that looks
REWARDS = ("score", "win")
LAST_SEED = 2**62  # deals are numbered up to 2**63 - 1

Numbers = npt.NDArray[np.int16]
Mask = npt.NDArray[np.int8]


class TeamEnvironment(AECEnv):  # type: ignore[misc]
    """A team game by its rules, ``own`` or ``open`` hands, and what the team is rewarded by in the end."""

    def __init__(self, rules: Rules, information: Information = OWN, reward: str = "score") -> None:
        if not INSTALLED:
            raise Unreadable("the environment needs PettingZoo: pip install 'tenback[env]'")
        super().__init__()
        if rules.game.is_duel:
            raise DoesNotAddUp(f"{rules.game.name} is no team game: there is no environment for it")
        if information not in (OWN, OPEN):
            raise DoesNotAddUp(f"{information.name}: the environment knows own and open")
        if reward not in REWARDS:
            raise Unreadable(f"{quoted(reward)} is not a reward: {' '.join(REWARDS)}")
        self.rules, self.information, self.reward = rules, information, reward
        self.metadata = {"name": f"tenback_{rules.game.name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.possible_agents = [f"player_{name}" for name in rules.player_names]
        self.agents: list[str] = []
        self.piles, self.cards = len(rules.piles), len(rules.cards)
        self.end_of_turn = self.cards * self.piles  # the last action
        numbers = self.cards + self.piles + rules.players + 3
        seen = spaces.Dict(
            {
                "observation": spaces.Box(0, self.cards, (numbers,), np.int16),
                "action_mask": spaces.Box(0, 1, (self.end_of_turn + 1,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(self.end_of_turn + 1) for agent in self.possible_agents}
        self._next_deal = 1

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may choose from."""
        return self.action_spaces[agent]

    # --- a game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal: ``seed`` k gives numbered deal k + 1, no seed the one after the last."""
        number = self._next_deal if seed is None else seed % LAST_SEED + 1
        self._next_deal = number + 1
        rules = self.rules
        decks = deal(rules.game.name, rules.players, number, rules.overrides()).decks
        self.begin(Deal(rules, decks).position())

    def begin(self, position: Position) -> None:
        """Play from this table."""
        if position.rules != self.rules:
            raise DoesNotAddUp("this environment was made for other rules")
        self.position, self.turn = position, position.open_turn
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[position.to_move]
        self._end_if_over()

    def step(self, action: int | None) -> None:
        """Lay a card, or end the turn; what the mask forbids is refused and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= int(action) <= self.end_of_turn or not self._mask()[int(action)]:
            raise AgainstTheRules(f"action {action}: the mask forbids it")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if int(action) == self.end_of_turn:
            self._end_turn()
        else:
            card, pile = divmod(int(action), self.piles)
            self.turn = self.turn.lay(self.rules.cards[card], pile)
            if not (self.turn.hand or self.turn.draw_left or self.turn.held_by_others):
                self._end_turn()  # the last card of all: nothing is left to decide
        self._accumulate_rewards()

    def _end_turn(self) -> None:
        piles = self.rules.piles
        plays = tuple(Play(card, piles[pile].name) for card, pile in self.turn.laid)
        self.position = self.position.after(Turn(plays, self.position.player))
        self.turn = self.position.open_turn
        self.agent_selection = self.possible_agents[self.position.to_move]
        self._end_if_over()

    def _end_if_over(self) -> None:
        """The same reward for everybody, once, where the game is won or the player to move has no turn."""
        if self.position.outcome is None:
            return
        left = self.position.cards_left
        reward = float(left == 0) if self.reward == "win" else -left / self.cards
        self.rewards = dict.fromkeys(self.agents, reward)
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: {"cards_left": left} for agent in self.agents}

    # --- what an agent sees

    def view(self, seat: int) -> View:
        """What a seat knows at the start of this turn: what our own players are given."""
        return View.of(self.position, seat, self.information)

    def observe(self, agent: str) -> dict[str, Any]:
        """What the seat knows now, in the middle of a turn too; the mask is empty for who is not to move."""
        seat = self.possible_agents.index(agent)
        moves = agent == self.agent_selection and not self.terminations[agent]
        mask = self._mask() if moves else np.zeros(self.end_of_turn + 1, np.int8)
        return {"observation": seen(self.view(seat), self.turn), "action_mask": mask}

    def _mask(self) -> Mask:
        """What may be done now so that the turn can still be completed."""
        mask, turn = np.zeros(self.end_of_turn + 1, np.int8), self.turn
        if self.position.outcome is not None:
            return mask
        for card, pile in turn.plays():
            if turn.lay(card, pile).can_be_completed():
                mask[self.rules.card_indices[card] * self.piles + pile] = 1
        mask[self.end_of_turn] = turn.may_end()
        return mask

    def actions_of(self, turn: Turn) -> list[int]:
        """The actions that play a whole turn, its end included unless it lays the last card of all."""
        rules = self.rules
        lays = [rules.card_indices[play.card] * self.piles + rules.pile_index(play.pile) for play in turn.plays]
        return lays if len(lays) == self.position.cards_left else [*lays, self.end_of_turn]

    def render(self) -> str:
        """The table as the seat to move sees it at the start of its turn, in the text form."""
        return as_text(self.view(self.position.to_move))

    def close(self) -> None:
        """Nothing is held open."""


def seen(view: View, turn: OpenTurn) -> Numbers:
    """The numbers of an observation, from what a seat knows at the start of a turn and what has been laid in it since.

    A status for each card; the top of each pile (the number of cards where it shows its row card); the size of each
    hand from the own seat on, and of the draw pile; how far from the own seat the mover sits; cards laid in this turn.
    """
    rules = view.rules
    status = np.full(len(rules.cards), UNSEEN, np.int16)
    for seat, hand in enumerate(view.hands):
        if not isinstance(hand, Hidden):
            status[[rules.card_indices[card] for card in hand]] = OWN_CARD if seat == view.seat else PARTNERS
    status[[rules.card_indices[card] for card in (*view.laid[0], *(card for card, _ in turn.laid))]] = LAID
    tops = [len(rules.cards) if top is None else rules.card_indices[top] for top in turn.tops]
    sizes = list(view.hand_sizes)
    sizes[view.to_move] -= len(turn.laid)
    sizes = sizes[view.seat :] + sizes[: view.seat]
    mover = (view.to_move - view.seat) % rules.players
    return np.array([*status, *tops, *sizes, view.draws[0], mover, len(turn.laid)], np.int16)
