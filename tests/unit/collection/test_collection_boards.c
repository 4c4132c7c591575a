/* test_collection_boards.c: tests of positions, compared with plain ones on thousands of boards:
 * patterns with wildcards, either way round; material; pawns that have left home. */
#include "check.h"
#include "collection/query/board_test.h"

#include <ctype.h>
#include <stdlib.h>

static uint64_t state = 1;

static unsigned below(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((state >> 33) % n);
}

static const arb_rules *chess;
static board_test t;

static bool reads(const char *text, bool either, size_t *column, const char **why)
{
    memset(&t, 0, sizeof t);
    t.either_colour = either;
    return pattern_read(&t, text, column, why);
}

static bool passes(const arb_position *pos)
{
    static board_state of_test;
    static piece_count count;
    of_test.in_a_row = 0;
    count.counted = false;
    return board_passes(&t, &of_test, pos, &count);
}

/* ---- Boards as text: 64 letters from a8 to h1, '.' for no piece ---- */

static void random_board(char board[65])
{
    static const char letters[] = "....................PPPppppNnBbRrQq";
    for (int i = 0; i < 64; i++)
        board[i] = letters[below(sizeof letters - 1)];
    for (int i = 0; i < 8; i++) /* no pawns on the last ranks */
        for (int k = 0; k < 64; k += 56)
            board[i + k] = toupper(board[i + k]) == 'P' ? '.' : board[i + k];
    board[below(32)] = 'k';
    board[32 + below(32)] = 'K';
    board[64] = '\0';
}

static bool set_board(arb_position *pos, const char board[65], char turn)
{
    char fen[200];
    size_t len = 0;
    for (int i = 0; i < 64; i++) {
        if (i > 0 && i % 8 == 0)
            fen[len++] = '/';
        if (board[i] != '.')
            fen[len++] = board[i];
        else if (i % 8 > 0 && fen[len - 1] >= '1' && fen[len - 1] <= '7')
            fen[len - 1]++;
        else
            fen[len++] = '1';
    }
    snprintf(fen + len, sizeof fen - len, " %c - - 0 1", turn);
    arb_error error;
    arb_setup setup;
    return arb_fen_read(&setup, chess, fen, strlen(fen), &error) == ARB_OK &&
           arb_position_set(pos, chess, &setup, ARB_KERNEL_AUTO, ARB_FAULT_UNREACHABLE) == 0;
}

/* The board with the colours exchanged. */
static void turn_round(const char board[65], char to[65])
{
    for (int i = 0; i < 64; i++) {
        char c = board[(7 - i / 8) * 8 + i % 8];
        to[i] = (char)(islower(c) ? toupper(c) : tolower(c));
    }
    to[64] = '\0';
}

/* ---- A plain matcher of patterns ---- */

static bool letter_fits(char letter, char piece)
{
    switch (letter) {
    case '?':
        return true;
    case '!':
        return piece != '.';
    case 'A':
        return isupper(piece);
    case 'a':
        return islower(piece);
    default:
        return letter == piece;
    }
}

/* Do these squares of a rank fit the pattern of a rank, which ends at '/' or ' '? */
static bool fits_rank(const char *p, const char *squares, size_t count)
{
    if (*p == '/' || *p == ' ' || *p == '\0')
        return count == 0;
    if (*p == '*') {
        for (size_t taken = 0; taken <= count; taken++)
            if (fits_rank(p + 1, squares + taken, count - taken))
                return true;
        return false;
    }
    if (count == 0)
        return false;
    if (*p >= '1' && *p <= '8') {
        size_t empty = (size_t)(*p - '0');
        for (size_t i = 0; i < empty; i++)
            if (i >= count || squares[i] != '.')
                return false;
        return fits_rank(p + 1, squares + empty, count - empty);
    }
    if (*p == '[') {
        bool but = p[1] == '^', in = false;
        const char *c = p + 1 + but;
        for (; *c != ']'; c++)
            in = in || letter_fits(*c, *squares);
        return in != but && fits_rank(c + 1, squares + 1, count - 1);
    }
    return letter_fits(*p, *squares) && fits_rank(p + 1, squares + 1, count - 1);
}

static bool fits(const char *pattern, const char board[65], char turn)
{
    const char *p = pattern;
    for (int rank = 0; rank < 8; rank++) {
        if (!fits_rank(p, board + 8 * rank, 8))
            return false;
        p += strcspn(p, "/ ");
        p += *p == '/';
    }
    p += strspn(p, " ");
    return *p == '\0' || *p == turn;
}

/* A pattern of which the board is not far. */
static size_t random_pattern(const char board[65], char *to)
{
    static const char *const sets[] = {"[Qq]", "[^p]", "[PNp]", "[^PR]", "[^!]", "[Aa]"};
    size_t len = 0;
    for (int rank = 0; rank < 8; rank++) {
        bool open = below(3) == 0;
        if (rank > 0)
            to[len++] = '/';
        if (open && below(2) == 0)
            to[len++] = '*';
        for (int i = 0; i < 8; i++) {
            char piece = board[8 * rank + i], wild[8];
            unsigned way = below(open ? 14 : 70);
            snprintf(wild, sizeof wild, "%s", sets[below(6)]);
            if (way == 9)
                snprintf(wild, sizeof wild, "%c", "!?AaPnbRqK"[below(10)]);
            if (open && way < 5)
                to[len++] = '*';
            else if (way < 10 && (fits_rank(wild, &piece, 1) || below(16) == 0))
                len += (size_t)sprintf(to + len, "%s", wild);
            else if (piece == '.')
                to[len++] = way < 50 ? '1' : '?';
            else
                to[len++] = way < 30 ? piece : isupper(piece) ? 'A' : way < 60 ? 'a' : '!';
        }
    }
    if (below(3) == 0)
        len += (size_t)sprintf(to + len, " %c", below(2) == 0 ? 'w' : 'b');
    to[len] = '\0';
    return len;
}

TEST(patterns_fit_as_a_plain_matcher_says)
{
    unsigned count = 0, fitting = 0, wrong = 0;
    for (int i = 0; i < 6000; i++) {
        char board[65], other[65], pattern[400];
        char turn = below(2) == 0 ? 'w' : 'b', other_turn = turn == 'w' ? 'b' : 'w';
        arb_position pos;
        size_t column;
        const char *why = "";
        random_board(board);
        turn_round(board, other);
        random_pattern(below(4) == 0 ? other : board, pattern);
        if (!set_board(&pos, board, turn))
            continue;
        bool either = below(2) == 0;
        if (!reads(pattern, either, &column, &why))
            continue; /* too many squares in a rank */
        bool wanted = fits(pattern, board, turn) || (either && fits(pattern, other, other_turn));
        count++;
        fitting += wanted;
        if (passes(&pos) != wanted && wrong++ < 5)
            printf("pattern %s%s, board %s %c: %d wanted\n", pattern, either ? " either" : "",
                   board, turn, wanted);
    }
    CHECK_EQ_INT(wrong, 0);
    CHECK(count > 1000 && fitting > 100 && fitting < count / 2);
}

TEST(a_rank_has_its_limits)
{
    static const struct {
        const char *rank; /* the last one */
        const char *why;  /* NULL: it is read */
        size_t column;
    } rows[] = {
        {"************************", NULL, 0},
        {"*************************", "a rank has eight squares", 40},
        {"1111111*", NULL, 0},
        {"*81", "a rank has eight squares", 18},
        {"72", "a rank has eight squares", 17},
        {"8[Q]", "a rank has eight squares", 19},
        {"8Q", "a rank has eight squares", 17},
        {"7", "a rank has eight squares", 16},
        {"", "a rank has eight squares", 15},
        {"9", "no piece has this letter; wildcards are ? ! A a * [Qq] [^p]", 15},
        {"7c", "no piece has this letter; wildcards are ? ! A a * [Qq] [^p]", 16},
        {"7\x10", "no piece has this letter; wildcards are ? ! A a * [Qq] [^p]", 16},
        {"7[Q", "a set is written like [QRqr] or [^Pp]", 16},
        {"7[]", NULL, 0},
        {"7[Q*]", "a set is written like [QRqr] or [^Pp]", 16},
        {"8/8", "behind the board may stand w or b, or the rest of a FEN without wildcards", 16},
        {"8 w ", NULL, 0},
        {"8 x", "behind the board may stand w or b, or the rest of a FEN without wildcards", 16},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int either = 0; either < 2; either++) {
            char text[100];
            size_t column = 0;
            const char *why = "";
            snprintf(text, sizeof text, "*/*/*/*/*/*/*/%s", rows[i].rank);
            check_case("%s, either %d", text, either);
            CHECK_EQ_INT(reads(text, either, &column, &why), rows[i].why == NULL);
            if (rows[i].why != NULL) {
                CHECK_EQ_TEXT(why, rows[i].why);
                CHECK_EQ_INT(column, rows[i].column);
            }
        }
    check_case("%s", "");
}

/* ---- Whole positions ---- */

TEST(a_position_is_read_and_told_when_it_is_wrong)
{
    static const struct {
        const char *text;
        size_t column; /* 0: it is read */
    } rows[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0}, {"4k3/8/8/8/8/8/8/4K3  w - - 0 1", 21},
        {"4k3/8/8/8/8/8/8/4K3 w K - 0 1", 1}, {"4k3/8/8/8/8/8/8/9 w - - 0 1", 17},
        {"4k3/8/8/8/8/8/8/8 w - - 0 1", 1},   {"4k3/8/8/8/8/8/8/4K3 w x - 0 1", 23},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int either = 0; either < 2; either++) {
            size_t column = 0;
            const char *why = "";
            check_case("%s, either %d", rows[i].text, either);
            CHECK_EQ_INT(reads(rows[i].text, either, &column, &why), rows[i].column == 0);
            if (rows[i].column == 0)
                CHECK_EQ_INT(t.kind, BOARD_POSITION);
            else
                CHECK(column > 0 && why[0] != '\0');
        }
    check_case("%s", "");
    /* The same turned round: letters, ranks, turn, castling, en passant. */
    static const char *const pairs[][2] = {
        {"r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1", "4k2r/8/8/8/8/8/8/R3K2R b KQk - 0 1"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1"},
        {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"},
    };
    for (size_t i = 0; i < 3; i++) {
        size_t column;
        const char *why = "";
        arb_position pos;
        arb_error error;
        check_case("%s", pairs[i][0]);
        CHECK(arb_position_read(&pos, chess, pairs[i][1], strlen(pairs[i][1]), NULL, &error) ==
              ARB_OK);
        CHECK(reads(pairs[i][0], false, &column, &why) && !passes(&pos));
        CHECK(reads(pairs[i][0], true, &column, &why) && passes(&pos));
        CHECK(t.of.exact.keys[1] == arb_position_key(&pos));
        CHECK(reads(pairs[i][1], true, &column, &why) && passes(&pos));
        CHECK(reads(pairs[i][1], false, &column, &why) && passes(&pos));
    }
    check_case("%s", "");
}

TEST(pawns_at_home_are_known_by_a_bit_each)
{
    size_t column;
    const char *why = "";
    for (int file = 0; file < 8; file++)
        for (int side = 0; side < 2; side++) {
            arb_position pos;
            char board[65];
            check_case("file %d, side %d", file, side);
            memset(board, '.', 64);
            board[64] = '\0';
            board[28] = 'k'; /* e5 */
            board[39] = 'K'; /* h4 */
            board[(side == 0 ? 48 : 8) + file] = side == 0 ? 'P' : 'p';
            board[(side == 0 ? 8 : 48) + (file + 3) % 8] = side == 0 ? 'P' : 'p';
            CHECK(set_board(&pos, board, 'w') || set_board(&pos, board, 'b'));
            CHECK_EQ_INT(home_pawns_of(&pos), 1 << (8 * side + file));
        }
    arb_position start, pos;
    CHECK(arb_position_start(&start, chess) == 0 && home_pawns_of(&start) == 0xFFFF);
    /* Along random games: the pawns that are left are those that stand there. */
    for (int game = 0; game < 60; game++) {
        uint16_t left = 0xFFFF;
        arb_position_copy(&pos, &start);
        for (int ply = 0; ply < 80; ply++) {
            arb_move moves[256];
            arb_undo undo;
            size_t count = arb_position_moves(&pos, moves, 256);
            if (count == 0)
                break;
            arb_move move = moves[below((unsigned)count)];
            left = home_pawns_left(left, move);
            arb_position_make(&pos, move, &undo);
            CHECK_EQ_INT(left, home_pawns_of(&pos) & left);
            CHECK_EQ_INT(left, home_pawns_of(&pos));
        }
    }
    check_case("%s", "a position that needs pawns at home");
    CHECK(reads("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", false, &column,
                &why));
    CHECK(!board_is_past(&t, chess, 0xFFFF) && !board_is_past(&t, chess, 0xEFEF));
    CHECK(board_is_past(&t, chess, 0xEFEE) && board_is_past(&t, chess, 0x6FEF));
    CHECK(!board_is_past(&t, arb_rules_find("chess960", 8), 0));
    CHECK(reads("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2", true, &column, &why));
    CHECK(!board_is_past(&t, chess, 0xEFFF)); /* as it is */
    CHECK(!board_is_past(&t, chess, 0xFFEF)); /* turned round */
    CHECK(board_is_past(&t, chess, 0xEFEF) && board_is_past(&t, chess, 0));
    CHECK(reads("*/*/*/*/*/*/*/*", false, &column, &why) && !board_is_past(&t, chess, 0));
    check_case("%s", "");
}

/* ---- Material ---- */

static unsigned number_of(const char board[65], char piece)
{
    unsigned n = 0;
    for (int i = 0; i < 64; i++)
        n += board[i] == piece;
    return n;
}

/* Does a side have these pieces, and pawns only if `pawns`? */
static bool has(const char board[65], const char *pieces, bool black, bool pawns)
{
    static const char kinds[] = "PNBRQ";
    for (const char *kind = kinds; *kind != '\0'; kind++) {
        unsigned least = 0, found = number_of(board, (char)(black ? tolower(*kind) : *kind));
        bool more = *kind == 'P' && !pawns;
        for (const char *c = pieces; *c != '\0'; c++)
            if (*c == *kind) {
                least += c[1] != '*';
                more |= c[1] == '*' || c[1] == '+';
            }
        if (found < least || (found > least && !more))
            return false;
    }
    return true;
}

TEST(material_is_counted_as_by_hand)
{
    static const char *const sides[] = {"K", "Q",  "R",   "RR",  "RB",  "B",  "N",   "BN",
                                        "P", "PP", "RP*", "RP+", "QN*", "B+", "R*P", "BPP+"};
    unsigned count = 0, fitting = 0, wrong = 0;
    for (int i = 0; i < 12000; i++) {
        char board[65], text[60];
        arb_position pos;
        size_t column;
        const char *why = "";
        memset(board, '.', 64);
        board[64] = '\0';
        unsigned pieces = below(4);
        for (unsigned k = 0; k < pieces; k++)
            board[8 + below(48)] = "PPppRrBbNnQq"[below(12)];
        board[below(8)] = 'k';
        board[56 + below(8)] = 'K';
        if (!set_board(&pos, board, 'w') && !set_board(&pos, board, 'b'))
            continue;
        const char *left = sides[below(16)], *right = sides[below(16)];
        bool by_colour = below(2) == 0, pawns = strchr(left, 'P') || strchr(right, 'P');
        snprintf(text, sizeof text, "%s%s %s %s", by_colour ? "white " : "", left,
                 below(2) == 0 ? "v" : "vs", right);
        memset(&t, 0, sizeof t);
        CHECK(material_read(&t, text, &column, &why));
        bool wanted =
            (has(board, left, false, pawns) && has(board, right, true, pawns)) ||
            (!by_colour && has(board, left, true, pawns) && has(board, right, false, pawns));
        count++;
        fitting += wanted;
        if (passes(&pos) != wanted && wrong++ < 5)
            printf("material %s, board %s: %d wanted\n", text, board, wanted);
    }
    CHECK_EQ_INT(wrong, 0);
    CHECK(count > 8000 && fitting > 90);
    static const struct {
        const char *text;
        size_t column; /* 0: it is read */
    } rows[] = {
        {"opposite bishops", 0},
        {"same bishops", 0},
        {"opposite  bishops ", 0},
        {"opposite", 1},
        {"same bishops x", 1},
        {"same bishop", 1},
        {"Q v R", 0},
        {"Q x R", 3},
        {"Q v R v", 7},
        {"Qq v R", 2},
        {"Q v rR", 5},
        {"Q", 2},
        {"", 1},
        {"Q**", 3},
        {"white Q v R", 0},
        {"black Q v R", 1},
        {"whiteQ v R", 1},
        {"K v K", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t column = 0;
        const char *why = "";
        check_case("%s", rows[i].text);
        CHECK_EQ_INT(material_read(&t, rows[i].text, &column, &why), rows[i].column == 0);
        if (rows[i].column > 0) {
            CHECK_EQ_INT(column, rows[i].column);
            CHECK(strstr(why, "material is written like") != NULL);
        }
    }
    check_case("%s", "bishops of the same and of other colours");
    for (int white = 0; white < 64; white++)
        for (int black = 0; black < 64; black += 5) {
            char board[65];
            arb_position pos;
            size_t column;
            const char *why = "";
            memset(board, '.', 64);
            board[64] = '\0';
            board[white] = 'B';
            board[black] = 'b';
            board[4] = 'k';
            board[60] = 'K';
            if (number_of(board, 'B') + number_of(board, 'b') != 2 ||
                (!set_board(&pos, board, 'w') && !set_board(&pos, board, 'b')))
                continue;
            bool same = (white / 8 + white) % 2 == (black / 8 + black) % 2;
            CHECK(material_read(&t, "same bishops", &column, &why));
            CHECK_EQ_INT(passes(&pos), same);
            CHECK(material_read(&t, "opposite bishops", &column, &why));
            CHECK_EQ_INT(passes(&pos), !same);
            CHECK(material_read(&t, "B v B", &column, &why) && passes(&pos));
        }
    check_case("%s", "");
}

/* Pieces that chess does not have are no piece of any letter. */
TEST(other_pieces_are_not_counted)
{
    static const char text[] =
        "name = guarded\nparent = chess\npiece g guard = leap 1,0 value 2\n"
        "start = rnbqkbnr/gggggggg/pppppppp/8/8/PPPPPPPP/GGGGGGGG/RNBQKBNR w "
        "KQkq - 0 1\ndouble-step = no\n";
    static arb_rules rules;
    arb_position pos;
    size_t column;
    const char *why = "";
    CHECK(arb_rules_read(&rules, text, sizeof text - 1, NULL, NULL));
    CHECK(arb_position_start(&pos, &rules) == 0);
    CHECK(reads("rnbqkbnr/*/pppppppp/8/8/PPPPPPPP/*/RNBQKBNR", false, &column, &why) &&
          passes(&pos));
    CHECK(reads("*/!!!!!!!!/*/8/8/*/*/*", false, &column, &why) && !passes(&pos));
    CHECK(reads("*/[^p]*/*/*/*/*/*/*", false, &column, &why) && !passes(&pos));
    CHECK(reads("*/*/*/*/*/*/*p*/*", false, &column, &why) && !passes(&pos));
    CHECK(material_read(&t, "PPPPPPPPNNBBRRQ v PPPPPPPPNNBBRRQ", &column, &why) && passes(&pos));
}

int main(void)
{
    chess = arb_rules_find("chess", 5);
    RUN(patterns_fit_as_a_plain_matcher_says);
    RUN(a_rank_has_its_limits);
    RUN(a_position_is_read_and_told_when_it_is_wrong);
    RUN(pawns_at_home_are_known_by_a_bit_each);
    RUN(material_is_counted_as_by_hand);
    RUN(other_pieces_are_not_counted);
    return check_result();
}
