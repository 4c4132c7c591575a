/* test_run.c: compares runs through a game score with the lenient reader and with arb_game, which
 * knows how often a position occurred and when a game was over. */
#include "games.h"
#include "positions.h"
#include "run_machines.h"

#include "tests/property/random.h"

/* Runs through the text and returns the number of plies that were read; `position` is then the
 * position after them. */
static uint64_t plies_of(arb_position *position, const char *text, size_t *taken, int machine)
{
    arb_run run;
    uint64_t plies;
    arb_run_start(&run, position, NULL);
    size_t bytes =
        arb__run_score_by(run_machines[machine], &run, position, text, strlen(text), &plies);
    if (taken)
        *taken = bytes;
    return plies;
}

/* A run reads exact strict SAN and stops before anything else. */
TEST(only_what_is_written_as_it_should_be_is_taken)
{
    static const char *const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    static const char *const knights = "4k3/8/8/8/8/1N3N2/8/N3K3 w - - 0 1";
    static const char *const rooks = "4k3/8/8/R6R/8/8/8/R6K w - - 0 1";
    static const char *const castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    static const char *const pawns = "4k3/1P6/8/2pP4/8/8/8/4K3 w - c6 0 1";
    static const struct {
        const char *fen, *text;
        uint64_t plies;
        size_t taken;
    } cases[] = {
        {start, "1. e4 e5 2. Nf3", 3, 15},
        {start, "1.e4 e5 2.Nf3 ", 3, 13},
        {start, "1. e4 1... e5", 2, 13},
        {start, "1. e4 1. e5", 2, 11},
        {start, "1... e4", 1, 7},
        {start, "1. 1. e4", 1, 8},
        {start, "1............ e4", 1, 16},
        {start, "1 e4", 0, 0},
        {start, "01. e4", 0, 0},
        {start, "... e4", 0, 0},
        {start, "1. ... e4", 0, 0},
        {start, "2. e4", 0, 0},
        {start, "1. e4 e5 3. Nf3", 2, 8},
        {start, "1. e4 e5 2 Nf3", 2, 8},
        {start, "1. e4 {a} $1 e5 ! 2. Nf3", 3, 24},
        {start, "1. e4 {a $1 e5", 1, 5},
        {start, "1. e4 $1 {a e5", 1, 5},
        {start, "1. e4 $ e5 $1Nf3", 3, 16},
        {start, "1. e4 {a}{b}e5", 2, 14},
        {start, "1. e4 ; a\ne5", 1, 5},
        {start, "e4\n\ne5", 1, 2},
        {start, "e4\n \t\ne5", 1, 2},
        {start, "e4 {a}\n\ne5", 1, 2},
        {start, "\ne4", 1, 3},
        {start, "\n\ne4", 0, 0},
        {start, "%e4", 0, 0},
        {start, "\n%e4\ne4", 0, 0},
        {start, "e4\n[Event \"a\"]\ne5", 1, 2},
        {start, "e4\ne5", 2, 5},
        {start, "e4\n%e5\nd5", 1, 2},
        {start, "e4\r\ne5", 2, 6},
        {start, "e4 (d4) e5", 1, 2},
        {start, "e5", 0, 0},
        {start, "i4", 0, 0},
        {start, "e0", 0, 0},
        {start, "e9", 0, 0},
        {start, "Nf3+", 0, 0},
        {start, "Nf3#", 0, 0},
        {start, "Ngf3", 0, 0},
        {start, "Nxf3", 0, 0},
        {start, "nf3", 0, 0},
        {start, "N", 0, 0},
        {start, "", 0, 0},
        {start, "f3 e5 g4 Qh4#", 4, 13},
        {start, "f3 e5 g4 Qh4+", 3, 8},
        {start, "f3 e5 g4 Qh4", 3, 8},
        {start, "e4 f5 Qh5+ g6", 4, 13},
        {start, "e4 f5 Qh5 g6", 2, 5},
        {start, "e4 f5 Qh5# g6", 2, 5},
        {start, "e4 f5 Qh5+ a6", 3, 10},
        {start, "e4!? e5", 2, 7},
        {start, "e4!?e5??Nf3!", 3, 11},
        {start, "e4\te5", 2, 5},
        {start, "\te4 \v\f\x1A e5\n\rNf3", 3, 15},
        {start, "e4}e5", 1, 2},
        {start, "e4x", 0, 0},
        {start, "e4= e5", 0, 0},
        {start, "e4 e5 1-0", 2, 5},
        {start, "e4 e5 *", 2, 5},
        {knights, "Nbd2", 1, 4},
        {knights, "Nfd2", 1, 4},
        {knights, "Nd2", 0, 0},
        {knights, "N3d2", 0, 0},
        {knights, "Nb3d2", 0, 0},
        {knights, "Nid2", 0, 0},
        {knights, "N`d2", 0, 0},
        {knights, "N9d2", 0, 0},
        {knights, "Ni3d2", 0, 0},
        {knights, "N`3d2", 0, 0},
        {knights, "Nb9d2", 0, 0},
        {knights, "Nb0d2", 0, 0},
        {knights, "Nb4d2", 0, 0},
        {knights, "Nad2", 0, 0},
        {knights, "Nb3xd2", 0, 0},
        {knights, "Nc2", 1, 3},
        {knights, "Nc9", 0, 0},
        {knights, "Nd0", 0, 0},
        {"4k3/8/8/8/8/6N1/8/4K3 w - - 0 1", "Nf9", 0, 0},
        {"4k3/8/8/8/8/6N1/8/4K3 w - - 0 1", "Kd9", 0, 0},
        {"4k3/8/8/8/8/6R1/8/4K3 w - - 0 1", "Rg9", 0, 0},
        {rooks, "Raa3", 0, 0},
        {rooks, "R5a3", 1, 4},
        {rooks, "R1a3", 1, 4},
        {rooks, "Ra5a3", 0, 0},
        {rooks, "Rae5+", 1, 5},
        {rooks, "Rhe5+", 1, 5},
        {rooks, "Re5+", 0, 0},
        {rooks, "Ri5a3", 0, 0},
        {castle, "O-O Ke7", 2, 7},
        {castle, "O-O O-O-O", 2, 9},
        {castle, "O-O O-O", 1, 3}, /* Black may not castle through the rook's file */
        {castle, "O-O-O O-O", 2, 9},
        {castle, "0-0", 0, 0},
        {castle, "O-O-", 0, 0},
        {castle, "O-O-O-O", 0, 0},
        {castle, "o-o", 0, 0},
        {castle, "Kg1", 0, 0},
        {castle, "Rxa8+ Ke7", 2, 9},
        {castle, "Rxh8+ O-O-O", 1, 5},
        {"4k3/8/8/8/8/8/1p6/R3K3 b - - 0 1", "bxa1", 0, 0},
        {"4k3/8/8/8/8/8/1p6/4K3 b - - 0 1", "bxa1", 0, 0},
        {"4k3/8/8/8/8/8/1p6/R3K3 b - - 0 1", "bxa1=N", 1, 6},
        {"4k3/8/8/8/8/8/1p6/R3K3 b - - 0 1", "b1", 0, 0},
        {"n3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "bxa8", 0, 0},
        {"n3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "bxa8=N", 1, 6},
        {pawns, "dxc6", 1, 4},
        {pawns, "dxc6+", 0, 0},
        {pawns, "bxc6", 0, 0},
        {pawns, "dc6", 0, 0},
        {pawns, "dxe6", 0, 0},
        {pawns, "b8=Q+", 1, 5},
        {pawns, "b8=N", 1, 4},
        {pawns, "b8=K", 0, 0},
        {pawns, "b8=P", 0, 0},
        {pawns, "b8Q+", 0, 0},
        {pawns, "b8+", 0, 0},
        {pawns, "d6=Q", 0, 0},
        {pawns, "b8=Q", 0, 0},
        {pawns, "Ke2 Kd8 dxc6", 2, 7},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Rd1(Q) Ke7", 0, 0},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra2(Ra3) Ke7", 1, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int machine = 0; machine < RUN_MACHINES; machine++) {
            arb_position position;
            size_t taken;
            check_case("%s: %s", cases[i].fen, cases[i].text);
            if (!test_position(&position, "chess", cases[i].fen, ARB_KERNEL_AUTO))
                continue;
            CHECK_EQ_INT(plies_of(&position, cases[i].text, &taken, machine), cases[i].plies);
            CHECK_EQ_INT(taken, cases[i].taken);
        }
}

/* A game as text, and the ply after which it was over by repetition or by the count of moves. */
typedef struct {
    char text[16384];
    size_t plies, over_after;
    arb_reason reason;
} told;

static arb_move any_move(const arb_position *pos, random_source *source)
{
    static arb_move list[ARB_MOVES_8X8];
    size_t n = arb_position_moves(pos, list, ARB_MOVES_8X8);
    return n == 0 ? ARB_NO_MOVE : list[random_below(source, (unsigned)n)];
}

static arb_move back(arb_move move)
{
    return arb_move_of(arb_move_to(move), arb_move_from(move), ARB_NO_KIND, ARB_NORMAL);
}

/* Plays random moves, many of which go back, until the game is over. */
static bool tell(told *t, const arb_position *start, random_source *source, size_t limit)
{
    arb_game *game = arb_game_new(start, NULL);
    arb_move last[2] = {ARB_NO_MOVE, ARB_NO_MOVE};
    size_t len = 0;
    *t = (told){.reason = ARB_R_NONE};
    while (t->plies < limit && len < sizeof t->text - 32) {
        const arb_position *pos = arb_game_position(game);
        arb_move *mine = &last[arb_position_turn(pos)];
        arb_move move = back(*mine);
        if (random_chance(source, 40) || !arb_position_is_legal(pos, move))
            move = any_move(pos, source);
        if (move == ARB_NO_MOVE)
            break;
        *mine = move;
        len += arb_san_write(pos, move, t->text + len, sizeof t->text - len);
        t->text[len++] = ' ';
        if (arb_game_play(game, move) != ARB_OK)
            break;
        t->plies++;
        t->reason = arb_game_outcome(game).reason;
        if (t->reason != ARB_R_NONE)
            break;
    }
    t->over_after = t->plies;
    /* From here on a run must read nothing. */
    if (t->reason == ARB_R_REPETITION || t->reason == ARB_R_MOVE_LIMIT ||
        t->reason == ARB_R_DEAD_POSITION)
        arb_san_write(arb_game_position(game), any_move(arb_game_position(game), source),
                      t->text + len, sizeof t->text - len);
    arb_game_free(game);
    return t->plies > 0;
}

/* Runs through the game in parts: the run reads some moves, the caller plays and notes the others.
 */
static arb_reason run_in_parts(const told *t, const arb_position *start, random_source *source,
                               bool parts, uint64_t *plies)
{
    static arb_run_keys history;
    arb_position pos = *start;
    arb_run run;
    size_t at = 0, len = strlen(t->text);
    arb_run_start(&run, &pos, &history);
    *plies = 0;
    while (at < len && run.end == ARB_R_NONE) {
        uint64_t some = 0;
        if (parts && random_below(source, 4) == 0) {
            size_t word = strcspn(t->text + at, " ");
            arb_san san;
            arb_undo undo;
            if (arb_san_read(&pos, t->text + at, word, &san) != ARB_OK ||
                !arb_position_play(&pos, san.move, &undo))
                break;
            arb_run_note(&run, &pos);
            at += word + 1;
            *plies += 1;
            continue;
        }
        size_t word = strcspn(t->text + at, " ");
        at += arb_run_score(&run, &pos, t->text + at, parts ? word : len - at, &some);
        at += strspn(t->text + at, " ");
        *plies += some;
        if (some == 0)
            break;
    }
    return arb_run_outcome(&run, &pos).reason;
}

TEST(a_run_ends_when_the_game_does)
{
    static const char *const starts[] = {
        "k7/8/p1p1p1p1/P1P1P1P1/8/8/8/K7 w - - 0 1", /* two kings with little room */
        "7k/6p1/6P1/8/8/1p6/1P6/K7 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", /* castling rights that end */
        "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1",
        "1nk5/8/8/8/8/8/8/5KN1 b - - 120 90",
        "1rk5/8/8/8/8/8/8/5KR1 w - - 0 1",
    };
    random_source source = {7};
    unsigned repeated = 0, limited = 0, dead = 0, odd = 0;
    for (unsigned i = 0; i < 600; i++) {
        static told t;
        arb_position start;
        uint64_t plies;
        const char *fen = starts[i % (sizeof starts / sizeof *starts)];
        if (!test_position(&start, "chess", fen, ARB_KERNEL_AUTO) ||
            !tell(&t, &start, &source, 400))
            continue;
        dead += t.reason == ARB_R_DEAD_POSITION;
        repeated += t.reason == ARB_R_REPETITION;
        limited += t.reason == ARB_R_MOVE_LIMIT;
        odd += t.over_after % 2;
        for (int parts = 0; parts < 2; parts++) {
            check_case("game %u, %s", i, t.text);
            CHECK_EQ_INT(run_in_parts(&t, &start, &source, parts == 1, &plies), t.reason);
            CHECK_EQ_INT(plies, t.over_after);
        }
    }
    check_case("all");
    CHECK(repeated > 50 && limited > 50 && dead > 50 && odd > 50);
}

static void say(told *t, arb_game *game, arb_move move)
{
    size_t len = strlen(t->text);
    len += arb_san_write(arb_game_position(game), move, t->text + len, sizeof t->text - len);
    memcpy(t->text + len, " ", 2);
    arb_game_play(game, move);
    t->plies++;
}

/* Plays moves that repeat no position. */
static void tell_without_repetition(told *t, arb_game *game, random_source *source, size_t plies)
{
    for (unsigned tries = 0; t->plies < plies && tries < 20000; tries++) {
        arb_move move = any_move(arb_game_position(game), source);
        if (arb_game_play(game, move) != ARB_OK)
            continue;
        bool known = arb_game_repetitions(game) > 1;
        arb_game_undo(game);
        if (!known)
            say(t, game, move);
    }
}

/* Moves both sides to and fro until the game is over by repetition. */
static bool tell_to_and_fro(told *t, arb_game *game, random_source *source)
{
    for (unsigned tries = 0; tries < 1000; tries++) {
        size_t ply = arb_game_ply(game);
        arb_move way[4];
        bool fits = true;
        for (int i = 0; i < 4 && fits; i++) {
            way[i] = i < 2 ? any_move(arb_game_position(game), source) : back(way[i - 2]);
            fits = arb_game_play(game, way[i]) == ARB_OK &&
                   arb_game_repetitions(game) == (i < 3 ? 1 : 2);
        }
        arb_game_goto(game, ply);
        for (int i = 0; fits && i < 100; i++) {
            say(t, game, way[i % 4]);
            if (arb_game_outcome(game).reason == ARB_R_REPETITION)
                return true;
        }
    }
    return false;
}

/* If no count of moves ends a game, it may have more positions than a run has room for. */
TEST(repetitions_are_noticed_however_long_nothing_is_taken)
{
    static const uint16_t often[] = {2, 3, 5, 9};
    random_source source = {3};
    unsigned noticed = 0;
    for (unsigned i = 0; i < 40; i++) {
        static told t;
        arb_rules rules = *arb_rules_find("chess", 5);
        arb_position start;
        uint64_t plies;
        rules.ending.auto_moves = 0;
        rules.ending.dead_material = false;
        rules.ending.auto_repetitions = often[i % 4];
        if (!test_position_by(&start, &rules, "1bk5/8/8/8/8/8/8/4QKB1 w - - 0 1", ARB_KERNEL_AUTO))
            continue;
        arb_game *game = arb_game_new(&start, NULL);
        t = (told){.reason = ARB_R_NONE};
        tell_without_repetition(&t, game, &source, 30 * i);
        check_case("game %u, %u times: %.60s", i, (unsigned)often[i % 4], t.text);
        if (tell_to_and_fro(&t, game, &source)) {
            noticed++;
            size_t over = t.plies;
            say(&t, game, any_move(arb_game_position(game), &source));
            CHECK_EQ_INT(run_in_parts(&t, &start, &source, false, &plies), ARB_R_REPETITION);
            CHECK_EQ_INT(plies, over);
        }
        arb_game_free(game);
    }
    CHECK(noticed > 30);
}

/* Counts repetitions up to the number that a rule set asks for, however large, while there is
 * room. */
TEST(a_run_counts_as_many_repetitions_as_the_rules_ask_for)
{
    static const uint16_t often[] = {2, 3, 51, 52, 60, 63, 64};
    static const char *const way[] = {"Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "};
    for (size_t i = 0; i < sizeof often / sizeof *often; i++) {
        static arb_run_keys history;
        char text[2048] = "";
        arb_rules rules = *arb_rules_find("chess", 5);
        arb_position position;
        arb_run run;
        uint64_t plies, over = 4 * (often[i] - 1u);
        rules.ending.auto_moves = 0;
        rules.ending.auto_repetitions = often[i];
        check_case("%u times", (unsigned)often[i]);
        CHECK_EQ_INT(arb_position_start(&position, &rules), 0);
        for (uint64_t ply = 0; ply < over + 8; ply++)
            strcat(text, way[ply % 4]);
        arb_run_start(&run, &position, &history);
        arb_run_score(&run, &position, text, strlen(text), &plies);
        CHECK_EQ_INT(run.end, ARB_R_REPETITION);
        CHECK_EQ_INT(plies, over);
    }
}

/* If neither repetition nor a count of moves ends a game, the run goes on when the room for
 * positions is full, and writes nothing past it. */
TEST(a_run_without_limits_goes_on_past_its_room)
{
    static const char *const way[] = {"Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "};
    static struct {
        arb_run_keys history;
        uint64_t behind[1024];
    } room;
    static char text[1 << 12];
    arb_rules rules = *arb_rules_find("chess", 5);
    arb_position position;
    arb_run run;
    uint64_t plies;
    unsigned touched = 0;
    rules.ending.auto_moves = 0;
    rules.ending.auto_repetitions = 0;
    memset(room.behind, 0x5A, sizeof room.behind);
    for (unsigned ply = 0; ply < 900; ply++)
        memcpy(text + 4 * (size_t)ply, way[ply % 4], 4);
    CHECK_EQ_INT(arb_position_start(&position, &rules), 0);
    arb_run_start(&run, &position, &room.history);
    arb_run_score(&run, &position, text, 3600, &plies);
    CHECK_EQ_INT(plies, 900);
    CHECK_EQ_INT(run.end, ARB_R_NONE);
    CHECK(room.history.count <= ARB_RUN_KEYS);
    CHECK_EQ_INT(arb_position_halfmove(&position), 900);
    for (size_t i = 0; i < 1024; i++)
        touched += room.behind[i] != UINT64_C(0x5A5A5A5A5A5A5A5A);
    CHECK_EQ_INT(touched, 0);
}

/* No word is cut in two, however long the text is and wherever an accelerator stops. */
TEST(a_run_takes_texts_of_any_length)
{
    enum { MEGABYTE = 1 << 20 };
    static char text[2 * MEGABYTE + 64];
    static const char *const words[] = {"Nf3", "Nf3+", "Nf3 Nc6", "{Nf3} Nf3"};
    static const uint64_t plies[] = {3, 2, 4, 3};
    for (int machine = 0; machine < RUN_MACHINES; machine++)
        for (size_t i = 0; i < 4 * sizeof words / sizeof *words; i++) {
            arb_position position;
            size_t word = i / 4, taken, begin = MEGABYTE - 4 + i % 4;
            memset(text, ' ', sizeof text - 1);
            memcpy(text, "e4 e5", 5);
            memcpy(text + begin, words[word], strlen(words[word]));
            check_case("%s at %zu", words[word], begin);
            arb_position_start(&position, arb_rules_find("chess", 5));
            CHECK_EQ_INT(plies_of(&position, text, &taken, machine), plies[word]);
            CHECK_EQ_INT(taken, plies[word] == 2 ? 5 : begin + strlen(words[word]));
        }
}

/* A run says by which end it stopped before further moves; after mate and stalemate no moves can
 * follow. */
TEST(a_run_says_the_same_end_on_every_machine)
{
    static const struct {
        const char *fen, *text;
        arb_reason end;
    } cases[] = {
        {"7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Ra8#", ARB_R_NONE},
        {"7k/8/6K1/8/8/8/8/R7 w - - 149 100", "Ra8#", ARB_R_NONE},
        {"7k/8/6K1/8/8/8/8/R7 w - - 149 100", "Ra7 Kg8", ARB_R_MOVE_LIMIT},
        {"7k/8/8/6K1/8/8/5Q2/8 w - - 0 1", "Kg6", ARB_R_NONE},
        {"7k/8/8/6K1/8/8/5Q2/8 w - - 0 1", "Qf7", ARB_R_NONE},
        {"8/8/3k4/8/8/4K3/4q3/8 w - - 0 1", "Kxe2 Kd5", ARB_R_DEAD_POSITION},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int machine = 0; machine < RUN_MACHINES; machine++) {
            static arb_run_keys history;
            arb_position position;
            arb_run run;
            uint64_t plies;
            check_case("%s: %s", cases[i].fen, cases[i].text);
            if (!test_position(&position, "chess", cases[i].fen, ARB_KERNEL_AUTO))
                continue;
            arb_run_start(&run, &position, &history);
            arb__run_score_by(run_machines[machine], &run, &position, cases[i].text,
                              strlen(cases[i].text), &plies);
            CHECK_EQ_INT(run.end, cases[i].end);
            CHECK_EQ_INT(plies, 1);
        }
}

int main(void)
{
    RUN(only_what_is_written_as_it_should_be_is_taken);
    RUN(a_run_ends_when_the_game_does);
    RUN(repetitions_are_noticed_however_long_nothing_is_taken);
    RUN(a_run_counts_as_many_repetitions_as_the_rules_ask_for);
    RUN(a_run_without_limits_goes_on_past_its_room);
    RUN(a_run_takes_texts_of_any_length);
    RUN(a_run_says_the_same_end_on_every_machine);
    return check_result();
}
