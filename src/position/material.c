/* material.c: can a side still mate with its material? Layer: position. Knows no history.
 *
 * The answer is "cannot" only if that is certain, for the pieces of chess and for games that only
 * mate wins, and for material that a rule set names (dead_material.c); else it is "can". The limits
 * of a lone king, a lone knight and bishops on squares of one colour hold on boards of every size:
 * each of them attacks the squares beside a king only on one colour at a time, and the own king
 * never guards all the others. */
#include "kernel/bits/normal_move.h"
#include "position/winnable/winnable.h"

/* The pieces on the board that matter for mate. */
typedef struct {
    bool able;              /* the side has a piece that can mate, or one that may promote to it */
    unsigned knights;       /* its knights */
    unsigned bishops;       /* its bishops */
    bool bishop_on[2];      /* bishops of either side by the colour of their squares */
    bool enemy_queens_only; /* the other side has only its king and queens */
    bool shields;           /* the other side has pawns, knights or pieces that chess does not know:
                               they may stand in their own king's way without guarding it */
} census;

static void count_own(census *c, const arb_position *pos, arb_square square, arb_piece piece)
{
    arb_kind kind = arb_piece_kind(piece);
    if (kind == ARB_KNIGHT && arb__moves_as_in_chess(pos->rules, kind))
        c->knights++;
    else if (kind == ARB_BISHOP && arb__moves_as_in_chess(pos->rules, kind))
        c->bishops++;
    else if (square != pos->royal[arb_piece_colour(piece)])
        c->able = true;
}

static void count_enemy(census *c, const arb_position *pos, arb_square square, arb_piece piece)
{
    arb_kind kind = arb_piece_kind(piece);
    if (square == pos->royal[arb_piece_colour(piece)])
        return;
    if (kind != ARB_QUEEN)
        c->enemy_queens_only = false;
    if ((kind != ARB_QUEEN && kind != ARB_ROOK && kind != ARB_BISHOP) ||
        !arb__moves_as_in_chess(pos->rules, kind))
        c->shields = true;
}

/* Stops at the first piece that makes the side able to mate. */
static census take_census(const arb_position *pos, arb_colour colour)
{
    census c = {.enemy_queens_only = true};
    bool bits = pos->kernel == ARB_KERNEL_BITS;
    uint64_t pieces = pos->board.bits.colour[ARB_WHITE] | pos->board.bits.colour[ARB_BLACK];
    for (arb_square at = 0; at != ARB_NO_SQUARE && !c.able; at = arb__next_square(pos->size, at)) {
        if (bits && pieces >> at == 0)
            break;
        at = bits ? (arb_square)(at + __builtin_ctzll(pieces >> at)) : at;
        arb_piece piece = arb__piece_at(pos, at);
        if (piece == ARB_NO_PIECE)
            continue;
        if (arb_piece_kind(piece) == ARB_BISHOP)
            c.bishop_on[(arb_square_file(pos->size, at) + arb_square_rank(pos->size, at)) & 1] =
                true;
        if (arb_piece_colour(piece) == colour)
            count_own(&c, pos, at, piece);
        else
            count_enemy(&c, pos, at, piece);
    }
    return c;
}

/* Do the rules have a way to win that chess does not have, besides taking all pieces? */
static bool has_other_goals(const arb_rules *rules)
{
    return arb__has_extinction(rules) || rules->ending.goal.count != 0 ||
           rules->ending.checks != 0 || rules->capture.forced || rules->capture.explodes ||
           rules->royal.also != 0 || rules->royal.no_checks;
}

static bool won_otherwise(const arb_rules *rules)
{
    return has_other_goals(rules) || rules->ending.bereft != ARB_GOES_ON;
}

/* Does an event give the game to one side or the other? */
static bool decides(arb_effect effect)
{
    return effect == ARB_LOSES || effect == ARB_WINS;
}

bool arb__is_won_by_mate(const arb_rules *rules)
{
    return rules->ending.checkmate != ARB_WINS && rules->ending.checkmate != ARB_DRAWS &&
           !decides(rules->ending.stalemate) && !decides(rules->ending.bare);
}

bool arb__is_won_as_in_chess(const arb_rules *rules)
{
    return !won_otherwise(rules) && arb__is_won_by_mate(rules) && rules->royal.safe &&
           rules->royal.kind == ARB_KING;
}

/* Under other rules a side may win by stalemate, by baring the king or by capturing it, and then
 * material proves little. */
bool arb__mate_alone_wins(const arb_position *pos, arb_colour colour)
{
    const arb_rules *rules = pos->rules;
    if (pos->special != 0 && (won_otherwise(rules) || rules->capture.to_hand))
        return false;
    arb_colour turn = (arb_colour)pos->turn;
    arb_square enemy_royal = pos->royal[arb_other(colour)];
    arb_square waiting_royal = pos->royal[arb_other(turn)];
    if (!rules->royal.safe || rules->royal.kind != ARB_KING || enemy_royal == ARB_NO_SQUARE ||
        !arb__moves_as_in_chess(rules, ARB_KING))
        return false;
    if (!arb__is_won_by_mate(rules))
        return false;
    /* A king that can be captured at once does not arise in play; nothing is certain then. */
    return waiting_royal == ARB_NO_SQUARE || !arb__attacked(pos, NULL, waiting_royal, turn);
}

/* Has a side without a king a single piece left, against a lone king? No piece of chess mates a
 * king alone: nothing guards it beside the king, and from farther away it leaves the king a square.
 * A king that cannot be captured is never taken, so its side never loses all of its pieces. */
static bool is_lone_against_king(const arb_position *pos, arb_colour colour)
{
    const arb_rules *rules = pos->rules;
    arb_colour other = arb_other(colour);
    if (pos->royal[colour] != ARB_NO_SQUARE || pos->royal[other] == ARB_NO_SQUARE ||
        pos->size.files < 2 || pos->size.ranks < 2 || rules->board.holes.count != 0 ||
        has_other_goals(rules) || rules->capture.to_hand || !arb__is_won_by_mate(rules) ||
        !rules->royal.safe || rules->pawn.promotion_kinds >> ARB_FIRST_CUSTOM_KIND != 0)
        return false;
    for (arb_kind kind = ARB_PAWN; kind < ARB_FIRST_CUSTOM_KIND; kind++)
        if (!arb__moves_as_in_chess(rules, kind))
            return false;
    arb__side_count own = arb__count_side(pos, colour), enemy = arb__count_side(pos, other);
    unsigned chess = 0;
    for (arb_kind kind = ARB_PAWN; kind <= ARB_QUEEN; kind++)
        chess += own.of[kind];
    return own.all == 1 && chess == 1 && enemy.all == 1 && enemy.of[ARB_KING] == 1;
}

/* A quick test: nearly always one of these pieces is a pawn, rook or queen, which can mate. */
static bool can_at_a_glance(const arb_position *pos, uint64_t pieces)
{
    return pos->kernel == ARB_KERNEL_BITS &&
           (pieces & (pos->board.bits.pawns | pos->board.bits.straights)) != 0;
}

/* Does the rule set itself name material with which a side cannot win? */
static bool names_dead_material(const arb_position *pos)
{
    return pos->rules->ending.dead_material > ARB_DEAD_PROVED;
}

bool arb_position_cannot_mate(const arb_position *position, arb_colour colour)
{
    if (names_dead_material(position) && arb__cannot_win_by_rule(position, colour))
        return true;
    if (is_lone_against_king(position, colour))
        return true;
    if (can_at_a_glance(position, position->board.bits.colour[colour]))
        return false;
    census c = take_census(position, colour);
    if (c.able || !arb__mate_alone_wins(position, colour))
        return false;
    if (c.knights == 0 && c.bishops == 0)
        return true;
    /* A hole beside the enemy king blocks it like a piece of its own, so nothing more is certain on
     * such a board. */
    if (position->rules->board.holes.count != 0)
        return false;
    /* A lone knight can mate only if an enemy piece blocks the enemy king; any piece but a queen
     * can. */
    if (c.knights > 0)
        return c.knights == 1 && c.bishops == 0 && c.enemy_queens_only &&
               arb__moves_as_in_chess(position->rules, ARB_QUEEN);
    return !(c.bishop_on[0] && c.bishop_on[1]) && !c.shields;
}

bool arb_position_insufficient(const arb_position *position)
{
    return (names_dead_material(position) || !can_at_a_glance(position, ~UINT64_C(0))) &&
           arb_position_cannot_mate(position, ARB_WHITE) &&
           arb_position_cannot_mate(position, ARB_BLACK);
}

/* Are there pawns, all of them blocked by pawns or kings and unable to capture one another? Then
 * only pieces can move, and the position may be dead. Only for positions on bitboards. */
static bool pawns_are_locked(const arb_position *pos)
{
    const uint64_t not_first = UINT64_C(0xFEFEFEFEFEFEFEFE),
                   not_last = UINT64_C(0x7F7F7F7F7F7F7F7F);
    if (pos->kernel != ARB_KERNEL_BITS || pos->board.bits.pawns == 0)
        return false;
    uint64_t pawns = pos->board.bits.pawns;
    uint64_t free = pos->board.bits.area & ~pawns & ~pos->board.bits.kings;
    uint64_t white = pawns & pos->board.bits.colour[ARB_WHITE], black = pawns & ~white;
    uint64_t taken = (white & not_first) << 7 | (white & not_last) << 9;
    return (((white << 8) | (black >> 8)) & free) == 0 && (taken & black) == 0;
}

const arb_position *arb__on_bits(const arb_position *pos, arb_position *twin)
{
    arb_setup setup;
    if (pos->kernel == ARB_KERNEL_BITS || !arb_rules_fit_bits(pos->rules, pos->size))
        return pos;
    arb_position_setup(pos, ARB_EP_ALWAYS, &setup);
    arb_faults faults = arb_position_set(twin, pos->rules, &setup, ARB_KERNEL_BITS,
                                         ARB_FAULT_UNREACHABLE | ARB_FAULT_OPPOSITE_CHECK);
    if (faults != 0)
        return pos;
    twin->budget = pos->budget;
    return twin;
}

enum { FEW_MOVES = 2 };

/* The first legal moves of a position, one more than are few. */
typedef struct {
    arb_move move[FEW_MOVES + 1];
    unsigned count;
} few_moves;

static bool one_more(void *moves, arb_move move)
{
    few_moves *few = (few_moves *)moves;
    few->move[few->count++] = move;
    return few->count <= FEW_MOVES;
}

/* Does each of these moves leave the other side without a move? */
static bool are_last(const arb_position *pos, const few_moves *few)
{
    for (unsigned i = 0; i < few->count; i++) {
        arb_position next;
        arb_undo undo;
        arb_position_copy(&next, pos);
        arb__play(&next, few->move[i], &undo);
        if (arb_position_has_move(&next))
            return false;
    }
    return true;
}

/* For chess: do steps of the king alone show that there are more moves than few or, if several
 * pieces could mate, that the game goes on behind one? They cost less than a list of all moves. */
static bool king_shows_enough(const arb_position *pos, bool several)
{
    arb_colour turn = (arb_colour)pos->turn;
    arb_square king = pos->royal[turn];
    uint64_t set = arb__king_steps[king] & ~pos->board.bits.colour[turn];
    for (unsigned count = 0; set != 0; set &= set - 1) {
        unsigned to = arb__first(set);
        if (!arb__king_safe_on(pos, turn, to, king, to, 0, true))
            continue;
        few_moves step = {.move = {arb_move_of(king, (arb_square)to, ARB_NO_KIND, ARB_NORMAL)},
                          .count = 1};
        if (++count > FEW_MOVES || (several && !are_last(pos, &step)))
            return true;
    }
    return false;
}

/* Can a pawn of the side that waits step? */
static bool waiting_pawn_steps(const arb_position *pos)
{
    arb_colour waits = arb_other((arb_colour)pos->turn);
    const uint64_t *colour = pos->board.bits.colour;
    uint64_t steps = arb__ahead(pos->board.bits.pawns & colour[waits], waits);
    return (steps & ~colour[ARB_WHITE] & ~colour[ARB_BLACK]) != 0;
}

/* May the side that waits have no move, whatever is played? Then it may be stalemated. In check the
 * piece that gives it seems to move, because it could take the king. */
static bool may_be_stuck(const arb_position *pos)
{
    arb_colour turn = (arb_colour)pos->turn, waits = arb_other(turn);
    const uint64_t *colour = pos->board.bits.colour;
    uint64_t pawns = pos->board.bits.pawns & colour[waits];
    if (waiting_pawn_steps(pos))
        return false;
    if (arb_position_in_check(pos, turn))
        return (colour[waits] & ~pawns & ~pos->board.bits.kings) == 0;
    return !arb__has_move(pos, waits);
}

/* For chess: with a knight and another piece, or with bishops on squares of both colours, a side
 * can mate. */
static bool can_with_minors(const arb_position *pos, uint64_t own)
{
    const uint64_t dark = UINT64_C(0xAA55AA55AA55AA55);
    uint64_t knights = own & pos->board.bits.knights, bishops = own & pos->board.bits.diagonals;
    return pos->chess && ((knights != 0 && ((knights & (knights - 1)) | bishops) != 0) ||
                          ((bishops & dark) != 0 && (bishops & ~dark) != 0));
}

static uint64_t without_one(uint64_t set)
{
    return set & (set - 1);
}

/* Counting them would call a function where the machine has no instruction for it. */
static bool has_three(uint64_t set)
{
    return arb__several(without_one(set));
}

/* The squares beside a king that neither a piece nor an attack of a pawn keeps it from. */
static uint64_t first_steps(const arb_position *pos, arb_colour us)
{
    arb_colour them = arb_other(us);
    uint64_t all = pos->board.bits.colour[us] | pos->board.bits.colour[them];
    uint64_t pawns = pos->board.bits.pawns & pos->board.bits.colour[them];
    return arb__king_steps[pos->royal[us]] & ~all & ~arb__pawn_attacks(pawns, them);
}

/* Can the king walk to few squares only? Nearly always its first steps answer. */
static bool is_shut_in(const arb_position *pos, arb_colour us)
{
    return !has_three(first_steps(pos, us)) &&
           !has_three(without_one(arb__king_roams(pos, us, false)));
}

/* The quick test that most games of chess pass. The pawn that steps shows that pawns are not locked
 * and that the side which waits is not stuck. There is one branch, because hardly any of the
 * questions can be predicted. */
static bool can_at_a_look(const arb_position *pos, uint64_t own)
{
    unsigned white_roams = has_three(first_steps(pos, ARB_WHITE));
    unsigned black_roams = has_three(first_steps(pos, ARB_BLACK));
    unsigned middlegame = arb__is_middlegame(pos), steps = waiting_pawn_steps(pos);
    unsigned several = arb__several(own & (pos->board.bits.pawns | pos->board.bits.straights));
    return (several & steps & (middlegame | (white_roams & black_roams))) != 0 &&
           !arb_position_in_check(pos, (arb_colour)pos->turn);
}

bool arb_position_win_in_doubt(const arb_position *position, arb_colour side)
{
    few_moves few = {.count = 0};
    uint64_t own = position->board.bits.colour[side];
    if (position->chess && can_at_a_look(position, own))
        return false;
    if ((!can_at_a_glance(position, own) && !can_with_minors(position, own)) ||
        pawns_are_locked(position) || may_be_stuck(position) ||
        (position->chess && !arb__is_middlegame(position) &&
         (is_shut_in(position, ARB_WHITE) || is_shut_in(position, ARB_BLACK))))
        return true;
    /* With few legal moves the only piece that could mate may be lost by force, and in check so may
     * the game. */
    own &= position->board.bits.pawns | position->board.bits.straights;
    bool check = arb_position_in_check(position, (arb_colour)position->turn);
    bool several = arb__several(own);
    if ((several && !check) || (position->chess && king_shows_enough(position, several)))
        return false;
    arb_position_each_move(position, one_more, &few);
    return few.count <= FEW_MOVES && (!several || are_last(position, &few));
}
