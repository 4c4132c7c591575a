/* material_test.c: tests of the material on the board: "Q v RR", "opposite bishops". Layer:
 * collection. */
#include "collection/query/board_test.h"

#include <string.h>

static const char usage[] =
    "material is written like \"Q v RR\", \"white R v B\", \"RP* v R\" or \"opposite bishops\"";

static void skip_blanks(const char *text, size_t *at)
{
    *at += strspn(text + *at, " ");
}

static bool take_word(const char *text, size_t *at, const char *word)
{
    size_t len = strlen(word);
    char next = strncmp(text + *at, word, len) == 0 ? text[*at + len] : 'x';
    if (next != ' ' && next != '\0')
        return false;
    *at += len;
    skip_blanks(text, at);
    return true;
}

/* Reads letters, each followed by a star (any number), by a plus (one or more), or by neither. */
static bool read_side(side_material *side, const char *text, size_t *at, bool *has_pawns)
{
    static const char letters[] = "PNBRQK"; /* in the order of arb_kind */
    for (; text[*at] != ' ' && text[*at] != '\0'; ++*at) {
        const char *letter = strchr(letters, text[*at]);
        if (!letter)
            return false;
        size_t kind = ARB_PAWN + (size_t)(letter - letters);
        char sign = text[*at + 1];
        *has_pawns |= kind == ARB_PAWN;
        side->least[kind] = (uint8_t)(side->least[kind] + (sign != '*'));
        side->most[kind] = sign == '*' || sign == '+' || side->most[kind] == 255
                               ? 255
                               : (uint8_t)(side->most[kind] + 1);
        *at += sign == '*' || sign == '+';
    }
    skip_blanks(text, at);
    side->least[ARB_KING] = side->most[ARB_KING] = 1;
    return true;
}

bool material_read(board_test *t, const char *text, size_t *column, const char **why)
{
    material_test *m = &t->of.material;
    size_t at = 0;
    bool has_pawns = false;
    t->kind = BOARD_MATERIAL;
    *m = (material_test){.plies = 1};
    *why = usage;
    *column = 1;
    skip_blanks(text, &at);
    if (take_word(text, &at, "opposite") || take_word(text, &at, "same")) {
        m->bishops = text[0] == 'o' ? BISHOPS_OPPOSITE : BISHOPS_SAME;
        m->any_pieces = true;
        return take_word(text, &at, "bishops") && text[at] == '\0';
    }
    m->by_colour = take_word(text, &at, "white");
    bool ok = read_side(&m->sides[0], text, &at, &has_pawns) &&
              (take_word(text, &at, "v") || take_word(text, &at, "vs")) &&
              read_side(&m->sides[1], text, &at, &has_pawns) && text[at] == '\0';
    *column = at + 1;
    for (int side = 0; !has_pawns && side < 2; side++)
        m->sides[side].most[ARB_PAWN] = 255;
    return ok;
}

static void count_pieces(piece_count *count, const arb_position *pos)
{
    arb_size size = arb_position_size(pos);
    memset(count, 0, sizeof *count);
    count->counted = true;
    for (int rank = 0; rank < size.ranks; rank++)
        for (int file = 0; file < size.files; file++) {
            arb_piece piece = arb_position_piece(pos, arb_square_at(size, file, rank));
            arb_kind kind = piece == ARB_NO_PIECE ? ARB_NO_KIND : arb_piece_kind(piece);
            if (kind < ARB_PAWN || kind > ARB_KING)
                continue;
            arb_colour colour = arb_piece_colour(piece);
            count->of[colour][kind]++;
            if (kind == ARB_BISHOP)
                count->bishops[colour][(file + rank) % 2]++;
        }
}

static bool side_fits(const side_material *side, const uint8_t of[PIECE_KINDS])
{
    for (int kind = ARB_PAWN; kind <= ARB_KING; kind++)
        if (of[kind] < side->least[kind] || of[kind] > side->most[kind])
            return false;
    return true;
}

static bool bishops_fit(const piece_count *c, bishop_test wanted)
{
    bool one_each = c->of[ARB_WHITE][ARB_BISHOP] == 1 && c->of[ARB_BLACK][ARB_BISHOP] == 1;
    bool same = c->bishops[ARB_WHITE][0] == c->bishops[ARB_BLACK][0];
    return wanted == BISHOPS_ANY || (one_each && same == (wanted == BISHOPS_SAME));
}

static bool fits(const material_test *m, const piece_count *c)
{
    if (!bishops_fit(c, m->bishops))
        return false;
    if (m->any_pieces)
        return true;
    return (side_fits(&m->sides[0], c->of[ARB_WHITE]) &&
            side_fits(&m->sides[1], c->of[ARB_BLACK])) ||
           (!m->by_colour && side_fits(&m->sides[0], c->of[ARB_BLACK]) &&
            side_fits(&m->sides[1], c->of[ARB_WHITE]));
}

bool material_passes(const material_test *m, board_state *state, const arb_position *pos,
                     piece_count *count)
{
    if (!count->counted)
        count_pieces(count, pos);
    state->in_a_row = fits(m, count) ? state->in_a_row + 1 : 0;
    return state->in_a_row >= m->plies;
}
