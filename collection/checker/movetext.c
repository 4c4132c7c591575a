/* movetext.c: reads a word of the movetext as a move. Layer: collection. A word that can mean only
 * one move is played, and what was forgiven is noted. Lists and strict checks read more strictly:
 * an 'x' must stand for a capture, and "g1-f3" and "nf3" are no moves. */
#include "collection/checker/checker.h"

#include <stdio.h>
#include <string.h>

enum { WORD_CAP = 256 };

typedef struct {
    checker *c;
    const arb_pgn_token *token;
    const char *word;
    size_t len;
    char normal[WORD_CAP]; /* the word with "=" and "O-O" where they belong */
    char mark;             /* '+', '#', or 0, as given */
} attempt;

static void say(attempt *a, finding class, const char *detail, const char *text,
                const arb_verdict *verdict)
{
    found f = {.class = class,
               .at = checker_place(a->c, a->token->begin),
               .token = a->word,
               .token_len = a->len,
               .detail = detail,
               .text = text,
               .verdict = verdict,
               .is_move = true};
    checker_find(a->c, &f);
}

/* A token may hold bytes of any value. */
static void say_bad_token(attempt *a, const char *text, const arb_verdict *verdict)
{
    found f = {.class = FOUND_BAD_TOKEN,
               .at = checker_place(a->c, a->token->begin),
               .token = a->word,
               .token_len = a->len,
               .detail = a->word,
               .detail_len = a->len,
               .text = text,
               .verdict = verdict,
               .is_move = true};
    checker_find(a->c, &f);
}

static void stop(attempt *a)
{
    game_state *g = &a->c->game;
    game_line(g)->stopped = true;
    if (g->depth == 0)
        g->stop_line = checker_place(a->c, a->token->begin).line;
}

/* "0-0" as "O-O", "e8Q+" as "e8=Q+". A word that is too long for the buffer is no move; it is cut.
 */
static void normalise(attempt *a)
{
    size_t n = 0;
    bool castling = a->len >= 3 && (a->word[0] == '0' || a->word[0] == 'o' || a->word[0] == 'O') &&
                    a->word[1] == '-';
    for (size_t i = 0; i < a->len && n + 2 < WORD_CAP; i++) { /* a step adds two at most */
        char ch = a->word[i];
        if (castling && (ch == '0' || ch == 'o'))
            ch = 'O';
        bool kind = ch == 'Q' || ch == 'R' || ch == 'B' || ch == 'N';
        if (kind && i > 1 && (a->word[i - 1] == '8' || a->word[i - 1] == '1'))
            a->normal[n++] = '=';
        a->normal[n++] = ch;
    }
    a->normal[n] = '\0';
    a->mark = 0;
    if (n > 0 && (a->normal[n - 1] == '+' || a->normal[n - 1] == '#'))
        a->mark = a->normal[n - 1];
}

static void say_form(attempt *a, const char *given, const char *right)
{
    char detail[2 * WORD_CAP + 8], text[2 * WORD_CAP + 64];
    snprintf(detail, sizeof detail, "%s for %s", given, right);
    finding_fill(text, sizeof text, a->c->options->language, "%1 is written %2",
                 (const char *const[3]){given, right, ""});
    say(a, FOUND_NONCANONICAL, detail, text, NULL);
}

/* Is it a move as UCI writes it on this board: "g1f3", "e7e8q", "j10j9"? */
static bool is_uci(arb_size size, const char *word, size_t len)
{
    arb_square square;
    for (size_t i = 0; i < len; i++)
        if (!(word[i] >= 'a' && word[i] <= 'z') && !(word[i] >= '0' && word[i] <= '9'))
            return false;
    size_t from = arb_square_read(size, word, len, &square);
    size_t to = from > 0 ? arb_square_read(size, word + from, len - from, &square) : 0;
    return to > 0 && (from + to == len || (from + to + 1 == len && word[len - 1] >= 'a'));
}

static bool has_double_plus(const attempt *a)
{
    for (size_t i = 1; i < a->len; i++)
        if (a->word[i] == '+' && a->word[i - 1] == '+')
            return true;
    return false;
}

/* What is wrong, for the strict reading, with a move that the lenient reader accepted; NULL if
 * nothing is. */
static const char *strict_fault(const attempt *a, const arb_san *san, finding *class)
{
    bool uci = is_uci(arb_position_size(&game_line(&a->c->game)->position), a->word, a->len);
    bool dash = arb_move_type_of(san->move) != ARB_CASTLING && memchr(a->word, '-', a->len);
    bool small = a->word[0] >= 'a' && a->word[0] <= 'z';
    *class = FOUND_BAD_TOKEN;
    if (dash || a->word[0] == '.' || ((san->tolerated & ARB_SAN_LETTER_CASE) != 0 && !uci) ||
        has_double_plus(a))
        return "this is no move in algebraic notation";
    *class = FOUND_ILLEGAL;
    if (san->tolerated & ARB_SAN_CAPTURE_MARK)
        return "the sign of capture does not fit the move";
    if ((san->tolerated & ARB_SAN_LONG_FORM) != 0 && small && san->kind != ARB_PAWN && !uci)
        return "the letter of the piece is missing";
    return NULL;
}

static arb_verdict verdict_of_end(arb_outcome outcome)
{
    return (arb_verdict){
        .code = ARB_V_GAME_OVER, .over = outcome, .at = ARB_NO_SQUARE, .by = ARB_NO_SQUARE};
}

/* Is the game over, so that this is why the move is illegal? A dead position that material alone
 * does not show leaves the other reason. The rows of --list know only ends without a move. */
static bool is_over(const attempt *a, arb_outcome *outcome)
{
    game_state *g = &a->c->game;
    const play_line *line = game_line(g);
    const arb_position *pos = &line->position;
    if (g->depth == 0 && a->c->options->form != REPORT_LIST && line->run.end != ARB_R_NONE) {
        *outcome = arb_run_outcome(&line->run, pos);
        return outcome->reason != ARB_R_DEAD_POSITION || arb_position_insufficient(pos);
    }
    *outcome = arb_position_outcome(pos);
    return !arb_position_has_move(pos) && outcome->result != ARB_ONGOING;
}

static void refuse_illegal(attempt *a, const char *text, const arb_verdict *verdict)
{
    const arb_position *pos = &game_line(&a->c->game)->position;
    char fen[ARB_START_LIMIT], detail[WORD_CAP + ARB_START_LIMIT + 8], over[WORD_CAP + 320];
    arb_position_fen(pos, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    snprintf(detail, sizeof detail, "%s at %s", a->normal, fen);
    arb_outcome outcome;
    if (is_over(a, &outcome)) {
        arb_outcome_late_in(outcome, a->c->options->language, a->normal, strlen(a->normal), over,
                            sizeof over);
        arb_verdict ended = verdict_of_end(outcome);
        say(a, FOUND_AFTER_END, detail, over, &ended);
    } else {
        say(a, FOUND_ILLEGAL, detail, text, verdict);
    }
    stop(a);
}

/* Of a square that is not on the board, says the same as `why`; `text` says what is wrong with
 * other words. */
static void refuse_unread(attempt *a, char *text, size_t cap)
{
    const arb_position *pos = &game_line(&a->c->game)->position;
    arb_coords coords = arb_coords_in(ARB_COORDS_ALGEBRAIC, a->c->options->language);
    arb_typed typed;
    bool off_board = arb_position_move_read(pos, coords, a->word, a->len, &typed) == ARB_ILLEGAL;
    if (off_board)
        arb_typed_text(&typed, pos, text, cap);
    say_bad_token(a, text, off_board ? &typed.verdict : NULL);
}

static void refuse(attempt *a, const arb_san *san)
{
    const arb_position *pos = &game_line(&a->c->game)->position;
    char text[2048];
    arb_verdict nearest;
    arb_san_text_in(san, pos, a->c->options->language, text, sizeof text);
    switch (san->status) {
    case ARB_AMBIGUOUS:
        say(a, FOUND_AMBIGUOUS, a->normal, text, NULL);
        break;
    case ARB_ILLEGAL:
        nearest = arb_san_nearest(san);
        refuse_illegal(a, text, &nearest);
        return;
    default:
        refuse_unread(a, text, sizeof text);
        break;
    }
    stop(a);
}

/* The null move of analysis: the turn passes. It has no place in a game. */
static void play_null_move(attempt *a)
{
    game_state *g = &a->c->game;
    play_line *line = game_line(g);
    arb_setup setup;
    arb_position_setup(&line->position, ARB_EP_LEGAL, &setup);
    setup.turn = (uint8_t)(setup.turn ^ 1u);
    setup.en_passant = ARB_NO_SQUARE;
    setup.fullmove += setup.turn == ARB_WHITE;
    setup.halfmove++;
    arb_position after;
    bool check = arb_position_in_check(&line->position, arb_position_turn(&line->position));
    if (g->depth == 0 || check ||
        arb_position_set(&after, line->position.rules, &setup, ARB_KERNEL_AUTO,
                         ARB_FAULT_UNREACHABLE) != 0) {
        refuse_illegal(a, "a null move is no move of the game", NULL);
        return;
    }
    say(a, FOUND_NULL_MOVE, a->normal, "a null move, which only analysis knows", NULL);
    if (has_record(a->c))
        record_null_move(a->c->record, &line->position);
    arb_position_copy(&line->before, &line->position);
    arb_position_copy(&line->position, &after);
    line->run.has_last = false;
    line->after_null = true;
}

void branch_off(play_line *to, const play_line *from)
{
    bool past_null = !from->run.has_last && from->after_null;
    arb_position_copy(&to->position, past_null ? &from->before : &from->position);
    to->stopped = from->stopped;
    to->after_null = false;
    if (from->run.has_last)
        arb_position_undo(&to->position, &from->run.last);
    arb_run_start(&to->run, &to->position, NULL);
}

/* Reports a legal move after the end of the game, once. After a dead position that its material
 * alone does not show it is only a warning. */
static void say_after_end(attempt *a)
{
    game_state *g = &a->c->game;
    play_line *line = &g->lines[0];
    const arb_position *pos = &line->position;
    char text[WORD_CAP + 160];
    if (g->depth > 0 || line->run.end == ARB_R_NONE || g->end_said)
        return;
    arb_outcome outcome = arb_run_outcome(&line->run, pos);
    bool dead = outcome.reason == ARB_R_DEAD_POSITION;
    char proofs[96] = "";
    if (dead)
        put_proofs(pos, proofs, sizeof proofs);
    arb_outcome_late_in(outcome, a->c->options->language, a->normal, strlen(a->normal), text,
                        sizeof text);
    arb_verdict ended = verdict_of_end(outcome);
    found f = {.class = FOUND_AFTER_END,
               .at = checker_place(a->c, a->token->begin),
               .token = a->word,
               .token_len = a->len,
               .text = text,
               .verdict = &ended,
               .proof = dead && arb_position_insufficient(pos) ? "material" : NULL,
               .witness = proofs,
               .is_move = true,
               .unlisted = true,
               .only_warning = dead && !arb_position_insufficient(pos)};
    checker_find(a->c, &f);
    g->end_said = true;
    arb_run_go_on(&line->run);
}

static void say_marks(attempt *a, uint32_t tolerated, const char *shown)
{
    static const struct {
        uint32_t tolerated;
        finding class;
        const char *text;
    } marks[] = {
        {ARB_SAN_NO_CHECK_MARK, FOUND_MISSING_MARK, "%1 gives check and carries no mark"},
        {ARB_SAN_FALSE_CHECK_MARK, FOUND_FALSE_MARK, "%1 gives no check"},
        {ARB_SAN_PLUS_FOR_MATE, FOUND_PLUS_FOR_MATE, "%1 wins the game: '#' is due"},
        {ARB_SAN_HASH_FOR_CHECK, FOUND_HASH_FOR_CHECK, "%1 is check, not mate"},
    };
    char text[WORD_CAP + 96];
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (tolerated & marks[i].tolerated) {
            finding_fill(text, sizeof text, a->c->options->language, marks[i].text,
                         (const char *const[3]){shown, "", ""});
            say(a, marks[i].class, shown, text, NULL);
        }
}

static void accept(attempt *a, const arb_san *san)
{
    game_state *g = &a->c->game;
    play_line *line = game_line(g);
    char whole[64], right[64], given[WORD_CAP];
    size_t len = arb_san_write(&line->position, san->move, right, sizeof right - 2);
    memcpy(whole, right, len + 1);
    if (len > 0 && (right[len - 1] == '+' || right[len - 1] == '#'))
        len--;
    right[len] = '\0';
    snprintf(given, sizeof given, "%s", a->normal);
    if (a->mark)
        given[strlen(given) - 1] = '\0';
    if (has_double_plus(a)) /* here the double '+' itself is the fault */
        say_form(a, a->normal, whole);
    else if (strcmp(right, given) != 0)
        say_form(a, given, right);
    if (a->mark)
        right[len++] = a->mark;
    right[len] = '\0';
    say_marks(a, san->tolerated, right);
    say_after_end(a);
    if (has_record(a->c))
        record_move(a->c->record, &line->position, san->move, g->depth);
    arb_position_play(&line->position, san->move, &line->run.last);
    line->run.has_last = true;
    if (g->depth > 0)
        return;
    mix_moves(g, &san->move, 1);
    g->plies++;
    a->c->counts.plies++;
    arb_run_note(&line->run, &line->position);
}

/* Plays moves up to `end`, as far as a run plays them. */
static size_t play_part(checker *c, size_t at, size_t end, bool recorded)
{
    game_state *g = &c->game;
    play_line *line = game_line(g);
    uint64_t plies;
    stretch played;
    if (recorded)
        played = (stretch){.text = c->text + at,
                           .depth = g->depth,
                           .fullmove = arb_position_fullmove(&line->position),
                           .white = arb_position_turn(&line->position) == ARB_WHITE};
    if (recorded && g->depth == 0)
        line->run.moves = record_room(c->record, &line->run.cap, &line->run.keys);
    bool in_rows = c->options->form == REPORT_ROWS && g->depth == 0;
    if (in_rows) {
        line->run.moves = c->row_moves;
        line->run.cap = ROW_MOVES;
    }
    line->run.room = c->len - end;
    size_t taken = arb_run_score(&line->run, &line->position, c->text + at, end - at, &plies);
    line->run.moves = NULL;
    line->run.keys = NULL;
    if (in_rows)
        mix_moves(g, c->row_moves, plies < ROW_MOVES ? (size_t)plies : ROW_MOVES);
    if (g->depth == 0) {
        g->plies += plies;
        c->counts.plies += plies;
    }
    if (recorded && taken > 0) {
        played.len = taken;
        played.plies = (size_t)plies;
        record_stretch(c->record, &played);
    }
    return taken;
}

/* The end of a part of about `bytes` bytes, between two words. */
static size_t part_end(const char *text, size_t at, size_t end, size_t bytes)
{
    if (end - at <= bytes)
        return end;
    size_t stop = at + bytes;
    while (stop > at && text[stop] != ' ' && text[stop] != '\n')
        stop--;
    return stop;
}

/* Plays part by part, and stops if the game turns out not to be wanted: its first moves often show
 * it. */
static size_t play_parts(checker *c, size_t at, size_t end)
{
    enum { FIRST_PART = 40 };
    size_t begin = at;
    for (size_t bytes = FIRST_PART; at < end && record_asks_early(c->record); bytes *= 2) {
        size_t stop = part_end(c->text, at, end, bytes);
        size_t taken = play_part(c, at, stop, true);
        at += taken;
        if (taken > 0)
            record_look(c->record);
        else if (stop == end)
            return at - begin;
    }
    if (at < end && record_hears(c->record))
        at += play_part(c, at, end, true);
    return at - begin;
}

size_t play_run(checker *c, size_t at, size_t end)
{
    game_state *g = &c->game;
    if (game_line(g)->stopped || g->deeper > 0 || g->has_marker)
        return 0;
    bool recorded = has_record(c) && record_hears(c->record);
    if (recorded && g->depth == 0 && record_asks_early(c->record))
        return play_parts(c, at, end);
    return play_part(c, at, end, recorded);
}

void play_word(checker *c, const arb_pgn_token *token)
{
    attempt a = {
        .c = c, .token = token, .word = c->text + token->begin, .len = token->end - token->begin};
    const arb_position *pos = &game_line(&c->game)->position;
    arb_san san;
    bool strict = reads_strictly(c);
    normalise(&a);
    if (arb_pgn_is_null_move(a.word, a.len)) {
        play_null_move(&a);
        return;
    }
    if (a.len == 4 && memcmp(a.word, "e.p.", 4) == 0 && game_line(&c->game)->run.has_last) {
        say(&a, FOUND_NONCANONICAL, "e.p.", "that a capture is en passant is not written", NULL);
        return;
    }
    size_t dots = 0;
    while (!strict && dots < a.len && a.word[dots] == '.')
        dots++;
    arb_status status = arb_san_read(pos, a.word + dots, a.len - dots, &san);
    size_t shown = a.len < WORD_CAP - 2 ? a.len : WORD_CAP - 2;
    if (status != ARB_BAD_TEXT &&
        (strlen(a.normal) != shown || memcmp(a.normal, a.word, shown) != 0)) {
        char given[WORD_CAP];
        memcpy(given, a.word, shown);
        given[shown] = '\0';
        say_form(&a, given, a.normal);
    }
    finding class;
    const char *fault = status == ARB_OK && strict ? strict_fault(&a, &san, &class) : NULL;
    if (fault != NULL && class == FOUND_ILLEGAL) {
        refuse_illegal(&a, fault, NULL);
        return;
    }
    if (fault != NULL) {
        say_bad_token(&a, fault, NULL);
        stop(&a);
        return;
    }
    if (status == ARB_OK)
        accept(&a, &san);
    else
        refuse(&a, &san);
}
