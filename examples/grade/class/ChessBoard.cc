#include "ChessBoard.hh"

using Student::ChessBoard;
using Student::ChessPiece;

static Color other(Color color)
{
    return color == White ? Black : White;
}

ChessBoard::ChessBoard(int numRow, int numCol)
    : numRows(numRow), numCols(numCol),
      board(numRow, std::vector<ChessPiece *>(numCol, nullptr))
{
}

ChessBoard::ChessBoard(const ChessBoard &other) : ChessBoard(other.numRows, other.numCols)
{
    turn = other.turn;
    passedRow = other.passedRow;
    passedColumn = other.passedColumn;
    for (const std::vector<ChessPiece *> &row : other.board)
        for (ChessPiece *piece : row)
            if (piece != nullptr) {
                ChessPiece *king = kings[piece->getColor()];
                int r = piece->getRow(), c = piece->getColumn();
                createChessPiece(piece->getColor(), piece->getType(), r, c);
                board[r][c]->setMoved(piece->hasMoved());
                if (other.kings[piece->getColor()] != piece)
                    kings[piece->getColor()] = king;
            }
}

ChessBoard::~ChessBoard()
{
    for (int r = 0; r < numRows; r++)
        for (int c = 0; c < numCols; c++)
            delete board[r][c];
}

bool ChessBoard::isOnBoard(int row, int column)
{
    return row >= 0 && row < numRows && column >= 0 && column < numCols;
}

void ChessBoard::removePiece(int row, int column)
{
    ChessPiece *piece = board[row][column];
    if (piece != nullptr && kings[piece->getColor()] == piece)
        kings[piece->getColor()] = nullptr;
    delete piece;
    board[row][column] = nullptr;
}

void ChessBoard::createChessPiece(Color col, Type ty, int startRow, int startColumn)
{
    ChessPiece *piece = nullptr;
    removePiece(startRow, startColumn);
    switch (ty) {
    case Pawn:
        piece = new PawnPiece(*this, col, startRow, startColumn);
        break;
    case Rook:
        piece = new RookPiece(*this, col, startRow, startColumn);
        break;
    case Bishop:
        piece = new BishopPiece(*this, col, startRow, startColumn);
        break;
    case King:
        piece = kings[col] = new KingPiece(*this, col, startRow, startColumn);
        break;
    case Knight:
        piece = new KnightPiece(*this, col, startRow, startColumn);
        break;
    case Queen:
        piece = new QueenPiece(*this, col, startRow, startColumn);
        break;
    }
    board[startRow][startColumn] = piece;
}

bool ChessBoard::isAttacked(int row, int column, Color by)
{
    for (int r = 0; r < numRows; r++)
        for (int c = 0; c < numCols; c++) {
            ChessPiece *piece = board[r][c];
            if (piece != nullptr && piece->getColor() == by && (r != row || c != column) &&
                piece->attacks(row, column))
                return true;
        }
    return false;
}

bool ChessBoard::isPieceUnderThreat(int row, int column)
{
    if (!isOnBoard(row, column) || board[row][column] == nullptr)
        return false;
    return isAttacked(row, column, other(board[row][column]->getColor()));
}

bool ChessBoard::isPassing(ChessPiece &pawn, int toRow, int toColumn)
{
    return bonus && toRow == passedRow && toColumn == passedColumn && pawn.getColor() == turn;
}

bool ChessBoard::canCastle(ChessPiece &king, int toRow, int toColumn)
{
    int row = king.getColor() == White ? 7 : 0;
    int step = toColumn > king.getColumn() ? 1 : -1;
    Color enemy = other(king.getColor());
    if (numRows != 8 || numCols != 8 || king.getRow() != row || king.getColumn() != 4 ||
        toRow != row || toColumn != 4 + 2 * step || king.hasMoved() ||
        kings[king.getColor()] != &king)
        return false;
    int corner = step > 0 ? 7 : 0;
    ChessPiece *rook = board[row][corner];
    if (rook == nullptr || rook->getType() != Rook || rook->getColor() == enemy || rook->hasMoved())
        return false;
    for (int c = 4 + step; c != corner; c += step)
        if (board[row][c] != nullptr)
            return false;
    return !isAttacked(row, 4, enemy) &&
           !isAttacked(row, 4 + step, enemy);
}

// Makes the move on the board alone, looks, and takes it back.
bool ChessBoard::leavesKingSafe(ChessPiece *piece, int toRow, int toColumn)
{
    int row = piece->getRow(), column = piece->getColumn();
    Color color = piece->getColor();
    ChessPiece *taken = board[toRow][toColumn];
    ChessPiece *passed = nullptr;
    if (piece->getType() == Pawn && toColumn != column && taken == nullptr) {
        passed = board[row][toColumn];
        board[row][toColumn] = nullptr;
    }
    board[row][column] = nullptr;
    board[toRow][toColumn] = piece;
    piece->setPosition(toRow, toColumn);
    ChessPiece *king = kings[color];
    bool safe = king == nullptr || !isAttacked(king->getRow(), king->getColumn(), other(color));
    piece->setPosition(row, column);
    board[row][column] = piece;
    board[toRow][toColumn] = taken;
    if (passed != nullptr)
        board[row][toColumn] = passed;
    return safe;
}

bool ChessBoard::isValidMove(int fromRow, int fromColumn, int toRow, int toColumn)
{
    if (!isOnBoard(fromRow, fromColumn) || !isOnBoard(toRow, toColumn))
        return false;
    if (fromRow == toRow && fromColumn == toColumn)
        return false;
    ChessPiece *piece = board[fromRow][fromColumn];
    ChessPiece *target = board[toRow][toColumn];
    if (piece == nullptr || (target != nullptr && target->getColor() == piece->getColor()))
        return false;
    if (!piece->canMoveToLocation(toRow, toColumn))
        return false;
    return leavesKingSafe(piece, toRow, toColumn);
}

void ChessBoard::carry(ChessPiece *piece, int toRow, int toColumn)
{
    removePiece(toRow, toColumn);
    board[piece->getRow()][piece->getColumn()] = nullptr;
    board[toRow][toColumn] = piece;
    piece->setPosition(toRow, toColumn);
    piece->setMoved(true);
}

bool ChessBoard::movePiece(int fromRow, int fromColumn, int toRow, int toColumn)
{
    if (!isValidMove(fromRow, fromColumn, toRow, toColumn))
        return false;
    ChessPiece *piece = board[fromRow][fromColumn];
    if (piece->getColor() != turn)
        return false;
    bool pawn = piece->getType() == Pawn;
    if (pawn && isPassing(*piece, toRow, toColumn) && toColumn != fromColumn)
        removePiece(fromRow, toColumn);
    if (piece->getType() == King && (toColumn - fromColumn == 2 || fromColumn - toColumn == 2)) {
        int corner = toColumn > fromColumn ? 7 : 0;
        carry(board[fromRow][corner], fromRow, (fromColumn + toColumn) / 2);
    }
    carry(piece, toRow, toColumn);
    passedRow = passedColumn = -1;
    if (pawn && (toRow - fromRow == 2 || fromRow - toRow == 2)) {
        passedRow = (fromRow + toRow) / 2;
        passedColumn = fromColumn;
    }
    if (bonus && pawn && toRow == (turn == White ? 0 : numRows - 1))
        createChessPiece(turn, Queen, toRow, toColumn);
    turn = other(turn);
    return true;
}

int ChessBoard::countMoves(Color color)
{
    int count = 0;
    for (int r = 0; r < numRows; r++)
        for (int c = 0; c < numCols; c++)
            if (board[r][c] != nullptr && board[r][c]->getColor() == color)
                for (int i = 0; i < numRows * numCols; i++)
                    count += isValidMove(r, c, i / numCols, i % numCols);
    return count;
}

float ChessBoard::scoreBoard()
{
    static const int values[] = {1, 5, 3, 200, 3, 9};
    int tenths = countMoves(turn) - countMoves(other(turn));
    for (const std::vector<ChessPiece *> &row : board)
        for (ChessPiece *piece : row)
            if (piece != nullptr)
                tenths += 10 * values[piece->getType()] * (piece->getColor() == turn ? 1 : -1);
    return tenths / 10.0f;
}

float ChessBoard::getHighestNextScore()
{
    float best = -100000;
    for (int from = 0; from < numRows * numCols; from++)
        for (int to = 0; to < numRows * numCols; to++) {
            ChessPiece *piece = board[from / numCols][from % numCols];
            if (piece == nullptr || piece->getColor() != turn)
                continue;
            ChessBoard next(*this);
            if (next.movePiece(from / numCols, from % numCols, to / numCols, to % numCols) &&
                -next.scoreBoard() > best)
                best = -next.scoreBoard();
        }
    return best;
}

std::ostringstream ChessBoard::displayBoard()
{
    static const char letters[] = "prbknq";
    std::ostringstream out;
    for (int r = 0; r < numRows; r++) {
        for (int c = 0; c < numCols; c++)
            out << (board[r][c] == nullptr ? '.' : letters[board[r][c]->getType()]);
        out << "\n";
    }
    return out;
}
