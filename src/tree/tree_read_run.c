/* tree_read_run.c: stretches of moves in strict SAN, played by a run (notation/run.c). Layer: tree.
 *
 * A run plays past comments, NAGs and numbers and reports the moves only. So the text that it took
 * is read a second time: its moves become nodes, its comments and NAGs become their notes. */
#include "base/inline.h"
#include "notation/pgn_chars.h"
#include "tree/tree_read.h"

/* The number of bytes from `begin` on that one run is given. No word is cut. */
static size_t run_length(const arb__reading *r, size_t begin)
{
    size_t len = r->in.len - begin;
    if (len <= ARB__RUN_BYTES)
        return len;
    len = ARB__RUN_BYTES;
    while (len > 0 && !arb__is_blank(r->text[begin + len]))
        len--;
    return len;
}

/* Is this a blank, or part of a move number? No move in strict SAN begins so. */
ARB__INLINE bool is_between(char c)
{
    const uint64_t set = UINT64_C(0x03FF000000003E00) | UINT64_C(1) << 0x1A | UINT64_C(1) << ' ' |
                         UINT64_C(1) << '.'; /* the first constant: digits, and \t to \r */
    unsigned char byte = (unsigned char)c;
    return byte < 64 && (set >> byte & 1) != 0;
}

/* Takes a comment or NAG, if one begins here, and returns the place behind it. */
static size_t take_note(arb__reading *r, size_t at, size_t end)
{
    const char *text = r->text;
    size_t begin = at;
    if (text[at] == '{') {
        const char *close = (const char *)memchr(text + at, '}', end - at);
        at = close ? (size_t)(close - text) : end;
        arb__read_note(r, ARB_NOTE_COMMENT, begin + 1, at, 0);
        return at + 1;
    }
    if (text[at] == '$') {
        do
            at++;
        while (arb__is_digit(text[at]));
    } else {
        while (text[at] == '!' || text[at] == '?')
            at++;
    }
    if (at > begin)
        arb__read_nag(r, begin, at);
    return at;
}

/* Takes everything in front of the next move that the run has played, and returns where that move
 * begins. Only blanks, numbers, closed comments and NAGs can stand there, and the move follows them
 * before `end`. */
ARB__INLINE size_t take_between(arb__reading *r, size_t at, size_t end)
{
    for (;;) {
        size_t begin = at;
        while (is_between(r->text[at]))
            at++;
        if (ARB__LIKELY(arb__is_letter(r->text[at])))
            return at;
        at = take_note(r, at, end);
        if (ARB__UNLIKELY(at == begin))
            return at;
    }
}

/* Adds a node behind the last one, which has no child yet. No notes wait for it. */
ARB__INLINE bool add_behind(arb__reading *r, arb_move move, size_t place)
{
    arb_tree *tree = r->tree;
    arb_node parent = r->node, node = tree->node_count;
    uint32_t distance = tree->nodes[parent].distance + 1u;
    if (ARB__UNLIKELY(node == tree->node_cap || distance >= 2 * tree->board_spacing ||
                      tree->node_free != ARB_NO_NODE))
        return arb__read_add(r, NODE_MOVE, move, place);
    tree->nodes[node] = (arb__node){.parent = parent,
                                    .child = ARB_NO_NODE,
                                    .next = ARB_NO_NODE,
                                    .prev = node,
                                    .move = move,
                                    .place = (uint32_t)place,
                                    .distance = (uint16_t)distance,
                                    .kind = NODE_MOVE};
    tree->nodes[parent].child = node;
    tree->node_count++;
    tree->live++;
    r->node = node;
    return true;
}

bool arb__read_run(arb__reading *r)
{
    size_t at = r->token.begin;
    uint64_t plies;
    if (!r->run.fits)
        return false;
    size_t len = run_length(r, at);
    r->run.moves = r->run_moves;
    r->run.cap = ARB__RUN_MOVES;
    r->run.room = r->in.len - at - len;
    size_t end = at + arb_run_score(&r->run, &r->cursor.position, r->text + at, len, &plies);
    if (plies == 0)
        return false;
    if (!arb__read_add(r, NODE_MOVE, r->run_moves[0], at))
        return true;
    for (uint64_t i = 1; i < plies; i++) {
        while (!arb__ends_word(r->text[at]))
            at++;
        at = take_between(r, at, end);
        if (!add_behind(r, r->run_moves[i], at) || r->status != ARB_OK)
            return true;
    }
    r->cursor.undo = r->run.last;
    r->cursor.has_undo = r->has_moves = true;
    r->in.at = end;
    r->in.line_start = r->in.after_tag = false;
    return true;
}
