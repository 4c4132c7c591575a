/* test_collection_query.c: the language of queries: tags and how tests are joined, and what is said
 * of a query that is wrong. */
#include "asked_games.h"

/* ---- Tags ---- */

TEST(tags_are_compared)
{
    static const struct {
        const char *query;
        bool holds;
    } rows[] = {
        {"white = \"Anderssen, Adolf\"", true},
        {"white = anderssen", false},
        {"white ~ ANDERS", true},
        {"white ~ 'n, a'", true},
        {"white ~ kieser", false},
        {"white != Kieseritzky", true},
        {"white != 'Anderssen, Adolf'", false},
        {"black = Kieseritzky", true},
        {"black = Kieseritzk", false},
        {"black = Kieseritzkyy", false},
        {"player ~ Kieser", true},
        {"player ~ adolf", true},
        {"player ~ morphy", false},
        {"event ~ of", true},
        {"event ~ ''", true},
        {"site = Rome", true},
        {"round = 3.1", true},
        {"round >= 3", true},
        {"round > 3", false},
        {"round < 3.2", true},
        {"round < 3.1", false},
        {"round > 3.0.9", true},
        {"round <= 3.1", true},
        {"whiteelo >= 2400", true},
        {"whiteelo > 2400", false},
        {"whiteelo > 2399", true},
        {"whiteelo < 2401", true},
        {"whiteelo <= 2400", true},
        {"whiteelo < 2400", false},
        {"whiteelo = 2400", true},
        {"whiteelo = 240", false},
        {"whiteelo in 2400..2500", true},
        {"whiteelo in 2300..2400", true},
        {"whiteelo in 2401..2500", false},
        {"whiteelo in 1..2, 2400", true},
        {"whiteelo in 2400, 1..2", true},
        {"whiteelo in 1..2, 3..4", false},
        {"blackelo = 1900", true},
        {"elo >= 2400", true},
        {"elo >= 2401", false},
        {"elo <= 1900", true},
        {"bothelo >= 1900", true},
        {"bothelo >= 1901", false},
        {"bothelo <= 2400", true},
        {"bothelo <= 2399", false},
        {"date >= 1995", true},
        {"date > 1995", false},
        {"date >= 1995.06", true},
        {"date > 1995.06", false},
        {"date > 1995.06.29", true},
        {"date < 1995.07", true},
        {"date < 1995.06", false},
        {"date < 1996", true},
        {"date = 1995.06.30", true},
        {"date = 1995", false},
        {"date in 1990..1995", true},
        {"date in 1995.06.30..1995.06.30", true},
        {"date in 1996..1997", false},
        {"date >= 1995/6/30", true},
        {"date >= 1995-07", false},
        {"Partly >= 1995", true},
        {"Partly >= 1995.06", false},
        {"Partly < 1995.06", false},
        {"Partly > 1994", true},
        {"eco = C33", true},
        {"eco >= C", true},
        {"eco > C", false},
        {"eco > C3", false},
        {"eco > C32", true},
        {"eco < C34", true},
        {"eco < D", true},
        {"eco > B99", true},
        {"eco in C30..C39", true},
        {"eco in C34..C39", false},
        {"eco in C..C", true},
        {"eco in A..B", false},
        {"eco in B..C", true},
        {"eco in D..E", false},
        {"TimeControl = 300+5", true},
        {"TimeControl ~ +5", true},
        {"Missing = ''", true},
        {"Missing = x", false},
        {"Missing != x", true},
        {"Missing >= A", false},
        {"Missing < A", false},
        {"Empty = ''", true},
        {"Empty <= Z", false},
        {"Annotator <= Z", false},
        {"Annotator >= A", false},
        {"Annotator = ?", true},
        {"Site >= Rom", true},
        {"Site > Rom", false},
        {"Site > Romb", true},
        {"Site < Romf", true},
        {"Site < Rome2", true},
        {"Site >= Rome2", false},
        {"Site in Paris..Rome", true},
        {"Site in S..T", false},
        {"variant = chess", true},
        {"variant != chess960", true},
        {"variant = chess960", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_query(rows[i].query, &tagged, rows[i].holds);
}

TEST(tests_are_joined)
{
    static const struct {
        const char *query;
        bool holds;
    } rows[] = {
        {"white ~ a and black ~ k", true},
        {"white ~ a and black ~ q", false},
        {"white ~ q and black ~ k", false},
        {"white ~ q or black ~ k", true},
        {"white ~ a or black ~ q", true},
        {"white ~ q or black ~ q", false},
        {"not white ~ q", true},
        {"not not white ~ q", false},
        {"not not not white ~ q", true},
        {"not white ~ q and black ~ q", false},
        {"not (white ~ q and black ~ q)", true},
        {"white ~ a or white ~ q and black ~ q", true},
        {"(white ~ a or white ~ q) and black ~ q", false},
        {"white ~ q and black ~ q or white ~ a", true},
        {"white ~ q and (black ~ q or white ~ a)", false},
        {"((white ~ a)) and\tnot\n(black ~ q)", true},
        {"white~a and(black~k)", true},
        {"white ~ a and plies = 3 and result = 1-0", true},
        {"white ~ a and plies = 4", false},
        {"plies = 4 or white ~ a", true},
        {"plies = 3 and not result = 1-0", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_query(rows[i].query, &tagged, rows[i].holds);
    query_error error;
    check_case("%s", "without a query");
    memset(&q, 0, sizeof q);
    facts_begin(&facts);
    CHECK_EQ_INT(query_ask(&q, &facts), ANSWER_YES);
    check_case("%s", "required besides");
    unsigned node = 0;
    CHECK(parse("plies >= 3", &error) && query_parse(&q, "plies <= 2", &node, &error));
    query_require(&q, node);
    size_t settled;
    CHECK_EQ_INT(asked_of(&tagged, false, &settled), ANSWER_NO);
    check_case("%s", "");
}

/* ---- What is wrong ---- */

TEST(a_wrong_query_is_explained)
{
    static const struct {
        const char *query;
        size_t column;
        const char *text;
    } rows[] = {
        {"", 1, "a test is due here, not the end"},
        {"and", 1, "a test is due here, not 'and'"},
        {"white = a or", 13, "a test is due here, not the end"},
        {"white = a black = b", 11, "and, or, or the end is due here, not 'black'"},
        {"(white = a", 11, "and, or, or a closing bracket is due here, not the end"},
        {"white = a)", 10, "and, or, or the end is due here, not ')'"},
        {"whit = a", 1, "there is no test 'whit' (tags begin with a capital)"},
        {"white", 6, "one of = != ~ < <= > >= in is due here, not the end"},
        {"white =", 8, "a value is due here, not the end"},
        {"white = (", 9, "a value is due here, not '('"},
        {"elo ~ 3", 5, "one of = != < <= > >= in is due here, not '~'"},
        {"result ~ 3", 8, "= or != is due here, not '~'"},
        {"result in 3", 8, "= or != is due here, not 'in'"},
        {"white = 'a", 9, "the text that begins here has no closing quote"},
        {"white ! a", 7, " '!' means nothing here"},
        {"result = 2-0", 10,
         "a result is 1-0, 0-1, 1/2-1/2, 0-0, *, white, black, draw, decided or none"},
        {"variant = checkers", 11,
         "there is no such rule set: `arbiter rules --all` lists their names"},
        {"plies = x", 9, "a number is due here"},
        {"not plies = x", 13, "a number is due here"},
        {"(plies = x)", 10, "a number is due here"},
        {"not (not plies = x)", 18, "a number is due here"},
        {"plies = 1 and plies = x", 23, "a number is due here"},
        {"plies = 1 or plies = x", 22, "a number is due here"},
        {"plies = 1 or plies = 2 and plies = x", 36, "a number is due here"},
        {"plies = 1234567890", 9, "a number is due here"},
        {"plies in 4..x", 10, "a number is due here"},
        {"whiteelo > x", 12, "a number is due here"},
        {"date > June", 8, "a date is due here: 1995, 1995.06 or 1995.06.30"},
        {"date > 1995.", 8, NULL},
        {"date > 1995..", 12, "and, or, or the end is due here, not '..'"},
        {"eco > F", 7, "an ECO code, or its beginning, is due here: B, B9 or B90"},
        {"eco > B901", 7, "an ECO code, or its beginning, is due here: B, B9 or B90"},
        {"eco > Bx", 7, "an ECO code, or its beginning, is due here: B, B9 or B90"},
        {"Site > 3x", 8, "numbers are compared, and this is not one; dates are written 1995.06.30"},
        {"date in 1996..1995", 9, "the range is empty: its end comes before its beginning"},
        {"date in 1995..1995.06", 9, NULL},
        {"date in 1995.07..1995.06", 9, "the range is empty: its end comes before its beginning"},
        {"Site in b..a", 9, "the range is empty: its end comes before its beginning"},
        {"Site in b..bc", 9, NULL},
        {"ends = boredom", 8,
         "no rule ends a game so: checkmate, stalemate, dead-position, fivefold, 75-moves, the "
         "ends of variants, or none"},
        {"plies = x", 9, "a number is due here"},
        {"not plies = x", 13, "a number is due here"},
        {"(plies = x)", 10, "a number is due here"},
        {"not (not plies = x)", 18, "a number is due here"},
        {"plies = 1 and plies = x", 23, "a number is due here"},
        {"plies = 1 or plies = x", 22, "a number is due here"},
        {"plies = 1 or plies = 2 and plies = x", 36, "a number is due here"},
        {"length = x", 10, "a number is due here"},
        {"repetition = x", 14, "a number is due here"},
        {"quiet = x", 9, "a number is due here"},
        {"elo = x", 7, "a number is due here"},
        {"plies in 1..x", 10, "a number is due here"},
        {"plies = 1234567890", 9, "a number is due here"},
        {"plies = 123456789", 9, NULL},
        {"line '1. e5'", 10, "'e5' is no legal move here"},
        {"starts '1. e4 e4'", 15, "'e4' is no legal move here"},
        {"position", 9, "a text in quotes is due here, not the end"},
        {"position '8/8/8/8/8/8/8'", 24, "a board has eight ranks, with / between"},
        {"position '8/8/8/8/8/8/8/9'", 25,
         "no piece has this letter; wildcards are ? ! A a * [Qq] [^p]"},
        {"position '8/8/8/8/8/8/8/7'", 26, "a rank has eight squares"},
        {"position '8/8/8/8/8/8/8/8K'", 27, "a rank has eight squares"},
        {"position '8/8/8/8/8/8/8/[Qx]7'", 25, "a set is written like [QRqr] or [^Pp]"},
        {"position '8/8/8/8/8/8/8/8 x'", 26,
         "behind the board may stand w or b, or the rest of a FEN without wildcards"},
        {"position '8/8/8/8/8/8/8/8 w'", 0, NULL},
        {"material Q", 11,
         "material is written like \"Q v RR\", \"white R v B\", \"RP* v R\" or \"opposite "
         "bishops\""},
        {"material 'X v Q'", 11,
         "material is written like \"Q v RR\", \"white R v B\", \"RP* v R\" or \"opposite "
         "bishops\""},
        {"material 'Q v Q' for 0", 22, "material may be for so many plies, not '0'"},
        {"material 'Q v Q' for 10000", 0, NULL},
        {"material 'Q v Q' for 10001", 22, "material may be for so many plies, not '10001'"},
        {"line e4 for 2", 13, "material may be for so many plies, not '2'"},
        {"polyglot 12345678901234567", 10, "a key of Polyglot has up to 16 hexadecimal digits"},
        {"polyglot 1234567890123456", 0, NULL},
        {"polyglot 123g", 10, "a key of Polyglot has up to 16 hexadecimal digits"},
        {"polyglot 123 either", 10, "a key is of one position only"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        query_error error;
        check_case("%s", rows[i].query);
        bool ok = parse(rows[i].query, &error);
        CHECK_EQ_INT(ok, rows[i].text == NULL);
        if (ok || rows[i].text == NULL)
            continue;
        CHECK_EQ_TEXT(error.text, rows[i].text);
        CHECK_EQ_INT(error.column, rows[i].column);
    }
    query_error error;
    check_case("%s", "a name that does not exist");
    CHECK(!parse("wite = a", &error));
    CHECK_EQ_TEXT(error.unknown, "wite");
    check_case("%s", "");
}

TEST(a_query_has_limits)
{
    static char text[40000];
    query_error error;
    for (int depth = 63; depth <= 66; depth++) {
        size_t len = 0;
        check_case("%d brackets", depth);
        for (int i = 0; i < depth; i++)
            text[len++] = '(';
        len += (size_t)sprintf(text + len, "plies = 1");
        for (int i = 0; i < depth; i++)
            text[len++] = ')';
        text[len] = '\0';
        CHECK_EQ_INT(parse(text, &error), depth <= 64);
        if (depth > 64)
            CHECK(error.column == 65 &&
                  strcmp(error.text, "there are too many brackets within brackets") == 0);
    }
    for (int tests = 63; tests <= 66; tests++) {
        size_t len = (size_t)sprintf(text, "plies = 1");
        check_case("%d tests", tests);
        for (int i = 1; i < tests; i++)
            len += (size_t)sprintf(text + len, " or not plies = 1");
        CHECK_EQ_INT(parse(text, &error), tests <= 64);
    }
    for (int boards = 15; boards <= 18; boards++) {
        size_t len = (size_t)sprintf(text, "line e4");
        check_case("%d boards", boards);
        for (int i = 1; i < boards; i++)
            len += (size_t)sprintf(text + len, " or line d4");
        CHECK_EQ_INT(parse(text, &error), boards <= 16);
    }
    for (int letters = 509; letters <= 513; letters++) {
        check_case("%d letters", letters);
        sprintf(text, "white = '%0*d'", letters, 1);
        CHECK_EQ_INT(parse(text, &error), letters <= 511);
        sprintf(text, "white = A%0*d", letters - 1, 1);
        CHECK_EQ_INT(parse(text, &error), letters <= 511);
    }
    /* Each value takes its bytes and a NUL; a tag's name as many. */
    for (int last = 255; last <= 258; last++) {
        check_case("all values, %d bytes the last", last);
        size_t len = (size_t)sprintf(text, "white = '%0*d'", 511 - 6, 1);
        for (int i = 1; i < 31; i++)
            len += (size_t)sprintf(text + len, " or white = '%0*d'", 511 - 6, 1);
        len += (size_t)sprintf(text + len, " or white = '%0*d'", 511 - 6 - 256, 1);
        sprintf(text + len, " or white = '%0*d'", last - 7, 1);
        CHECK_EQ_INT(parse(text, &error), last <= 256);
        if (last > 256)
            CHECK(strstr(error.text, "the query is too long: at most 64 tests and 16384 bytes") !=
                  NULL);
        else
            CHECK_EQ_INT(q.text_len, QUERY_TEXT - 256 + last);
    }
    check_case("%s", "");
}

int main(void)
{
    RUN(tags_are_compared);
    RUN(tests_are_joined);
    RUN(a_wrong_query_is_explained);
    RUN(a_query_has_limits);
    return check_result();
}
