"""What lasts in the browser: games over reloads, other languages and looking back."""

import pytest
from support.known_games import WIPEOUT
from support.served_page import MOVES, OpenPage, ServedPage

from othello.board import Board
from othello.game import Game


def begin_a_game(page: ServedPage) -> None:
    """Begin as white against an opponent that is not the usual one, with a clock."""
    page.begin(opponent="Easy", colour="White", clock="5 minutes")
    page.play()


def test_a_reload_goes_on_with_the_game(page: ServedPage) -> None:
    """Moves, opponent, colour and clock are those of before, and the next move is answered."""
    page.clock.install()
    begin_a_game(page)
    page.clock.fast_forward(70_000)
    page.wait_for_selector("#clocks:has-text('White 3:')")
    with page.game_kept():
        page.reload()
        assert page.text("#black").startswith("Black: Easy")
        assert page.text("#white").startswith("White: You")
        assert (page.setting("opponent"), page.setting("colour")) == ("Easy", "O")
        assert "White 3:" in page.text("#clocks")
    assert "White: You" in page.text("#white")


def test_a_closed_tab_does_not_end_the_game(open_tab: OpenPage) -> None:
    """Another tab goes on with it; if its address names something else, the game waits."""
    page = open_tab()
    begin_a_game(page)
    before = page.discs()
    page.close()
    page = open_tab()
    page.show()
    page.wait_for_my_turn()
    assert page.discs() == before and page.is_visible("#clocks")
    page.play()
    before = page.discs()
    page.close()
    page = open_tab()
    page.show("#play/f5f6")
    assert page.shows("f5f6")
    page.resume()
    assert page.discs() == before
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#resign")
    page.wait_for_selector("#outcome:has-text('resigned')")
    page.close()
    page = open_tab()
    page.show()
    assert page.discs() == before and page.text("#status") == "You resigned."
    page.click("#new-game")
    page.wait_for_my_turn()


def test_tabs_that_show_one_game_stay_together(open_tab: OpenPage) -> None:
    """Whichever is played on in, whatever the other shows meanwhile; over a reload, too."""
    first, second = open_tab(), open_tab()
    first.begin(opponent="Easy", clock="5 minutes")
    first.play()
    second.show()
    assert (second.setting("opponent"), second.setting("clock")) == ("Easy", "300")
    for page, other in ((first, second), (second, first)):
        page.play()
        other.wait_for_discs(64 - page.discs().count("-"))
        other.wait_for_my_turn()
        assert other.discs() == page.discs() and other.texts("#tree button") == page.texts(
            "#tree button"
        )
    second.click("#tab-explore")
    first.play()
    after = first.discs()
    second.click("#tab-play")
    second.resume()
    assert second.discs() == after
    second.click("#undo")
    first.wait_for_discs(64 - second.discs().count("-"))
    first.reload()
    first.wait_for_my_turn()
    assert first.discs() == second.discs()
    first.on("dialog", lambda dialog: dialog.accept())
    first.click("#resign")
    second.wait_for_selector("#outcome:has-text('resigned')")
    assert second.text("#status") == "You resigned."


def test_tabs_with_games_of_their_own_do_not_meet(open_tab: OpenPage) -> None:
    first, second = open_tab(), open_tab()
    first.show()
    second.show()
    for page, square in ((first, "f5"), (second, "d3")):
        page.play(square)
    for page, square in ((first, "f5"), (second, "d3")):
        page.play()
        assert page.text("#tree button >> nth=0") == f"1. {square}"
        page.reload()
        page.wait_for_my_turn()
        assert page.text("#tree button >> nth=0") == f"1. {square}"


def test_a_reload_while_exploring_keeps_the_game(page: ServedPage) -> None:
    begin_a_game(page)
    with page.game_kept():
        page.click("#tab-explore")
        page.wait_for_address("explore/")
        page.reload()
        page.wait_for_tab("explore")
        assert page.text("#black").startswith("Black: Easy"), "the players stand in every tab"
        page.click("#tab-play")


@pytest.mark.parametrize("other", ["f5d6c3d3c4", "f5d6"])
@pytest.mark.parametrize("tab", ["review", "explore"])
def test_a_reload_with_another_game_on_the_board_keeps_both_apart(
    page: ServedPage, tab: str, other: str
) -> None:
    """Whichever moves they have in common, both are exactly as before."""
    played = ["f5", "d6", "c4", "d3"]
    page.begin(colour="Both sides")
    page.click_on(*played)
    page.wait_for_moves("".join(played))
    game = page.inner_text("#tree")
    page.click(f"#tab-{tab}")
    page.set_up(other)
    page.wait_for_moves(other)
    page.click("#first")
    if tab == "review":
        page.click("#review-shown")
        page.wait_for_rows(len(other) // 2)
    before = page.inner_text("#tree")
    page.reload()
    page.click("#last")
    assert page.inner_text("#tree") == before and page.shows(other)
    page.click("#tab-play")
    page.click("#resume")
    page.wait_for_address("play/")
    assert page.inner_text("#tree") == game and page.shows("".join(played))


def test_a_reload_shows_the_result_again(page: ServedPage) -> None:
    begin_a_game(page)
    page.click("#resign")
    page.wait_for_selector("#outcome:has-text('resigned')")
    page.reload()
    page.wait_for_selector("#outcome:has-text('Black wins: White resigned.')")
    assert page.text("#status") == "You resigned."


def test_another_language_leaves_the_game_alone(page: ServedPage) -> None:
    begin_a_game(page)
    page.fill("#position", "Tiger")
    with page.game_kept():
        page.select_option("#language", "fr")
        page.wait_for_selector("#status:has-text('À vous de jouer')")
        assert page.text("#tab-play") == "Jouer"
        assert "Facile" in page.text("#black") and "Vous" in page.text("#white")
        assert page.text("#opponent option:checked") == "Facile"
        assert "Noir" in page.text("#clocks")
        assert page.input_value("#position") == "Tiger"
        page.select_option("#language", "en")


def test_what_was_typed_lasts(page: ServedPage) -> None:
    """Over a reload and a change of the language; so does the analysis over the latter."""
    page.show("#review")
    page.fill("#position", "Tiger")
    page.paste("f5d6c3d3c4f4f6b4e3")
    page.wait_for_rows()
    page.select_option("#language", "fr")
    page.wait_for_selector("#rows .verdict:text-is('erreur')")
    assert page.input_value("#paste") == "f5d6c3d3c4f4f6b4e3"
    page.reload()
    assert page.input_value("#paste") == "f5d6c3d3c4f4f6b4e3"
    assert page.input_value("#position") == "Tiger"


BLOCKED = """
for (const name of ["localStorage", "sessionStorage"]) {
  const get = () => { throw new DOMException("denied", "SecurityError"); };
  Object.defineProperty(window, name, { get });
}
"""
"""As in a browser that blocks all cookies."""


def test_nothing_lasts_where_the_browser_blocks_it(page: ServedPage) -> None:
    """The page works all the same, and forgets what was chosen and played."""
    page.add_init_script(BLOCKED)
    begin_a_game(page)
    page.select_option("#language", "fr")
    page.wait_for_selector("#tab-play:text-is('Jouer')")
    page.set_up("Tiger")
    page.wait_for_moves("f5d6c3d3c4")
    page.reload()
    assert page.text("#tab-play") == "Play" and page.input_value("#position") == ""
    assert (page.setting("opponent"), page.setting("colour")) == ("Casual player", "X")
    assert page.shows("f5d6c3d3c4"), "as the address says"


def test_a_game_that_a_click_has_left_is_kept(page: ServedPage) -> None:
    """As a variation, over a reload too; a click in the list of moves looks, and ends nothing.

    The game is the main line, to whose ends the keys go.
    """
    page.show()
    page.play("f5")
    page.play()
    page.wait_for_selector("#tree button >> nth=3")
    left = page.discs()
    page.click("#first")
    page.play("d3")
    begun = page.discs()
    page.wait_for_address("play/d3")
    for _ in range(2):
        page.click("#tree .side button >> nth=-1")
        assert page.discs() == left and page.is_visible("#resume")
        page.press_keys("Home", "End")
        assert page.discs() == begun and page.is_hidden("#resume")
        page.reload()
        page.wait_for_my_turn()
    page.click("#tree .side button >> nth=-1")
    page.play()
    page.wait_for_address("play/f5")
    assert page.is_hidden("#resume")
    assert page.text("#tree > button >> nth=0") == "1. f5", "it goes on with these"


def test_the_game_is_the_main_line_after_taking_back(page: ServedPage) -> None:
    """The moves taken back are its variation, in an analysis and over a reload too."""
    page.begin()
    page.play("f5")
    page.play()
    page.click("#undo")
    page.click("#undo")
    page.play("d3")
    page.click("#resign")
    page.wait_for_selector("#outcome:has-text('resigned')")
    end = page.discs()
    for act in (lambda: page.wait_for_accuracies(), page.reload):
        act()
        page.press_keys("Home", "End")
        assert page.discs() == end and page.text("#status") == "You resigned."
        assert page.text("#tree .side button >> nth=0") == "1. f5"
    page.wait_for_accuracies()
    page.click("#analyse-game")
    page.wait_for_rows(2)
    page.press_keys("Home", "End")
    assert page.discs() == end


@pytest.mark.parametrize(
    ("moves", "n_back"),
    [
        (MOVES[:8], 1),
        (MOVES[:8], 3),
        (WIPEOUT, 2),  # which is over: it is played again from there
    ],
)
def test_a_move_taken_back_leaves_the_game_at_once(
    page: ServedPage, moves: str, n_back: int
) -> None:
    """What is listed, copied and analysed ends where the game has come to, with its own result."""
    played = Game(moves).moves
    page.begin("".join(map(str, played[:-4])), colour="Both sides")
    page.click_on(*map(str, played[-4:]))
    for _ in range(n_back):
        page.click("#undo")
    left = Game(played[:-n_back]).transcript()
    assert page.copy("Moves", left[:2]) == left
    assert "".join(text.split()[-1] for text in page.texts("#tree > button")) == left
    assert page.texts("#tree .side > button")[0].endswith(str(played[-n_back]))
    page.click_on(str(played[-n_back]))
    page.click("#undo")
    page.click("#resign")
    page.wait_for_selector("#outcome:has-text('resigned')")
    for act in (lambda: None, page.reload):
        act()
        copied = page.copy("SGF", "(;")
        assert Game.from_sgf(copied).transcript() == left and "+R]" in copied
    page.click("#tab-review")
    page.click("#review-shown")
    page.wait_for_rows(len(Game(left).moves))


def test_what_is_tried_behind_the_end_of_a_game_is_no_part_of_it(page: ServedPage) -> None:
    page.show("#explore")
    page.set_up("(;GM[2]FF[4]SZ[8]PB[Ada]PW[Bob]RE[B+R];B[f5];W[d6];B[c3])")
    page.wait_for_selector("#black:has-text('Ada')")
    page.click_on("d3")
    page.wait_for_selector("#tree .side")
    assert page.copy("Moves", "f5") == "f5d6c3d3", "the game with the variation in which one stands"
    for name in ("back", "first"):
        page.click(f"#{name}")
        copied = page.copy("SGF", "(;")
        assert copied.endswith(";B[f5];W[d6];B[c3])") and "RE[B+R]" in copied
    page.click("#last")
    page.click("#forward")
    page.wait_for_moves("f5d6c3d3")


def test_players_of_a_game_of_a_list_stay_its_own(page: ServedPage) -> None:
    """Where somebody plays on in it, and takes that back."""
    page.show("#review")
    page.paste("(;GM[2]FF[4]SZ[8]PB[Ada]PW[Bob]RE[B+R];B[f5];W[d6];B[c3];W[d3])")
    page.wait_for_rows(4)
    page.click("#rows tr:nth-child(2) button")
    page.click("#tab-play")
    page.choose(colour="Both sides")
    page.click("#play-on")
    page.click_on("c4", "b3", "b4")
    page.click("#undo")
    copied = page.copy("SGF", "(;")
    assert copied.endswith(";B[f5];W[d6];B[c4];W[b3])") and "Ada" not in copied
    page.click("#undo")
    page.click("#undo")
    copied = page.copy("SGF", "(;")
    assert "PB[Ada]" in copied and "RE[B+R]" in copied and copied.endswith(";W[d3])")


def test_a_game_of_a_list_stays_its_main_line(page: ServedPage) -> None:
    """Where somebody plays on from the middle of it, to try something else."""
    page.show("#review")
    page.paste("f5d6c3d3c4")
    page.wait_for_rows(5)
    page.click("#rows tr:nth-child(2) button")
    page.click("#tab-play")
    page.play("c5")
    assert page.text("#tree > button >> nth=2") == "3. c3"
    page.click("#tab-review")
    page.click("#first")
    page.click("#last")
    assert page.shows("f5d6c3d3c4")


@pytest.mark.parametrize("tab", ["play", "explore", "review"])
def test_variations_outlive_a_reload(page: ServedPage, tab: str) -> None:
    page.show(f"#{tab}/f5d6c3")
    page.click("#tree button >> nth=0")
    if tab == "play":
        page.choose(colour="Both sides")
        page.click("#play-on")
    page.click_on("f4")
    page.wait_for_selector("#tree .side")
    before = page.inner_text("#tree"), page.discs()
    page.reload()
    assert (page.inner_text("#tree"), page.discs()) == before


# ---------------------------------------------------------------------- clicks that play on


@pytest.mark.parametrize("text", ["f5d6c3", "Tiger"])
def test_a_click_plays_on_from_what_was_set_up(page: ServedPage, text: str) -> None:
    """Whoever clicks plays the side to move, and is answered."""
    page.show()
    page.choose(opponent="Beginner")
    page.set_up(text)
    page.wait_for_selector("#status:has-text('White to move – choose')")
    page.wait_for_discs(sum(Board.parse(text).disc_counts()))
    page.play()
    assert page.text("#white").startswith("White: You")
    assert page.text("#black").startswith("Black: Beginner")
    page.wait_for_my_turn()


def test_a_click_plays_on_after_going_back(page: ServedPage) -> None:
    """At the start it is black's turn again."""
    page.begin()
    page.play()
    page.play()
    page.click("#first")
    page.wait_for_selector("#status:has-text('to move – choose')")
    assert page.is_visible("#resume")
    page.play()
    page.wait_for_my_turn()
    assert "Beginner" in page.text("#white")


NOT_YOURS = "You do not play {} in this game. “Play on from here” begins another one."


def test_who_looks_back_does_not_become_the_other_side(page: ServedPage) -> None:
    """Where the engine was to move a click only says so, in a game that is over, too."""
    page.begin()
    page.play("f5")
    page.play()
    names = page.texts("#discs .name")
    for act in (lambda: None, lambda: page.click("#resign")):
        act()
        page.press_keys("End", "ArrowLeft")
        assert page.text("#status").endswith("White to move") and page.count("#grid .legal") == 0
        before = page.discs()
        page.click_on("f4")
        page.wait_for_selector(f"#refusal:text-is('{NOT_YOURS.format('white')}')")
        assert page.discs() == before and page.texts("#discs .name") == names
        assert page.setting("colour") == "X"
    page.click("#play-on")
    page.wait_for_my_turn()
    assert page.texts("#discs .name") == names and page.discs() != before


def test_who_looks_back_does_not_play_for_an_engine(page: ServedPage) -> None:
    page.clock.install()
    page.show()
    page.choose(colour="Neither: two engines", opponent="Child")
    page.click("#new-game")
    page.wait_for_selector("#tree button >> nth=0")
    page.click("#first")
    page.click_on("d3")
    page.wait_for_selector(f"#refusal:text-is('{NOT_YOURS.format('black')}')")
    assert page.text("#black").startswith("Black: Child") and page.setting("colour") == ""
    page.click("#resume")
    assert page.is_visible("#pause")


def test_back_to_the_game(page: ServedPage) -> None:
    """Who looked back goes on with the game where it is."""
    page.show()
    page.play()
    with page.game_kept():
        page.click("#first")
        assert page.shows(Board())
        page.click("#last")
        assert page.is_hidden("#resume")
    with page.game_kept():
        page.click("#back")
        assert page.is_visible("#resume")


def test_resigning(page: ServedPage) -> None:
    """It ends the game, with what its moves were worth; a move taken back opens it again."""
    page.show()
    assert page.is_disabled("#resign") and page.text("#tree") == "No moves"
    page.play("f5")
    page.click("#resign")
    page.wait_for_selector("#outcome:has-text('White wins: Black resigned.')")
    page.wait_for_accuracies()
    assert page.text("#status") == "You resigned." and page.is_disabled("#resign")
    for name, result in (("GGF", "RE[-64:r]"), ("SGF", "RE[W+R]")):
        copied = page.copy(name, "(;")
        assert all(tag in copied for tag in ("PB[You]", "PW[Casual player]", result))
    assert page.count("#grid .legal") == 0, "the game is over: a click begins none by mistake"
    page.click("#undo")
    page.wait_for_my_turn()
    page.play()
    assert len(Game(page.moves).moves) <= 2
