/* fuzz_play.c: a line with a position, then one byte for each move, played in a game. At every step
 * undo restores every byte; FEN, SAN and UCI read back the same; a verdict is ok exactly for the
 * listed moves. At the end the game goes back to its start and forward again. Layer: tests. */
#include "tests/fuzz/fuzz.h"

enum { LIST = 8192, PLIES = 60 };

typedef struct {
    arb_position position;
    arb_move list[LIST];
    size_t count;
} state;

static void check_undo(state *s, arb_move move)
{
    static arb_position before;
    arb_undo undo;
    before = s->position;
    FUZZ_CHECK(arb_position_is_legal(&s->position, move));
    FUZZ_CHECK(arb_position_play(&s->position, move, &undo));
    FUZZ_CHECK(arb_position_key(&s->position) == arb_position_key_afresh(&s->position));
    arb_position_undo(&s->position, &undo);
    FUZZ_CHECK(memcmp(&before, &s->position, sizeof before) == 0);
}

static void check_notation(const state *s, arb_move move)
{
    char text[64];
    arb_verdict verdict;
    arb_error error;
    arb_san san;
    size_t len = arb_uci_write(&s->position, move, ARB_UCI_ROOK, text, sizeof text);
    FUZZ_CHECK(arb_uci_read(&s->position, text, len, &verdict, &error) == ARB_OK);
    FUZZ_CHECK(verdict.move == move);
    len = arb_san_write(&s->position, move, text, sizeof text);
    FUZZ_CHECK(arb_san_read(&s->position, text, len, &san) == ARB_OK);
    FUZZ_CHECK(san.move == move && san.tolerated == 0);
}

static void check_fen(const state *s)
{
    static arb_position back;
    char fen[ARB_START_LIMIT + 128];
    arb_setup setup;
    arb_error error;
    const arb_rules *rules = arb_position_rules(&s->position);
    size_t len = arb_position_fen(&s->position, ARB_SHREDDER_FEN, ARB_EP_ALWAYS, fen, sizeof fen);
    FUZZ_CHECK(arb_fen_read(&setup, rules, fen, len, &error) == ARB_OK);
    FUZZ_CHECK(arb_position_set(&back, rules, &setup, ARB_KERNEL_AUTO,
                                ARB_FAULT_UNREACHABLE | ARB_FAULT_OPPOSITE_CHECK) == 0);
    FUZZ_CHECK(arb_position_same(&s->position, &back));
}

static bool is_listed(const state *s, arb_move move)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->list[i] == move)
            return true;
    return false;
}

static void check_verdicts(const state *s, unsigned seed)
{
    arb_size size = s->position.size;
    for (unsigned i = 0; i < 24; i++) {
        arb_square from = arb_square_at(size, (int)((seed + i * 5) % size.files),
                                        (int)((seed / 3 + i * 7) % size.ranks));
        arb_square to = arb_square_at(size, (int)((seed + i * 11) % size.files),
                                      (int)((seed / 5 + i * 3) % size.ranks));
        arb_kind kind = (arb_kind)(i % 6 == 0 ? (seed + i) % ARB_KIND_LIMIT : 0);
        arb_verdict verdict = arb_position_verdict(&s->position, from, to, kind);
        char text[1024];
        if (verdict.code == ARB_V_OK)
            FUZZ_CHECK(is_listed(s, verdict.move));
        else
            FUZZ_CHECK(!is_listed(s, arb_move_of(from, to, kind, ARB_NORMAL)));
        FUZZ_CHECK(arb_verdict_text(&verdict, &s->position, text, sizeof text) < sizeof text);
        fuzz_check_sentence(text);
    }
    for (size_t i = 0; i < s->count; i++) {
        char text[32];
        arb_verdict verdict;
        arb_error error;
        size_t len = arb_uci_write(&s->position, s->list[i], ARB_UCI_RULES, text, sizeof text);
        FUZZ_CHECK(arb_uci_read(&s->position, text, len, &verdict, &error) == ARB_OK &&
                   verdict.move == s->list[i]);
    }
}

static void check_return(arb_game *game, const arb_position *start)
{
    static arb_position end;
    size_t plies = arb_game_ply(game);
    end = *arb_game_position(game);
    arb_outcome outcome = arb_game_outcome(game);
    FUZZ_CHECK(arb_game_goto(game, 0));
    FUZZ_CHECK(memcmp(start, arb_game_position(game), sizeof *start) == 0);
    FUZZ_CHECK(arb_game_goto(game, plies));
    FUZZ_CHECK(memcmp(&end, arb_game_position(game), sizeof end) == 0);
    FUZZ_CHECK(arb_game_outcome(game).reason == outcome.reason);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static state s;
    static arb_position start;
    fuzz_text left = {(const char *)data, size};
    if (!fuzz_position(fuzz_line(&left), &start, size % 2 ? ARB_KERNEL_AUTO : ARB_KERNEL_GRID))
        return 0;
    arb_game *game = arb_game_new(&start, NULL);
    FUZZ_CHECK(game != NULL);
    for (size_t i = 0; i < PLIES && i < left.len; i++) {
        unsigned choice = (unsigned char)left.text[i];
        s.position = *arb_game_position(game);
        s.count = arb_position_moves(&s.position, s.list, LIST);
        if (s.count == 0 || s.count > LIST)
            break;
        arb_move move = s.list[choice % s.count];
        check_undo(&s, move);
        check_notation(&s, move);
        check_fen(&s);
        check_verdicts(&s, choice * 31 + (unsigned)i);
        arb_game_claims_with(game, move);
        if (arb_game_play(game, move) != ARB_OK) {
            FUZZ_CHECK(arb_game_outcome(game).result != ARB_ONGOING);
            break;
        }
    }
    check_return(game, &start);
    arb_game_free(game);
    return 0;
}
