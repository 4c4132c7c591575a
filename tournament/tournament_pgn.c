/* tournament_pgn.c: writes the games of a tournament as PGN, and resumes a tournament from them.
 * Layer: tournament. Knows no files. */
#include "tournament/tournament.h"

#include "common/number.h"
#include "common/text_builder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tournament_round(const tournament *t, size_t number, char *buf, size_t cap)
{
    tour_pairing p = schedule_at(&t->schedule, number);
    snprintf(buf, cap, "%zu.%zu", p.encounter + 1, p.game + 1);
}

bool tournament_number(const tournament *t, const char *round, size_t *number)
{
    uint64_t encounter, game;
    size_t digits = number_read(round, strlen(round), SIZE_MAX / GAMES_LIMIT, &encounter);
    if (digits == 0 || round[digits] != '.' ||
        !number_whole(round + digits + 1, t->schedule.games, &game) || encounter == 0 || game == 0)
        return false;
    *number = (size_t)(encounter - 1) * t->schedule.games + (size_t)game - 1;
    return *number < schedule_games(&t->schedule);
}

/* ---- writing ---- */

static void tag(arb_tree *tree, const char *name, const char *value)
{
    arb_tree_set_tag(tree, name, value, strlen(value));
}

static void tag_start(arb_tree *tree, const arb_position *start)
{
    char fen[4096], usual[4096];
    const arb_rules *rules = arb_position_rules(start);
    arb_position first;
    if (rules != arb_rules_find("chess", 5))
        tag(tree, "Variant", rules->name);
    arb_position_start(&first, rules);
    arb_position_fen(start, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    arb_position_fen(&first, ARB_X_FEN, ARB_EP_LEGAL, usual, sizeof usual);
    if (strcmp(fen, usual) != 0) {
        tag(tree, "SetUp", "1");
        tag(tree, "FEN", fen);
    }
}

static void tag_times(arb_tree *tree, const time_control *white, const time_control *black)
{
    char text[2][64];
    time_control_write(white, text[0], sizeof text[0]);
    time_control_write(black, text[1], sizeof text[1]);
    if (strcmp(text[0], text[1]) == 0) {
        tag(tree, "TimeControl", text[0]);
        return;
    }
    tag(tree, "WhiteTimeControl", text[0]);
    tag(tree, "BlackTimeControl", text[1]);
}

static void put_piece(void *context, const char *bytes, size_t len)
{
    text_put(context, bytes, len);
}

char *tournament_pgn(const tournament *t, const tour_table *table, const char *event,
                     const char *site, const char *date, size_t *len)
{
    const tour_player *white = &t->players[table->pairing.white];
    const tour_player *black = &t->players[table->pairing.black];
    char text[64];
    arb_tree *tree = table->tree;
    tag(tree, "Event", event);
    tag(tree, "Site", site);
    tag(tree, "Date", date);
    tournament_round(t, table->number, text, sizeof text);
    tag(tree, "Round", text);
    tag(tree, "White", white->name);
    tag(tree, "Black", black->name);
    tag(tree, "Result", arb_result_text(table->result));
    tag_start(tree, arb_game_start(table->game));
    snprintf(text, sizeof text, "%zu", arb_game_ply(table->game));
    tag(tree, "PlyCount", text);
    tag_times(tree, &white->tc, &black->tc);
    tag(tree, "Termination", table->termination);
    arb_tree_tag_opening(tree);
    arb_note_id note;
    arb_tree_add_comment(tree, arb_tree_line_end(tree, ARB_ROOT), ARB_NOTE_AFTER, table->text,
                         strlen(table->text), &note);
    arb_tree_set_result(tree, table->result);
    const arb_pgn_options keep = {.style = ARB_PGN_KEEP}; /* no comment is broken into lines */
    text_builder pgn = {0};
    arb_tree_write_to(tree, &keep, put_piece, &pgn);
    *len = pgn.len;
    if (!pgn.failed)
        return pgn.at;
    text_free(&pgn);
    return NULL;
}

/* ---- reading ---- */

static bool is_player(const arb_tree *tree, const char *name, const tour_player *player)
{
    char value[PLAYER_NAME + 1];
    return arb_tree_tag_text(tree, name, value, sizeof value) < sizeof value &&
           strcmp(value, player->name) == 0;
}

static const char *take_result(tournament *t, const arb_tree *tree)
{
    char round[64];
    size_t number;
    if (arb_tree_tag_text(tree, "Round", round, sizeof round) >= sizeof round ||
        !tournament_number(t, round, &number))
        return "this game is of a round that this tournament does not have";
    tour_pairing p = schedule_at(&t->schedule, number);
    if (!is_player(tree, "White", &t->players[p.white]) ||
        !is_player(tree, "Black", &t->players[p.black]))
        return "in this tournament other players have this game";
    if (arb_position_rules(arb_tree_start(tree)) != t->rules)
        return "this game is of another rule set";
    if (!standings_add(&t->standings, number, arb_tree_result(tree)))
        return "this game was there before, or has no result";
    return NULL;
}

bool tournament_resume(tournament *t, const char *text, size_t len, size_t *whole, arb_error *error)
{
    arb_tree *tree = arb_tree_new(NULL);
    const char *wrong = tree == NULL ? "not enough memory" : NULL;
    size_t taken;
    *whole = 0;
    while (wrong == NULL && *whole < len) {
        arb_status status = arb_tree_read(tree, t->rules, text + *whole, len - *whole, &taken);
        if (status != ARB_OK && status != ARB_BAD_TEXT)
            wrong = "this game is too large";
        if (status == ARB_BAD_TEXT || (*whole + taken == len && !arb_tree_has_marker(tree)))
            break; /* only blanks, or a game that was being written */
        if (wrong == NULL)
            wrong = take_result(t, tree);
        if (wrong == NULL)
            *whole += taken;
    }
    arb_tree_free(tree);
    if (wrong != NULL)
        *error = (arb_error){ARB_BAD_TEXT, *whole, wrong};
    return wrong == NULL;
}
