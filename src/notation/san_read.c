/* san_read.c: finds the one piece that the text of a move means. Layer: notation.
 *
 * It makes no list of moves: it looks backwards from the target for pieces that could arrive there,
 * and tests each by the rules. Only for a refused text does it look at every piece, to explain the
 * refusal. */
#include "kernel/fast.h"
#include "notation/notation.h"
#include "position/position.h"

typedef struct {
    const arb_position *pos;
    const arb__san_parts *parts;
    arb_piece piece; /* the kind and colour of every candidate */
    int from_file;   /* or -1 */
    int from_rank;   /* or -1 */
    bool explains;   /* note refused moves too, to say why */
    arb_san *san;
} reader;

static void note(arb_san *san, const arb_verdict *verdict)
{
    if (san->count < ARB_CANDIDATE_LIMIT)
        san->why[san->count] = *verdict;
    san->count++;
}

static bool fits(const reader *r, arb_square square)
{
    return arb_position_piece(r->pos, square) == r->piece &&
           (r->from_file < 0 || arb_square_file(r->pos->size, square) == r->from_file) &&
           (r->from_rank < 0 || arb_square_rank(r->pos->size, square) == r->from_rank);
}

/* The verdict on one candidate. "Kg1" is a step of the king, never castling, which is written
 * O-O. */
static arb_verdict step_verdict(const reader *r, arb_square from)
{
    arb_verdict verdict = arb_position_verdict(r->pos, from, r->parts->to, r->parts->promotion);
    if (verdict.code == ARB_V_OK && arb_move_type_of(verdict.move) == ARB_CASTLING) {
        verdict.code = ARB_V_WRONG_SHAPE;
        verdict.move = ARB_NO_MOVE;
    }
    return verdict;
}

static void try_from(const reader *r, arb_square from)
{
    if (!fits(r, from))
        return;
    arb_verdict verdict = step_verdict(r, from);
    if (r->explains || verdict.code == ARB_V_OK)
        note(r->san, &verdict);
}

/* Tries every piece on the board: to explain a refusal, and for rules under which pieces move where
 * they do not attack. */
static void try_all(const reader *r)
{
    arb_size size = r->pos->size;
    for (arb_square at = 0; at != ARB_NO_SQUARE; at = arb__next_square(size, at))
        try_from(r, at);
}

static void try_pawns(const reader *r)
{
    int forward = arb__forward((arb_colour)r->pos->turn);
    for (int files = -1; files <= 1; files++)
        try_from(r, arb__step(r->pos->size, r->parts->to, files, -forward));
    try_from(r, arb__step(r->pos->size, r->parts->to, 0, -2 * forward));
}

static void try_pieces(const reader *r)
{
    arb_square from[ARB_SQUARE_LIMIT];
    size_t count = arb_position_attackers(r->pos, r->parts->to, (arb_colour)r->pos->turn, from,
                                          ARB_SQUARE_LIMIT);
    for (size_t i = 0; i < count; i++)
        try_from(r, from[i]);
}

static void read_by_kind(const arb_position *pos, const arb__san_parts *parts, arb_san *san)
{
    arb_kind kind = parts->kind == ARB_NO_KIND ? ARB_PAWN : parts->kind;
    reader r = {.pos = pos,
                .parts = parts,
                .piece = arb_piece_of((arb_colour)pos->turn, kind),
                .from_file = parts->from_file,
                .from_rank = parts->from_rank,
                .san = san};
    san->kind = kind;
    bool chess_pawn = kind == ARB_PAWN && !arb__own_pawn_steps(pos->rules);
    if (chess_pawn && r.from_file < 0)
        r.from_file = arb_square_file(pos->size, parts->to);
    if (chess_pawn)
        try_pawns(&r);
    else if (pos->special != 0)
        try_all(&r);
    else
        try_pieces(&r);
    if (san->count == 1)
        return;
    if (san->count > 1) {
        san->status = ARB_AMBIGUOUS;
        return;
    }
    san->status = ARB_ILLEGAL;
    r.explains = true;
    try_all(&r);
}

static void take_verdict(arb_san *san, arb_verdict verdict)
{
    note(san, &verdict);
    if (verdict.code != ARB_V_OK)
        san->status = ARB_ILLEGAL;
}

static void read_castling(const arb_position *pos, const arb__san_parts *parts, arb_san *san)
{
    arb_square king = pos->royal[pos->turn];
    san->kind = pos->rules->royal.kind;
    if (king == ARB_NO_SQUARE) {
        san->status = ARB_ILLEGAL;
        return;
    }
    take_verdict(san, arb__castle_verdict(pos, (arb_colour)pos->turn, parts->side));
}

/* A text with a full origin names one piece: "Ng1f3", "g1f3", "e1g1". */
static bool read_by_square(const arb_position *pos, const arb__san_parts *parts, arb_san *san)
{
    if (parts->from_file < 0 || parts->from_rank < 0)
        return false;
    arb_square from = arb_square_at(pos->size, parts->from_file, parts->from_rank);
    arb_piece piece = arb_position_piece(pos, from);
    if (parts->kind != ARB_NO_KIND && piece != arb_piece_of((arb_colour)pos->turn, parts->kind))
        return false;
    san->kind = arb_piece_kind(piece);
    take_verdict(san, arb__squares_verdict(pos, from, parts->to, parts->promotion));
    return true;
}

/* Reads "bb5" as a pawn move if that is legal; the parts then become those of the pawn move. */
static bool read_as_pawn(const arb_position *pos, arb__san_parts *parts, arb_san *san)
{
    arb__san_parts pawn = *parts;
    if (!parts->or_pawn)
        return false;
    pawn.kind = ARB_NO_KIND;
    pawn.from_file = arb_square_file(pos->size, parts->to);
    pawn.tolerated = parts->pawn_tolerated;
    read_by_kind(pos, &pawn, san);
    if (san->status == ARB_OK) {
        *parts = pawn;
        return true;
    }
    san->status = ARB_OK;
    san->count = 0;
    return false;
}

/* ---- what was forgiven ---- */

static uint32_t mark_tolerated(char given, char right)
{
    if (given == right)
        return 0;
    if (given == 0)
        return ARB_SAN_NO_CHECK_MARK;
    if (right == 0)
        return ARB_SAN_FALSE_CHECK_MARK;
    return right == '#' ? ARB_SAN_PLUS_FOR_MATE : ARB_SAN_HASH_FOR_CHECK;
}

static uint32_t origin_tolerated(const arb_position *pos, const arb__san_parts *parts,
                                 arb_move move)
{
    arb__origin given = ARB__ORIGIN_NONE;
    if (parts->from_file >= 0)
        given = parts->from_rank >= 0 ? ARB__ORIGIN_BOTH : ARB__ORIGIN_FILE;
    else if (parts->from_rank >= 0)
        given = ARB__ORIGIN_RANK;
    if (given == ARB__ORIGIN_NONE || given == arb__san_origin(pos, move))
        return 0;
    return given == ARB__ORIGIN_BOTH ? ARB_SAN_LONG_FORM : ARB_SAN_EXCESS_ORIGIN;
}

static uint32_t tolerated(const arb_position *pos, const arb__san_parts *parts, arb_move move)
{
    uint32_t bits = parts->tolerated | mark_tolerated(parts->mark, arb__san_mark(pos, move));
    bool by_squares = parts->kind == ARB_NO_KIND && parts->from_rank >= 0;
    if (arb_move_type_of(move) == ARB_DROP)
        return bits;
    if (arb_move_type_of(move) == ARB_CASTLING)
        return parts->castling ? bits : bits | ARB_SAN_LONG_FORM;
    bits |= origin_tolerated(pos, parts, move);
    /* "e4d5" has no place for an 'x'. */
    if (parts->capture != arb__takes(pos, move) && (parts->capture || !by_squares))
        bits |= ARB_SAN_CAPTURE_MARK;
    /* If a pawn can promote to one kind only, the kind may be omitted. */
    if (arb_move_promotion(move) != parts->promotion)
        bits |= ARB_SAN_PROMOTION_FORM;
    return bits;
}

static void begin(arb_san *san)
{
    san->status = ARB_OK;
    san->move = ARB_NO_MOVE;
    san->tolerated = 0;
    san->offset = 0;
    san->text = "";
    san->kind = ARB_NO_KIND;
    san->to = ARB_NO_SQUARE;
    san->count = 0;
}

arb_status arb__san_read_any(const arb_position *pos, const char *text, size_t len, arb_san *san)
{
    arb__san_parts parts;
    begin(san);
    const char *wrong = arb__san_parse(pos, text, len, &parts, &san->offset);
    if (wrong) {
        san->text = wrong;
        return san->status = ARB_BAD_TEXT;
    }

    san->offset = 0;
    san->to = parts.to;
    if (pos->over) { /* comes before the question whether there is such a piece */
        take_verdict(san, arb_position_verdict(pos, ARB_NO_SQUARE, ARB_NO_SQUARE, ARB_NO_KIND));
    } else if (parts.drop) {
        san->kind = parts.kind;
        take_verdict(san, arb_position_verdict_drop(pos, parts.kind, parts.to));
    } else if (parts.castling)
        read_castling(pos, &parts, san);
    else if (!read_as_pawn(pos, &parts, san) && !read_by_square(pos, &parts, san))
        read_by_kind(pos, &parts, san);
    if (san->status == ARB_OK) {
        san->move = san->why[0].move;
        san->tolerated = tolerated(pos, &parts, san->move);
    }
    if (arb__is_spent(pos)) {
        san->status = ARB_LIMIT;
        san->text = "the move takes more work than is allowed";
        san->count = 0;
    }
    return san->status;
}

arb_status arb_san_read(const arb_position *pos, const char *text, size_t len, arb_san *san)
{
    arb_move move = arb__fast.san_read ? arb__fast.san_read(pos, text, len) : ARB_NO_MOVE;
    if (move == ARB_NO_MOVE)
        return arb__san_read_any(pos, text, len, san);
    arb_verdict *why = &san->why[0];
    begin(san);
    *why = arb__verdict_on(arb__piece_at(pos, arb_move_from(move)));
    why->move = san->move = move;
    why->from = arb_move_from(move);
    why->to = san->to = arb_move_to(move);
    san->kind = arb_piece_kind(why->piece);
    san->count = 1;
    return ARB_OK;
}
