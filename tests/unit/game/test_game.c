/* test_game.c: play, undo, redo, repetition, claims, declared ends and verdicts of a game. */
#include "games.h"
#include "json.h"
#include "table.h"

#include <stdlib.h>

static table t;

static void check_fen(const arb_game *game, const char *expected)
{
    char fen[256];
    arb_position_fen(arb_game_position(game), ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    CHECK_EQ_TEXT(fen, expected);
}

static void check_outcome(const arb_game *game, arb_result result, arb_reason reason)
{
    arb_outcome outcome = arb_game_outcome(game);
    CHECK_EQ_INT(outcome.result, result);
    CHECK_EQ_TEXT(arb_reason_name(outcome.reason), arb_reason_name(reason));
}

static arb_verdict_code verdict_on(const arb_game *game, const char *from, const char *to)
{
    arb_size size = arb_position_size(arb_game_position(game));
    arb_square a = ARB_NO_SQUARE, b = ARB_NO_SQUARE;
    arb_square_read(size, from, strlen(from), &a);
    arb_square_read(size, to, strlen(to), &b);
    return arb_game_verdict(game, a, b, ARB_NO_KIND).code;
}

/* ---- back and forth ---- */

TEST(undo_and_redo_bring_every_position_back)
{
    arb_game *game = game_from("chess", NULL, NULL);
    static const char moves[] = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bg4 h3 h5 hxg4 hxg4";
    uint64_t keys[32];
    size_t count = play(game, moves);
    CHECK_EQ_INT(count, 14);
    for (size_t i = count; i-- > 0;) {
        keys[i] = arb_position_key(arb_game_position(game));
        CHECK(arb_game_undo(game));
        CHECK_EQ_INT(arb_game_ply(game), i);
        CHECK_EQ_INT(arb_game_length(game), count);
    }
    CHECK(!arb_game_undo(game));
    CHECK(arb_position_same(arb_game_position(game), arb_game_start(game)));
    for (size_t i = 0; i < count; i++) {
        CHECK(arb_game_redo(game));
        CHECK(arb_position_key(arb_game_position(game)) == keys[i]);
    }
    CHECK(!arb_game_redo(game));
    arb_game_free(game);
}

TEST(goto_reaches_every_ply_and_no_other)
{
    arb_game *game = game_from("chess", NULL, NULL);
    play(game, "e4 e5 Nf3");
    CHECK(arb_game_goto(game, 1));
    check_fen(game, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    CHECK(!arb_game_goto(game, 4));
    CHECK_EQ_INT(arb_game_ply(game), 1);
    CHECK(arb_game_goto(game, 3));
    CHECK(arb_game_goto(game, 0));
    CHECK_EQ_INT(arb_game_move(game, 2), arb_move_of(6, 21, ARB_NO_KIND, ARB_NORMAL));
    CHECK_EQ_INT(arb_game_move(game, 3), ARB_NO_MOVE);
    arb_game_free(game);
}

TEST(a_new_move_forgets_those_undone)
{
    arb_game *game = game_from("chess", NULL, NULL);
    play(game, "e4 e5 Nf3");
    arb_game_goto(game, 1);
    CHECK_EQ_INT(arb_game_play(game, ARB_NO_MOVE), ARB_ILLEGAL);
    CHECK_EQ_INT(arb_game_length(game), 3);
    CHECK_EQ_INT(play(game, "c5"), 1);
    CHECK_EQ_INT(arb_game_length(game), 2);
    CHECK(!arb_game_redo(game));
    arb_game_free(game);
}

/* ---- memory ---- */

typedef struct {
    size_t calls;
    size_t fail_at; /* the allocation that fails; 0: none */
    long blocks;    /* number of blocks not yet freed */
} meter;

static void *metered_resize(void *context, void *block, size_t size)
{
    meter *m = context;
    if (size == 0) {
        m->blocks -= block != NULL;
        free(block);
        return NULL;
    }
    if (++m->calls == m->fail_at)
        return NULL;
    m->blocks += block == NULL;
    return realloc(block, size);
}

TEST(a_failed_allocation_changes_nothing)
{
    for (size_t fail_at = 1; fail_at <= 4; fail_at++) {
        meter m = {.fail_at = fail_at};
        arb_allocator allocator = {metered_resize, &m};
        arb_game *game = game_from("lab", NULL, &allocator);
        check_case("call %zu fails", fail_at);
        if (fail_at == 1) {
            CHECK(game == NULL);
            CHECK_EQ_INT(m.blocks, 0);
            continue;
        }
        static const char *const shuffle[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
        arb_status status = ARB_OK;
        size_t plies = 0;
        for (; plies < 1000; plies++) {
            arb_move move = move_of(game, shuffle[plies % 4]);
            arb_position before = *arb_game_position(game);
            size_t entries = arb_game_history_count(game);
            status = arb_game_play(game, move);
            if (status == ARB_OK)
                continue;
            CHECK(memcmp(&before, arb_game_position(game), sizeof before) == 0);
            CHECK_EQ_INT(arb_game_ply(game), plies);
            CHECK_EQ_INT(arb_game_length(game), plies);
            CHECK_EQ_INT(arb_game_history_count(game), entries);
            /* When there is memory again, the game goes on. */
            CHECK_EQ_INT(arb_game_play(game, move), ARB_OK);
            break;
        }
        CHECK_EQ_INT(status, ARB_NO_MEMORY);
        CHECK(arb_game_goto(game, 0));
        arb_game_free(game);
        CHECK_EQ_INT(m.blocks, 0);
    }
    arb_game_free(NULL);
}

TEST(a_failed_allocation_keeps_what_was_undone)
{
    meter m = {0};
    arb_allocator allocator = {metered_resize, &m};
    arb_game *game = game_from("chess", NULL, &allocator);
    arb_move move = move_of(game, "e4");
    m.fail_at = m.calls + 1;
    CHECK_EQ_INT(arb_game_play(game, move), ARB_NO_MEMORY);
    CHECK(arb_game_resign(game, ARB_WHITE));
    CHECK(arb_game_undo(game));
    m.fail_at = m.calls + 1;
    CHECK_EQ_INT(arb_game_play(game, move), ARB_NO_MEMORY);
    CHECK(arb_game_redo(game));
    check_outcome(game, ARB_BLACK_WINS, ARB_R_RESIGNATION);
    arb_game_free(game);
}

TEST(a_game_has_a_last_ply)
{
    arb_game *game = game_from("lab", "k3/4/4/3K w - - 0 1", NULL);
    arb_status status = ARB_OK;
    size_t plies = 0;
    for (; status == ARB_OK && plies <= ARB_PLY_LIMIT; plies++) {
        static const arb_move cycle[] = {3 | 2 << 10, 24 | 25 << 10, 2 | 3 << 10, 25 | 24 << 10};
        status = arb_game_play(game, cycle[plies % 4]);
    }
    CHECK_EQ_INT(status, ARB_LIMIT);
    CHECK_EQ_INT(arb_game_ply(game), ARB_PLY_LIMIT);
    arb_game_free(game);
}

/* ---- repetition and claims ---- */

static bool listed(const char *list, size_t number)
{
    char wanted[24], padded[256];
    snprintf(wanted, sizeof wanted, " %zu,", number);
    snprintf(padded, sizeof padded, " %s,", list);
    return strstr(padded, wanted) != NULL;
}

/* Checks each ply of a game in a line of JSON: whether the position has occurred three and five
 * times, and whether a claim is possible. */
static void check_repetition_line(void)
{
    char fen[128], moves[1024], third[128], fifth[128], claimable[128];
    json_field(t.column[0], "fen", fen, sizeof fen);
    json_field(t.column[0], "moves", moves, sizeof moves);
    json_field(t.column[0], "third_or_more", third, sizeof third);
    json_field(t.column[0], "fifth_or_more", fifth, sizeof fifth);
    json_field(t.column[0], "claimable_after_ply", claimable, sizeof claimable);
    arb_game *game = game_from("chess", fen, NULL);
    size_t count = play(game, moves);
    for (size_t ply = 0; ply <= count; ply++) {
        arb_game_goto(game, ply);
        size_t times = arb_game_repetitions(game);
        CHECK_EQ_INT(times >= 3, listed(third, ply));
        CHECK_EQ_INT(times >= 5, listed(fifth, ply));
        CHECK_EQ_INT((arb_game_claimable(game) & ARB_CLAIM_REPETITION) != 0,
                     listed(claimable, ply));
    }
    arb_game_free(game);
}

TEST(shared_repetitions_are_as_given)
{
    for (table_open(&t, "../shared/data/outcome/repetition.jsonl"); table_next(&t);)
        check_repetition_line();
}

TEST(a_third_occurrence_is_claimed_and_a_fifth_ends_the_game)
{
    arb_game *game = game_from("chess", NULL, NULL);
    CHECK_EQ_INT(play(game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1"), 7);
    CHECK_EQ_INT(arb_game_claims(game), 0);
    CHECK(!arb_game_claim(game, ARB_NO_MOVE));
    CHECK_EQ_INT(arb_game_claims_with(game, move_of(game, "Ng8")), ARB_CLAIM_REPETITION);
    CHECK_EQ_INT(arb_game_claims_with(game, move_of(game, "e5")), 0);
    CHECK(!arb_game_claim(game, move_of(game, "e5")));
    CHECK_EQ_INT(arb_game_claimable(game), ARB_CLAIM_REPETITION);
    CHECK_EQ_INT(play(game, "Ng8"), 1);
    CHECK_EQ_INT(arb_game_repetitions(game), 3);
    CHECK_EQ_INT(arb_game_claims(game), ARB_CLAIM_REPETITION);
    check_outcome(game, ARB_ONGOING, ARB_R_NONE);
    CHECK_EQ_INT(play(game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"), 8);
    CHECK_EQ_INT(arb_game_repetitions(game), 5);
    check_outcome(game, ARB_DRAW, ARB_R_REPETITION);
    CHECK_EQ_INT(play(game, "e4"), 0);
    CHECK(!arb_game_claim(game, ARB_NO_MOVE));
    arb_game_free(game);
}

TEST(a_claim_with_the_intended_move_ends_the_game)
{
    arb_game *game = game_from("chess", NULL, NULL);
    play(game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    CHECK(arb_game_claim(game, move_of(game, "Ng8")));
    CHECK_EQ_INT(arb_game_ply(game), 7);
    check_outcome(game, ARB_DRAW, ARB_R_REPETITION_CLAIM);
    CHECK_EQ_INT(arb_game_claims(game), 0);
    CHECK_EQ_INT(arb_game_claimable(game), 0);
    arb_game_free(game);
}

TEST(lost_castling_rights_make_another_position)
{
    arb_game *game = game_from("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", NULL);
    CHECK_EQ_INT(play(game, "Kd1 Kd8 Ke1 Ke8 Kd1 Kd8 Ke1 Ke8"), 8);
    CHECK_EQ_INT(arb_game_repetitions(game), 2);
    arb_game_free(game);
}

TEST(an_en_passant_that_cannot_be_played_is_no_difference)
{
    arb_game *game = game_from("chess", NULL, NULL);
    CHECK_EQ_INT(play(game, "e4 Nf6 Nf3 Ng8 Ng1"), 5);
    CHECK_EQ_INT(arb_game_repetitions(game), 2);
    arb_game_free(game);
    game = game_from("chess", "4k3/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1", NULL);
    CHECK_EQ_INT(play(game, "e4 Kd8 Nf3 Ke8 Ng1"), 5);
    CHECK_EQ_INT(arb_game_repetitions(game), 1);
    arb_game_free(game);
}

TEST(shared_fifty_move_claims_are_as_given)
{
    for (table_open(&t, "../shared/data/outcome/fifty.tsv"); table_next(&t);) {
        arb_game *game = game_from("chess", t.column[0], NULL);
        CHECK_EQ_INT((arb_game_claims(game) & ARB_CLAIM_MOVES) != 0, strtol(t.column[1], NULL, 10));
        CHECK_EQ_INT((arb_game_claimable(game) & ARB_CLAIM_MOVES) != 0,
                     strtol(t.column[2], NULL, 10));
        arb_game_free(game);
    }
}

TEST(fifty_moves_are_claimed_and_seventy_five_end_the_game)
{
    arb_game *game = game_from("chess", "4k3/8/6r1/8/8/8/2R4P/4K3 w - - 99 80", NULL);
    CHECK_EQ_INT(arb_game_claims(game), 0);
    CHECK_EQ_INT(arb_game_claims_with(game, move_of(game, "h4")), 0);
    CHECK_EQ_INT(arb_game_claims_with(game, move_of(game, "Rc3")), ARB_CLAIM_MOVES);
    CHECK(!arb_game_claim(game, move_of(game, "h4")));
    CHECK(arb_game_claim(game, move_of(game, "Rc3")));
    check_outcome(game, ARB_DRAW, ARB_R_MOVE_LIMIT_CLAIM);
    arb_game_free(game);

    game = game_from("chess", "4k3/8/6r1/8/8/8/2R4P/4K3 w - - 149 120", NULL);
    check_outcome(game, ARB_ONGOING, ARB_R_NONE);
    CHECK_EQ_INT(play(game, "Rc3"), 1);
    check_outcome(game, ARB_DRAW, ARB_R_MOVE_LIMIT);
    CHECK(!arb_game_claim(game, ARB_NO_MOVE));
    arb_game_free(game);

    game = game_from("chess", "4k3/R7/4K3/8/8/8/6r1/8 w - - 149 120", NULL);
    CHECK_EQ_INT(play(game, "Ra8"), 1);
    check_outcome(game, ARB_WHITE_WINS, ARB_R_CHECKMATE);
    CHECK_EQ_INT(arb_game_claims(game), 0);
    arb_game_free(game);
}

TEST(rule_sets_without_claims_have_none)
{
    arb_game *game = game_from("basic", NULL, NULL);
    for (int i = 0; i < 30; i++)
        CHECK_EQ_INT(play(game, "Nf3 Nf6 Ng1 Ng8"), 4);
    CHECK_EQ_INT(arb_game_repetitions(game), 31);
    CHECK_EQ_INT(arb_game_claimable(game), 0);
    check_outcome(game, ARB_ONGOING, ARB_R_NONE);
    arb_game_free(game);
}

/* ---- ends ---- */

TEST(shared_games_end_as_given)
{
    for (table_open(&t, "../shared/data/outcome/terminal_games.jsonl"); table_next(&t);) {
        char start[128], moves[4096], final[128], kind[32];
        json_field(t.column[0], "start", start, sizeof start);
        json_field(t.column[0], "moves", moves, sizeof moves);
        json_field(t.column[0], "final", final, sizeof final);
        json_field(t.column[0], "kind", kind, sizeof kind);
        arb_game *game = game_from("chess", start, NULL);
        play(game, moves);
        check_fen(game, final);
        arb_outcome outcome = arb_game_outcome(game);
        CHECK(outcome.result != ARB_ONGOING);
        CHECK_EQ_INT(outcome.reason, strcmp(kind, "checkmate") == 0   ? ARB_R_CHECKMATE
                                     : strcmp(kind, "stalemate") == 0 ? ARB_R_STALEMATE
                                                                      : ARB_R_DEAD_POSITION);
        arb_game_free(game);
    }
}

TEST(after_the_end_every_move_is_game_over)
{
    arb_game *game = game_from("chess", NULL, NULL);
    CHECK_EQ_INT(play(game, "f3 e5 g4 Qh4"), 4);
    check_outcome(game, ARB_BLACK_WINS, ARB_R_CHECKMATE);
    CHECK_EQ_INT(verdict_on(game, "e1", "f2"), ARB_V_GAME_OVER);
    CHECK_EQ_INT(verdict_on(game, "z9", "f2"), ARB_V_GAME_OVER);
    CHECK(!arb_game_resign(game, ARB_WHITE));
    CHECK(!arb_game_agree_draw(game));
    CHECK(!arb_game_flag(game, ARB_BLACK));
    check_outcome(game, ARB_BLACK_WINS, ARB_R_CHECKMATE);
    arb_game_free(game);
}

TEST(a_taken_king_ends_the_game_where_the_rules_say_so)
{
    arb_game *game = game_from("king-capture", "4k3/8/8/8/8/8/8/4R2K w - - 0 1", NULL);
    CHECK_EQ_INT(play(game, "Rxe8"), 1);
    check_outcome(game, ARB_WHITE_WINS, ARB_R_KING_CAPTURED);
    CHECK_EQ_INT(arb_position_turn(arb_game_position(game)), ARB_WHITE);
    CHECK_EQ_INT(verdict_on(game, "h1", "h2"), ARB_V_GAME_OVER);
    arb_game_free(game);

    game = game_from("lab", "4k3/8/8/8/8/8/8/4R2K w - - 0 1", NULL);
    CHECK_EQ_INT(play(game, "Rxe8"), 1);
    check_outcome(game, ARB_ONGOING, ARB_R_NONE);
    arb_game_free(game);
}

TEST(players_end_the_game_by_declaration)
{
    arb_game *game = game_from("chess", NULL, NULL);
    play(game, "e4");
    CHECK(arb_game_resign(game, ARB_WHITE));
    check_outcome(game, ARB_BLACK_WINS, ARB_R_RESIGNATION);
    CHECK(!arb_game_resign(game, ARB_BLACK));
    CHECK_EQ_INT(play(game, "e5"), 0);
    CHECK_EQ_INT(verdict_on(game, "e7", "e5"), ARB_V_GAME_OVER);
    arb_game_free(game);

    game = game_from("chess", NULL, NULL);
    play(game, "e4 e5");
    CHECK(arb_game_agree_draw(game));
    check_outcome(game, ARB_DRAW, ARB_R_AGREEMENT);
    arb_game_free(game);
}

TEST(undo_takes_a_declaration_back_before_a_move)
{
    arb_game *game = game_from("chess", NULL, NULL);
    play(game, "e4 e5 Nf3");
    arb_game_goto(game, 2);
    CHECK(arb_game_resign(game, ARB_WHITE));
    CHECK_EQ_INT(arb_game_length(game), 2);
    CHECK(arb_game_undo(game));
    CHECK_EQ_INT(arb_game_ply(game), 2);
    check_outcome(game, ARB_ONGOING, ARB_R_NONE);
    CHECK(arb_game_redo(game));
    check_outcome(game, ARB_BLACK_WINS, ARB_R_RESIGNATION);
    CHECK(!arb_game_redo(game));
    CHECK(arb_game_goto(game, 0));
    check_outcome(game, ARB_ONGOING, ARB_R_NONE);
    CHECK(arb_game_goto(game, 2));
    check_outcome(game, ARB_BLACK_WINS, ARB_R_RESIGNATION);
    CHECK(arb_game_undo(game));
    CHECK_EQ_INT(play(game, "Nc3"), 1);
    CHECK(!arb_game_redo(game));
    check_outcome(game, ARB_ONGOING, ARB_R_NONE);
    arb_game_free(game);
}

TEST(a_fallen_flag_loses_unless_the_other_side_cannot_mate)
{
    arb_game *game = game_from("chess", NULL, NULL);
    CHECK(arb_game_flag(game, ARB_WHITE));
    check_outcome(game, ARB_BLACK_WINS, ARB_R_FLAG);
    arb_game_free(game);
    game = game_from("chess", "8/4rk2/8/8/8/8/3K4/8 w - - 0 1", NULL);
    CHECK(arb_game_flag(game, ARB_BLACK));
    check_outcome(game, ARB_DRAW, ARB_R_FLAG);
    CHECK(arb_game_undo(game));
    CHECK(arb_game_flag(game, ARB_WHITE));
    check_outcome(game, ARB_BLACK_WINS, ARB_R_FLAG);
    arb_game_free(game);
}

/* ---- castling explained ---- */

TEST(the_history_tells_which_of_king_and_rook_has_moved)
{
    static const char fen[] = "r3k2r/8/8/8/8/8/7P/R3K2R w KQkq - 0 1";
    arb_game *game = game_from("chess", fen, NULL);
    CHECK_EQ_INT(play(game, "Ke2 Ke7 Ke1 Ke8"), 4);
    CHECK_EQ_INT(verdict_on(game, "e1", "g1"), ARB_V_CASTLE_KING_MOVED);
    CHECK_EQ_INT(verdict_on(game, "e1", "c1"), ARB_V_CASTLE_KING_MOVED);
    arb_game_free(game);

    game = game_from("chess", fen, NULL);
    CHECK_EQ_INT(play(game, "Rg1 Rg8 Rh1 Rh8 Rb1 Rb8 Ra1 Ra8"), 8);
    CHECK_EQ_INT(verdict_on(game, "e1", "g1"), ARB_V_CASTLE_ROOK_MOVED);
    CHECK_EQ_INT(verdict_on(game, "e1", "c1"), ARB_V_CASTLE_ROOK_MOVED);
    CHECK_EQ_INT(play(game, "h3"), 1);
    CHECK_EQ_INT(verdict_on(game, "e8", "g8"), ARB_V_CASTLE_ROOK_MOVED);
    CHECK_EQ_INT(arb_position_verdict(arb_game_position(game), 60, 62, ARB_NO_KIND).code,
                 ARB_V_CASTLE_KING_MOVED);
    arb_game_goto(game, 0);
    CHECK_EQ_INT(verdict_on(game, "e1", "g1"), ARB_V_OK);
    arb_game_free(game);

    game = game_from("chess", "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", NULL);
    CHECK_EQ_INT(verdict_on(game, "e1", "g1"), ARB_V_CASTLE_KING_MOVED);
    arb_game_free(game);

    game = game_from("chess960", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", NULL);
    CHECK_EQ_INT(play(game, "Rf1 Rf8 Rg1 Rg8 Ra1 Ra8 Rb1 Rb8"), 8);
    CHECK_EQ_INT(verdict_on(game, "e1", "b1"), ARB_V_CASTLE_ROOK_MOVED);
    CHECK_EQ_INT(verdict_on(game, "e1", "g1"), ARB_V_CASTLE_ROOK_MOVED);
    arb_game_free(game);
}

int main(void)
{
    RUN(undo_and_redo_bring_every_position_back);
    RUN(goto_reaches_every_ply_and_no_other);
    RUN(a_new_move_forgets_those_undone);
    RUN(a_failed_allocation_changes_nothing);
    RUN(a_failed_allocation_keeps_what_was_undone);
    RUN(a_game_has_a_last_ply);
    RUN(shared_repetitions_are_as_given);
    RUN(a_third_occurrence_is_claimed_and_a_fifth_ends_the_game);
    RUN(a_claim_with_the_intended_move_ends_the_game);
    RUN(lost_castling_rights_make_another_position);
    RUN(an_en_passant_that_cannot_be_played_is_no_difference);
    RUN(shared_fifty_move_claims_are_as_given);
    RUN(fifty_moves_are_claimed_and_seventy_five_end_the_game);
    RUN(rule_sets_without_claims_have_none);
    RUN(shared_games_end_as_given);
    RUN(after_the_end_every_move_is_game_over);
    RUN(a_taken_king_ends_the_game_where_the_rules_say_so);
    RUN(players_end_the_game_by_declaration);
    RUN(undo_takes_a_declaration_back_before_a_move);
    RUN(a_fallen_flag_loses_unless_the_other_side_cannot_mate);
    RUN(the_history_tells_which_of_king_and_rook_has_moved);
    return check_result();
}
