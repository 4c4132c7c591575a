/* generate_lab_board.c: random boards for Lab 3 tests. Layer: grade. */
#include "formats/board_text.h"
#include "grade/generate/generate_lab.h"

enum { SIDE_PIECES = 20 };

/* splitmix64 */
static uint64_t draw(maker *m)
{
    uint64_t z = m->random += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

unsigned grade_below(maker *m, unsigned limit)
{
    return limit > 0 ? (unsigned)(draw(m) % limit) : 0;
}

bool grade_percent(maker *m, unsigned percent)
{
    return grade_below(m, 100) < percent;
}

bool grade_is_8x8(arb_size size)
{
    return size.files == 8 && size.ranks == 8;
}

/* The handout castles from part 4 on, and on 8x8 only. */
bool grade_has_castling(const maker *m)
{
    return m->recipe->part >= 4 && grade_is_8x8(m->recipe->size) &&
           (m->others & grade_theme_bit(GRADE_T_CASTLE_KING_SIDE)) == 0;
}

/* Is the test about castling before all? */
static bool is_about_castling(const grade_recipe *recipe)
{
    return recipe->part == 4 || recipe->bonus == GRADE_BONUS_CASTLING;
}

static void put(maker *m, int row, int column, arb_colour colour, arb_kind kind)
{
    arb_setup_put(&m->d.setup, m->rules, fmt_square_at(m->recipe->size, row, column),
                  arb_piece_of(colour, kind));
}

static void put_somewhere(maker *m, arb_colour colour, arb_kind kind)
{
    arb_size size = m->recipe->size;
    for (int tries = 0; tries < 16; tries++) {
        int row = (int)grade_below(m, size.ranks), column = (int)grade_below(m, size.files);
        bool end_row = row == 0 || row == size.ranks - 1;
        if (kind == ARB_PAWN && size.ranks > 2) { /* often on a row from which double steps start */
            int home = colour == ARB_WHITE ? size.ranks - 2 : 1;
            row = grade_percent(m, 40) ? home : row;
            end_row = row == 0 || row == size.ranks - 1;
        }
        if (m->d.setup.board[fmt_square_at(size, row, column)] != ARB_NO_PIECE ||
            (kind == ARB_PAWN && end_row && !grade_percent(m, 10)))
            continue;
        put(m, row, column, colour, kind);
        return;
    }
}

static arb_kind any_kind(maker *m)
{
    static const arb_kind plain[] = {ARB_PAWN, ARB_PAWN, ARB_ROOK, ARB_BISHOP};
    static const arb_kind all[] = {ARB_PAWN,   ARB_PAWN,   ARB_PAWN,  ARB_ROOK,
                                   ARB_BISHOP, ARB_KNIGHT, ARB_QUEEN, ARB_KNIGHT};
    bool pawns =
        m->recipe->bonus == GRADE_BONUS_EN_PASSANT || m->recipe->bonus == GRADE_BONUS_PROMOTION;
    if (pawns && grade_percent(m, 30))
        return ARB_PAWN;
    return m->recipe->part == GRADE_PART_BONUS ? all[grade_below(m, 8)] : plain[grade_below(m, 4)];
}

/* Does a king stand on its first row with a rook of its own in a corner of that row? */
static bool looks_like_castling(const maker *m)
{
    arb_size size = m->recipe->size;
    for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++) {
        int home = colour == ARB_WHITE ? size.ranks - 1 : 0;
        arb_piece rook = arb_piece_of((arb_colour)colour, ARB_ROOK);
        arb_piece king = arb_piece_of((arb_colour)colour, ARB_KING);
        const arb_piece *board = m->d.setup.board;
        bool corner = board[fmt_square_at(size, home, 0)] == rook ||
                      board[fmt_square_at(size, home, size.files - 1)] == rook;
        for (int column = 0; corner && column < size.files; column++)
            if (board[fmt_square_at(size, home, column)] == king)
                return true;
    }
    return false;
}

static void set_up_once(maker *m)
{
    arb_size size = m->recipe->size;
    unsigned squares = (unsigned)size.files * size.ranks;
    bool castling = grade_has_castling(m);
    unsigned most = squares / (is_about_castling(m->recipe) ? 11 : 6);

    arb_setup_clear(&m->d.setup, size);
    for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++) {
        int home = colour == ARB_WHITE ? size.ranks - 1 : 0;
        bool at_home = castling && (is_about_castling(m->recipe) || grade_percent(m, 40));
        for (int corner = 0; at_home && corner < 8; corner += 7)
            if (grade_percent(m, 85))
                put(m, home, corner, (arb_colour)colour, ARB_ROOK);
        if (at_home)
            put(m, home, 4, (arb_colour)colour, ARB_KING);
        else if (m->recipe->part >= 3)
            put_somewhere(m, (arb_colour)colour, ARB_KING);
        unsigned pieces = 1 + grade_below(m, most < SIDE_PIECES ? most + 1 : SIDE_PIECES);
        for (unsigned i = 0; i < pieces; i++)
            put_somewhere(m, (arb_colour)colour, any_kind(m));
    }
    arb_setup_home_rights(&m->d.setup, m->rules);
}

void grade_set_up(maker *m)
{
    enum { SET_UPS = 8 };
    set_up_once(m);
    /* A class that castles too early, or on any board, is not wrong by the handout. */
    for (int i = 1; i < SET_UPS && !grade_has_castling(m) && looks_like_castling(m); i++)
        set_up_once(m);
}
