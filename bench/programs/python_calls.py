"""Calls of arbiter.chess and batches beside python-chess, and the package's own classes beside arbiter.chess:
python_calls.py [RESULTS]

Without python-chess only ours are measured, beside figures of another machine for three of them.
"""
import io
import random
import sys
import time

from arbiter import Game, Position, batch
from arbiter import chess as ours
from arbiter.chess import pgn as our_pgn

try:
    import chess as theirs
    import chess.pgn as their_pgn
except ImportError:
    theirs = their_pgn = None

ROUNDS = 5
# Microseconds that python-chess takes on another machine: a list of 43 moves, push and pop, SAN of a move.
STATED = {"list of legal moves": 34.0, "push and pop": 3.4, "SAN of a move": 8.4}


def some_fens(count):
    rng, fens = random.Random(1), []
    while len(fens) < count:
        board = ours.Board()
        for _ in range(80):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            if rng.random() < 0.1:
                fens.append(board.fen())
    return fens[:count]


def work_of(chess, pgn, fens, text):
    """By name: a function, and how many calls it makes."""
    boards = [chess.Board(fen) for fen in fens]
    moves = [list(board.legal_moves)[:5] for board in boards]
    sans = [[board.san(move) for move in some] for board, some in zip(boards, moves)]
    each = sum(map(len, moves))

    def for_moves(ask, lists=moves):
        def run():
            for board, some in zip(boards, lists):
                for move in some:
                    ask(board, move)
        return run

    def for_boards(ask):
        def run():
            for board in boards:
                ask(board)
        return run

    def push_pop(board, move):
        board.push(move)
        board.pop()

    def read_pgn():
        handle = io.StringIO(text)
        while pgn.read_game(handle):
            pass

    return {
        "list of legal moves": (for_boards(lambda board: list(board.legal_moves)), len(boards)),
        "push and pop": (for_moves(push_pop), each),
        "SAN of a move": (for_moves(lambda board, move: board.san(move)), each),
        "SAN read": (for_moves(lambda board, san: board.parse_san(san), sans), each),
        "is it legal": (for_moves(lambda board, move: board.is_legal(move)), each),
        "FEN read": (lambda: [chess.Board(fen) for fen in fens], len(fens)),
        "FEN written": (for_boards(lambda board: board.fen()), len(boards)),
        "is it over": (for_boards(lambda board: board.is_game_over()), len(boards)),
        "PGN game read": (read_pgn, text.count("[Event ")),
    }


def own_work(fens):
    """By name: the same work with arbiter.chess and with the package's own classes, and how many calls it is."""
    boards, positions, games = ([make(fen) for fen in fens] for make in (ours.Board, Position, Game))
    moves = [list(board.legal_moves)[:5] for board in boards]
    sans = [[board.san(move) for move in some] for board, some in zip(boards, moves)]
    codes = [[position.code(san) for san in some] for position, some in zip(positions, sans)]
    each = sum(map(len, moves))

    def push_sans():
        for board, some in zip(boards, sans):
            for san in some:
                board.push_san(san)
                board.pop()

    def play_sans():
        for game, some in zip(games, sans):
            for san in some:
                game.play(san)
                game.undo()

    def each_move(things, lists, name):
        asks = [getattr(thing, name) for thing in things]
        return lambda: [ask(move) for ask, some in zip(asks, lists) for move in some]

    return {
        "list of legal moves": (lambda: [list(board.legal_moves) for board in boards],
                                lambda: [position.codes() for position in positions], len(fens)),
        "SAN played and undone": (push_sans, play_sans, each),
        "SAN of a move": (each_move(boards, moves, "san"), each_move(positions, codes, "san"), each),
        "is it legal": (each_move(boards, moves, "is_legal"), each_move(positions, codes, "is_legal"), each),
        "is it over": (lambda: [board.is_game_over() for board in boards], lambda: [game.is_over for game in games], len(fens)),
        "outcome": (lambda: [board.outcome() for board in boards], lambda: [game.outcome for game in games], len(fens)),
    }


def rows_of(fens, moves):
    """Batches, and the same work one by one."""
    def square_sets(chess, fen):
        masks = [0] * 64
        for move in chess.Board(fen).legal_moves:
            masks[move.from_square] |= 1 << move.to_square
        return masks

    return {
        "batch: move counts": (lambda rows: batch.move_counts(rows),
                               lambda chess: [chess.Board(fen).legal_moves.count() for fen in fens]),
        "batch: outcomes": (lambda rows: batch.outcomes(rows), lambda chess: [chess.Board(fen).outcome() for fen in fens]),
        "batch: move masks": (lambda rows: batch.masks(rows), lambda chess: [square_sets(chess, fen) for fen in fens]),
        "batch: legality": (lambda rows: batch.legal(rows, moves * (len(rows) // len(moves))),
                            lambda chess: [chess.Board(fen).is_legal(chess.Move.from_uci(move))
                                           for fen, move in zip(fens, moves)]),
    }


def timed(run):
    start = time.process_time()
    run()
    return time.process_time() - start


def main():
    fens = some_fens(300)
    moves = [next(iter(ours.Board(fen).legal_moves), ours.Move.null()).uci() for fen in fens]
    text = "\n\n".join(str(our_pgn.Game.from_board(board)) for board in games(20)) + "\n"
    results = open(sys.argv[1], "a", encoding="utf-8") if len(sys.argv) > 1 else None
    mine = work_of(ours, our_pgn, fens, text)
    peer = work_of(theirs, their_pgn, fens, text) if theirs else {}
    print(f"{'microseconds a call':28}{'python-chess':>14}{'arbiter':>10}{'times':>8}")

    def row(name, their_time, our_time, peer_name="python-chess" if theirs else "python-chess, published"):
        ratio = their_time / our_time if their_time else 0
        print(f"{name:28}{their_time:14.3f}{our_time:10.3f}{ratio:8.1f}")
        if results and ratio:
            results.write(f"result\tPython: {name}\t{peer_name}\t{their_time:.3f}\t{our_time:.3f}\tus\t{ratio:.1f}\n")

    for name, (run, count) in mine.items():
        best = [float("inf"), float("inf")]
        for _ in range(ROUNDS):  # in turn, so that a busy moment meets both
            best[0] = min(best[0], timed(run) / count * 1e6)
            if peer:
                best[1] = min(best[1], timed(peer[name][0]) / count * 1e6)
        row(name, best[1] if peer else STATED.get(name, 0), best[0])
    many = fens * 100
    for name, (ask, one_by_one) in rows_of(fens, moves).items():
        best = [float("inf"), float("inf")]
        for _ in range(ROUNDS):
            best[0] = min(best[0], timed(lambda: ask(many)) / len(many) * 1e6)
            if theirs:
                best[1] = min(best[1], timed(lambda: one_by_one(theirs)) / len(fens) * 1e6)
        row(name, best[1] if theirs else 0, best[0])
    print(f"{'microseconds a call':28}{'arbiter.chess':>14}{'own':>10}{'times':>8}")
    for name, (face, own, count) in own_work(fens).items():
        best = [min(times) / count * 1e6 for times in zip(*((timed(face), timed(own)) for _ in range(2 * ROUNDS)))]
        row(f"own: {name}", best[0], best[1], "arbiter.chess")


def games(count):
    rng = random.Random(2)
    for _ in range(count):
        board = ours.Board()
        while board.ply() < 80 and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        yield board


main()
