"""The board of arbiter.chess: the same answers as the modern face, and what python-chess promises."""
import copy
import io
import pickle
import random
import sys
import unittest

from arbiter import Position, chess
from arbiter.chess import pgn, polyglot, variant


class RandomGames(unittest.TestCase):
    def play(self, board, rules, rng):
        position = Position(board.fen(), rules)
        for _ in range(80):
            moves = list(board.legal_moves)
            if rules in ("chess", "chess960"):  # the others write castling as Chess960 does
                self.assertEqual(sorted(map(str, moves)), sorted(position.moves()), board.fen())
            self.assertEqual(board.fen(), position.fen)
            sans = [san.replace("P@", "@") for san in position.sans()]
            self.assertEqual(sorted(map(board.san, moves)), sorted(sans))
            self.assertEqual(board.legal_moves.count(), len(moves))
            self.assertEqual(board.is_check(), position.is_check)
            self.assertTrue(set(moves) <= set(board.pseudo_legal_moves) or rules == "antichess")
            if not moves:
                return
            move = rng.choice(moves)
            self.assertEqual(board.parse_san(board.san(move)), move)
            self.assertEqual(board.parse_uci(board.uci(move)), move)
            before, copied = board.fen(), board.copy()
            position = position.play(board.san(move))
            board.push(move)
            self.assertEqual(board.pop(), move)
            self.assertEqual(board.fen(), before)
            board.push(move)
            copied.push(move)
            self.assertEqual(copied, board)

    def test_every_variant(self):
        rng = random.Random(1)
        for kind in variant.VARIANTS:
            for _ in range(6):
                with self.subTest(kind=kind.__name__):
                    self.play(kind(), kind._rules, rng)

    def test_chess960(self):
        rng = random.Random(2)
        for number in range(0, 960, 97):
            self.play(chess.Board.from_chess960_pos(number), "chess960", rng)


class WhatPythonChessPromises(unittest.TestCase):
    def test_fens(self):
        board = chess.Board()
        board.push_san("e4")
        self.assertEqual(board.shredder_fen().split()[2], "HAha")
        self.assertEqual((board.fen().split()[3], board.fen(en_passant="fen").split()[3]), ("-", "e3"))
        self.assertIn("~", variant.CrazyhouseBoard("4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1").board_fen())

    def test_any_set_up(self):
        board = chess.Board.empty()
        self.assertEqual((board.fen(), board.is_valid()), ("8/8/8/8/8/8/8/8 w - - 0 1", False))
        board.set_piece_at(chess.A1, chess.Piece.from_symbol("K"))
        self.assertEqual(board.legal_moves.count(), 3)
        board = chess.Board()
        board.remove_piece_at(chess.H1)
        self.assertEqual(board.status(), chess.STATUS_BAD_CASTLING_RIGHTS)
        self.assertEqual(board.fen().split()[2], "Qkq")
        board.turn = chess.BLACK
        board.castling_rights = chess.BB_A8
        board.halfmove_clock, board.fullmove_number = 7, 9
        self.assertEqual(board.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 b q - 7 9")

    def test_pseudo_legal_moves_can_be_pushed(self):
        board = chess.Board("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1")
        move = chess.Move.from_uci("e2c3")
        self.assertFalse(board.is_legal(move))
        self.assertTrue(board.is_pseudo_legal(move))
        self.assertTrue(board.is_into_check(move))
        board.push(move)
        self.assertTrue(board.was_into_check())
        board.push(chess.Move.null())
        self.assertEqual(board.pop(), chess.Move.null())
        self.assertEqual(board.pop(), move)
        self.assertEqual(board.fen(), "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1")
        with self.assertRaises(ValueError):
            board.push(chess.Move.from_uci("e2e7"))
        self.assertEqual(board.move_stack, [])

    def test_null_moves_as_text(self):
        board = chess.Board()
        null = chess.Move.null()
        self.assertEqual((board.san(null), board.lan(null), board.uci(null)), ("--", "--", "0000"))
        self.assertEqual(board.san_and_push(null), "--")
        self.assertEqual(board.turn, chess.BLACK)
        game = pgn.read_game(io.StringIO("1. e4 -- 2. d4 *"))
        self.assertEqual([node.san() for node in game.mainline()], ["e4", "--", "d4"])
        self.assertEqual(game.errors, [])

    def test_claims_and_ends(self):
        board = chess.Board()
        for san in ["Nf3", "Nf6", "Ng1"] + ["Ng8", "Nf3", "Nf6", "Ng1"]:
            board.push_san(san)
        self.assertTrue(board.can_claim_threefold_repetition())
        self.assertFalse(board.is_repetition())
        self.assertEqual(board.outcome(claim_draw=True).termination, chess.Termination.THREEFOLD_REPETITION)
        self.assertIsNone(board.outcome())
        board = chess.Board("4k3/8/6r1/8/8/8/2R5/4K3 w - - 99 80")
        self.assertTrue(board.can_claim_fifty_moves())
        self.assertFalse(board.is_fifty_moves())
        board = chess.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
        self.assertEqual(board.outcome(), chess.Outcome(chess.Termination.CHECKMATE, chess.BLACK))

    def test_a_verdict_besides(self):
        verdict = chess.Board().verdict(chess.Move.from_uci("d1d4"))
        self.assertEqual(verdict.text, "The queen on d1 cannot move to d4: the pawn on d2 is in the way.")
        with self.assertRaisesRegex(chess.IllegalMoveError, "in the way"):
            chess.Board().push_uci("d1d4")

    def test_copies(self):
        board = chess.Board()
        board.push_san("e4")
        for other in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
            self.assertEqual((other, other.move_stack), (board, board.move_stack))
            other.pop()
            self.assertNotEqual(other, board)
        self.assertEqual(board.copy(stack=False).move_stack, [])
        self.assertEqual(board.root(), chess.Board())
        move = chess.Move(chess.E2, chess.E4)
        self.assertIs(pickle.loads(pickle.dumps(move)), move)

    def test_a_board_costs_at_most_2_KB(self):
        self.assertLess(sys.getsizeof(chess.Board()), 2048)
        self.assertLess(sys.getsizeof(variant.CrazyhouseBoard()), 2048)

    def test_attacks_and_pins(self):
        board = chess.Board("rnb1k1nr/2pppppp/3P4/8/1b5q/8/PPPNPBPP/RNBQKB1R w KQkq - 0 1")
        self.assertTrue(board.is_pinned(chess.WHITE, chess.F2))
        self.assertEqual(board.pin(chess.WHITE, chess.F2), chess.SquareSet([chess.E1, chess.F2, chess.G3, chess.H4]))
        self.assertEqual(board.attackers(chess.BLACK, chess.E1), 0)
        self.assertIn(chess.E7, board.attacks(chess.D6))
        self.assertEqual(board.mirror().mirror(), board)

    def test_polyglot(self):
        self.assertEqual(polyglot.zobrist_hash(chess.Board()), 0x463B96181691FC9C)

    def test_epd(self):
        board, operations = chess.Board.from_epd('6k1/1p6/6K1/8/8/8/8/7Q w - - pv Qh7+ Kf8 Qf7#; id "x;y"; ce 55;')
        self.assertEqual([move.uci() for move in operations["pv"]], ["h1h7", "g8f8", "h7f7"])
        self.assertEqual((operations["id"], operations["ce"]), ("x;y", 55))
        self.assertEqual(board.epd(**operations), '6k1/1p6/6K1/8/8/8/8/7Q w - - pv Qh7+ Kf8 Qf7#; id "x;y"; ce 55;')


class AttackTables(unittest.TestCase):
    """The tables by the names of python-chess say what the library says of a piece that stands alone, or on a full board."""

    def test_they_say_what_the_library_says(self):
        rng = random.Random(8)
        board = chess.BaseBoard(None)
        for square in chess.SQUARES:
            board.clear_board()
            for other in rng.sample(chess.SQUARES, 14):
                board.set_piece_at(other, chess.Piece(chess.PAWN, rng.random() < 0.5))
            occupied = board.occupied
            for kind, color, seen in (
                    (chess.KNIGHT, True, chess.BB_KNIGHT_ATTACKS[square]), (chess.KING, True, chess.BB_KING_ATTACKS[square]),
                    (chess.PAWN, True, chess.BB_PAWN_ATTACKS[True][square]), (chess.PAWN, False, chess.BB_PAWN_ATTACKS[False][square]),
                    (chess.BISHOP, True, chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]),
                    (chess.ROOK, True, chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
                     | chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied])):
                board.set_piece_at(square, chess.Piece(kind, color))
                self.assertEqual(seen, board.attacks_mask(square), (square, kind, color))
        self.assertEqual(chess.BB_RAYS[chess.A1][chess.C3], chess.ray(chess.A1, chess.C3))

    def test_drop_squares_do_not_ask_for_a_piece_in_hand(self):
        board = variant.CrazyhouseBoard()
        self.assertEqual(len(board.legal_drop_squares()), 32)
        board.set_fen("4r3/8/8/8/8/8/8/k3K3[] w - - 0 1")
        self.assertEqual(board.legal_drop_squares(), chess.SquareSet.between(chess.E1, chess.E8))
        self.assertFalse(len(board.pockets[True]))


if __name__ == "__main__":
    unittest.main()
