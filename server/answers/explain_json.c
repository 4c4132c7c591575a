/* explain_json.c: why the game stands as it does: mate, stalemate, pins, draws, what a teacher
 * would show. Layer: server. The library supplies the reasons and the sentences. */
#include "server/answers/explain_json.h"

#include "server/answers/position_json.h"

#include <stdlib.h>
#include <string.h>

enum { CAUSES = 256, SENTENCE = 512 };

static void put_cause(text_builder *out, const arb_position *position, const arb_cause *cause,
                      arb_coords coords)
{
    char text[SENTENCE];
    arb_size size = arb_position_size(position);
    const arb_verdict *v = &cause->verdict;
    text_putf(out, "{\"kind\":\"%s\"", arb_cause_name(cause->kind));
    state_put_square_member(out, "from", size, v->from);
    state_put_square_member(out, "to", size, v->to);
    state_put_square_member(out, "at", size, v->at);
    state_put_square_member(out, "by", size, v->by);
    if (v->code != ARB_V_OK)
        text_putf(out, ",\"verdict\":\"%s\"", arb_verdict_name(v->code));
    text_putf(out, ",\"article\":\"%s\",\"text\":", arb_cause_article(cause));
    arb_cause_text(cause, position, coords, text, sizeof text);
    text_put_json(out, text);
    text_puts(out, "}");
}

static void put_causes(text_builder *out, const arb_position *position, const explain_wish *wish)
{
    arb_cause *list = malloc(CAUSES * sizeof *list);
    size_t count = 0;
    text_puts(out, ",\"causes\":[");
    if (list == NULL)
        out->failed = true;
    else
        count = wish->from != ARB_NO_SQUARE
                    ? arb_position_causes_of(position, wish->from, list, CAUSES)
                    : arb_position_causes(position, list, CAUSES);
    for (size_t i = 0; i < count && i < CAUSES; i++) {
        text_puts(out, i > 0 ? "," : "");
        put_cause(out, position, &list[i], wish->coords);
    }
    text_puts(out, "]");
    free(list);
}

/* Writes how a piece moves, for one square. */
static void put_how(text_builder *out, const arb_position *position, const explain_wish *wish)
{
    char text[SENTENCE] = "";
    arb_piece piece = arb_position_piece(position, wish->from);
    arb_piece_moves_text_in(arb_position_rules(position), arb_piece_kind(piece),
                            arb_coords_language(wish->coords), text, sizeof text);
    text_puts(out, ",\"moves\":");
    text_put_json(out, text);
}

/* ---- draws ---- */

/* Writes the plies at which the position occurred, and how long nothing was captured and no pawn
 * moved. */
static void put_counts(text_builder *out, const arb_game *game)
{
    enum { MOST = 16 };
    size_t plies[MOST];
    const arb_position *position = arb_game_position(game);
    const arb_rules *rules = arb_position_rules(position);
    size_t count = arb_game_occurrences(game, plies, MOST);
    text_puts(out, ",\"repeated\":[");
    for (size_t i = count < MOST ? count : MOST; i-- > 0;)
        text_putf(out, "%zu%s", plies[i], i > 0 ? "," : "");
    text_putf(out, "],\"repetitions\":{\"claim\":%u,\"end\":%u}",
              (unsigned)rules->ending.claim_repetitions, (unsigned)rules->ending.auto_repetitions);
    text_putf(out, ",\"quiet\":{\"plies\":%u,\"claim\":%u,\"end\":%u}",
              (unsigned)arb_position_halfmove(position), 2u * rules->ending.claim_moves,
              2u * rules->ending.auto_moves);
}

static void put_line(text_builder *out, const arb_position *start, const arb_move *line,
                     size_t count)
{
    arb_position position = *start;
    text_puts(out, ",\"line\":[");
    for (size_t i = 0; i < count; i++) {
        char san[32], uci[16];
        arb_undo undo;
        arb_position before = position;
        arb_san_write(&position, line[i], san, sizeof san);
        arb_uci_write(&position, line[i], ARB_UCI_RULES, uci, sizeof uci);
        if (!arb_position_play(&position, line[i], &undo))
            break;
        text_putf(out, "%s{\"san\":\"%s\",\"uci\":\"%s\"", i > 0 ? "," : "", san, uci);
        state_put_changes(out, &before, &position);
        state_put_check(out, &position);
        text_puts(out, "}");
    }
    text_puts(out, "]");
}

/* Writes whether the side can still win. Chess is searched as far as `arbiter winnable` does; where
 * positions cost work, the allowance ends the search earlier. It is an allowance of its own, so
 * that a line that is found can still be written. */
static void put_win(text_builder *out, const arb_position *position, arb_colour side,
                    arb_language language)
{
    enum { SEARCH_WORK = 50 << 20, LINE = 256 };
    char text[SENTENCE];
    arb_move line[LINE];
    arb_position asked;
    arb_budget allowance = {SEARCH_WORK};
    size_t size = arb_winnable_memory(ARB_WIN_NODES);
    void *memory = malloc(size);
    arb_position_copy(&asked, position);
    arb_position_set_budget(&asked, &allowance);
    arb_winnable answer = arb_position_winnable(&asked, side, memory != NULL ? ARB_WIN_NODES : 0,
                                                memory, memory != NULL ? size : 0, line, LINE);
    arb_winnable_text_in(&answer, side, language, text, sizeof text);
    text_putf(out,
              "{\"answer\":\"%s\",\"proof\":\"%s\",\"text\":", arb_win_answer_name(answer.answer),
              arb_win_proof_name(answer.proof));
    text_put_json(out, text);
    if (answer.answer == ARB_WIN_YES)
        put_line(out, position, line, answer.length < LINE ? answer.length : LINE);
    text_puts(out, "}");
    free(memory);
}

void explain_put_wins(text_builder *out, const arb_position *position, arb_language language)
{
    text_puts(out, ",\"win\":{\"white\":");
    put_win(out, position, ARB_WHITE, language);
    text_puts(out, ",\"black\":");
    put_win(out, position, ARB_BLACK, language);
    text_puts(out, "}");
}

/* ---- a teacher's view ---- */

static void put_attacked(text_builder *out, const arb_position *position, arb_colour by)
{
    arb_size size = arb_position_size(position);
    const char *comma = "";
    for (int rank = 0; rank < size.ranks; rank++)
        for (int file = 0; file < size.files; file++) {
            arb_square square = arb_square_at(size, file, rank);
            size_t count = arb_position_attackers(position, square, by, NULL, 0);
            if (count == 0)
                continue;
            text_puts(out, comma);
            state_put_square(out, size, square);
            text_putf(out, ":%zu", count);
            comma = ",";
        }
}

static const char *put_pins(text_builder *out, const arb_position *position, arb_colour colour,
                            const char *comma)
{
    enum { MOST = 64 };
    arb_pin pins[MOST];
    arb_size size = arb_position_size(position);
    size_t count = arb_position_pins(position, colour, pins, MOST);
    for (size_t i = 0; i < count && i < MOST; i++) {
        text_putf(out, "%s{\"from\":", comma);
        state_put_square(out, size, pins[i].pinned);
        state_put_square_member(out, "by", size, pins[i].by);
        state_put_square_member(out, "at", size, arb_position_royal(position, colour));
        text_puts(out, "}");
        comma = ",";
    }
    return comma;
}

typedef struct {
    text_builder *out;
    arb_size size;
    size_t count;
} move_list;

static bool put_move(void *context, arb_move move)
{
    enum { MOST = 2000 };
    move_list *list = context;
    text_puts(list->out, list->count++ > 0 ? ",[" : "[");
    state_put_square(list->out, list->size,
                     arb_move_type_of(move) == ARB_DROP ? ARB_NO_SQUARE : arb_move_from(move));
    text_puts(list->out, ",");
    state_put_square(list->out, list->size, arb_move_to(move));
    text_puts(list->out, "]");
    return list->count < MOST;
}

void explain_put_teacher(text_builder *out, const arb_position *position)
{
    arb_size size = arb_position_size(position);
    text_puts(out, ",\"attacked\":{\"white\":{");
    put_attacked(out, position, ARB_WHITE);
    text_puts(out, "},\"black\":{");
    put_attacked(out, position, ARB_BLACK);
    text_puts(out, "}},\"pins\":[");
    put_pins(out, position, ARB_BLACK, put_pins(out, position, ARB_WHITE, ""));
    text_puts(out, "],\"legal\":{\"white\":[");
    arb_position_each_move_of(position, ARB_WHITE, put_move, &(move_list){out, size, 0});
    text_puts(out, "],\"black\":[");
    arb_position_each_move_of(position, ARB_BLACK, put_move, &(move_list){out, size, 0});
    text_puts(out, "]}");
}

/* ---- the whole ---- */

bool explain_asks_for_win(const arb_game *game, const explain_wish *wish)
{
    arb_outcome outcome = arb_game_outcome(game);
    return wish->win || outcome.reason == ARB_R_DEAD_POSITION || outcome.reason == ARB_R_FLAG ||
           (outcome.reason == ARB_R_RESIGNATION && outcome.result == ARB_DRAW);
}

static void put_fen(text_builder *out, const arb_position *position)
{
    char fen[STATE_FEN_LIMIT];
    const arb_rules *rules = arb_position_rules(position);
    arb_fen_style style = rules->castling.any_home ? ARB_SHREDDER_FEN : ARB_X_FEN;
    arb_position_fen(position, style, ARB_EP_LEGAL, fen, sizeof fen);
    text_puts(out, ",\"fen\":");
    text_put_json(out, fen);
}

void explain_put(text_builder *out, const arb_game *game, const explain_wish *wish)
{
    char text[SENTENCE] = "";
    const arb_position *position = arb_game_position(game);
    arb_outcome outcome = arb_game_outcome(game);
    bool over = outcome.result != ARB_ONGOING;
    bool check = arb_position_in_check(position, arb_position_turn(position));
    if (over)
        arb_outcome_sentence_in(outcome, arb_coords_language(wish->coords), text, sizeof text);
    text_putf(out, "{\"about\":\"%s\",\"result\":\"%s\",\"article\":\"%s\",\"text\":",
              wish->from != ARB_NO_SQUARE ? "piece"
              : over                      ? arb_reason_name(outcome.reason)
              : check                     ? "check"
                                          : "goes-on",
              arb_result_text(outcome.result), over ? arb_outcome_article(outcome) : "");
    text_put_json(out, text);
    put_fen(out, position);
    put_causes(out, position, wish);
    if (wish->from != ARB_NO_SQUARE)
        put_how(out, position, wish);
    put_counts(out, game);
}
