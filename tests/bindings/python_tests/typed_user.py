"""A user's program: whatever it names must be exported to type checkers, and have its type. It is run, too."""
from typing import List, Optional

import arbiter
from arbiter import Game, IllegalMoveError, Outcome, Position, Rules, Tree, Verdict, batch, chess
from arbiter.chess import pgn, polyglot, variant


def play(moves: List[str]) -> Optional[Outcome]:
    game = Game(rules="chess", lang="de")
    for move in moves:
        verdict: Verdict = game.verdict(move)
        if not game.is_legal(move):
            print(verdict.text)
            return None
        game.play(move)
    position: Position = game.position
    try:
        position.play("Ke2")
    except IllegalMoveError as error:
        print(error.verdict[1], position.is_over)
    return game.outcome


outcome = play(["f3", "e5", "g4", "Qh4"])
if outcome is not None:
    print(outcome.result, outcome.reason)
board = chess.Board(chess.STARTING_FEN)
board.push_san("e4")
moves: List[chess.Move] = list(board.legal_moves)
print(len(moves), board.turn == chess.BLACK, board.piece_at(chess.E4), chess.SquareSet(chess.BB_RANK_1).mask)
print(polyglot.zobrist_hash(board), variant.find_variant("atomic")().fen(), pgn.NAG_GOOD_MOVE)
print(pgn.Game.from_board(board).headers["Result"], Tree.read("1. e4 e5 *").main_line(), Rules("atomic").size)
print(list(batch.move_counts([board.fen()])), bool(arbiter.__version__), chess.Termination.CHECKMATE.name)
