/* random_play.c: plays at random under random rule-set files on boards from 1x1 to 32x32.
 *
 *     random_play [POSITIONS] [SEED]
 *
 * After each ply undo restores every byte; the key equals the one computed afresh; FEN, SAN and UCI
 * read back the same; a verdict is ok exactly for the listed moves; the length of a text is the
 * same if a short buffer cuts it. A rule set that is written as a file reads back the same. */
#include "random_rules.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct {
    rule_text text;
    arb_rules rules;
    arb_position pos;
    arb_move *list;
    size_t count, cap;
    char fen[2048];
} state;

static uint64_t positions, moves_tried;

static void fail(const state *s, const char *what)
{
    printf("%s\n  %s\n%s", what, s->fen, s->text.text);
    printf("0 passed, 1 failed\n");
    exit(1);
}

static void print_mistake(void *context, const arb_rules_mistake *mistake)
{
    (void)context;
    printf("line %u column %u: %s\n", mistake->line, mistake->column, mistake->text);
}

static void read_rules(random_source *source, state *s, arb_size size)
{
    static char text[16384];
    static arb_rules again;
    memset(&s->rules, 0, sizeof s->rules);
    random_rule_text(source, &s->text, size);
    if (!arb_rules_read(&s->rules, s->text.text, s->text.len, print_mistake, NULL))
        fail(s, "a right rule-set file is refused");
    size_t len = arb_rules_write(&s->rules, text, sizeof text);
    memset(&again, 0, sizeof again);
    if (len >= sizeof text || !arb_rules_read(&again, text, len, print_mistake, NULL) ||
        memcmp(&again, &s->rules, sizeof again) != 0) {
        printf("%s", text);
        fail(s, "a rule set does not come back from its file");
    }
}

static void list_moves(state *s)
{
    s->count = arb_position_moves(&s->pos, s->list, s->cap);
    if (s->count > s->cap) {
        s->cap = 2 * s->count;
        s->list = realloc(s->list, s->cap * sizeof *s->list);
        if (!s->list || arb_position_moves(&s->pos, s->list, s->cap) != s->count)
            fail(s, "the list does not have its own length");
    }
    if (arb_position_moves(&s->pos, NULL, 0) != s->count ||
        arb_position_has_move(&s->pos) != (s->count > 0))
        fail(s, "count and list differ");
}

static void check_fen(state *s, arb_fen_style style, arb_ep_style ep)
{
    char fen[2048], again[2048], cut[24];
    arb_position back;
    arb_setup setup;
    arb_error error;
    size_t len = arb_position_fen(&s->pos, style, ep, fen, sizeof fen);
    if (len >= sizeof fen || arb_position_fen(&s->pos, style, ep, cut, sizeof cut) != len ||
        strncmp(cut, fen, sizeof cut - 1) != 0)
        fail(s, "FEN of another length in a short buffer");
    if (arb_fen_read(&setup, &s->rules, fen, len, &error) != ARB_OK) {
        printf("%s at %zu\n", error.text, error.offset);
        fail(s, "FEN is not read back");
    }
    if (arb_position_set(&back, &s->rules, &setup, ARB_KERNEL_AUTO,
                         ARB_FAULT_UNREACHABLE | ARB_FAULT_OPPOSITE_CHECK) != 0)
        fail(s, "FEN is refused");
    arb_position_fen(&back, style, ep, again, sizeof again);
    if (strcmp(fen, again) != 0 || !arb_position_same(&s->pos, &back) ||
        arb_position_key(&back) != arb_position_key(&s->pos))
        fail(s, "FEN comes back changed");
}

static void check_notation(const state *s, arb_move move)
{
    char text[64];
    arb_verdict verdict;
    arb_error error;
    arb_san san;
    for (int style = ARB_UCI_RULES; style <= ARB_UCI_ROOK; style++) {
        /* The king's arrival square does not show castling if the king stays or makes one step. */
        if (style == ARB_UCI_KING_TO && arb_move_type_of(move) == ARB_CASTLING &&
            s->rules.castling.any_home)
            continue;
        size_t len = arb_uci_write(&s->pos, move, (arb_uci_style)style, text, sizeof text);
        if (arb_uci_read(&s->pos, text, len, &verdict, &error) != ARB_OK || verdict.move != move) {
            printf("%s\n", text);
            fail(s, "UCI does not come back");
        }
    }
    size_t len = arb_san_write(&s->pos, move, text, sizeof text);
    if (arb_san_read(&s->pos, text, len, &san) != ARB_OK || san.move != move ||
        san.tolerated != 0) {
        printf("%s tolerated %x\n", text, san.tolerated);
        fail(s, "SAN does not come back");
    }
}

static void check_undo(state *s, arb_move move)
{
    arb_position before = s->pos, played;
    arb_undo undo;
    if (!arb_position_is_legal(&s->pos, move) || !arb_position_play(&s->pos, move, &undo))
        fail(s, "a listed move is not legal");
    if (arb_position_key(&s->pos) != arb_position_key_afresh(&s->pos))
        fail(s, "the key is not the one computed afresh");
    played = s->pos;
    arb_position_undo(&s->pos, &undo);
    if (memcmp(&before, &s->pos, sizeof before) != 0)
        fail(s, "undo leaves something changed");
    arb_position_make(&s->pos, move, &undo);
    if (memcmp(&played, &s->pos, sizeof played) != 0)
        fail(s, "make is not play");
    arb_position_unmake(&s->pos, &undo);
    if (memcmp(&before, &s->pos, sizeof before) != 0)
        fail(s, "unmake leaves something changed");
    if (arb_position_make_null(&s->pos, &undo)) {
        if (arb_position_key(&s->pos) != arb_position_key_afresh(&s->pos))
            fail(s, "the key behind a null move is not the one computed afresh");
        arb_position_unmake(&s->pos, &undo);
    }
    if (memcmp(&before, &s->pos, sizeof before) != 0)
        fail(s, "a null move leaves something changed");
}

static bool listed(const state *s, arb_move move)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->list[i] == move)
            return true;
    return false;
}

static void check_verdicts(const state *s, random_source *source)
{
    for (int i = 0; i < 20; i++) {
        arb_square from = random_square(source, s->pos.size);
        arb_square to = random_square(source, s->pos.size);
        arb_kind kind = random_chance(source, 80) ? ARB_NO_KIND
                                                  : (arb_kind)random_below(source, ARB_KIND_LIMIT);
        arb_verdict verdict = arb_position_verdict(&s->pos, from, to, kind);
        char text[512];
        arb_verdict_text(&verdict, &s->pos, text, sizeof text);
        if (verdict.code == ARB_V_OK ? !listed(s, verdict.move)
                                     : listed(s, arb_move_of(from, to, kind, ARB_NORMAL)))
            fail(s, "verdict and list differ");
        if (text[0] == '\0')
            fail(s, "a verdict without a sentence");
    }
    for (int i = 0; i < 20; i++) {
        arb_square to = random_square(source, s->pos.size);
        arb_kind kind = (arb_kind)random_below(source, ARB_KIND_LIMIT + 1);
        arb_verdict verdict = arb_position_verdict_drop(&s->pos, kind, to);
        if (verdict.code == ARB_V_OK ? !listed(s, verdict.move)
                                     : listed(s, arb_move_of(to, to, kind, ARB_DROP)))
            fail(s, "verdict on a drop and list differ");
    }
    for (int i = 0; i < 20 && s->count > 0; i++) {
        arb_move move = s->list[random_below(source, (unsigned)s->count)];
        if (arb_move_type_of(move) == ARB_DROP) {
            if (arb_position_verdict_drop(&s->pos, arb_move_promotion(move), arb_move_to(move))
                    .move != move)
                fail(s, "a listed drop whose verdict is not ok");
            continue;
        }
        arb_verdict verdict = arb_position_verdict(&s->pos, arb_move_from(move), arb_move_to(move),
                                                   arb_move_promotion(move));
        bool fixed_castling = arb_move_type_of(move) == ARB_CASTLING && !s->rules.castling.any_home;
        if (!fixed_castling && (verdict.code != ARB_V_OK || verdict.move != move))
            fail(s, "a listed move whose verdict is not ok");
    }
}

static void check_position(state *s, random_source *source)
{
    positions++;
    arb_position_fen(&s->pos, ARB_X_FEN, ARB_EP_ALWAYS, s->fen, sizeof s->fen);
    list_moves(s);
    if (s->pos.size.files <= 10)
        check_fen(s, ARB_SHREDDER_FEN, ARB_EP_ALWAYS);
    check_fen(s, ARB_X_FEN, ARB_EP_ALWAYS);
    check_fen(s, ARB_X_FEN, ARB_EP_LEGAL);
    check_verdicts(s, source);
    for (int i = 0; i < 6 && s->count > 0; i++) {
        arb_move move = s->list[random_below(source, (unsigned)s->count)];
        moves_tried++;
        check_notation(s, move);
        check_undo(s, move);
    }
}

static void random_game(state *s, random_source *source)
{
    arb_setup setup;
    arb_undo undo;
    unsigned most = random_chance(source, 70) ? 10 : 32;
    arb_size size = {(uint8_t)(1 + random_below(source, most)),
                     (uint8_t)(1 + random_below(source, most))};
    strcpy(s->fen, "(before the first position)");
    read_rules(source, s, size);
    random_setup(source, &setup, &s->rules, size);
    if (arb_position_set(&s->pos, &s->rules, &setup, ARB_KERNEL_AUTO,
                         ARB_FAULT_UNREACHABLE | ARB_FAULT_OPPOSITE_CHECK) != 0)
        return;
    for (int ply = 0; ply < 12; ply++) {
        check_position(s, source);
        if (s->count == 0)
            return;
        arb_position_play(&s->pos, s->list[random_below(source, (unsigned)s->count)], &undo);
    }
}

int main(int argc, char **argv)
{
    static state s;
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 3000;
    random_source source = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    while (positions < wanted)
        random_game(&s, &source);
    free(s.list);
    printf("%" PRIu64 " positions, %" PRIu64 " moves there and back\n", positions, moves_tried);
    printf("1 passed, 0 failed\n");
    return 0;
}
