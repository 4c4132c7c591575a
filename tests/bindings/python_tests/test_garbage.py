"""Whatever goes in, exceptions of Python come out: no crash, no SystemError, and nothing is lost."""
import inspect
import io
import logging
import random
import sys
import unittest

import arbiter
from arbiter import _arbiter, batch, chess
from arbiter.chess import pgn, variant

CALLS = 100  # of each function
SLOW = {"perft", "_perft"}  # a call with 64 plies would never end


def texts(rng):
    letters = "abcdefgh12345678NBRQKPx=+#O-0/ wbkq.{}();\"[]$!?*\n%@\0é\ud800"
    return "".join(rng.choice(letters) for _ in range(rng.randrange(40)))


PLAIN = (None, True, False, 0, 1, 4, 28, 63, 64, -1, 2**31, 2**64, -2**70, 0.5, float("nan"), "", "e4", "e2e4", "a1", "white", "de",
         "8/8/8/8/8/8/8/8 w - - 0 1", "chess", "l", "counts", b"", b"\xff" * 64, bytes(64), (), Exception, int, arbiter.Position)
MADE = (lambda rng: [], lambda rng: [1], lambda rng: ["x"], lambda rng: {}, lambda rng: object(), lambda rng: chess.Board(),
        lambda rng: chess.Move.null(), lambda rng: chess.Move.from_uci("e2e4"), lambda rng: chess.Piece(1, True),
        lambda rng: arbiter.Position(), lambda rng: arbiter.Game(), lambda rng: arbiter.Tree(), lambda rng: arbiter.Rules(), texts,
        lambda rng: io.StringIO(texts(rng)), lambda rng: {3: chess.Piece(6, False)}, lambda rng: lambda *_: 0)


def values(rng):
    """Something of any kind, sometimes what is wanted. Only what is chosen is made."""
    choice = rng.randrange(len(PLAIN) + len(MADE))
    return PLAIN[choice] if choice < len(PLAIN) else MADE[choice - len(PLAIN)](rng)


class Garbage(unittest.TestCase):
    def setUp(self):
        logging.disable(logging.CRITICAL)
        self.addCleanup(logging.disable, logging.NOTSET)

    def call(self, function, *args, **kwargs):
        try:
            return function(*args, **kwargs)
        except SystemError as error:
            self.fail(f"{function}{args}: {error!r}")
        except Exception:
            return None

    def torment(self, make, rng):
        """Every method and attribute of what `make` makes."""
        names = [name for name in dir(make()) if not name.startswith("__") or name in ("__eq__", "__getitem__", "__init__")]
        for name in names:
            if name in SLOW:
                continue
            thing = make()
            for _ in range(CALLS):
                try:
                    member = getattr(thing, name)
                except Exception:
                    continue
                if callable(member):
                    self.call(member, *(values(rng) for _ in range(rng.randrange(5))))
                elif rng.random() < 0.3:
                    self.call(setattr, thing, name, values(rng))
            self.call(repr, thing)
            if isinstance(thing, chess.Board):
                self.call(lambda: [thing.san(move) for move in thing.legal_moves])
                self.call(thing.fen)

    def test_every_method(self):
        rng = random.Random(5)
        for make in (arbiter.Position, arbiter.Game, arbiter.Rules, lambda: arbiter.Tree.read("1. e4 (1. d4 {x}) e5 *"),
                     chess.Board, variant.CrazyhouseBoard, variant.ThreeCheckBoard, variant.AtomicBoard,
                     lambda: chess.Move.from_uci("e2e4"), lambda: chess.SquareSet(5), lambda: chess.Board("8/8/8/8/8/8/8/8"),
                     pgn.Game, lambda: _arbiter.Board.__new__(_arbiter.Board)):
            self.torment(make, rng)

    def test_every_function_and_class(self):
        rng = random.Random(6)
        for module in (arbiter, _arbiter, batch, chess, pgn, variant):
            for name, member in inspect.getmembers(module, callable):
                if getattr(member, "__module__", "").startswith("arbiter") and name not in SLOW:
                    for _ in range(CALLS):
                        self.call(member, *(values(rng) for _ in range(rng.randrange(4))))

    def test_texts(self):
        rng = random.Random(7)
        board, position, game = chess.Board(), arbiter.Position(), arbiter.Game()
        for _ in range(3000):
            text = texts(rng)
            for ask in (board.parse_san, board.push_uci, chess.Board, position.verdict, position.play, game.verdict,
                        position.is_legal, game.is_legal,
                        arbiter.Position, arbiter.Tree.read, arbiter.Rules.read, arbiter.read_epd, chess.Board.from_epd,
                        lambda text: str(pgn.read_game(io.StringIO(text))), variant.CrazyhouseBoard):
                self.call(ask, text)
        self.assertEqual(chess.Board().fen(), chess.STARTING_FEN)

    def test_numbers_that_are_no_squares(self):
        """They once made endless walks."""
        self.assertEqual((chess.square_knight_distance(0, 63), list(chess.scan_forward(5))), (6, [0, 2]))
        for ask in (lambda: chess.square_knight_distance(0, 64), lambda: chess.square_knight_distance(-1, -1),
                    lambda: list(chess.scan_forward(-1)), lambda: list(chess.scan_reversed(-2**70))):
            self.assertRaises(ValueError, ask)
        for line in (chess.ray, chess.between):
            for a, b in ((64, 0), (0, 64), (2**64, 0)):
                self.assertRaises(IndexError, line, a, b)

    def test_nothing_is_lost(self):
        def work():
            board = chess.Board()
            for move in list(board.legal_moves):
                board.push(move)
                board.push_san(board.san(next(iter(board.legal_moves))))
                board.copy().outcome(claim_draw=True)
                board.pop()
                board.pop()
            self.call(board.push, chess.Move.from_uci("e2e7"))
            self.call(board.parse_san, "Ke9")
            game = arbiter.Game()
            game.play("e4")
            game.verdict("Ke4"), game.verdict("Ke4", lang="de"), game.outcome, game.position.outcome, game.moves()
            for thing in (game, game.position):
                for move in ("e5", "Nf6", "d7d5", "d7 d5", "Ke4", "x", thing.moves()[0], 5, None):
                    self.call(thing.is_legal, move)
            self.call(game.play, "Ke4")
            self.call(arbiter.Game, lang="xx")
            arbiter.Rules.read(str(arbiter.Rules("atomic")))
            self.call(arbiter.Rules.read, "name = \nx")
            tree = arbiter.Tree.read("1. e4 (1. d4 {x}) e5 2. Ke8 *")
            str(tree), tree.faults, tree._walk(), tree.tags
            batch.planes([board.fen()] * 3)
            self.call(batch.move_counts, ["x"])
            arbiter.Position().winnable("white", 100)
            arbiter.read_epd("4k3/8/8/8/8/8/8/4K3 w - - id \"x\";")

        for _ in range(3):
            work()
        before = sys.getallocatedblocks()
        for _ in range(50):
            work()
        self.assertLess(sys.getallocatedblocks() - before, 200)


if __name__ == "__main__":
    unittest.main()
