/* test_fast_text.c: compares the accelerators of FEN and SAN with the core on valid and damaged
 * texts, along random games of every built-in rule set. */
#include "positions.h"

#include "notation/notation.h"

static uint64_t state = 88172645463325252u;

static unsigned below(size_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 33) % limit);
}

/* Changes, removes or inserts one byte, which is mostly one that may stand there. */
static size_t damage(char *text, size_t len)
{
    static const char bytes[] = "pnbrqkPNBRQK12345678/ wb-KQkqabcdefghx+#=O09~!*\n";
    unsigned at = below(len + 1);
    char byte = bytes[below(sizeof bytes)];
    switch (below(3)) {
    case 0:
        text[at < len ? at : 0] = byte;
        return len;
    case 1:
        memmove(text + at, text + at + 1, len - at);
        return at < len ? len - 1 : len;
    default:
        memmove(text + at + 1, text + at, len - at);
        text[at] = byte;
        return len + 1;
    }
}

/* ---- FEN ---- */

static bool same_position(const arb_position *a, const arb_position *b)
{
    arb_setup setups[2];
    arb_position_setup(a, ARB_EP_ALWAYS, &setups[0]);
    arb_position_setup(b, ARB_EP_ALWAYS, &setups[1]);
    return memcmp(&setups[0], &setups[1], sizeof setups[0]) == 0 && arb_position_same(a, b) &&
           a->kernel == b->kernel && a->chess == b->chess && arb_position_key_afresh(a) == a->key;
}

static unsigned wrong_reading(const arb_rules *rules, const char *text, size_t len)
{
    arb_position quick, slow, before;
    arb_setup setup;
    arb_error quick_error = {0}, slow_error = {0};
    arb_faults faults = 0, expected_faults = 0;
    memset(&quick, 0x5A, sizeof quick);
    before = quick;
    arb_status expected = arb_fen_read(&setup, rules, text, len, &slow_error);
    if (expected == ARB_OK)
        expected_faults = arb_position_set(&slow, rules, &setup, ARB_KERNEL_AUTO, 0);
    if (expected_faults != 0)
        expected = ARB_BAD_POSITION;
    arb_status status = arb_position_read(&quick, rules, text, len, &faults, &quick_error);
    if (status != expected || faults != expected_faults || quick_error.status != status)
        return 1;
    if (status == ARB_OK)
        return !same_position(&quick, &slow);
    return memcmp(&quick, &before, sizeof quick) != 0 ||
           (status == ARB_BAD_TEXT && quick_error.offset != slow_error.offset);
}

static unsigned wrong_writing(const arb_position *pos)
{
    unsigned wrong = 0;
    for (int style = ARB_X_FEN; style <= ARB_SHREDDER_FEN; style++)
        for (int ep = ARB_EP_LEGAL; ep <= ARB_EP_ALWAYS; ep++) {
            char quick[128], slow[128], cut[16];
            arb_setup setup;
            arb_position_setup(pos, (arb_ep_style)ep, &setup);
            size_t len = arb_fen_write(&setup, pos->rules, (arb_fen_style)style, slow, sizeof slow);
            wrong += arb_position_fen(pos, (arb_fen_style)style, (arb_ep_style)ep, quick,
                                      sizeof quick) != len ||
                     strcmp(quick, slow) != 0;
            wrong += arb_position_fen(pos, (arb_fen_style)style, (arb_ep_style)ep, cut,
                                      sizeof cut) != len ||
                     strncmp(cut, slow, sizeof cut - 1) != 0 || strlen(cut) != sizeof cut - 1;
            wrong += arb_position_fen(pos, (arb_fen_style)style, (arb_ep_style)ep, NULL, 0) != len;
        }
    return wrong;
}

/* The accelerator cannot write positions of the grid kernel, which have no bitboards. */
static unsigned wrong_on_grid(const arb_position *pos, const char *text)
{
    arb_setup setup;
    arb_position grid;
    char other[160];
    arb_position_setup(pos, ARB_EP_ALWAYS, &setup);
    if (arb_position_set(&grid, pos->rules, &setup, ARB_KERNEL_GRID, 0) != 0)
        return 1;
    arb_position_fen(&grid, ARB_X_FEN, ARB_EP_ALWAYS, other, sizeof other);
    return strcmp(text, other) != 0;
}

static unsigned wrong_fen(const arb_position *pos)
{
    char text[160];
    unsigned wrong = wrong_writing(pos);
    size_t len = arb_position_fen(pos, ARB_X_FEN, ARB_EP_ALWAYS, text, sizeof text);
    wrong += wrong_on_grid(pos, text);
    wrong += wrong_reading(pos->rules, text, len);
    for (unsigned times = 0; times < 4; times++) {
        len = damage(text, len);
        wrong += wrong_reading(pos->rules, text, len);
    }
    return wrong;
}

#define BOARD "r3k2r/8/8/3pP3/8/8/8/R3K2R"

/* FENs of the usual form, and texts that nearly have it. */
static const char *const texts[] = {
    /* Rows that are too long, too short, empty, missing or too many, and two gaps side by side. */
    "r3k2r1/7/8/8/8/8/8/R3K2R w - - 0 1",
    "r3k2r7/1/8/8/8/8/8/R3K2R w - - 0 1",
    "/r3k2r8/8/8/8/8/8/R3K2R w - - 0 1",
    "r3k2r8//8/8/8/8/8/R3K2R w - - 0 1",
    "r3k2rpppppppp//8/8/8/8/8/R3K2R w - - 0 1",
    "r3k2r/8/8/8/8/8/R3K2R8/ w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R/ w - - 0 1",
    "r3k2r/8/8/8/8/8/8/8/R3K2R w - - 0 1",
    "r3k2r/8/8/8/8/8/R3K2R w - - 0 1",
    "r3k2r/8/8/44/8/8/8/R3K2R w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R",
    "r3k2r/8/8/8/8/8/8/R3K2Rw - - 0 1",
    BOARD " w KQkq d6 0 2",
    BOARD " b - - 12 34",
    BOARD " w Qk -",
    BOARD " w KQkq d6",
    BOARD " w KQkq d6 ",
    BOARD " w - - ",
    BOARD " w  -",
    BOARD " w - -  0 1",
    BOARD " w - - 0 1 ",
    BOARD " w - - 0",
    BOARD " w - - 0 ",
    BOARD " w qkQK - 0 1",
    BOARD " w KK - 0 1",
    BOARD " w KQkqK - 0 1",
    BOARD " w K- - 0 1",
    BOARD " w -K - 0 1",
    BOARD " w AHah - 0 1",
    BOARD " w KQkq d9 0 1",
    BOARD " w KQkq d0 0 1",
    BOARD " w KQkq i6 0 1",
    BOARD " w KQkq `6 0 1",
    BOARD " w KQkq d6d 0 1",
    BOARD " w KQkq e6 0 1",
    BOARD " w KQkq d6 999999 999999",
    BOARD " w KQkq d6 1000000 1",
    BOARD " w KQkq d6 123456 123456",
    BOARD " w KQkq d6 123456a 123456",
    BOARD " w KQkq d6 1234567 123456",
    BOARD " w KQkq d6 123456 123456a",
    BOARD " w KQkq d6 123456 1234567",
    BOARD " w KQkq d6 0 1000000",
    BOARD " w KQkq d6 0 0",
    BOARD " w KQkq d6 00 1",
    BOARD " w KQkq d6 0 01",
    BOARD " w KQkq d6 -1 1",
    BOARD " w KQkq d6 1:1",
    BOARD " x KQkq - 0 1",
    "w - - 0 1",
    "b - -",
    " w - - 0 1",
    "r3k2r/8/8/3pP3/8/8/8/R3K1R w KQkq - 0 1",
    "r3k2r/8/8/3pP3/8/8/8/R3K21R w KQkq - 0 1",
    "r3k2r/8/8/3pP3/8/8/8/R3K3R w KQkq - 0 1",
    "r3k2r/8/8/3pP3/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/3pP12/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/9/3pP3/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/0/3pP3/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/3pP3/8/8/8/R3K2R",
    "r3k2r/8/8/3pP3/8/8/8/R6R w - - 0 1",
    "r3k2r/8/8/3pP3/8/8/8/R3KK1R w - - 0 1",
    "r2kk2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1",
    "r6r/8/8/3pP3/8/8/8/R6R w - - 0 1",
    "r2k!k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1",
};

/* The text's memory ends where the text does, so no byte behind it may be read. */
TEST(a_fen_that_breaks_off_anywhere_is_read_alike)
{
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        for (size_t k = 0; k < arb_rules_count(); k++)
            for (size_t len = strlen(texts[i]); len > 0; len--) {
                char *text = malloc(len);
                if (!CHECK(text != NULL))
                    return;
                memcpy(text, texts[i], len);
                check_case("%s: %.*s", arb_rules_at(k)->name, (int)len, texts[i]);
                CHECK_EQ_INT(wrong_reading(arb_rules_at(k), text, len), 0);
                /* The same if more bytes follow that do not belong to the text. */
                CHECK_EQ_INT(wrong_reading(arb_rules_at(k), texts[i], len), 0);
                free(text);
            }
}

TEST(boards_and_kings_of_any_number_are_written_alike)
{
    static const char *const fens[] = {
        "kk6/8/8/8/8/8/8/K7 b - - 0 1",
        "k7/8/8/8/8/8/8/KK6 w - - 0 1",
        "k!k6/8/8/8/8/8/8/K7 w - - 0 1",
        "kk6/8/8/8/8/8/8/KK6 w - - 0 1",
        "k7/8/8/8/8/8/8/K!K6 w - - 0 1",
        "8/8/8/8/8/8/8/K7 w - - 0 1",
        "n7/8/8/8/8/8/8/N7 w - - 999999 999999",
        "k6/7/7/7/7/7/7/6K w - - 0 1",
        "k7/8/8/8/8/8/7K w - - 0 1",
        "k8/9/9/8K w - - 0 1",
        "k6K/8 w - - 0 1",
    };
    const arb_rules *lab = arb_rules_find("lab", 3);
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        arb_position position;
        arb_setup setup;
        check_case("%s", fens[i]);
        CHECK_EQ_INT(arb_fen_read(&setup, lab, fens[i], strlen(fens[i]), NULL), ARB_OK);
        CHECK_EQ_INT(arb_position_set(&position, lab, &setup, ARB_KERNEL_AUTO, 0), 0);
        CHECK_EQ_INT(wrong_fen(&position), 0);
    }
}

/* ---- SAN ---- */

static bool same_verdict(const arb_verdict *a, const arb_verdict *b)
{
    return a->code == b->code && a->move == b->move && a->from == b->from && a->to == b->to &&
           a->at == b->at && a->by == b->by && a->piece == b->piece && a->promotion == b->promotion;
}

static unsigned wrong_san_reading(const arb_position *pos, const char *text, size_t len)
{
    arb_san quick, slow;
    memset(&quick, 0, sizeof quick);
    memset(&slow, 0, sizeof slow);
    arb_status status = arb_san_read(pos, text, len, &quick);
    if (status != arb__san_read_any(pos, text, len, &slow))
        return 1;
    return quick.status != slow.status || quick.move != slow.move ||
           quick.tolerated != slow.tolerated || quick.offset != slow.offset ||
           strcmp(quick.text, slow.text) != 0 || quick.kind != slow.kind || quick.to != slow.to ||
           quick.count != slow.count || !same_verdict(&quick.why[0], &slow.why[0]);
}

/* The grid kernel has no accelerator, so its text is the expected one. */
static unsigned wrong_san_writing(const arb_position *pos, const arb_position *grid, arb_move move)
{
    char quick[16], slow[16], cut[3];
    size_t len = arb_san_write(grid, move, slow, sizeof slow);
    return arb_san_write(pos, move, quick, sizeof quick) != len || strcmp(quick, slow) != 0 ||
           arb_san_write(pos, move, cut, sizeof cut) != len ||
           strncmp(cut, slow, sizeof cut - 1) != 0 || strlen(cut) != sizeof cut - 1 ||
           arb_san_write(pos, move, NULL, 0) != len;
}

static unsigned wrong_san(const arb_position *pos)
{
    arb_move list[ARB_MOVES_8X8];
    arb_setup setup;
    arb_position grid;
    unsigned wrong = 0;
    size_t count = arb_position_moves(pos, list, ARB_MOVES_8X8);
    arb_position_setup(pos, ARB_EP_ALWAYS, &setup);
    if (arb_position_set(&grid, pos->rules, &setup, ARB_KERNEL_GRID, 0) != 0)
        return 1;
    for (size_t i = 0; i < count; i++) {
        char text[16];
        wrong += wrong_san_writing(pos, &grid, list[i]);
        size_t len = arb_san_write(pos, list[i], text, sizeof text);
        wrong += wrong_san_reading(pos, text, len);
        len = damage(text, len);
        wrong += wrong_san_reading(pos, text, len);
    }
    return wrong;
}

/* ---- games ---- */

static void along_games(unsigned (*wrong_in)(const arb_position *pos), unsigned games)
{
    for (size_t i = 0; i < arb_rules_count(); i++) {
        const arb_rules *rules = arb_rules_at(i);
        unsigned wrong = 0;
        check_case("%s", rules->name);
        for (unsigned game = 0; game < games; game++) {
            arb_position pos;
            arb_undo undo;
            arb_move list[ARB_MOVES_8X8];
            CHECK_EQ_INT(arb_position_start(&pos, rules), 0);
            for (unsigned ply = 0; ply < 120; ply++) {
                size_t count = arb_position_moves(&pos, list, ARB_MOVES_8X8);
                wrong += wrong_in(&pos);
                if (count == 0 || !arb_position_play(&pos, list[below(count)], &undo))
                    break;
            }
        }
        CHECK_EQ_INT(wrong, 0);
    }
}

TEST(fen_is_read_and_written_alike_the_short_and_the_long_way)
{
    along_games(wrong_fen, 12);
}

TEST(san_is_read_and_written_alike_the_short_and_the_long_way)
{
    along_games(wrong_san, 3);
}

int main(void)
{
    RUN(fen_is_read_and_written_alike_the_short_and_the_long_way);
    RUN(a_fen_that_breaks_off_anywhere_is_read_alike);
    RUN(boards_and_kings_of_any_number_are_written_alike);
    RUN(san_is_read_and_written_alike_the_short_and_the_long_way);
    return check_result();
}
