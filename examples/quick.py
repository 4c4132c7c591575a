from arbiter import Game, batch, chess

game = Game()
game.play("e4")
print(game.verdict("Ke7").text)
print(len(game.moves()), game.opening)

board = chess.Board()  # in the place of python-chess
board.push_san("d4")
print(board.san(next(iter(board.legal_moves))), board.is_game_over())
print(batch.move_counts([game.fen, board.fen()]).tolist())
