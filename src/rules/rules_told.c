/* rules_told.c: what is special about a rule set, in sentences for players: how it differs from
 * chess. Layer: rules. Each sentence tells one field of the rule set. */
#include "arbiter.h"
#include "base/text.h"

typedef struct {
    arb__writer out;
    const arb_rules *rules;
    size_t left; /* sentences to pass over */
    bool done;
} teller;

/* Is this sentence the one that is asked for? Then its text is to be written. */
static bool is_due(teller *t, bool holds)
{
    if (!holds || t->done)
        return false;
    t->done = t->left == 0;
    t->left -= t->left > 0;
    return t->done;
}

static void tell(teller *t, bool holds, const char *text)
{
    if (is_due(t, holds))
        arb__put_text(&t->out, text);
}

static void tell_number(teller *t, bool holds, const char *before, unsigned number,
                        const char *after)
{
    if (!is_due(t, holds))
        return;
    arb__put_text(&t->out, before);
    arb__put_number(&t->out, number);
    arb__put_text(&t->out, after);
}

static void tell_effect(teller *t, arb_effect effect, const char *who, arb_effect usual)
{
    if (!is_due(t, effect != usual && effect != ARB_GOES_ON))
        return;
    arb__put_text(&t->out, who);
    arb__put_text(&t->out, effect == ARB_WINS    ? " wins."
                           : effect == ARB_LOSES ? " loses."
                                                 : " has drawn the game.");
}

static void tell_board(teller *t)
{
    arb_size size = t->rules->board.size;
    if (is_due(t, size.files != 8 || size.ranks != 8)) {
        arb__put_text(&t->out, "The board has ");
        arb__put_number(&t->out, size.files);
        arb__put_text(&t->out, " columns and ");
        arb__put_number(&t->out, size.ranks);
        arb__put_text(&t->out, " rows.");
    }
    tell(t, t->rules->board.any_size, "It is played on boards of any size.");
    tell(t, t->rules->board.holes.count != 0, "Some places of the board are no squares.");
}

static void tell_moves(teller *t)
{
    const arb_rules *r = t->rules;
    tell(t, r->capture.forced, "Who can capture must.");
    tell(t, r->capture.explodes,
         "A capture explodes: with what is taken go the piece that took it and "
         "all pieces but pawns around it.");
    tell(t, r->capture.to_hand,
         "What is taken changes sides: it may be dropped on an empty square in "
         "place of a move.");
    tell(t, r->royal.no_checks, "No move may give check.");
    tell(t, r->royal.kind != ARB_NO_KIND && !r->royal.safe && r->ending.captured == ARB_LOSES,
         "A king may be left to be taken; who loses it loses the game.");
    tell(t, r->royal.kind == ARB_NO_KIND, "The king is a piece like any other, and may be taken.");
    tell(t, !r->castling.allowed, "There is no castling.");
    tell(t, r->castling.allowed && r->castling.any_home,
         "King and rooks start anywhere on the home row; castled, they stand as in chess.");
    tell(t, (r->pawn.double_rows & (r->pawn.double_rows - 1u)) != 0,
         "Pawns may step two squares from more than one row.");
    tell(t, r->royal.also != 0, "Some pieces may not be left attacked, as the king may not.");
    tell(t, r->kinds[ARB_PAWN].leap_count + r->kinds[ARB_PAWN].slide_count > 0,
         "Pawns move and take in a way of their own.");
    tell(t, r->pawn.double_rows == 0 && r->pawn.double_area.count == 0,
         "Pawns step one square only.");
    tell(t, r->pawn.promotion_rows == 0 && r->pawn.promotion_area.count == 0,
         "Pawns do not promote.");
}

static void tell_ends(teller *t)
{
    const arb_rules *r = t->rules;
    tell_number(t, r->ending.checks != 0, "Who gives ", r->ending.checks, " checks wins.");
    tell(t, r->ending.goal.count != 0, "Whose king reaches a marked square wins.");
    tell(t, r->ending.goal_answer, "Black may answer White's arrival by its own: drawn.");
    bool king = r->royal.kind != ARB_NO_KIND;
    tell_effect(t, r->ending.stalemate,
                king ? "Who has no legal move, and is not in check," : "Who has no legal move",
                ARB_DRAWS);
    tell_effect(t, king ? r->ending.checkmate : ARB_LOSES, "Who is checkmated", ARB_LOSES);
    tell_effect(t, r->ending.bare, "Who has nothing left but the king", ARB_GOES_ON);
    tell_effect(t, r->ending.bereft, "Who has no piece left", ARB_GOES_ON);
    for (arb_kind kind = 1; kind < ARB_KIND_LIMIT; kind++)
        if (is_due(t, r->ending.extinct[kind] != 0 && r->kinds[kind].letter != '\0')) {
            arb__put_text(&t->out,
                          r->ending.extinct[kind] == 1 ? "Who has no " : "Who has only one ");
            arb__put_text(&t->out, r->kinds[kind].name);
            arb__put_text(&t->out, " left loses.");
        }
}

/* Pieces that chess does not have. */
static void tell_pieces(teller *t)
{
    char text[256];
    for (arb_kind kind = ARB_FIRST_CUSTOM_KIND; kind < ARB_KIND_LIMIT; kind++)
        if (is_due(t, t->rules->kinds[kind].letter != '\0')) {
            arb_piece_moves_text(t->rules, kind, text, sizeof text);
            arb__put_text(&t->out, text);
        }
}

size_t arb_rules_told(const arb_rules *rules, size_t index, char *buf, size_t cap)
{
    teller t = {arb__writer_on(buf, cap), rules, index, false};
    tell_board(&t);
    tell_moves(&t);
    tell_ends(&t);
    tell_pieces(&t);
    return t.out.len;
}
