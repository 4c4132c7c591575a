/* js_game.c: games for the modern interface. Verdicts are the library's own JSON. */
#include "shared_text.h"

#include <stdlib.h>

static int why_not; /* the length of the last game_new's sentence */

/* Makes a game from the FEN in the shared text, or from the rule set's start if that is empty. If
 * it returns NULL, game_why_not gives the length of the sentence that says why. */
arb_game *EXPORT(game_new)(const arb_rules *rules, size_t len, arb_language lang)
{
    static arb_position start; /* the start of the last rule set */
    arb_position position;
    arb_faults faults = 0;
    arb_error error = {0};
    answer to = {0};
    arb_status status = ARB_OK;
    if (len)
        status = arb_position_read(&position, rules, shared_text, len, &faults, &error);
    else if (start.rules != rules && (faults = arb_position_start(&start, rules)))
        status = ARB_BAD_POSITION;
    if (status == ARB_OK) {
        arb_game *game = arb_game_new(len ? &position : &start, NULL);
        why_not = -1;
        return game;
    }
    if (status == ARB_BAD_POSITION) {
        for (unsigned bit = 0; bit < 32; bit++) {
            const char *text = faults >> bit & 1u ? arb_fault_text(1u << bit) : NULL;
            if (text && to.len)
                answer_text(&to, "; ");
            if (text)
                answer_text(&to, arb_text_in(lang, text));
        }
    } else {
        answer_text(&to, arb_text_in(lang, error.text));
        answer_text(&to, lang == ARB_ENGLISH ? ", at character " : " (");
        answer_number(&to, (long long)error.offset + 1);
        answer_text(&to, lang == ARB_ENGLISH ? "" : ")");
    }
    why_not = answer_end(&to);
    return NULL;
}

/* Makes a game that starts at the present position of this one. */
arb_game *EXPORT(game_from)(const arb_game *game)
{
    return arb_game_new(arb_game_position(game), NULL);
}

int EXPORT(game_why_not)(void)
{
    return why_not;
}

void EXPORT(game_free)(arb_game *game)
{
    arb_game_free(game);
}

int EXPORT(game_fen)(const arb_game *game)
{
    char fen[2048];
    answer to = {0};
    answer_bytes(
        &to, fen,
        arb_position_fen(arb_game_position(game), ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen));
    return answer_end(&to);
}

int EXPORT(game_turn)(const arb_game *game)
{
    return (int)arb_position_turn(arb_game_position(game));
}

static void write_move(answer *to, const arb_position *position, arb_move move, bool san)
{
    char text[32];
    answer_bytes(to, text,
                 san ? arb_san_write(position, move, text, sizeof text)
                     : arb_uci_write(position, move, ARB_UCI_RULES, text, sizeof text));
}

typedef struct {
    answer to;
    const arb_position *position;
    bool san;
} move_writer;

static bool write_listed(void *context, arb_move move)
{
    move_writer *writer = context;
    if (writer->to.len)
        answer_char(&writer->to, RECORD);
    write_move(&writer->to, writer->position, move, writer->san);
    return true;
}

int EXPORT(game_moves)(const arb_game *game, int san)
{
    move_writer writer = {.position = arb_game_position(game), .san = san};
    arb_position_each_move(writer.position, write_listed, &writer);
    return answer_end(&writer.to);
}

/* Writes the verdict on the move in the shared text; with `play` a legal move is also played. A
 * legal move gives UCI, SAN and sentence as fields, which JavaScript reads faster than JSON; any
 * other move gives the library's JSON. */
int EXPORT(game_move)(arb_game *game, size_t len, int play, arb_language lang)
{
    static arb_typed typed;
    static char sentence[1024];
    const arb_position *position = arb_game_position(game);
    answer to = {0};
    arb_move_read(game, arb_coords_in(ARB_COORDS_ALGEBRAIC, lang), shared_text, len, &typed);
    if (typed.status != ARB_OK) {
        size_t need = arb_typed_json(&typed, position, shared_text, shared_size);
        if (need < shared_size)
            return (int)need;
        if (!shared_room(need + 1))
            return -1;
        return (int)arb_typed_json(&typed, position, shared_text, shared_size);
    }
    arb_move move = typed.verdict.move;
    write_move(&to, position, move, false);
    answer_char(&to, FIELD);
    write_move(&to, position, move, true);
    answer_char(&to, FIELD);
    arb_typed_text(&typed, position, sentence, sizeof sentence);
    answer_text(&to, sentence);
    return play && arb_game_play(game, move) != ARB_OK ? -1 : answer_end(&to);
}

unsigned EXPORT(game_ply)(const arb_game *game)
{
    return (unsigned)arb_game_ply(game);
}

unsigned EXPORT(game_length)(const arb_game *game)
{
    return (unsigned)arb_game_length(game);
}

int EXPORT(game_undo)(arb_game *game)
{
    return arb_game_undo(game);
}

int EXPORT(game_redo)(arb_game *game)
{
    return arb_game_redo(game);
}

int EXPORT(game_goto)(arb_game *game, unsigned ply)
{
    return arb_game_goto(game, ply);
}

unsigned EXPORT(game_repetitions)(const arb_game *game)
{
    return (unsigned)arb_game_repetitions(game);
}

/* Writes the moves up to the present position. */
int EXPORT(game_history)(const arb_game *game, int san)
{
    answer to = {0};
    arb_position position;
    arb_undo undo;
    arb_position_copy(&position, arb_game_start(game));
    for (size_t i = 0; i < arb_game_ply(game); i++) {
        if (i)
            answer_char(&to, RECORD);
        write_move(&to, &position, arb_game_move(game, i), san);
        arb_position_play(&position, arb_game_move(game, i), &undo);
    }
    return answer_end(&to);
}

static int write_outcome(arb_outcome outcome, arb_language lang)
{
    char text[320];
    answer to = {0};
    answer_text(&to, arb_result_text(outcome.result));
    answer_char(&to, FIELD);
    answer_text(&to, arb_reason_name(outcome.reason));
    answer_char(&to, FIELD);
    answer_text(&to, arb_outcome_article(outcome));
    answer_char(&to, FIELD);
    answer_bytes(&to, text, arb_outcome_text_in(outcome, lang, text, sizeof text));
    return answer_end(&to);
}

/* Writes result, reason, article and sentence. */
int EXPORT(game_outcome)(const arb_game *game, arb_language lang)
{
    return write_outcome(arb_game_outcome(game), lang);
}

/* What the side to move may claim: 1 a repetition, 2 moves without progress. */
unsigned EXPORT(game_claims)(const arb_game *game)
{
    return arb_game_claims(game);
}

/* Makes a claim; the shared text has the intended move, if there is one. */
int EXPORT(game_claim)(arb_game *game, size_t len)
{
    static arb_typed typed;
    arb_move intended = ARB_NO_MOVE;
    if (len) {
        if (arb_move_read(game, ARB_COORDS_ALGEBRAIC, shared_text, len, &typed) != ARB_OK)
            return 0;
        intended = typed.verdict.move;
    }
    return arb_game_claim(game, intended);
}

int EXPORT(game_resign)(arb_game *game, int who)
{
    return arb_game_resign(game, (arb_colour)who);
}

int EXPORT(game_flag)(arb_game *game, int who)
{
    return arb_game_flag(game, (arb_colour)who);
}

int EXPORT(game_agree)(arb_game *game)
{
    return arb_game_agree_draw(game);
}
