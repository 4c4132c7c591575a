"""arbiter.chess.pgn: reading, the tree, writing."""
import io
import logging
import unittest

from arbiter import chess
from arbiter.chess import pgn, svg

TEXT = """[Event "A"]
[White "Adams \\"Al\\""]
[Result "1-0"]

{before} 1. e4 {[%clk 0:05:00] [%eval 0.35]} e5 $1 ( {why not} 1... c5 2. Nf3 ( 2. c3 ) 2... d6 ) 2. Nf3
Nc6 3. Bb5 1-0

[Event "B"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 Kd7 *
"""


class Reading(unittest.TestCase):
    def test_the_tree(self):
        handle = io.StringIO(TEXT)
        game = pgn.read_game(handle)
        self.assertEqual((game.headers["White"], game.comments), ('Adams "Al"', ["before"]))
        self.assertEqual([node.san() for node in game.mainline()], ["e4", "e5", "Nf3", "Nc6", "Bb5"])
        first = game.next()
        self.assertEqual((first.clock(), first.eval().white().score()), (300, 35))
        self.assertEqual([node.move.uci() for node in first.variations], ["e7e5", "c7c5"])
        self.assertEqual((first[0].nags, first[1].starting_comments), ({1}, ["why not"]))
        self.assertEqual(first[1][1].uci(), "c2c3")
        self.assertEqual(game.end().board().fen(), "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
        second = pgn.read_game(handle)
        self.assertEqual(second.board().fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
        self.assertIsNone(pgn.read_game(handle))

    def test_written_and_read_again(self):
        game = pgn.read_game(io.StringIO(TEXT))
        again = pgn.read_game(io.StringIO(str(game)))
        self.assertEqual(str(again), str(game))
        exporter = pgn.StringExporter(headers=False, comments=False, variations=False)
        self.assertEqual(game.accept(exporter), "1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0")
        self.assertTrue(all(len(line) <= 80 for line in game.accept(pgn.StringExporter()).splitlines()))

    def test_headers_and_skipping(self):
        handle = io.StringIO(TEXT)
        self.assertEqual(pgn.read_headers(handle)["Event"], "A")
        self.assertTrue(pgn.skip_game(handle))
        self.assertFalse(pgn.skip_game(handle))

    def test_what_cannot_be_read_is_told(self):
        logging.disable(logging.ERROR)
        self.addCleanup(logging.disable, logging.NOTSET)
        game = pgn.read_game(io.StringIO("1. e4 Qa1 e5"))
        self.assertEqual((len(game.errors), len(list(game.mainline()))), (1, 1))
        self.assertIn("queen", str(game.errors[0]).lower())

    def test_a_tag_that_is_not_closed_hides_nothing(self):
        game = pgn.read_game(io.StringIO('[Event "A"]\n[Annotator "B]\n[White "C"]\n\n{\n\nx } 1. e4 *\n'))
        self.assertEqual((game.headers["White"], game.comments, len(game.variations)), ("C", ["\n\nx"], 1))

    def test_a_game_from_a_board(self):
        board = chess.Board()
        for san in ("f3", "e5", "g4", "Qh4#"):
            board.push_san(san)
        self.assertTrue(str(pgn.Game.from_board(board)).endswith("1. f3 e5 2. g4 Qh4# 0-1"))

    def test_variants(self):
        game = pgn.read_game(io.StringIO('[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@e6 *'))
        self.assertEqual(game.end().move, chess.Move.from_uci("P@e6"))
        self.assertEqual(type(game.end().board()).__name__, "CrazyhouseBoard")

    def test_arrows_are_those_of_svg(self):
        game = pgn.Game()
        game.set_arrows([svg.Arrow(chess.A1, chess.A1), svg.Arrow(chess.A1, chess.H1, color="red")])
        self.assertEqual(game.comments, ["[%csl Ga1][%cal Ra1h1]"])
        self.assertEqual(game.arrows()[1], svg.Arrow(chess.A1, chess.H1, "red"))


if __name__ == "__main__":
    unittest.main()
