"""What a seat knows of a table: nothing leaks into it, it round-trips, and what it cannot answer it refuses."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings

import solver
from puzzles.files.collection import position_of
from puzzles.server.answers import thing_of
from solver.cards import Card, parse_cards
from solver.errors import AgainstTheRules, DoesNotAddUp, HiddenCards, TenbackError, Unreadable
from solver.notation.jsonform import dump, to_json
from solver.notation.source import starting_position, with_overrides
from solver.notation.text import format_view
from solver.show.draw import as_text, draw_position
from solver.table.line import Play, Turn
from solver.table.position import DrawPile, Position
from solver.table.view import INFORMATION, OPEN, OWN, Hidden, Information, View, information_named
from tests.command import forked
from tests.strategies import GAME_NAMES, positions, random_position, randoms

SEEDED = 50
TWO = "the-game/2 | up: 17 1 | down: 88 100 | 1*: 5 9 20 | 2: ?6 | draw: ?40"

REFUSAL = "cards are hidden, so nobody can decide this position: tenback advise says what to play"


def view_of(text: str) -> View:
    view = solver.load(text)
    assert isinstance(view, View)
    return view


# --- making one from the true table


def redealt(rng: Random, position: Position, seat: int, information: Information) -> Position:
    """The same table with the cards that a seat does not see in other places."""
    duel = position.rules.game.is_duel
    hands, draws = list(position.hands), [list(pile.cards) for pile in position.draws]
    for deck, draw in enumerate(draws):
        seats = [other for other in range(len(hands)) if not duel or other == deck]
        hidden = [other for other in seats if other != seat and not information.hands_are_open]
        pool = [*draw, *(card for other in hidden for card in hands[other])]
        rng.shuffle(pool)
        for other in hidden:
            hands[other], pool = tuple(pool[: len(hands[other])]), pool[len(hands[other]) :]
        draws[deck] = pool
    piles = tuple(DrawPile(tuple(cards), pile.ordered) for cards, pile in zip(draws, position.draws, strict=True))
    return Position(position.rules, position.tops, tuple(hands), piles, position.to_move)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_nothing_that_a_seat_does_not_see_is_in_its_view(name: str) -> None:
    rng, changed = Random(f"views of {name}"), 0
    for _ in range(SEEDED):
        position = random_position(rng, name)
        for seat in range(position.rules.players):
            for information in INFORMATION.values():
                other = redealt(rng, position, seat, information)
                changed += other != position
                one, two = View.of(position, seat, information), View.of(other, seat, information)
                assert one == two
                assert hash(one) == hash(two)
                assert repr(one) == repr(two)
                assert vars(one) == vars(two)  # nor is there anything in it that comparing leaves out
    assert changed > SEEDED


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_view_of_the_true_table_knows_the_unseen_cards_exactly(name: str) -> None:
    rng = Random(f"unseen in {name}")
    for _ in range(SEEDED):
        position = random_position(rng, name)
        for seat in range(position.rules.players):
            for information in INFORMATION.values():
                view = View.of(position, seat, information)
                elsewhere = [set(pile.cards) for pile in position.draws]
                for other, hand in enumerate(position.hands):
                    if other == seat or information.hands_are_open:
                        assert view.hands[other] == hand
                    else:
                        assert view.hands[other] == (Hidden(len(hand)) if hand else ())
                        elsewhere[other if position.rules.game.is_duel else 0] |= set(hand)
                assert [set(cards) for cards in view.unseen] == elsewhere
                assert view.hidden == tuple(map(len, elsewhere))
                assert not any(view.forgotten)
                assert view.hands[seat] == position.hands[seat]
                assert view.cards_left == position.cards_left
                assert (view.tops, view.to_move, view.player) == (position.tops, position.to_move, position.player)


def test_kinds_of_information_are_known_by_name() -> None:
    assert [information_named(name) for name in ("own", "talk", "open")] == list(INFORMATION.values())
    with pytest.raises(Unreadable, match="'all' is not a kind of information: own talk open"):
        information_named("all")


# --- text, JSON and repr


def forgetful(rng: Random, view: View) -> View:
    """The same view of a player who does not remember some of the cards that were laid."""
    share = rng.choice((0.0, 0.3, 0.7, 1.0))
    laid = tuple(tuple(card for card in cards if rng.random() >= share) for cards in view.laid)
    try:
        return View(view.rules, view.tops, view.hands, view.draws, view.to_move, view.seat, laid)
    except DoesNotAddUp:  # in Face to Face a top may be taken for a card of the other deck, which has no room for it
        assert view.rules.game.is_duel
        return view


def check_round_trip(view: View) -> None:
    text, data = format_view(view), to_json(view)
    assert "\n" not in text
    assert solver.load(text) == view
    assert solver.load(data) == solver.load(dump(data)) == solver.load(json.dumps(data, indent=2)) == view
    assert to_json(solver.load(text)) == data
    assert eval(repr(view), {"load": solver.load}) == view


@pytest.mark.parametrize("name", GAME_NAMES)
def test_seeded_round_trips(name: str) -> None:
    rng, forgotten = Random(f"views of {name}"), 0
    for _ in range(SEEDED):
        position = random_position(rng, name)
        for seat in range(position.rules.players):
            view = View.of(position, seat, rng.choice((OWN, OPEN)))
            check_round_trip(view)
            view = forgetful(rng, view)
            forgotten += any(view.forgotten)
            check_round_trip(view)
    assert forgotten > SEEDED // 4


@settings(max_examples=150, deadline=None)
@given(positions(), randoms)
def test_views_round_trip(position: Position, rng: Random) -> None:
    view = View.of(position, rng.randrange(position.rules.players), rng.choice((OWN, OPEN)))
    check_round_trip(view)
    check_round_trip(forgetful(rng, view))


@pytest.mark.parametrize(
    ("text", "full"),
    [
        (f"{TWO} | laid: 3 17", f"{TWO} | laid: 3"),
        (TWO.replace("draw:", "draw?:"), TWO),
        (TWO.replace("the-game/2", "the-game seat=1"), TWO),
        (TWO.replace("1*:", "1:").replace("/2", "/2 to_move=1"), TWO),
        (f"{TWO} | laid: -", TWO),
        ("the-game/2 seat=1 | up: 17 1 | 1*: 5 | 2: 9 | draw?: 3 4", "the-game/2 | up: 17 1 | 1*: 5 | 2: 9 | draw: ?2"
         f" | laid: {' '.join(str(n) for n in range(6, 100) if n not in (9, 17))} 2"),
        ("face-to-face | A.up: 17 | A*: 5 9 | B: ?6 | A.draw: ?40", "face-to-face | A.up: 17 | A*: 5 9 | B: ?6"
         " | A.draw: ?40 | A.laid: 17"),
    ],
)  # fmt: skip
def test_what_reads_as_the_same(text: str, full: str) -> None:
    assert view_of(text) == view_of(full)
    check_round_trip(view_of(text))


def test_the_forms_of_the_interface() -> None:
    view = view_of(
        '{"game": "the-game", "players": 2, "to_move": 1, "piles": {"up1": "17", "down1": "88"},'
        ' "hands": {"1": ["5", "9", "20"], "2": {"hidden": 6}}, "draw": {"hidden": 40}, "laid": ["3", 17]}'
    )
    assert view == view_of(f"{TWO} | laid: 3 17")
    assert view.hands == (parse_cards("5 9 20"), Hidden(6))
    assert view.laid == (parse_cards("3 17 88"),)
    assert (view.hidden, view.forgotten, view.draws) == ((46,), (46,), (40,))
    assert repr(view) == f"load('{TWO} | laid: 3')"
    assert to_json(view)["hands"]["2"] == {"hidden": 6}
    assert to_json(view)["draw"] == {"hidden": 40}
    assert (to_json(view)["laid"], to_json(view)["seat"]) == (["3"], 1)


def test_in_face_to_face_each_deck_is_looked_at_by_itself() -> None:
    tops = "face-to-face seat=B | A.up: 17 | B.up: 9"
    view = view_of(f"{tops} | A*: ?6 | B: 7 8 | A.draw: ?40 | B.draw: ?50 | B.laid: 17")
    assert view.laid == ((), parse_cards("9 17"))  # the 17 on A's pile was a gift
    assert (view.hidden, view.forgotten) == ((46, 50), (12, 4))
    assert Card(17) in view.unseen[0]
    assert Card(7) in view.unseen[0]
    assert Card(7) not in view.unseen[1]
    assert (view.player, view.looker) == ("A", "B")
    assert to_json(view)["laid"] == {"A": [], "B": ["9", "17"]}
    check_round_trip(view)


def test_a_top_that_its_owner_has_no_room_for_is_the_others() -> None:
    every = [str(number) for number in range(2, 10)]
    text = "face-to-face highest=9 hand=3 | A.up: 9 | B.up: 5 | A*: 2 3 4 | B: ?3 | A.draw: ?{a} | B.draw: ?{b}"
    view = view_of(text.format(a=5, b=3))  # A has laid nothing: the 9 is B's
    assert view.laid == ((), parse_cards("5 9"))
    assert view.unseen == (parse_cards(" ".join(every[3:])), parse_cards("2 3 4 6 7 8"))
    with pytest.raises(DoesNotAddUp, match="only 6 cards of B are unseen"):
        view_of(text.format(a=5, b=4))


def test_a_position_with_nothing_hidden_stays_a_position() -> None:
    text = "the-game/2 | up: 17 1 | down: 88 100 | 1*: 5 9 | 2: 77 | draw: 44 3"
    assert isinstance(solver.load(text), Position)
    assert solver.load(f"{text} | laid: 4 17") == solver.load(text)
    assert list(to_json(solver.load(text))) == ["game", "players", "rules", "to_move", "piles", "hands", "draw"]


# --- what it answers, and what it does not


@pytest.mark.parametrize("name", GAME_NAMES)
def test_the_own_turn_needs_no_hidden_card(name: str) -> None:
    rng = Random(f"turns of {name}")
    for _ in range(SEEDED // 3):
        position = random_position(rng, name)
        view = View.of(position, position.to_move)
        assert view.open_turn == position.open_turn
        assert view.outcome == position.outcome
        assert list(view.legal_plays) == list(position.legal_plays)
        turns = [turn for _, turn in zip(range(50), position.legal_turns, strict=False)]
        assert [turn for _, turn in zip(range(50), view.legal_turns, strict=False)] == turns
        for turn in turns:
            assert turn in view.legal_turns
            assert view.laid_turn(turn) == view.laid_turn(turn.plays) == position.laid_turn(turn)


def test_an_illegal_turn_is_refused() -> None:
    view = view_of(TWO)
    for plays in ("5@up2", "5@up2 4@up2", "9@up2 5@up2", "5@up2 9@up2 2: "):
        words = plays.split()
        turn = Turn(tuple(Play.parse(word) for word in words if "@" in word), 2 if "2:" in words else None)
        assert turn not in view.legal_turns
        with pytest.raises(AgainstTheRules):
            view.laid_turn(turn)


def test_the_turn_of_a_hidden_hand_is_not_known() -> None:
    view = view_of("the-game/2 seat=1 | up: 17 1 | 1: 5 9 20 | 2*: ?6 | draw: ?40")
    assert view.outcome is None
    asks = (lambda: view.hand, lambda: view.open_turn, lambda: list(view.legal_turns), lambda: list(view.legal_plays))
    for ask in asks:
        with pytest.raises(HiddenCards, match="player 2 is to move, whose hand player 1 does not see"):
            ask()


def test_a_player_without_cards_is_skipped() -> None:
    view = view_of("the-game/3 seat=3 | up: 17 1 | 1*: - | 2: ?2 | 3: 5 9")
    assert (view.player, view.looker) == (2, 3)
    check_round_trip(view)


def test_who_counts_cards_may_know_the_table() -> None:
    """Where one place alone is hidden, and every laid card is remembered, it holds what is left."""
    every = "the-game highest=9 hand=3"
    hand = view_of(f"{every} | up: 4 5 | 1*: 2 3 | 2: ?2 | laid: 6 7")
    assert starting_position(hand) == solver.load(f"{every}".replace(" h", "/2 h", 1) + " | up: 4 5 | 1*: 2 3 | 2: 8 9")
    draw = view_of(f"{every} | up: 4 5 | 1*: 2 3 | 2: 8 | draw: ?3")
    assert starting_position(draw) == solver.load(f"{every} | up: 4 5 | 1*: 2 3 | 2: 8 | draw?: 6 7 9")
    assert view_of(f"{every} | up: 4 5 | 1*: 2 3 | 2: 8 | draw: ?2").as_position() is None  # one is forgotten
    assert view_of(f"{every} | up: 4 5 | 1*: 2 3 | 2: ?2 | draw: ?2").as_position() is None


@pytest.mark.parametrize("name", GAME_NAMES)
def test_an_open_view_is_the_table_without_its_order(name: str) -> None:
    rng = Random(f"open tables of {name}")
    for _ in range(SEEDED // 3):
        position = random_position(rng, name)
        draws = tuple(DrawPile(pile.cards, ordered=False) for pile in position.draws)
        unordered = Position(position.rules, position.tops, position.hands, draws, position.to_move)
        assert View.of(position, rng.randrange(position.rules.players), OPEN).as_position() == unordered


def test_rules_are_changed_under_a_view_too() -> None:
    changed = with_overrides(view_of(TWO), {"trick": 7})
    assert changed == view_of(TWO.replace("/2", "/2 trick=7"))


@pytest.mark.parametrize(
    "words",
    [
        ["solve", TWO],
        ["solve", TWO, "--json"],
        ["analyze", TWO],
        ["verify", TWO, "-"],
        ["graph", TWO, "-o", "graph.dot"],
        ["puzzle", "rate", TWO],
    ],
    ids=lambda words: " ".join(words[:2])[:20],
)
def test_what_needs_every_card_names_the_verb_that_does_not(words: list[str]) -> None:
    done = forked(*words)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().count("\n") == 1
    assert "tenback advise says what to play" in done.stderr.decode()


def test_no_function_decides_a_view() -> None:
    view = view_of(TWO)
    for ask in (solver.solve, solver.analyze, solver.analyze_orders, solver.winning_graph):
        with pytest.raises(HiddenCards):
            ask(view)
    with pytest.raises(HiddenCards):
        solver.verify(view, "1: 5@up2 9@up2")


def test_a_line_of_many_with_hidden_cards_is_refused_in_its_place() -> None:
    done = forked("solve", TWO, "--lines", "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout) == {"error": REFUSAL, "line": 1}


def test_the_server_and_puzzles_take_no_hidden_cards() -> None:
    for source in (TWO, to_json(view_of(TWO)), dump(to_json(view_of(TWO)))):
        with pytest.raises(HiddenCards):
            thing_of(source, {})
    with pytest.raises(HiddenCards, match=f"position: {REFUSAL}"):
        position_of(TWO)


# --- bad input

REFUSED = [
    ("the-game/2 | up: 17 1 | 1*: 5 | 2: ?6 | draw: ?91",
     "6 in the hand of player 2 and 91 in the draw pile are hidden, but only 96 cards are unseen"),
    ("the-game/2 | up: 17 1 | 1*: 5 | 2: ?8", "the hand of player 2 has 8 cards; a full hand is 7"),
    ("the-game/2 | up: 17 1 | 1*: 5 | 2: ?999999999", "2: 999999999 hidden cards: must be 0 to 126"),
    ("the-game/2 | up: 17 1 | 1*: 5 | draw: ?9999999999", "draw: '?9999999999': name the cards, or write ?6 alone"),
    ("the-game/2 | up: 17 1 | 1*: 5 | 2: ?-1", "2: -1 hidden cards: must be 0 to 126"),
    ("the-game/2 | up: 17 1 | 1*: 5 | 2: ?3 44", "2: '?3 44': name the cards, or write ?6 alone"),
    ("the-game/2 | up: 17 1 | 1*: 5 | 2: ? ", "2: '?': name the cards, or write ?6 alone"),
    ("the-game/2 | up: 17 1 | 1*: ?5 | 2: ?3", "the hand of player 1 is hidden, and it is this player who looks"),
    ("the-game/2 seat=2 | up: 17 1 | 1*: 5 | 2: ?3", "the hand of player 2 is hidden, and it is this player who looks"),
    ("the-game/2 seat=3 | up: 17 1 | 1*: 5 | 2: ?3", "'3' is not a player at this table; the players are 1 2"),
    ("the-game/2 seat=A | up: 17 1 | 1*: 5 | 2: ?3", "'A' is not a player at this table; the players are 1 2"),
    ("the-game/2 seat=none | up: 17 1 | 1*: 5 | 2: ?3", "'none' is not a player"),
    ("face-to-face seat=1 | A.up: 17 | A*: 5 | B: ?3", "'1' is not a player at this table; the players are A B"),
    ("the-game/2 seat=1 #17", "seat=1 says who looks at a position: it has no place in a deal"),
    ("the-game highest=4 hand=2 seat=1 | deck: 2 3 4", "seat=1 says who looks at a position"),
    (f"{TWO} | laid: 5", "card 5 is in the hand of player 1 and in laid"),
    (f"{TWO} | laid: 3 3", "card 3 is in laid twice"),
    (f"{TWO} | laid: 100", "card 100 in laid is not in this game (2 to 99)"),
    (f"{TWO} | laid: ?3", "'?3' is not a card"),
    (f"{TWO} | A.laid: 3", "section 'A.laid' has no place in a position of the-game"),
    (f"{TWO} | laid*: 3", "'laid*': * marks the player to move"),
    ("face-to-face | A.up: 17 | A*: 5 | B: ?3 | laid: 5", "section 'laid' has no place in a position of face-to-face"),
    ("face-to-face | A.up: 17 | A*: 5 | B: ?3 | A.laid: 5", "card 5 is in the hand of player A and in laid"),
    ("the-game | up: 17 1 | 1*: 5 | draw: 44 | laid: 44", "card 44 is in the draw pile and in laid"),
    ("the-game/2 | up: ?1 1 | 1*: 5 | 2: ?3", "up1: '?1': the top card of a pile is never hidden"),
    ("the-game/2 | up: 5 1 | 1*: 5 | 2: ?3", "card 5 is on top of up1 and in another place too"),
    ("the-game/2 | up: 6 6 | 1*: 5 | 2: ?3", "card 6 is on top of up2 and in another place too"),
    ("the-game/2 | up: 100 1 | 1*: 5 | 2: ?3", "up1 shows 100, which is not in this game (2 to 99)"),
    ("face-to-face | A.up: 5 | B.up: 5 | A*: 5 | B: ?3", "card 5 is on top of B.up and in another place too"),
    ("the-game/2 | 1*: 5 | 2: ?3 | draw: ?90", "4 cards are neither seen nor hidden, and no pile shows a card"),
    ("the-game/2 | 1*: 5 | 2: ?3 | draw: ?90 | laid: 7", "card 7 is laid or nowhere, but no pile shows a card"),
    ("the-game/2 | up: 17 1 | 1*: 5 | 2: ?3 | draw: 44 3", "the order of the draw pile: write draw: ?2, or draw?:"),
    ("the-game/2 | up: 17 1 | 1*: 5 | 2: ?3 | draw?: 44 3", "where the hand of player 2 is hidden, nobody knows which"),
    ("the-game | deck: ?98", "'?98' is not a card"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "culprit"), REFUSED)
def test_what_does_not_add_up_names_the_culprit(text: str, culprit: str) -> None:
    with pytest.raises(TenbackError) as error:
        solver.load(text)
    assert culprit in str(error.value)


HANDS = '"piles": {"up1": 17}, "hands": {"1": [5], "2": %s}'


@pytest.mark.parametrize(
    ("rest", "culprit"),
    [
        (HANDS % '{"hidden": -1}', "2: -1 hidden cards: must be 0 to 126"),
        (HANDS % '{"hidden": 1000000000000000000000000000000}', "hidden"),
        (HANDS % '{"hidden": true}', "position: Expected `int`, got `bool`"),
        (HANDS % '{"hidden": "6"}', "position: Expected `int`, got `str`"),
        (HANDS % '{"hidden": 2.5}', "position: Expected `int`, got `float`"),
        (HANDS % '{"hidden": 2, "cards": []}', "unknown field `cards`"),
        (HANDS % "{}", "missing required field `hidden`"),
        (HANDS % '["?6"]', "'?6' is not a card"),
        (HANDS % '{"hidden": 6}' + ', "draw": {"hidden": 99}', "99 in the draw pile are hidden"),
        (HANDS % '{"hidden": 6}' + ', "draw": {"hidden": 9, "unordered": []}', "draw: Object contains unknown field"),
        (HANDS % '{"hidden": 6}' + ', "draw": {"hidden": -9}', "draw: -9 hidden cards"),
        (HANDS % '{"hidden": 6}' + ', "laid": {"A": [3]}', "laid: Expected `array`, got `object`"),
        (HANDS % '{"hidden": 6}' + ', "laid": [5]', "card 5 is in the hand of player 1 and in laid"),
        (HANDS % '{"hidden": 6}' + ', "seat": 2', "the hand of player 2 is hidden, and it is this player who looks"),
        (HANDS % '{"hidden": 6}' + ', "seat": 3', "'3' is not a player at this table"),
        ('"piles": {"up1": {"hidden": 1}}, "hands": {"1": [5], "2": {"hidden": 6}}', "$.piles"),
        ('"deck": {"hidden": 98}', "deal: Expected `array | null`, got `object`"),
    ],
)
def test_json_that_does_not_add_up_names_the_culprit(rest: str, culprit: str) -> None:
    with pytest.raises(TenbackError) as error:
        solver.load(f'{{"game": "the-game", "players": 2, {rest}}}')
    assert culprit in str(error.value)


def test_a_view_is_checked_however_it_is_made() -> None:
    good = view_of(TWO)

    def view(**changes: object) -> View:
        from dataclasses import replace

        return replace(good, **changes)  # type: ignore[arg-type]

    for changes, culprit in (
        ({"seat": 2}, "seat: there is no seat 3"),
        ({"to_move": -1}, "to_move: there is no seat 0"),
        ({"draws": (-1,)}, "-1 hidden cards"),
        ({"draws": (1, 1)}, "2 draw piles given"),
        ({"tops": ()}, "0 piles given"),
        ({"laid": ((), ())}, "laid: 2 lists given for 1 decks"),
    ):
        with pytest.raises(DoesNotAddUp, match=culprit):
            view(**changes)


# --- drawing


def test_hidden_cards_are_drawn_from_behind() -> None:
    drawing = as_text(draw_position(view_of(f"{TWO} | laid: 3")))
    assert "player 2 ▒▒  ▒▒  ▒▒  ▒▒  ▒▒  ▒▒  6 hidden" in drawing
    assert "draw     ▒▒  40 hidden" in drawing
    assert "unseen   92: 2  4  6–8  10–16  18  19  21–87  89–99" in drawing
    note = "46 cards are neither seen nor hidden: they count as laid, nobody remembers which"
    assert note in " ".join(drawing.split())
    one = as_text(draw_position(view_of("the-game/2 | up: 9 1 | 1*: 5 6 | 2: ?6 | draw: ?88")))
    assert "1 card is neither seen nor hidden: it counts as laid, nobody remembers which" in one
    assert "remembers" not in as_text(draw_position(view_of("the-game/2 | 1*: 5 6 | 2: ?6 | draw: ?90")))
    assert "▒▒" in view_of(TWO)._repr_html_()
    assert "player 2 looks" in as_text(draw_position(view_of("the-game/2 seat=2 | up: 9 1 | 1*: ?5 | 2: 5 6")))
    done = forked("show", TWO)
    assert done.returncode == 0
    assert "6 hidden" in done.stdout.decode()
