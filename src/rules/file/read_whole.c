/* read_whole.c: derives and checks what depends on several statements of a rule-set file. Layer:
 * rules. */
#include <string.h>

#include "rules/file/rule_file.h"

static bool stated(const arb__reader *reader, arb__key key)
{
    return reader->keys[key].stated;
}

static void settle_name(arb__reader *reader)
{
    arb_rules *rules = &reader->rules;
    if (!stated(reader, ARB__KEY_NAME))
        arb__mistake_at(reader, reader->len, "the rule set has no name: state 'name'");
    if (!stated(reader, ARB__KEY_TITLE)) {
        memset(rules->title, 0, sizeof rules->title);
        memcpy(rules->title, rules->name, sizeof rules->name);
    }
    if (!stated(reader, ARB__KEY_ALIASES)) /* aliases are not inherited */
        memset(rules->aliases, 0, sizeof rules->aliases);
}

/* A pawn cannot promote to a kind that the rule set has dropped. If no kind is left, it stays a
 * pawn. */
static void settle_promotion(arb_rules *rules)
{
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++) {
        if (rules->kinds[kind].letter == 0)
            rules->pawn.promotion_kinds &= ~(1u << kind);
    }
    if (rules->pawn.promotion_kinds == 0)
        rules->pawn.promotion_rows = rules->pawn.optional_rows = 0;
}

static bool has_hops(const arb_rules *rules)
{
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++)
        for (int i = 0; i < rules->kinds[kind].slide_count; i++)
            if (rules->kinds[kind].slides[i].how & ARB_STEP_HOPS)
                return true;
    return false;
}

void arb__settle(arb__reader *reader)
{
    arb_rules *rules = &reader->rules;
    settle_name(reader);
    /* One move can let any number of hoppers give check, so no number of checks is a fault. */
    if (!stated(reader, ARB__KEY_FAULTS) && has_hops(rules))
        rules->board.faults &=
            ~(uint32_t)(ARB_FAULT_TOO_MANY_CHECKERS | ARB_FAULT_IMPOSSIBLE_CHECK);
    if (!stated(reader, ARB__KEY_PROMOTION) && !stated(reader, ARB__KEY_PROMOTION_ROWS))
        settle_promotion(rules);
    if (rules->royal.kind == ARB_NO_KIND) {
        if (!stated(reader, ARB__KEY_KING_SAFETY))
            rules->royal.safe = false;
        if (!stated(reader, ARB__KEY_KINGS)) {
            rules->royal.min = 0;
            rules->royal.max = 255;
        }
    }
}

/* Reports a contradiction at the statement of `key`, else at that of `otherwise`. */
static void mistake_if(arb__reader *reader, bool wrong, arb__key key, arb__key otherwise,
                       const char *text)
{
    if (wrong)
        arb__mistake_at(reader, arb__where(reader, key, otherwise), text);
}

static void check_royal(arb__reader *reader)
{
    const arb_rules *rules = &reader->rules;
    bool none = rules->royal.kind == ARB_NO_KIND;
    mistake_if(reader, none && rules->royal.safe, ARB__KEY_KING_SAFETY, ARB__KEY_ROYAL,
               "there is no royal piece to keep safe");
    mistake_if(reader, none && rules->royal.min > 0, ARB__KEY_KINGS, ARB__KEY_ROYAL,
               "there is no royal piece to count");
    mistake_if(reader, !none && rules->kinds[rules->royal.kind].letter == 0, ARB__KEY_PIECES,
               ARB__KEY_ROYAL, "the royal piece has gone: state 'royal = none' or another one");
}

static void check_promotion(arb__reader *reader)
{
    const arb_rules *rules = &reader->rules;
    uint32_t kinds = rules->pawn.promotion_kinds;
    uint32_t safe =
        rules->royal.safe && rules->royal.kind != ARB_NO_KIND ? 1u << rules->royal.kind : 0;
    bool somewhere = rules->pawn.promotion_rows != 0 || rules->pawn.promotion_area.count != 0;
    mistake_if(reader, (kinds >> ARB_PAWN & 1u) != 0, ARB__KEY_PROMOTION, ARB__KEY_ROYAL,
               "a pawn cannot become a pawn");
    mistake_if(reader, (kinds & safe) != 0, ARB__KEY_PROMOTION, ARB__KEY_ROYAL,
               "a pawn cannot become the royal piece");
    for (arb_kind kind = ARB_KNIGHT; kind < ARB_KIND_LIMIT; kind++)
        mistake_if(reader, (rules->kinds[kind].becomes & safe) != 0, ARB__KEY_PROMOTION,
                   ARB__KEY_ROYAL, "no piece can become the royal piece");
    mistake_if(reader, (rules->pawn.optional_rows & ~rules->pawn.promotion_rows) != 0,
               ARB__KEY_PROMOTION_OPTIONAL, ARB__KEY_PROMOTION_ROWS,
               "a promotion can be optional only on a row that has one");
    mistake_if(reader, (kinds == 0) == somewhere, ARB__KEY_PROMOTION_ROWS, ARB__KEY_PROMOTION,
               "'promotion' and 'promotion-rows' are both 'no' or neither");
}

static bool off_board(const arb_rules *rules, const int8_t files[2])
{
    return files[0] >= rules->board.size.files || files[1] >= rules->board.size.files;
}

static void check_castling_files(arb__reader *reader)
{
    const arb_rules *rules = &reader->rules;
    const int8_t king[2] = {rules->castling.king_file, rules->castling.king_file};
    const int8_t *rook = rules->castling.rook_file;
    bool fixed = !rules->castling.any_home;
    arb__key key = off_board(rules, rules->castling.king_to)   ? ARB__KEY_CASTLING_KING_TO
                   : off_board(rules, rules->castling.rook_to) ? ARB__KEY_CASTLING_ROOKS_TO
                   : fixed && off_board(rules, king)           ? ARB__KEY_CASTLING_KING
                   : fixed && off_board(rules, rook)           ? ARB__KEY_CASTLING_ROOKS
                                                               : ARB__KEY_COUNT;
    if (key != ARB__KEY_COUNT) {
        mistake_if(reader, true, key, ARB__KEY_BOARD,
                   "castling does not fit the board: state its files ('castling-king' and so on) "
                   "or 'castling = no'");
        return;
    }
    mistake_if(reader, fixed && (rook[ARB_KING_SIDE] <= *king || rook[ARB_QUEEN_SIDE] >= *king),
               ARB__KEY_CASTLING_ROOKS, ARB__KEY_CASTLING_KING,
               "the rook of the king's side stands right of the king, the other left");
    for (int side = ARB_KING_SIDE; side <= ARB_QUEEN_SIDE; side++) {
        int king_to = rules->castling.king_to[side], way = king_to - *king;
        mistake_if(reader, king_to == rules->castling.rook_to[side], ARB__KEY_CASTLING_ROOKS_TO,
                   ARB__KEY_CASTLING_KING_TO, "king and rook cannot arrive on one square");
        mistake_if(reader, fixed && way >= -1 && way <= 1, ARB__KEY_CASTLING_KING_TO,
                   ARB__KEY_CASTLING_KING,
                   "a king that castles goes two files or more: less would look like a step");
    }
}

static void check_castling(arb__reader *reader)
{
    const arb_rules *rules = &reader->rules;
    if (!rules->castling.allowed)
        return;
    mistake_if(reader, rules->kinds[ARB_ROOK].letter == 0 || rules->royal.kind == ARB_NO_KIND,
               ARB__KEY_ROYAL, ARB__KEY_PIECES,
               "castling needs a royal piece and a rook: state 'castling = no'");
    /* On wider boards K and Q would also be letters of files. */
    mistake_if(reader, rules->castling.any_home && rules->board.size.files > 10, ARB__KEY_CASTLING,
               ARB__KEY_BOARD, "'any-home' needs a board of at most 10 files");
    check_castling_files(reader);
}

/* A count of 1 is a mistake: every position has occurred once. */
static void check_endings(arb__reader *reader)
{
    const arb_rules *rules = &reader->rules;
    bool goal = rules->ending.goal.count != 0;
    mistake_if(reader, rules->ending.claim_repetitions == 1, ARB__KEY_CLAIM_REPETITIONS,
               ARB__KEY_PARENT, "a repetition counts from 2 on");
    mistake_if(reader, rules->ending.auto_repetitions == 1, ARB__KEY_AUTO_REPETITIONS,
               ARB__KEY_PARENT, "a repetition counts from 2 on");
    mistake_if(reader, goal && rules->royal.kind == ARB_NO_KIND, ARB__KEY_GOAL, ARB__KEY_ROYAL,
               "there is no royal piece to reach a goal");
    mistake_if(reader, !goal && rules->ending.goal_answer, ARB__KEY_GOAL_ANSWER, ARB__KEY_GOAL,
               "there is no goal to answer: state 'goal'");
    mistake_if(reader, rules->ending.checks > 99, ARB__KEY_CHECKS_WIN, ARB__KEY_PARENT,
               "at most 99 checks can be counted");
}

/* The most squares that a piece of this kind can reach: the cost of following its attacks. */
static uint64_t steps_of(const arb_kind_rule *rule, uint64_t side)
{
    uint64_t steps = rule->leap_count;
    for (unsigned i = 0; i < rule->slide_count; i++) {
        int files = rule->slides[i].files, ranks = rule->slides[i].ranks;
        int stride = files * files > ranks * ranks ? files : ranks;
        steps += side / (uint64_t)(stride < 0 ? -stride : stride == 0 ? 1 : stride);
    }
    return steps;
}

/* If every piece of some kind is royal, each move is tested by following every enemy piece
 * (grid_hunt.c). The bound assumes that each side fills half of the board. The real cost is at most
 * a tenth of it, because pieces block one another. */
static void check_cost(arb__reader *reader)
{
    const arb_rules *rules = &reader->rules;
    const uint64_t most = UINT64_C(10000000000); /* docs/rule-sets.md */
    uint64_t side = rules->board.any_size                               ? ARB_SIDE_LIMIT
                    : rules->board.size.files > rules->board.size.ranks ? rules->board.size.files
                                                                        : rules->board.size.ranks;
    uint64_t pieces = rules->board.any_size
                          ? ARB_SQUARE_LIMIT / 2u
                          : rules->board.size.files * rules->board.size.ranks / 2u;
    uint64_t steps = 0, lines = 0;
    if (rules->royal.also == 0 || (!rules->royal.safe && !rules->royal.no_checks))
        return;
    if ((rules->board.faults & ARB_FAULT_TOO_MANY_WHITE_PIECES) != 0 &&
        (rules->board.faults & ARB_FAULT_TOO_MANY_BLACK_PIECES) != 0 &&
        rules->board.max_pieces != 0 && rules->board.max_pieces < pieces)
        pieces = rules->board.max_pieces;
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++) {
        const arb_kind_rule *rule = &rules->kinds[kind];
        uint64_t own = rule->letter != 0 ? steps_of(rule, side) : 0;
        uint64_t work = 2u + rule->leap_count + 8u * rule->slide_count;
        steps = own > steps ? own : steps;
        lines = rule->letter != 0 && work > lines ? work : lines;
    }
    mistake_if(reader, pieces * steps * pieces * lines > most, ARB__KEY_ROYAL, ARB__KEY_PARENT,
               "so many royal pieces and steps would cost too much: state fewer steps, a smaller "
               "board or 'max-pieces'");
}

void arb__check_whole(arb__reader *reader)
{
    check_cost(reader);
    check_royal(reader);
    check_promotion(reader);
    check_castling(reader);
    check_endings(reader);
}
