"""Variants of arbiter.chess: what is material to win with, what is wrong with a set-up, how moves are written."""
import unittest

from arbiter.chess import BLACK, STATUS_VALID, WHITE, Board, Move, Status, pgn
from arbiter.chess.variant import (AntichessBoard, AtomicBoard, CrazyhouseBoard, KingOfTheHillBoard, RacingKingsBoard,
                                   ThreeCheckBoard)

MATERIAL = [  # board, FEN, White's is insufficient, Black's
    (AtomicBoard, "8/3k4/8/8/8/8/3K4/8 w - - 0 1", True, True),
    (AtomicBoard, "8/3k4/8/8/2R5/8/3K4/8 w - - 0 1", True, True),
    (AtomicBoard, "8/3k4/8/8/2NN4/8/3K4/8 w - - 0 1", True, True),
    (AtomicBoard, "8/3k4/8/8/2NB4/8/3K4/8 w - - 0 1", False, True),
    (AtomicBoard, "8/3k4/8/8/2P5/8/3K4/8 w - - 0 1", False, True),
    (AtomicBoard, "8/3k2b1/8/8/8/2B5/3K4/8 w - - 0 1", False, False),
    (AtomicBoard, "8/3k1b2/8/8/8/2B5/3K4/8 w - - 0 1", True, True),
    (AtomicBoard, "8/3k1n2/8/8/8/2B5/3K4/8 w - - 0 1", False, False),
    (AtomicBoard, "8/8/8/8/8/2B5/3K4/8 b - - 0 1", False, True),
    (AntichessBoard, "8/8/1b6/8/8/2B5/8/8 w - - 0 1", False, False),
    (AntichessBoard, "8/8/2b5/8/8/2B5/8/8 w - - 0 1", True, True),
    (AntichessBoard, "8/8/1b6/8/8/1BB5/8/8 w - - 0 1", True, False),
    (AntichessBoard, "8/8/1n6/8/8/1N6/8/8 w - - 0 1", True, False),
    (AntichessBoard, "8/8/2n5/8/8/1N6/8/8 w - - 0 1", False, True),
    (AntichessBoard, "8/8/2n5/8/8/8/8/8 w - - 0 1", False, True),
    (AntichessBoard, "8/8/2n5/8/8/1R6/8/8 w - - 0 1", False, False),
    (KingOfTheHillBoard, "8/3k4/8/8/8/8/3K4/8 w - - 0 1", False, False),
    (RacingKingsBoard, "8/8/3k4/8/8/8/3K4/8 w - - 0 1", False, False),
    (ThreeCheckBoard, "8/3k4/8/8/8/8/3KN3/8 w - - 3+3 0 1", False, True),
    (CrazyhouseBoard, "8/3k4/8/8/8/8/3KN3/8[] w - - 0 1", True, True),
    (CrazyhouseBoard, "8/3k4/8/8/8/8/3K4/8[P] w - - 0 1", False, False),
    (CrazyhouseBoard, "8/3k4/8/8/8/8/3KN~3/8[] w - - 0 1", False, False),
]

STATUS = [
    (AtomicBoard, "8/3k4/8/8/8/3R4/8/4K3 w - - 0 1", STATUS_VALID),
    (AtomicBoard, "8/8/8/8/1b6/8/8/4K3 b - - 0 1", STATUS_VALID),
    (RacingKingsBoard, RacingKingsBoard.starting_fen, STATUS_VALID),
    (RacingKingsBoard, "3k2K1/8/8/8/8/8/8/8 b - - 0 1", Status.RACE_OVER),
    (RacingKingsBoard, "8/8/8/8/8/7P/k6K/8 w - - 0 1", Status.RACE_MATERIAL),
    (RacingKingsBoard, "8/8/8/8/8/RRR5/8/k6K w - - 0 1", Status.RACE_MATERIAL | Status.OPPOSITE_CHECK),
    (RacingKingsBoard, "8/8/8/8/R7/8/k6K/8 b - - 0 1",
     Status.RACE_CHECK | Status.TOO_MANY_CHECKERS | Status.IMPOSSIBLE_CHECK),
]


class Variants(unittest.TestCase):
    def test_material(self):
        for kind, fen, white, black in MATERIAL:
            with self.subTest(kind=kind.__name__, fen=fen):
                board = kind(fen)
                self.assertEqual((board.has_insufficient_material(WHITE), board.has_insufficient_material(BLACK)), (white, black))
                self.assertEqual(board.is_insufficient_material(), white and black)

    def test_status(self):
        for kind, fen, status in STATUS:
            with self.subTest(kind=kind.__name__, fen=fen):
                self.assertEqual(kind(fen).status(), status)
                self.assertEqual(kind(fen).is_valid(), status == STATUS_VALID)

    def test_a_dropped_pawn_has_no_letter(self):
        board = CrazyhouseBoard("4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1")
        pawn, knight = Move.from_uci("P@e6"), Move.from_uci("N@e6")
        self.assertEqual((board.san(pawn), board.uci(pawn), board.san(knight)), ("@e6", "P@e6", "N@e6"))
        self.assertEqual((board.parse_san("@e6"), board.parse_san("P@e6")), (pawn, pawn))
        self.assertEqual(board.variation_san([pawn]), "1. @e6")
        self.assertEqual((board.lan(pawn), Move.from_uci("n@e6")), ("@e6", knight))

    def test_games_name_their_start(self):
        game = pgn.Game.from_board(AtomicBoard())
        self.assertEqual((game.headers["Variant"], game.headers["FEN"], "SetUp" in game.headers),
                         ("Atomic", AtomicBoard.starting_fen, False))
        self.assertNotIn("FEN", pgn.Game.from_board(Board()).headers)

    def test_nothing_is_pinned_to_a_king_that_may_be_taken(self):
        board = AntichessBoard("4r3/8/8/8/8/8/4N3/4K3 w - - 0 1")
        self.assertEqual((board.is_pinned(WHITE, 12), int(board.pin(WHITE, 12))), (False, (1 << 64) - 1))

    def test_the_turn_passes_when_a_king_explodes(self):
        board = AtomicBoard("rnb1kbnr/pppppppp/8/4q3/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1")
        board.push_san("Qxe2#")
        self.assertEqual(board.fen(), "rnb1kbnr/pppppppp/8/8/8/8/PPPP1PPP/RNB3NR w kq - 0 2")
        self.assertEqual((board.is_variant_loss(), board.is_variant_win(), board.result()), (True, False, "0-1"))
        board.pop()
        self.assertTrue(board.is_legal(Move.from_uci("e5e2")))


if __name__ == "__main__":
    unittest.main()
