/* board.c: see board.h. */
#include "board.h"

#include <stdlib.h>
#include <string.h>

static arb_rules any_board;

const arb_rules *board_rules(void)
{
    if (!any_board.name[0]) {
        any_board = *arb_rules_find("chess", 5);
        any_board.board.faults = 0;
        any_board.board.max_pieces = any_board.board.max_pawns = 0;
        any_board.royal.min = 0;
    }
    return &any_board;
}

/* JavaScript keeps each board's bytes, so that its garbage collector frees them, and brings the one
 * it works on here: `board_step_size` bytes for each step. */
static board the_board;
static arb_position start;
uint64_t board_stamp = 1;
static uint64_t newest_stamp = 1;

static void new_stamp(void)
{
    board_stamp = ++newest_stamp;
}

board *EXPORT(board_slot)(void)
{
    return &the_board;
}

size_t EXPORT(board_size)(void)
{
    return sizeof(board);
}

size_t EXPORT(board_step_size)(void)
{
    return sizeof(board_step);
}

static bool room_for(board *b, uint32_t count)
{
    if (count <= b->room)
        return true;
    uint32_t room = b->room ? b->room : 64;
    while (room < count)
        room *= 2;
    board_step *steps = realloc(b->steps, room * sizeof *steps);
    if (!steps)
        return false;
    b->steps = steps;
    b->room = room;
    return true;
}

/* Returns where the steps are, with room for `count`, or NULL if memory runs out. */
board_step *EXPORT(board_steps)(uint32_t count)
{
    return room_for(&the_board, count ? count : 1) ? the_board.steps : NULL;
}

/* JavaScript has written the bytes of another board over this one; it keeps its own room for steps.
 */
void EXPORT(board_arrived)(board_step *steps, uint32_t room)
{
    new_stamp();
    the_board.steps = steps;
    the_board.room = room;
}

double EXPORT(board_stamp_now)(void)
{
    return (double)board_stamp;
}

uint32_t EXPORT(board_room)(void)
{
    return the_board.room;
}

void EXPORT(board_reset)(board *b)
{
    if (!start.rules)
        arb_position_start(&start, board_rules());
    arb_position_copy(&b->position, &start);
    new_stamp();
    b->count = 0;
    b->idle = 0;
    b->loaded = true;
}

/* Sets the board from the shared text, which has the squares a8, b8, … h1 as the letters of FEN,
 * '.' for an empty one. Rights: 1 K, 2 Q, 4 k, 8 q; those without king or rook at home are idle. An
 * en-passant square that is not behind a pawn is dropped. `en_passant` is a square of the library,
 * or -1. With `keep` the moves so far stay, and idle rights are dropped. */
int EXPORT(board_set)(board *b, int turn, unsigned rights, int en_passant, unsigned halfmove,
                      unsigned fullmove, int keep)
{
    const arb_rules *rules = board_rules();
    arb_setup setup;
    arb_setup_clear(&setup, (arb_size){8, 8});
    for (int i = 0; i < 64; i++) {
        char letter = shared_text[i];
        arb_kind kind = arb_rules_kind(rules, letter);
        if (kind)
            arb_setup_put(&setup, rules, (arb_square)(i ^ 56),
                          arb_piece_of(letter >= 'a' ? ARB_BLACK : ARB_WHITE, kind));
    }
    setup.turn = (uint8_t)turn;
    setup.halfmove = halfmove;
    setup.fullmove = fullmove;
    arb_setup_home_rights(&setup, rules);
    new_stamp();
    b->idle = 0;
    for (int i = 0; i < 4; i++) {
        arb_square *rook = &setup.castle_rook[i / 2][i % 2];
        if (!(rights >> i & 1u))
            *rook = ARB_NO_SQUARE;
        else if (*rook == ARB_NO_SQUARE && !keep)
            b->idle |= (uint8_t)(1u << i);
    }
    setup.en_passant = en_passant < 0 ? ARB_NO_SQUARE : (arb_square)en_passant;

    arb_faults any = ARB_FAULT_UNREACHABLE | ARB_FAULT_OPPOSITE_CHECK;
    arb_faults faults = arb_position_set(&b->position, rules, &setup, ARB_KERNEL_AUTO, any);
    if (faults) {
        setup.en_passant = ARB_NO_SQUARE;
        faults = arb_position_set(&b->position, rules, &setup, ARB_KERNEL_AUTO, any);
    }
    if (faults)
        return 0;
    new_stamp();
    if (!keep)
        b->count = 0;
    for (uint32_t i = 0; i < b->count; i++)
        b->steps[i].stamp = ++newest_stamp; /* moves taken back now lead to other boards */
    b->loaded = true;
    return 1;
}

/* Writes the letters of the 64 squares, in the same order. */
int EXPORT(board_squares)(const board *b)
{
    answer to = {0};
    const arb_rules *rules = board_rules();
    for (int i = 0; i < 64; i++) {
        arb_piece piece = arb_position_piece(&b->position, (arb_square)(i ^ 56));
        char letter = piece ? rules->kinds[arb_piece_kind(piece)].letter : '.';
        answer_char(&to,
                    piece && arb_piece_colour(piece) == ARB_WHITE ? (char)(letter - 32) : letter);
    }
    return answer_end(&to);
}

/* Idle rights end as others do: when the king moves, or a piece leaves or reaches their corner. */
static uint8_t idle_after(const board *b, arb_move move)
{
    static const arb_square corners[4] = {7, 0, 63, 56};
    arb_piece moved = arb_position_piece(&b->position, arb_move_from(move));
    uint8_t idle = b->idle;
    if (arb_piece_kind(moved) == ARB_KING)
        idle &= arb_piece_colour(moved) == ARB_WHITE ? 12 : 3;
    for (unsigned i = 0; i < 4; i++)
        if (arb_move_from(move) == corners[i] || arb_move_to(move) == corners[i])
            idle &= (uint8_t) ~(1u << i);
    return idle;
}

bool board_make(board *b, arb_move move)
{
    if (!room_for(b, b->count + 1))
        return false;
    board_step *step = &b->steps[b->count];
    step->move = move;
    step->key = arb_position_key(&b->position);
    step->stamp = board_stamp;
    step->idle = b->idle;
    step->loaded = b->loaded;
    if (move && b->idle)
        b->idle = idle_after(b, move);
    if (move)
        arb_position_make(&b->position, move, &step->undo);
    else if (!arb_position_make_null(&b->position, &step->undo))
        return false;
    new_stamp();
    b->count++;
    b->loaded = false;
    return true;
}

void board_unmake(board *b)
{
    const board_step *step = &b->steps[--b->count];
    arb_position_unmake(&b->position, &step->undo);
    board_stamp = step->stamp;
    b->idle = step->idle;
    b->loaded = step->loaded;
}

void board_write_new_fen(answer *to, const board *b, bool any_en_passant)
{
    char fen[128];
    arb_ep_style style = !any_en_passant ? ARB_EP_LEGAL : b->loaded ? ARB_EP_ALWAYS : ARB_EP_PSEUDO;
    size_t len = arb_position_fen(&b->position, ARB_X_FEN, style, fen, sizeof fen);
    if (!b->idle) {
        answer_bytes(to, fen, len);
        return;
    }
    size_t at = (size_t)(strchr(fen, ' ') - fen) + 3; /* the castling rights */
    unsigned rights = b->idle | board_rights(b);
    answer_bytes(to, fen, at);
    for (unsigned i = 0; i < 4; i++)
        if (rights >> i & 1u)
            answer_char(to, "KQkq"[i]);
    answer_text(to, strchr(fen + at, ' '));
}

/* The FEN that was written last, valid until the position changes. The FEN after a move is also the
 * FEN before the next one. */
static struct {
    char text[128];
    size_t len;
    uint64_t at;
} last_fen;

void board_keep_fen(const char *text, size_t len)
{
    if (len > sizeof last_fen.text)
        return;
    memcpy(last_fen.text, text, len);
    last_fen.len = len;
    last_fen.at = board_stamp;
}

void board_write_fen(answer *to, const board *b, bool any_en_passant)
{
    if (last_fen.at == board_stamp && !any_en_passant) {
        answer_bytes(to, last_fen.text, last_fen.len);
        return;
    }
    size_t begin = to->len;
    board_write_new_fen(to, b, any_en_passant);
    if (!any_en_passant && !to->failed)
        board_keep_fen(shared_text + begin, to->len - begin);
}

int EXPORT(board_fen)(const board *b, int any_en_passant)
{
    answer to = {0};
    board_write_fen(&to, b, any_en_passant);
    return answer_end(&to);
}

/* Writes the FEN without idle rights, which the library can read. */
int EXPORT(board_true_fen)(board *b)
{
    answer to = {0};
    uint8_t idle = b->idle;
    b->idle = 0;
    board_write_new_fen(&to, b, false);
    b->idle = idle;
    return answer_end(&to);
}
