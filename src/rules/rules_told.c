/* rules_told.c: what is special about a rule set, in sentences for players: how it differs from
 * chess. Layer: rules. Each sentence tells one field of the rule set. */
#include "base/language.h"

typedef struct {
    arb__speech speech;
    const arb_rules *rules;
    size_t left; /* sentences to skip */
    bool done;
    unsigned number;
    arb_kind kind;
} teller;

static const char *noun_of(const arb__speech *speech, char place)
{
    const teller *t = (const teller *)speech;
    (void)place;
    return t->rules->kinds[t->kind].name;
}

/* %f and %r the files and ranks of the board, %n a number, %k a kind of piece. */
static void put_part(arb__speech *speech, char place)
{
    const teller *t = (const teller *)speech;
    if (place == 'k')
        arb__put_noun(&speech->out, speech->language, noun_of(speech, place), speech->oblique);
    else
        arb__put_number(&speech->out, place == 'f'   ? t->rules->board.size.files
                                      : place == 'r' ? t->rules->board.size.ranks
                                                     : t->number);
}

/* Is this the sentence that was asked for? Then the caller writes it. */
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
        arb__say(&t->speech, text);
}

static void tell_effect(teller *t, arb_effect effect, const char *who, arb_effect in_chess)
{
    if (!is_due(t, effect != in_chess && effect != ARB_GOES_ON))
        return;
    arb__say(&t->speech, who);
    arb__say(&t->speech, effect == ARB_WINS    ? " wins."
                         : effect == ARB_LOSES ? " loses."
                                               : " has drawn the game.");
}

static void tell_board(teller *t)
{
    arb_size size = t->rules->board.size;
    tell(t, size.files != 8 || size.ranks != 8, "The board has %f columns and %r rows.");
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
    t->number = r->ending.checks;
    tell(t, r->ending.checks != 0, "Who gives %n checks wins.");
    tell(t, r->ending.goal.count != 0, "Whose king reaches a marked square wins.");
    tell(t, r->ending.goal_answer, "Black may answer White's arrival by its own: drawn.");
    bool king = r->royal.kind != ARB_NO_KIND;
    tell_effect(t, r->ending.stalemate,
                king ? "Who has no legal move, and is not in check," : "Who has no legal move",
                ARB_DRAWS);
    tell_effect(t, king ? r->ending.checkmate : ARB_LOSES, "Who is checkmated", ARB_LOSES);
    tell_effect(t, r->ending.bare, "Who has nothing left but the king", ARB_GOES_ON);
    tell_effect(t, r->ending.bereft, "Who has no piece left", ARB_GOES_ON);
    for (t->kind = 1; t->kind < ARB_KIND_LIMIT; t->kind++)
        tell(t, r->ending.extinct[t->kind] != 0 && r->kinds[t->kind].letter != '\0',
             r->ending.extinct[t->kind] == 1 ? "Who has no %k left loses."
                                             : "Who has only one %k left loses.");
}

/* Pieces that chess does not have. */
static void tell_pieces(teller *t)
{
    char text[512];
    for (arb_kind kind = ARB_FIRST_CUSTOM_KIND; kind < ARB_KIND_LIMIT; kind++)
        if (is_due(t, t->rules->kinds[kind].letter != '\0')) {
            arb_piece_moves_text_in(t->rules, kind, t->speech.language, text, sizeof text);
            arb__put_text(&t->speech.out, text);
        }
}

size_t arb_rules_told_in(const arb_rules *rules, size_t index, arb_language language, char *buf,
                         size_t cap)
{
    teller t = {.speech = {arb__writer_on(buf, cap), language, false, put_part, noun_of},
                .rules = rules,
                .left = index};
    tell_board(&t);
    tell_moves(&t);
    tell_ends(&t);
    tell_pieces(&t);
    return t.speech.out.len;
}

size_t arb_rules_told(const arb_rules *rules, size_t index, char *buf, size_t cap)
{
    return arb_rules_told_in(rules, index, ARB_ENGLISH, buf, cap);
}
