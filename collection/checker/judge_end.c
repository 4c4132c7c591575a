/* judge_end.c: compares the result that is written with the end of the game by the rules. Layer:
 * collection. The library says what ends a game; here it is only compared with what the score
 * says. */
#include "collection/checker/checker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static place end_place(checker *c)
{
    return c->game.has_marker ? c->game.marker_at : checker_place(c, c->game.end);
}

arb_outcome end_by_rules(game_state *g)
{
    if (!g->judged)
        g->ruled = arb_run_outcome(&g->lines[0].run, &g->lines[0].position);
    g->judged = true;
    return g->ruled;
}

static finding class_of(const arb_position *pos, arb_reason reason)
{
    switch (reason) {
    case ARB_R_CHECKMATE:
        return FOUND_RESULT_CHECKMATE;
    case ARB_R_STALEMATE:
        return FOUND_RESULT_STALEMATE;
    case ARB_R_DEAD_POSITION: /* compare_winner deals with other dead positions */
        return arb_position_insufficient(pos) ? FOUND_RESULT_INSUFFICIENT : FOUND_COUNT;
    case ARB_R_REPETITION:
        return FOUND_RESULT_FIVEFOLD;
    case ARB_R_MOVE_LIMIT:
        return FOUND_RESULT_75_MOVES;
    case ARB_R_NONE:
        return FOUND_COUNT;
    default:
        return FOUND_RESULT_VARIANT_END;
    }
}

/* Writes what shows such an end, as members of JSON: the plies of the repeated position, or the
 * number of moves. */
static void put_witness(const game_state *g, finding class, char *buf, size_t cap)
{
    const arb_run_keys *keys = &g->history;
    size_t len = 0;
    buf[0] = '\0';
    if (class == FOUND_RESULT_75_MOVES)
        snprintf(buf, cap, "\"halfmoves\":%u", arb_position_halfmove(&g->lines[0].position));
    for (uint32_t i = 0; class == FOUND_RESULT_FIVEFOLD && i < keys->count; i++)
        if (keys->keys[i] == keys->keys[keys->count - 1] && len + 16 < cap)
            len += (size_t)snprintf(buf + len, cap - len, "%s%lld", len == 0 ? "\"plies\":[" : ",",
                                    (long long)g->plies - (long long)(keys->count - 1 - i));
    if (len > 0)
        snprintf(buf + len, cap - len, "]");
}

/* Compares the marker with what the rules say. */
static void compare_end(checker *c, arb_outcome outcome)
{
    game_state *g = &c->game;
    char detail[64], text[512], why[320], witness[128];
    finding class = class_of(&g->lines[0].position, outcome.reason);
    if (class == FOUND_COUNT || outcome.result == g->marker)
        return;
    snprintf(detail, sizeof detail, "marker %s board %s", arb_result_text(g->marker),
             arb_result_text(outcome.result));
    put_witness(g, class, witness, sizeof witness);
    arb_outcome_sentence_in(outcome, c->options->language, why, sizeof why);
    finding_fill(
        text, sizeof text, c->options->language, "the result is %1, the board says %2. %3",
        (const char *const[3]){arb_result_text(g->marker), arb_result_text(outcome.result), why});
    found f = {.class = class,
               .at = g->marker_at,
               .detail = detail,
               .text = text,
               .proof = class == FOUND_RESULT_INSUFFICIENT ? "material" : NULL,
               .witness = witness,
               .unlisted = class > FOUND_RESULT_INSUFFICIENT};
    checker_find(c, &f);
}

/* ---- a winner who could not win ---- */

static bool has_word(const short_text *text, const char *word)
{
    size_t len = strlen(word);
    for (size_t i = 0; i + len <= text->len; i++) {
        size_t n = 0;
        while (n < len && (text->text[i + n] | 0x20) == word[n])
            n++;
        if (n == len)
            return true;
    }
    return false;
}

/* Does the text say that the game was lost on time, resigned, or abandoned? */
static bool says_given_up(const short_text *text)
{
    static const char *const words[] = {"time", "forfeit", "resign", "abandon"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has_word(text, words[i]))
            return true;
    return false;
}

/* Does the text name another end of the game, for which the position does not matter? */
static bool says_otherwise(const short_text *text)
{
    static const char *const words[] = {"infraction", "adjudicat", "death", "emergency"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has_word(text, words[i]))
            return true;
    return false;
}

/* The kind of proof that a side cannot win; NULL if it can, or if that is not known. Without
 * `search` only proofs that need no search are looked for. With it they are among those that are
 * tried, behind a mate that is quickly found. */
static const char *unwinnable_proof(const arb_position *pos, arb_colour side, bool search)
{
    size_t size = arb_winnable_memory(ARB_WIN_NODES);
    void *memory = search && arb_position_rules(pos)->ending.laws ? malloc(size) : NULL;
    arb_win_proof proof =
        memory ? arb_position_winnable(pos, side, ARB_WIN_NODES, memory, size, NULL, 0).proof
               : arb_position_unwinnable(pos, side);
    free(memory);
    return proof != ARB_PROOF_NONE ? arb_win_proof_name(proof) : NULL;
}

void put_proofs(const arb_position *pos, char *buf, size_t cap)
{
    static const char *const sides[2] = {"white", "black"};
    size_t size = arb_winnable_memory(ARB_WIN_NODES), len = 0;
    void *memory = malloc(size);
    buf[0] = '\0';
    for (int side = 0; side < 2 && memory != NULL; side++) {
        arb_winnable answer =
            arb_position_winnable(pos, (arb_colour)side, ARB_WIN_NODES, memory, size, NULL, 0);
        if (answer.answer == ARB_WIN_NO && len + 32 < cap)
            len +=
                (size_t)snprintf(buf + len, cap - len, "%s\"%s_proof\":\"%s\"", len > 0 ? "," : "",
                                 sides[side], arb_win_proof_name(answer.proof));
    }
    free(memory);
}

static const char *unwinnable_text(const arb_rules *rules, arb_colour winner)
{
    static const char *const by_articles[2] = {
        "the result is 1-0, but White cannot mate by any series of moves: drawn (5.1.2, 6.9)",
        "the result is 0-1, but Black cannot mate by any series of moves: drawn (5.1.2, 6.9)",
    };
    static const char *const by_own_rule[2] = {
        "the result is 1-0, but White cannot win by any series of moves: drawn",
        "the result is 0-1, but Black cannot win by any series of moves: drawn",
    };
    bool own = arb_outcome_by(rules, ARB_DRAW, ARB_R_FLAG).own_rule;
    return (own ? by_own_rule : by_articles)[winner];
}

/* FIDE 5.1.2 and 6.9: a player who resigns or oversteps the time draws if the opponent cannot mate.
 * In rule sets that do not follow the Laws this holds for the flag only: there a resignation always
 * loses. */
static void compare_winner(checker *c)
{
    game_state *g = &c->game;
    const arb_position *pos = &g->lines[0].position;
    arb_colour winner = g->marker == ARB_WHITE_WINS ? ARB_WHITE : ARB_BLACK;
    /* The board is asked before the tags: nearly always it shows that the winner can win. */
    if ((g->marker != ARB_WHITE_WINS && g->marker != ARB_BLACK_WINS) ||
        !arb_position_win_in_doubt(pos, winner) || says_otherwise(&g->termination))
        return;
    bool remark = g->remark.len > 0 && g->remark_ply == g->plies && says_given_up(&g->remark);
    bool said = says_given_up(&g->termination) || remark;
    if (!arb_position_rules(pos)->ending.laws && !has_word(&g->termination, "time"))
        return;
    const char *proof = unwinnable_proof(pos, winner, said && !c->options->quick);
    if (!proof)
        return;
    found f = {.class = FOUND_UNWINNABLE,
               .at = g->marker_at,
               .text = unwinnable_text(arb_position_rules(pos), winner),
               .proof = proof,
               .unlisted = true,
               .only_warning = !said};
    checker_find(c, &f);
}

/* FIDE 5.2.3: a draw is agreed only after both have moved. */
static void note_early_draw(checker *c)
{
    game_state *g = &c->game;
    const arb_position *pos = &g->lines[0].position;
    if (g->marker != ARB_DRAW || !arb_position_rules(pos)->ending.laws ||
        arb_position_fullmove(pos) >= 2)
        return;
    found f = {.class = FOUND_EARLY_DRAW,
               .at = g->marker_at,
               .text = "a draw can be agreed only after both have moved (5.2.3)",
               .unlisted = true};
    checker_find(c, &f);
}

/* Not inlined: a finding is filled in where there is one, not for every game. */
static __attribute__((noinline)) void say_claim(checker *c, finding class, const char *text)
{
    found f = {.class = class, .at = end_place(c), .text = text, .unlisted = true};
    checker_find(c, &f);
}

/* What the side to move could have claimed when the game ended (FIDE 9.2, 9.3). */
static void note_claims(checker *c)
{
    game_state *g = &c->game;
    const arb_position *pos = &g->lines[0].position;
    unsigned wanted = pos->rules->ending.claim_repetitions, moves = pos->rules->ending.claim_moves;
    const arb_run_keys *keys = &g->history;
    unsigned times = 0;
    /* Between two occurrences of a position there are at least three other positions. */
    for (uint32_t i = 0; wanted != 0 && keys->count > 4 * (wanted - 1) && i < keys->count; i++)
        times += keys->keys[i] == keys->keys[keys->count - 1];
    if (wanted != 0 && times >= wanted)
        say_claim(c, FOUND_CLAIM_REPETITION, "a draw by repetition could be claimed at the end");
    if (moves != 0 && arb_position_halfmove(pos) >= 2 * moves)
        say_claim(c, FOUND_CLAIM_MOVES,
                  "a draw by moves without capture or pawn move could be claimed at the end");
}

void judge_end(checker *c)
{
    game_state *g = &c->game;
    arb_outcome outcome = end_by_rules(g);
    bool goes_on = outcome.result == ARB_ONGOING;
    if (g->has_marker) {
        if (!goes_on)
            compare_end(c, outcome);
        if (goes_on || (outcome.reason == ARB_R_DEAD_POSITION &&
                        !arb_position_insufficient(&g->lines[0].position)))
            compare_winner(c);
        if (goes_on)
            note_early_draw(c);
    }
    if (goes_on && !g->end_said) /* otherwise the game was over before */
        note_claims(c);
}
