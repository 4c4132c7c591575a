/* api_tree.c: a PGN that is sent with the request: read as a tree, changed, written again. Nothing
 * is stored: the text stays with the client. Long texts are read beside the loop. Layer: server. */
#include "server/answers/tree_json.h"
#include "server/api/api.h"

#include <stdlib.h>
#include <string.h>

enum { NODE_LIMIT = 100000, EDIT_LIMIT = 100 };

typedef struct {
    task task;
    json_t *json;
    arb_rules *storage;
    const arb_rules *rules;
    const char *pgn;
    size_t pgn_len;
    arb_language language;
    arb_budget work;
    arb_tree *tree;
    text_builder written; /* the text after a change */
    text_builder body;
    int status;
    const char *detail; /* why the request was refused */
    arb_node node;
    size_t notes; /* how many comments, NAGs and texts the tree had when it was read */
} study;

/* What a tree costs besides its moves, in units of work: reading and writing a node or a note,
 * passing a note on the way to the one that an edit is about, and finding the squares that a move
 * changes. */
enum { NODE_WORK = 200, NOTE_WORK = 100, PASS_WORK = 4, SQUARE_WORK = 13 };

static bool refuse(study *s, int status, const char *detail)
{
    s->status = status;
    s->detail = detail;
    return false;
}

static bool refuse_size(study *s)
{
    return refuse(s, 422, "the game is too large to be looked at here");
}

static bool charge(study *s, size_t work)
{
    s->work.left -= s->work.left > work ? work : s->work.left;
    return s->work.left > 0 || refuse_size(s);
}

static size_t count_notes(const arb_tree *tree)
{
    size_t count = 0;
    for (arb_node node = ARB_ROOT; node < arb_tree_count(tree); node++)
        for (arb_note_id id = arb_tree_note_first(tree, node); id != 0;
             id = arb_tree_note_next(tree, node, id))
            count++;
    return count;
}

static size_t work_to_read(const study *s)
{
    return arb_tree_count(s->tree) * NODE_WORK + s->notes * NOTE_WORK;
}

static bool read_tree(study *s, const char *text, size_t len)
{
    arb_tree_set_budget(s->tree, &s->work);
    arb_status status = arb_tree_read(s->tree, s->rules, text, len, NULL);
    if (status == ARB_BAD_TEXT)
        return refuse(s, 422, "there is no game in the text");
    if (status == ARB_NO_MEMORY)
        return refuse(s, 503, "there is no memory for the game");
    if (status != ARB_OK || arb_tree_count(s->tree) > NODE_LIMIT)
        return refuse_size(s);
    s->notes = count_notes(s->tree);
    return charge(s, work_to_read(s));
}

static void put_piece(void *context, const char *bytes, size_t len)
{
    text_put(context, bytes, len);
}

/* Pays for the answer and for the edits before anything is done. What reading the tree once more
 * costs must be left over. */
static bool pay(study *s, size_t edits)
{
    arb_size size = arb_position_size(arb_tree_start(s->tree));
    size_t told = arb_tree_count(s->tree) * size.files * size.ranks * SQUARE_WORK;
    size_t again = edits > 0 ? work_to_read(s) : 0;
    if (edits > EDIT_LIMIT) /* each edit may copy the longest comment */
        return refuse(s, 422, "a request holds at most 100 edits");
    return charge(s, told + edits * s->notes * PASS_WORK) &&
           (again < s->work.left || charge(s, again));
}

/* Makes the changes. Nodes are numbered as in the text, so the text is written and read again after
 * each change. */
static bool change(study *s)
{
    size_t index;
    json_t *edit, *edits = json_object_get(s->json, "edits");
    uint32_t *path = malloc(TREE_PATH_LIMIT * sizeof *path);
    bool good = path != NULL ? pay(s, json_array_size(edits))
                             : refuse(s, 503, "there is no memory for the game");
    json_array_foreach(edits, index, edit)
    {
        const char *mistake = good ? tree_edit(s->tree, edit, &s->node) : NULL;
        if (mistake != NULL)
            good = refuse(s, 422, mistake);
    }
    if (good && json_array_size(edits) > 0) {
        arb_pgn_options options = {.style = ARB_PGN_KEEP};
        size_t count = tree_path(s->tree, s->node, path, TREE_PATH_LIMIT);
        arb_tree_write_to(s->tree, &options, put_piece, &s->written);
        good = s->written.failed ? refuse(s, 503, "there is no memory for the game")
                                 : read_tree(s, s->written.at, s->written.len);
        s->node = good ? tree_follow(s->tree, path, count) : ARB_ROOT;
    }
    free(path);
    return good;
}

static void write_answer(study *s)
{
    bool written = s->written.len > 0;
    const char *text = written ? s->written.at : s->pgn;
    size_t len = written ? s->written.len : s->pgn_len;
    text_puts(&s->body, "{");
    tree_put(&s->body, s->tree, s->language, text, len);
    text_putf(&s->body, ",\"node\":%u,\"pgn\":", s->node);
    text_put_json_bytes(&s->body, text, len);
    text_puts(&s->body, "}");
    s->status = 200;
    if (s->body.len > CALL_ANSWER_LIMIT || s->work.left == 0)
        refuse_size(s);
}

static void work(task *t)
{
    study *s = (study *)t;
    if (read_tree(s, s->pgn, s->pgn_len) && change(s))
        write_answer(s);
}

static void free_study(study *s)
{
    arb_tree_free(s->tree);
    text_free(&s->written);
    text_free(&s->body);
    free(s->storage);
    json_decref(s->json);
    free(s);
}

static void finish(app *a, task *t, bool done)
{
    study *s = (study *)t;
    if (a != NULL && !done)
        app_problem(a, t->conn, 503, "the server has too much to read now", NULL);
    else if (a != NULL && s->status == 200)
        app_json(a, t->conn, 200, &s->body);
    else if (a != NULL)
        app_problem(a, t->conn, s->status, s->detail, NULL);
    free_study(s);
}

/* Takes everything that is needed from the request, so that the rest can run without it. Returns
 * false if the request has been answered. */
static bool take(study *s, call *c)
{
    const char *text;
    s->json = call_json(c);
    if (s->json == NULL)
        return false;
    s->storage = malloc(sizeof *s->storage);
    s->tree = arb_tree_new(NULL);
    if (s->storage == NULL || s->tree == NULL) {
        app_problem(c->a, c->conn, 503, "there is no memory for the game", NULL);
        return false;
    }
    s->language = call_language(c);
    s->rules = call_rules(c, s->json, s->storage, &text);
    return s->rules != NULL && call_pgn(c, s->json, &s->pgn, &s->pgn_len);
}

void api_tree(call *c)
{
    study *s = calloc(1, sizeof *s);
    if (s == NULL) {
        app_problem(c->a, c->conn, 503, "there is no memory for the game", NULL);
        return;
    }
    if (!take(s, c)) {
        free_study(s);
        return;
    }
    s->task = (task){.conn = c->conn, .work = work, .finish = finish};
    call_do(c, &s->task, &s->work, s->rules, s->pgn_len);
}
