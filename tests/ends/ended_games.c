/* ended_games.c: prints random and crafted games under every rule set, each as a line of JSON with
 * its end by arb_game. A run through the same score must end alike, or the program does not exit
 * with 0.
 *
 *     ended_games FOLDER GAMES [SEED]
 *
 * It plays GAMES of each sort for each rule set of the library and of tests/data, and for as many
 * random rule sets, which it writes to FOLDER. */
#include "../property/random.h"
#include "../property/random_rules.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLIES = 240, MOVES = 4096, TEXT_CAP = 1 << 16 };

/* How the moves of a game are chosen. */
typedef enum {
    ANY,      /* from the start, any move; now and then one that ends the game */
    TO_FRO,   /* from the start, taking the last move back if possible */
    CAPTURES, /* from a random board, captures first */
    LATE,     /* from a random board, shortly before the limit of moves */
    SORTS
} sort;

typedef struct {
    const char *name; /* the name of a built-in rule set, or a file */
    const arb_rules *rules;
    random_source *source;
    char fen[2 * ARB_START_LIMIT];
    bool usual; /* the game begins at the rule set's start position */
    arb_game *game;
    char score[TEXT_CAP]; /* the moves as movetext */
    size_t score_len;
} ended;

static arb_move list[MOVES];
static unsigned differences;

/* ---- playing a game ---- */

static bool start_at(ended *e, const arb_position *start, bool usual)
{
    arb_fen_style style = e->rules->castling.any_home ? ARB_SHREDDER_FEN : ARB_X_FEN;
    e->usual = usual;
    arb_position_fen(start, style, ARB_EP_ALWAYS, e->fen, sizeof e->fen);
    e->game = arb_game_new(start, NULL);
    return e->game != NULL;
}

static bool start_anywhere(ended *e, sort how)
{
    arb_setup setup;
    arb_position position;
    for (int tries = 0; tries < 50; tries++) {
        random_setup(e->source, &setup, e->rules, e->rules->board.size);
        unsigned limit = 2u * e->rules->ending.auto_moves;
        setup.halfmove = how == LATE && limit > 20 ? limit - 1 - random_below(e->source, 20) : 0;
        setup.fullmove = 100;
        if (arb_position_set(&position, e->rules, &setup, ARB_KERNEL_AUTO, 0) == 0)
            return start_at(e, &position, false);
    }
    return false;
}

static bool ends_game(const arb_game *game, arb_move move)
{
    arb_position after = *arb_game_position(game);
    arb_undo undo;
    return arb_position_play(&after, move, &undo) &&
           arb_position_outcome(&after).result != ARB_ONGOING;
}

/* The move by which the side to move takes its last move back, if it is legal. */
static arb_move move_back(const arb_game *game)
{
    size_t ply = arb_game_ply(game);
    arb_move last = ply >= 2 ? arb_game_move(game, ply - 2) : ARB_NO_MOVE;
    arb_move back = arb_move_of(arb_move_to(last), arb_move_from(last), ARB_NO_KIND, ARB_NORMAL);
    return last != ARB_NO_MOVE && arb_position_is_legal(arb_game_position(game), back)
               ? back
               : ARB_NO_MOVE;
}

static arb_move choose(ended *e, sort how, size_t count)
{
    const arb_position *position = arb_game_position(e->game);
    arb_move back = how == TO_FRO ? move_back(e->game) : ARB_NO_MOVE;
    if (back != ARB_NO_MOVE && random_chance(e->source, 95))
        return back;
    if (how == CAPTURES && random_chance(e->source, 80)) {
        static arb_move taking[MOVES];
        size_t captures = arb_position_captures(position, taking, MOVES);
        if (captures > 0 && captures <= MOVES)
            return taking[random_below(e->source, (unsigned)captures)];
    }
    if (how == ANY && random_chance(e->source, 30))
        for (size_t i = 0; i < count; i++)
            if (ends_game(e->game, list[i]))
                return list[i];
    return list[random_below(e->source, (unsigned)count)];
}

static void play_out(ended *e, sort how)
{
    for (unsigned ply = 0; ply < PLIES && arb_game_outcome(e->game).result == ARB_ONGOING; ply++) {
        size_t count = arb_position_moves(arb_game_position(e->game), list, MOVES);
        if (count == 0 || count > MOVES || arb_game_play(e->game, choose(e, how, count)) != ARB_OK)
            return;
    }
}

/* ---- reading the same game by a run ---- */

static void write_score(ended *e)
{
    arb_position position = *arb_game_start(e->game);
    size_t len = 0;
    for (size_t i = 0; i < arb_game_ply(e->game) && len + 128 < sizeof e->score; i++) {
        arb_undo undo;
        bool white = arb_position_turn(&position) == ARB_WHITE;
        if (white || i == 0)
            len += (size_t)sprintf(e->score + len, "%u%s ",
                                   (unsigned)arb_position_fullmove(&position), white ? "." : "...");
        len += arb_san_write(&position, arb_game_move(e->game, i), e->score + len, 100);
        e->score[len++] = ' ';
        arb_position_make(&position, arb_game_move(e->game, i), &undo);
    }
    e->score_len = len;
}

static void compare(const ended *e, const char *what, bool same)
{
    if (same)
        return;
    fprintf(stderr, "%s: %s: a run differs in its %s: %.*s\n", e->name, e->fen, what,
            (int)e->score_len, e->score);
    differences++;
}

/* Plays one move by its token, which a run leaves to its caller. */
static bool play_token(arb_run *run, arb_position *position, const char *text,
                       const arb_pgn_token *token)
{
    arb_san san;
    arb_undo undo;
    if (arb_san_read(position, text + token->begin, token->end - token->begin, &san) != ARB_OK)
        return false;
    arb_position_play(position, san.move, &undo);
    arb_run_note(run, position);
    return true;
}

static void run_through(const ended *e)
{
    static arb_run_keys history;
    arb_position position = *arb_game_start(e->game);
    arb_run run;
    uint64_t plies, all = 0;
    size_t at = 0;
    char of_run[160], of_game[160];
    arb_run_start(&run, &position, &history);
    for (;;) {
        compare(e, "end before the end", run.end == ARB_R_NONE || all == arb_game_ply(e->game));
        at += arb_run_score(&run, &position, e->score + at, e->score_len - at, &plies);
        all += plies;
        arb_pgn_reader reader = arb_pgn_reader_on(e->score + at, e->score_len - at);
        arb_pgn_token token = arb_pgn_next(&reader);
        if (token.kind == ARB_PGN_NUMBER)
            token = arb_pgn_next(&reader);
        if (token.kind != ARB_PGN_WORD || !play_token(&run, &position, e->score + at, &token))
            break;
        at += token.end;
        all++;
    }
    arb_outcome outcome = arb_run_outcome(&run, &position);
    arb_outcome_sentence(outcome, of_run, sizeof of_run);
    arb_outcome_sentence(arb_game_outcome(e->game), of_game, sizeof of_game);
    compare(e, "length", all == arb_game_ply(e->game));
    compare(e, "result", outcome.result == arb_game_outcome(e->game).result);
    compare(e, "reason", outcome.reason == arb_game_outcome(e->game).reason);
    compare(e, "sentence", strcmp(of_run, of_game) == 0);
}

/* ---- writing it as JSON ---- */

/* Writes "e2e4" as "e2 e4" and "e7e8q" as "e7 e8 q"; drops stay one word. */
static void put_words(const char *uci)
{
    for (const char *at = uci; *at != '\0'; at++) {
        bool after_digit = at > uci && at[-1] >= '0' && at[-1] <= '9';
        if (after_digit && *at >= 'a' && *at <= 'z')
            putchar(' ');
        putchar(*at);
    }
}

static void put_moves(const ended *e)
{
    arb_position position = *arb_game_start(e->game);
    char text[32];
    for (size_t i = 0; i < arb_game_ply(e->game); i++) {
        arb_undo undo;
        arb_uci_write(&position, arb_game_move(e->game, i), ARB_UCI_RULES, text, sizeof text);
        printf("%s\"", i > 0 ? "," : "");
        put_words(text);
        printf("\"");
        arb_position_make(&position, arb_game_move(e->game, i), &undo);
    }
}

/* Writes a move that comes too late: one that the board would allow, else any. */
static void put_late(const ended *e)
{
    const arb_position *position = arb_game_position(e->game);
    char text[64] = "";
    size_t count = arb_position_moves(position, list, MOVES);
    if (count > 0) {
        arb_san_write(position, list[0], text, sizeof text);
    } else if (arb_game_ply(e->game) > 0) {
        const char *last = e->score + e->score_len - 1;
        while (last > e->score && last[-1] != ' ')
            last--;
        snprintf(text, sizeof text, "%.*s", (int)strcspn(last, "+# "), last);
    }
    printf(",\"late\":\"%s\"", text);
}

static void finish(ended *e)
{
    char text[160], sentence[160];
    arb_outcome outcome = arb_game_outcome(e->game);
    write_score(e);
    run_through(e);
    arb_outcome_text(outcome, text, sizeof text);
    arb_outcome_sentence(outcome, sentence, sizeof sentence);
    printf("{\"rules\":\"%s\",\"fen\":\"%s\",\"usual\":%s,\"score\":\"%.*s\",\"moves\":[", e->name,
           e->fen, e->usual ? "true" : "false", (int)e->score_len, e->score);
    put_moves(e);
    printf("],\"result\":\"%s\",\"reason\":\"%s\",\"text\":\"%s\",\"sentence\":\"%s\","
           "\"bare\":%s",
           arb_result_text(outcome.result),
           outcome.result == ARB_ONGOING ? "" : arb_reason_name(outcome.reason), text, sentence,
           arb_position_insufficient(arb_game_position(e->game)) ? "true" : "false");
    put_late(e);
    puts("}");
    arb_game_free(e->game);
}

/* ---- all games ---- */

static void play_sorts(const char *name, const arb_rules *rules, random_source *source,
                       unsigned games)
{
    static ended e;
    arb_position start;
    bool has_start = arb_position_start(&start, rules) == 0;
    for (unsigned i = 0; i < games * SORTS; i++) {
        sort how = (sort)(i % SORTS);
        e = (ended){.name = name, .rules = rules, .source = source};
        bool from_start = how == ANY || how == TO_FRO;
        if (from_start ? has_start && start_at(&e, &start, true) : start_anywhere(&e, how)) {
            play_out(&e, how);
            finish(&e);
        }
    }
}

static const struct {
    const char *rules, *fen, *moves;
} crafted[] = {
    {"chess", "", "f3 e5 g4 Qh4#"},
    {"chess", "", "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6"},
    {"chess", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "Kxe2"},
    {"chess", "4k3/8/8/8/8/8/4q3/4KB2 w - - 0 1", "Bxe2"},
    {"chess", "2b1k3/8/7p/1p1p1p2/1P1P1P1P/8/8/2B1K3 b - - 0 1", "h5"},
    /* Dead only by a proof that looks at thousands of positions. */
    {"chess", "1k6/1P5p/BP3p2/1P6/5K2/6r1/5P1P/8 w - - 0 1", "Kxg3"},
    {"chess", "8/1p1p1p1p/1P6/KP6/PP6/1P3P2/k2P3P/R7 b - - 0 1", "Kxa1"},
    {"chess", "8/3p1p1p/1p6/1P6/BP6/KP6/PP1P1P1P/Rk6 b - - 0 1", "Kxa1"},
    {"chess", "B1B1B1B1/pBpBpBp1/P1P1P1P1/8/8/8/k7/R1K5 b - - 0 1", "Kxa1"},
    {"chess", "4kR2/p1p5/8/8/8/6p1/P1P3Pp/7K b - - 0 1", "Kxf8"},
    {"chess960", "6R1/p3pkP1/6PB/p5P1/2p5/P3P3/2PK4/8 b - - 0 1", "Kxg8"},
    {"chess", "1kR5/8/8/8/2Bp1p1p/1BpP1P1P/2P1BPBP/3BKBNR b K - 0 1", "Kxc8"},
    {"chess", "", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"},
    /* The position is not the same after castling rights are lost. */
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
     "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7"},
    /* An en-passant square makes another position only if a pawn can capture there. */
    {"chess", "4k2n/8/8/8/8/8/4P3/4K2N w - - 0 1",
     "e4 Ng6 Ng3 Nh8 Nh1 Ng6 Ng3 Nh8 Nh1 Ng6 Ng3 Nh8 Nh1 Ng6 Ng3 Nh8 Nh1"},
    {"chess", "4k2n/8/8/8/5p2/8/4P3/4K2N w - - 0 1",
     "e4 Ng6 Ng3 Nh8 Nh1 Ng6 Ng3 Nh8 Nh1 Ng6 Ng3 Nh8 Nh1 Ng6 Ng3 Nh8 Nh1 Ng6"},
    {"chess", "4k3/8/8/8/8/8/4q3/R6K w - - 149 90", "Rb1"},
    {"chess", "4k3/R7/8/8/8/8/8/1R5K w - - 149 90", "Rb8#"},
    /* The fifth repetition comes with the last of the 75 moves. */
    {"chess", "r3k3/8/8/8/8/8/8/R3K3 w - - 134 90",
     "Rb1 Rb8 Ra1 Ra8 Rb1 Rb8 Ra1 Ra8 Rb1 Rb8 Ra1 Ra8 Rb1 Rb8 Ra1 Ra8"},
    {"chess960", "4k3/8/8/8/8/8/5q2/6KR w H - 0 1", "Kxf2 Kd8 Rh8+ Kc7 Rh1 Kc8 Ra1 Kb7 Ra7+ Kxa7"},
    {"3check", "", "e4 d5 Bb5+ Nc6 Bxc6+ Bd7 Bxd7#"},
    {"kingofthehill", "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "Kd4#"},
    {"racingkings", "8/1k3K2/8/8/8/8/8/8 w - - 0 1", "Kf8 Kb8"},
    {"racingkings", "8/5K2/1k6/8/8/8/8/8 w - - 0 1", "Kf8#"},
    {"atomic", "4k3/3p4/8/8/8/8/3R4/4K3 w - - 0 1", "Rxd7#"},
    {"antichess", "8/8/8/8/8/8/1p6/Q7 w - - 0 1", "Qxb2"},
    {"horde", "4k3/8/8/8/8/8/4P3/4q3 b - - 0 1", "Qxe2"},
    {"king-capture", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "Rxe8"},
    {"crazyhouse", "7k/6pp/8/8/8/8/8/K7[R] w - - 0 1", "R@a8#"},
    {"stalemate-loses", "7k/8/8/5Q2/8/p7/K7/8 w - - 0 1", "Qf7"},
};

static bool play_crafted(size_t i)
{
    static ended e;
    arb_position start;
    arb_error error;
    const char *name = crafted[i].rules, *at = crafted[i].moves;
    e = (ended){.name = name, .rules = arb_rules_find(name, strlen(name))};
    const char *fen = crafted[i].fen[0] != '\0' ? crafted[i].fen : e.rules->board.start;
    if (arb_position_read(&start, e.rules, fen, strlen(fen), NULL, &error) != ARB_OK ||
        !start_at(&e, &start, crafted[i].fen[0] == '\0'))
        return false;
    for (size_t len; *at != '\0'; at += len + (at[len] == ' ')) {
        arb_san san;
        len = strcspn(at, " ");
        if (arb_san_read(arb_game_position(e.game), at, len, &san) != ARB_OK ||
            arb_game_play(e.game, san.move) != ARB_OK)
            return false;
    }
    bool over = arb_game_outcome(e.game).result != ARB_ONGOING;
    finish(&e);
    return over;
}

static bool read_file(const char *path, arb_rules *rules)
{
    static char text[TEXT_CAP];
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    size_t len = fread(text, 1, sizeof text, file);
    fclose(file);
    return arb_rules_read(rules, text, len, NULL, NULL);
}

/* Plays under random rule sets, most of which end games by repetition and by a count of moves. */
static bool play_random_rules(const char *folder, unsigned number, random_source *source)
{
    static rule_text text;
    static arb_rules rules;
    char path[512];
    arb_size size = {(uint8_t)(3 + random_below(source, 8)),
                     (uint8_t)(3 + random_below(source, 8))};
    do {
        random_rule_text(source, &text, size);
        char *no = strstr(text.text, "auto-repetitions = no");
        if (no != NULL && random_chance(source, 70)) {
            no[19] = (char)('2' + random_below(source, 4));
            no[20] = ' ';
        }
        rule_say(&text, "auto-moves = %u\n", 12 + random_below(source, 60));
    } while (!arb_rules_read(&rules, text.text, text.len, NULL, NULL));
    snprintf(path, sizeof path, "%s/random%u.rules", folder, number);
    FILE *file = fopen(path, "w");
    if (!file || fwrite(text.text, 1, text.len, file) != text.len || fclose(file) != 0)
        return false;
    play_sorts(path, &rules, source, 1);
    return true;
}

int main(int argc, char **argv)
{
    static const char *const files[] = {
        "tests/data/rules/fide.rules",       "tests/data/rules/giveaway.rules",
        "tests/data/rules/threekings.rules", "tests/data/rules/pawnback.rules",
        "tests/data/rules/kinglet.rules",    "tests/data/rules/nightrider.rules",
        "tests/data/rules/corner_hole.rules"};
    static arb_rules rules;
    if (argc < 3)
        return 2;
    unsigned games = (unsigned)strtoul(argv[2], NULL, 10);
    random_source source = {argc > 3 ? strtoull(argv[3], NULL, 10) : 1};
    for (size_t i = 0; i < sizeof crafted / sizeof crafted[0]; i++)
        if (!play_crafted(i)) {
            fprintf(stderr, "the crafted game %zu (%s) does not end as it should\n", i,
                    crafted[i].rules);
            differences++;
        }
    for (size_t i = 0; i < arb_rules_count(); i++)
        play_sorts(arb_rules_at(i)->name, arb_rules_at(i), &source, games);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (!read_file(files[i], &rules))
            return 2;
        play_sorts(files[i], &rules, &source, games);
    }
    for (unsigned i = 0; i < 8 * games; i++)
        if (!play_random_rules(argv[1], i, &source))
            return 2;
    return differences == 0 ? 0 : 1;
}
