/* test_tree_run.c: long games with comments and NAGs after their moves: every move, comment and NAG
 * is read at its place, in whatever parts the reader takes the text. */
#include "arbiter.h"
#include "check.h"

#include <stdlib.h>

static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};

/* Text that follows a move, and the notes that it gives: comments as texts, NAGs as numbers. */
static const struct {
    const char *text, *notes;
} behinds[] = {
    {"", ""},
    {" {one}", "one|"},
    {"{close} ", "close|"},
    {" $14", "14|"},
    {"!", "1|"},
    {"?! {two} {three}", "6|two|three|"},
    {" {}", "|"},
    {"\n{a (b) $3 1-0 ; %\n\n[Site \"x\"] c}\n", "a (b) $3 1-0 ; %\n\n[Site \"x\"] c|"},
    {" $1 $2{x}$3", "1|2|x|3|"},
    {"\r\n", ""},
    {" $65535 {12. Nf3}", "65535|12. Nf3|"},
};
enum { BEHINDS = sizeof behinds / sizeof *behinds, PLIES = 3000, LONG = 20000 };

static char text[PLIES * 80 + LONG * 4];
static size_t places[PLIES];

/* Writes the game and returns its length. `step` chooses what follows each move; a long comment
 * follows every thousandth. */
static size_t write_game(size_t step)
{
    size_t n = 0;
    for (size_t i = 0; i < PLIES; i++) {
        if (i % 2 == 0 || i % 7 == 0)
            n += (size_t)sprintf(text + n, "%zu.%s ", i / 2 + 1, i % 2 ? ".." : "");
        places[i] = n;
        n += (size_t)sprintf(text + n, "%s%s ", moves[i % 4], behinds[i * step % BEHINDS].text);
        if (i % 1000 == 999) {
            n += (size_t)sprintf(text + n, "{%*s} ", LONG - (int)(i + step), "end");
        }
    }
    return n + (size_t)sprintf(text + n, "1/2-1/2\n");
}

static void check_notes(const arb_tree *tree, arb_node node, size_t ply, size_t step)
{
    char found[256] = "";
    arb_note_id id = arb_tree_note_first(tree, node);
    for (; id != 0; id = arb_tree_note_next(tree, node, id)) {
        arb_note note = arb_tree_note(tree, id);
        size_t n = strlen(found);
        CHECK(note.side == ARB_NOTE_AFTER);
        if (note.kind == ARB_NOTE_NAG)
            snprintf(found + n, sizeof found - n, "%u|", note.nag);
        else if (note.len < 100)
            snprintf(found + n, sizeof found - n, "%.*s|", (int)note.len, note.text);
        else
            CHECK(ply % 1000 == 999 && note.len == LONG - ply - step);
        if (note.kind != ARB_NOTE_NAG)
            CHECK(text[note.place - 1] == '{' &&
                  memcmp(text + note.place, note.text, note.len) == 0);
    }
    CHECK_EQ_TEXT(found, behinds[ply * step % BEHINDS].notes);
}

TEST(every_move_and_note_of_a_long_game_stands_in_its_place)
{
    arb_tree *tree = arb_tree_new(NULL);
    for (size_t step = 1; step < BEHINDS; step++) {
        size_t taken, len = write_game(step);
        check_case("step %zu", step);
        CHECK_EQ_INT(arb_tree_read(tree, arb_rules_at(0), text, len, &taken), ARB_OK);
        CHECK_EQ_INT(taken, len);
        CHECK_EQ_INT(arb_tree_fault_count(tree), 0);
        CHECK_EQ_INT(arb_tree_count(tree), PLIES + 1);
        arb_node node = ARB_ROOT;
        for (size_t ply = 0; ply < PLIES; ply++) {
            node = arb_tree_child(tree, node);
            CHECK_EQ_INT(arb_tree_place(tree, node), places[ply]);
            check_notes(tree, node, ply, step);
        }
        CHECK_EQ_INT(arb_tree_child(tree, node), ARB_NO_NODE);
    }
    arb_tree_free(tree);
}

/* The text's memory ends where the text does, so nothing behind it may be read. */
TEST(no_byte_behind_the_text_is_read)
{
    arb_tree *tree = arb_tree_new(NULL);
    size_t len = write_game(3);
    len = len < 600 ? len : 600;
    for (size_t cut = 0; cut <= len; cut++) {
        char *part = malloc(cut + 1);
        memcpy(part, text, cut);
        part = realloc(part, cut > 0 ? cut : 1);
        arb_status status = arb_tree_read(tree, arb_rules_at(0), part, cut, NULL);
        CHECK(status == ARB_OK || (status == ARB_BAD_TEXT && cut < 10));
        free(part);
    }
    arb_tree_free(tree);
}

int main(void)
{
    RUN(every_move_and_note_of_a_long_game_stands_in_its_place);
    RUN(no_byte_behind_the_text_is_read);
    return check_result();
}
