/* from_setup.c: the only way from a setup to a position, and back. Layer: position. */
#include "base/error.h"
#include "kernel/fast.h"
#include "position/key/key.h"
#include "position/position.h"
#include "rules/builtin.h"
#include "setup/setup.h"

#include <string.h>

static bool size_fits(const arb_rules *rules, arb_size size)
{
    if (size.files < 1 || size.ranks < 1 || size.files > ARB_SIDE_LIMIT ||
        size.ranks > ARB_SIDE_LIMIT)
        return false;
    return rules->board.any_size ||
           (size.files == rules->board.size.files && size.ranks == rules->board.size.ranks);
}

/* Returns false for a piece that the rule set does not have, or one on a hole. */
static bool fill_board(arb_position *pos, const arb_setup *setup)
{
    if (pos->kernel == ARB_KERNEL_BITS)
        return arb__bits_fill(pos, setup->board);
    for (arb_square at = 0; at != ARB_NO_SQUARE; at = arb__next_square(pos->size, at)) {
        arb_piece piece = setup->board[at];
        if (piece == ARB_NO_PIECE)
            continue;
        arb_piece mark = pos->rules->capture.to_hand ? ARB_PROMOTED : 0;
        if ((piece & ~mark) > arb_piece_of(ARB_BLACK, ARB_KIND_LIMIT - 1) ||
            pos->rules->kinds[arb_piece_kind(piece)].letter == 0 || arb__is_hole(pos, at))
            return false;
        pos->board.grid[at] = piece;
    }
    return true;
}

/* The main royal piece: the one that the setup names, if that is a royal piece. */
static arb_square royal_of(const arb_position *pos, const arb_setup *setup, arb_colour colour)
{
    arb_square wanted = setup->royal[colour];
    if (pos->rules->royal.kind != ARB_NO_KIND && arb_square_on(pos->size, wanted) &&
        arb__piece_at(pos, wanted) == arb_piece_of(colour, pos->rules->royal.kind))
        return wanted;
    return arb__find_royal(pos, colour);
}

/* Fills in what only special rules have. Returns false for pieces in hand that the rule set does
 * not have. */
static bool fill_special(arb_position *pos, const arb_setup *setup)
{
    arb_square pawn = setup->en_passant_pawn;
    if (pos->en_passant != ARB_NO_SQUARE && arb_square_on(pos->size, pawn))
        pos->en_passant_files = (int8_t)(arb_square_file(pos->size, pawn) -
                                         arb_square_file(pos->size, pos->en_passant));
    for (int colour = 0; colour < 2; colour++) {
        if (pos->rules->ending.checks != 0)
            pos->checks[colour] = setup->checks[colour];
        for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++) {
            unsigned count = pos->rules->capture.to_hand ? setup->hand[colour][kind] : 0;
            if (count > 0 && pos->rules->kinds[kind].letter == 0)
                return false;
            pos->hand[colour][kind] = (uint8_t)count;
        }
    }
    return true;
}

static void fill_state(arb_position *pos, const arb_setup *setup)
{
    bool castling = arb__castling_on(pos->rules, pos->size);
    for (int colour = 0; colour < 2; colour++) {
        pos->royal[colour] = royal_of(pos, setup, (arb_colour)colour);
        for (int side = 0; side < 2; side++)
            pos->castle_rook[colour][side] =
                castling ? setup->castle_rook[colour][side] : ARB_NO_SQUARE;
        if (pos->rules->ending.captured != ARB_GOES_ON && pos->royal[colour] == ARB_NO_SQUARE)
            pos->over = ARB__OVER_CAPTURED;
    }
    pos->turn = setup->turn == ARB_BLACK ? ARB_BLACK : ARB_WHITE;
    pos->en_passant = pos->rules->pawn.en_passant ? setup->en_passant : ARB_NO_SQUARE;
    pos->halfmove = setup->halfmove;
    pos->fullmove = setup->fullmove;
}

/* The bitboards of pieces and colours. */
static const size_t sets_in_bits =
    offsetof(arb_position, board.bits.area) - offsetof(arb_position, board);

/* Makes an empty position. On bitboards it clears only what is used, in two parts and without the
 * fields that arb__bits_lay_out writes: for one large block gcc emits a string instruction, which
 * is slow to start. */
static void clear(arb_position *pos, const arb_rules *rules, arb_size size, bool bits)
{
    memset(pos, 0, offsetof(arb_position, board));
    if (bits)
        memset(&pos->board, 0, sets_in_bits);
    else
        memset(&pos->board, 0, sizeof *pos - offsetof(arb_position, board));
    pos->rules = rules;
    pos->size = size;
    pos->kernel = bits ? ARB_KERNEL_BITS : ARB_KERNEL_GRID;
    if (bits)
        arb__bits_lay_out(pos);
    if (!bits) {
        pos->other_steps = arb__grid_other_steps(rules);
        pos->special = (uint8_t)arb__specials(rules);
    }
}

/* Validates the filled-in position and derives the remaining fields. The key already contains the
 * board. */
static arb_faults settle(arb_position *pos, arb_faults accept)
{
    /* Rights that do not fit the board are never playable, so they are faults under every rule
     * set. */
    arb_faults matter =
        pos->rules->board.faults | ARB_FAULT_BAD_CASTLING_RIGHTS | ARB_FAULT_BAD_EN_PASSANT;
    arb_faults overlooked = accept & (ARB_FAULT_UNREACHABLE | ARB_FAULT_OPPOSITE_CHECK);
    arb_faults faults = arb__validate(pos, matter & ~overlooked);
    if (faults != 0)
        return faults;
    pos->chess = pos->kernel == ARB_KERNEL_BITS && arb__bits_plays_chess(pos);
    pos->fast = pos->chess && arb__fast.level ? arb__fast.level() : 0;
    if (pos->special & ARB__SPECIAL_PLAY)
        pos->over = arb__end_of(pos);
    pos->en_passant_legal = arb__en_passant_legal(pos);
    pos->key ^= arb__key_state(pos);
    return 0;
}

arb_faults arb_position_set(arb_position *position, const arb_rules *rules, const arb_setup *setup,
                            arb_kernel kernel, arb_faults accept)
{
    arb_position pos;
    if (!size_fits(rules, setup->size))
        return ARB_FAULT_BAD_SIZE;

    bool bits = kernel != ARB_KERNEL_GRID && arb__bits_can_serve(rules, setup->size);
    clear(&pos, rules, setup->size, bits);
    if (!fill_board(&pos, setup))
        return ARB_FAULT_UNKNOWN_PIECE;
    fill_state(&pos, setup);
    if (pos.special != 0 && !fill_special(&pos, setup))
        return ARB_FAULT_UNKNOWN_PIECE;
    pos.key = arb__key_board(&pos, setup->board);
    arb_faults faults = settle(&pos, accept);
    if (faults == 0)
        arb_position_copy(position, &pos);
    return faults;
}

bool arb_rules_fit_bits(const arb_rules *rules, arb_size size)
{
    return size_fits(rules, size) && arb__bits_can_serve(rules, size);
}

/* The fast path: a FEN of chess on 8x8 without a fault. False: the slow path reads it. */
static bool read_fast(arb_position *position, const arb_rules *rules, const char *fen, size_t len)
{
    static const arb_size size = {8, 8};
    arb_position pos;
    if (!arb__is_builtin(rules))
        return false;
    clear(&pos, rules, size, true);
    memset(pos.castle_rook, 0xFF, sizeof pos.castle_rook);
    pos.en_passant = ARB_NO_SQUARE;
    pos.fullmove = 1;
    if (!arb__fast.fen_read || !arb__fast.fen_read(&pos, fen, len) || settle(&pos, 0) != 0)
        return false;
    arb_position_copy(position, &pos);
    return true;
}

arb_faults arb_position_start(arb_position *position, const arb_rules *rules)
{
    arb_setup setup;
    if (read_fast(position, rules, rules->board.start, strlen(rules->board.start)))
        return 0;
    arb_setup_start(&setup, rules);
    return arb_position_set(position, rules, &setup, ARB_KERNEL_AUTO, 0);
}

/* The slow path: reads any FEN. */
static arb_status read_any(arb_position *position, const arb_rules *rules, const char *fen,
                           size_t len, arb_faults *faults, arb_error *error)
{
    arb_setup setup;
    arb_status status = arb_fen_read(&setup, rules, fen, len, error);
    if (status != ARB_OK)
        return status;
    *faults = arb_position_set(position, rules, &setup, ARB_KERNEL_AUTO, 0);
    if (*faults == 0)
        return ARB_OK;
    return arb__fail(error, ARB_BAD_POSITION, 0, arb_fault_text(*faults & (0u - *faults)));
}

arb_status arb_position_read(arb_position *position, const arb_rules *rules, const char *fen,
                             size_t len, arb_faults *faults, arb_error *error)
{
    arb_faults found = 0;
    arb_status status = read_fast(position, rules, fen, len)
                            ? arb__no_error(error)
                            : read_any(position, rules, fen, len, &found, error);
    if (faults)
        *faults = found;
    return status;
}

/* Does a pawn of the side to move stand where it could capture on the en-passant square? */
static bool pawn_stands_ready(const arb_position *pos)
{
    arb_colour us = (arb_colour)pos->turn;
    if (arb__own_pawn_steps(pos->rules))
        return pos->en_passant_legal;
    for (int file = -1; file <= 1; file += 2) {
        arb_square from = arb__step(pos->size, pos->en_passant, file, -arb__forward(us));
        if (from != ARB_NO_SQUARE && arb__piece_at(pos, from) == arb_piece_of(us, ARB_PAWN))
            return true;
    }
    return false;
}

static arb_square written_en_passant(const arb_position *pos, arb_ep_style ep)
{
    if (pos->en_passant == ARB_NO_SQUARE || (ep == ARB_EP_LEGAL && !pos->en_passant_legal) ||
        (ep == ARB_EP_PSEUDO && !pawn_stands_ready(pos)))
        return ARB_NO_SQUARE;
    return pos->en_passant;
}

void arb_position_setup(const arb_position *pos, arb_ep_style ep, arb_setup *setup)
{
    arb_setup_clear(setup, pos->size);
    for (arb_square at = 0; at != ARB_NO_SQUARE; at = arb__next_square(pos->size, at))
        setup->board[at] = arb__marked_piece_at(pos, at);
    memcpy(setup->royal, pos->royal, sizeof setup->royal);
    memcpy(setup->castle_rook, pos->castle_rook, sizeof setup->castle_rook);
    setup->turn = pos->turn;
    setup->en_passant = written_en_passant(pos, ep);
    if (setup->en_passant != ARB_NO_SQUARE && pos->en_passant_files != 0)
        setup->en_passant_pawn = arb__passing_pawn(pos, (arb_colour)pos->turn);
    if (pos->special != 0) {
        memcpy(setup->checks, pos->checks, sizeof setup->checks);
        memcpy(setup->hand, pos->hand, sizeof setup->hand);
    }
    setup->halfmove = pos->halfmove;
    setup->fullmove = pos->fullmove;
}

size_t arb_position_fen(const arb_position *pos, arb_fen_style style, arb_ep_style ep, char *buf,
                        size_t cap)
{
    size_t len =
        arb__fast.fen_write ? arb__fast.fen_write(pos, written_en_passant(pos, ep), buf, cap) : 0;
    if (len != 0)
        return len;
    arb_setup setup;
    arb_position_setup(pos, ep, &setup);
    return arb_fen_write(&setup, pos->rules, style, buf, cap);
}
