/* fen_write.c: writes FEN, X-FEN or Shredder-FEN, on a board of any size. Layer: setup. Writes any
 * setup, playable or not. */
#include "base/squares.h"
#include "setup/setup.h"

static char letter_of(const arb_rules *rules, arb_piece piece)
{
    char letter = rules->kinds[arb_piece_kind(piece)].letter;
    return arb_piece_colour(piece) == ARB_WHITE ? arb__to_upper(letter) : letter;
}

/* Must the royal piece be marked? Without a mark a reader takes the last one in the text. */
static bool needs_mark(const arb_setup *setup, const arb_rules *rules, arb_colour colour)
{
    arb_square royal = setup->royal[colour];
    arb_square last = arb__last_in_fen(setup, arb_piece_of(colour, rules->royal.kind));
    return royal != ARB_NO_SQUARE && last != ARB_NO_SQUARE && last != royal;
}

static void put_board(arb__writer *out, const arb_setup *setup, const arb_rules *rules)
{
    bool holes = rules->board.holes.count != 0;
    bool mark[2] = {needs_mark(setup, rules, ARB_WHITE), needs_mark(setup, rules, ARB_BLACK)};
    for (int rank = setup->size.ranks - 1; rank >= 0; rank--) {
        unsigned gap = 0;
        for (int file = 0; file < setup->size.files; file++) {
            arb_square square = arb_square_at(setup->size, file, rank);
            arb_piece piece = setup->board[square];
            if (piece == ARB_NO_PIECE &&
                !(holes && arb_area_has(&rules->board.holes, file, rank))) {
                gap++;
                continue;
            }
            if (gap > 0)
                arb__put_number(out, gap);
            gap = 0;
            if (piece == ARB_NO_PIECE) {
                arb__put_char(out, '*');
                continue;
            }
            arb__put_char(out, letter_of(rules, piece));
            arb_colour colour = arb_piece_colour(piece);
            if (mark[colour] && setup->royal[colour] == square)
                arb__put_char(out, '!');
            if (piece & ARB_PROMOTED)
                arb__put_char(out, '~');
        }
        if (gap > 0)
            arb__put_number(out, gap);
        if (rank > 0)
            arb__put_char(out, '/');
    }
}

/* "[Qn]": White's pieces in hand, then Black's. */
static void put_hands(arb__writer *out, const arb_setup *setup, const arb_rules *rules)
{
    arb__put_char(out, '[');
    for (int c = 0; c < 2; c++)
        for (int kind = ARB_KIND_LIMIT - 1; kind > ARB_NO_KIND; kind--)
            for (unsigned n = setup->hand[c][kind]; n > 0; n--)
                arb__put_char(out, letter_of(rules, arb_piece_of((arb_colour)c, (arb_kind)kind)));
    arb__put_char(out, ']');
}

/* "2+3": the checks that White and Black have still to give. */
static void put_checks(arb__writer *out, const arb_setup *setup, const arb_rules *rules)
{
    for (int c = 0; c < 2; c++) {
        arb__put_number(out, arb_rules_checks_left(rules, setup->checks[c]));
        arb__put_char(out, c == 0 ? '+' : ' ');
    }
}

/* K or Q if that identifies the rook, else the letter of its file. */
static char right_letter(const arb_setup *setup, const arb_rules *rules, arb_fen_style style,
                         arb_colour colour, int side)
{
    arb_square rook = setup->castle_rook[colour][side];
    bool by_side = style == ARB_X_FEN || !rules->castling.any_home;
    char letter = side == ARB_KING_SIDE ? 'k' : 'q';
    if (!by_side || arb__castle_home(setup, rules, colour, side) != rook)
        letter = (char)('a' + arb_square_file(setup->size, rook));
    return colour == ARB_WHITE ? arb__to_upper(letter) : letter;
}

static void put_castling(arb__writer *out, const arb_setup *setup, const arb_rules *rules,
                         arb_fen_style style)
{
    size_t before = out->len;
    for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++) {
        for (int side = ARB_KING_SIDE; side <= ARB_QUEEN_SIDE; side++) {
            if (setup->castle_rook[colour][side] != ARB_NO_SQUARE)
                arb__put_char(out, right_letter(setup, rules, style, (arb_colour)colour, side));
        }
    }
    if (out->len == before)
        arb__put_char(out, '-');
}

size_t arb_fen_write(const arb_setup *setup, const arb_rules *rules, arb_fen_style style, char *buf,
                     size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    put_board(&out, setup, rules);
    if (rules->capture.to_hand)
        put_hands(&out, setup, rules);
    arb__put_text(&out, setup->turn == ARB_WHITE ? " w " : " b ");
    put_castling(&out, setup, rules, style);
    arb__put_char(&out, ' ');
    if (setup->en_passant == ARB_NO_SQUARE)
        arb__put_char(&out, '-');
    else
        arb__put_square(&out, setup->size, setup->en_passant);
    if (setup->en_passant != ARB_NO_SQUARE && setup->en_passant_pawn != ARB_NO_SQUARE)
        arb__put_square(&out, setup->size, setup->en_passant_pawn);
    arb__put_char(&out, ' ');
    if (rules->ending.checks != 0)
        put_checks(&out, setup, rules);
    arb__put_number(&out, setup->halfmove);
    arb__put_char(&out, ' ');
    arb__put_number(&out, setup->fullmove);
    return out.len;
}
