/* test_collection_tags.c: the tags of a game as they are read, kept and written; and that what can
 * be read or written fast is, which no other test would notice. */
#include "check.h"
#include "collection/checker/checker.h"
#include "collection/convert/convert_tags.h"
#include "collection/wide_bytes.h"

#include <stdlib.h>

/* ---- Writing ---- */

typedef struct {
    out out;
    char text[9000], written[20000];
    size_t len;
} desk;

static void pour(void *context)
{
    desk *d = context;
    CHECK(d->out.len <= d->out.cap);
    memcpy(d->written + d->len, d->text, d->out.len);
    d->len += d->out.len;
    d->out.len = 0;
}

static desk d;

static out *begin(size_t cap)
{
    d.len = 0;
    d.out = (out){d.text, 0, cap, pour, &d};
    return &d.out;
}

static const char *end(void)
{
    pour(&d);
    d.written[d.len] = '\0';
    return d.written;
}

static tag_list tags;

/* Notes the tags of a text of lines, each [Name "Value"]; the text ends with a line end. */
static void note(const char *text, tag_form form)
{
    tags_clear(&tags);
    for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
        const char *name = line + 1, *blank = strchr(name, ' '), *close = strchr(line, '\n') - 2;
        tags_note(&tags, name, (size_t)(blank - name), blank + 2, (size_t)(close - blank - 2),
                  form);
    }
}

static const char *value_of(const char *name)
{
    static char text[1000];
    size_t len = 0;
    const char *value = tags_find(&tags, name, &len);
    if (value == NULL)
        return NULL;
    snprintf(text, sizeof text, "%.*s", (int)len, value);
    return text;
}

static const char seven[] =
    "[Event \"E\"]\n[Site \"S\"]\n[Date \"2001.02.03\"]\n[Round \"1\"]\n[White \"W\"]\n[Black "
    "\"B\"]\n[Result \"1-0\"]\n";

TEST(tags_are_written_in_order)
{
    static const struct {
        const char *text, *written;
    } rows[] = {
        {seven, seven},
        {"[White \"W\"]\n", "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\?\?\?.?\?.?\?\"]\n[Round "
                            "\"?\"]\n[White \"W\"]\n[Black \"?\"]\n[Result \"1-0\"]\n"},
        {"[Zebra \"z\"]\n[Result \"0-1\"]\n[Annotator \"a\"]\n[AnnotatorX \"x\"]\n[Annotator2 "
         "\"y\"]\n[Eco \"e\"]\n[ECO \"f\"]\n"
         "[Event \"\"]\n[WhiteElo \"1\"]\n[WhiteElo2 \"3\"]\n[WhiteEl \"2\"]\n",
         "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\?\?\?.?\?.?\?\"]\n[Round \"?\"]\n[White "
         "\"?\"]\n[Black \"?\"]\n[Result \"1-0\"]\n"
         "[Annotator \"a\"]\n[Annotator2 \"y\"]\n[AnnotatorX \"x\"]\n[ECO \"f\"]\n[Eco "
         "\"e\"]\n[WhiteEl \"2\"]\n[WhiteElo \"1\"]\n"
         "[WhiteElo2 \"3\"]\n[Zebra \"z\"]\n"},
        {"[Site \"one\"]\n[Other \"1\"]\n[Site \"two\"]\n[Other \"2\"]\n[Other \"3\"]\n",
         "[Event \"?\"]\n[Site \"two\"]\n[Date \"?\?\?\?.?\?.?\?\"]\n[Round \"?\"]\n[White "
         "\"?\"]\n[Black \"?\"]\n[Result \"1-0\"]\n"
         "[Other \"3\"]\n"},
        {"[AnnotatorX \"x\"]\n[Annotator \"a\"]\n[Annot \"b\"]\n[Annotato \"c\"]\n",
         "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\?\?\?.?\?.?\?\"]\n[Round \"?\"]\n[White "
         "\"?\"]\n[Black \"?\"]\n[Result \"1-0\"]\n"
         "[Annot \"b\"]\n[Annotato \"c\"]\n[Annotator \"a\"]\n[AnnotatorX \"x\"]\n"},
        {"[Events \"x\"]\n[Even \"y\"]\n[Roun \"r\"]\n[Results \"s\"]\n[Whitf \"t\"]\n[Sitee "
         "\"u\"]\n[Dat \"v\"]\n",
         "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\?\?\?.?\?.?\?\"]\n[Round \"?\"]\n[White "
         "\"?\"]\n[Black \"?\"]\n[Result \"1-0\"]\n"
         "[Dat \"v\"]\n[Even \"y\"]\n[Events \"x\"]\n[Results \"s\"]\n[Roun \"r\"]\n[Sitee "
         "\"u\"]\n[Whitf \"t\"]\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int form = 0; form < 2; form++)
            for (size_t cap = 40; cap <= 9000; cap += 4480) {
                check_case("row %zu, form %d, room for %zu", i, form, cap);
                note(rows[i].text, form == 0 ? TAG_ANYHOW : TAG_EXPORT);
                if (form == 1)
                    tags_store(&tags);
                tags_write_pgn(&tags, "1-0", begin(cap));
                CHECK_EQ_TEXT(end(), rows[i].written);
            }
    check_case("%s", "");
}

TEST(values_are_escaped)
{
    static const char text[] = "[White \"a \\\"b\\\" \\\\c\\d\"]\n[X \"caf\xC3\xA9\"]\n";
    note(text, TAG_ANYHOW);
    CHECK_EQ_TEXT(value_of("White"), "a \"b\" \\c\\d");
    CHECK_EQ_TEXT(value_of("X"), "caf\xC3\xA9");
    CHECK_EQ_TEXT(value_of("Y"), NULL);
    CHECK_EQ_TEXT(value_of("Whit"), NULL);
    tags_write_pgn(&tags, "*", begin(9000));
    CHECK(strstr(end(), "\n[White \"a \\\"b\\\" \\\\c\\\\d\"]\n") != NULL);
    CHECK(strstr(d.written, "\n[X \"caf\xC3\xA9\"]\n") != NULL);
    CHECK(strstr(d.written, "[Result \"*\"]\n") != NULL);
    note("[A \"\\\"]\n[B \"\\x\"]\n", TAG_ANYHOW); /* a backslash at the end, and one alone */
    CHECK_EQ_TEXT(value_of("A"), "\\");
    CHECK_EQ_TEXT(value_of("B"), "\\x");
    tags_add(&tags, "C", "q\"");
    tags_write_json(&tags, begin(9000));
    CHECK_EQ_TEXT(end(), "\"A\":\"\\\\\",\"B\":\"\\\\x\",\"C\":\"q\\\"\"");
}

TEST(chosen_tags)
{
    static const char text[] = "[Event \"E\"]\n[ECO \"C20\"]\n[FEN \"f\"]\n[SetUp \"1\"]\n[Variant "
                               "\"v\"]\n[Result \"0-1\"]\n[Round \"2\"]\n";
    note(text, TAG_ANYHOW);
    tags_write_chosen(&tags, "Round,Result", "ECO", "1-0", begin(9000));
    CHECK_EQ_TEXT(end(), "[Event \"?\"]\n[Round \"2\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n[FEN "
                         "\"f\"]\n[SetUp \"1\"]\n[Variant \"v\"]\n");
    tags_write_chosen(&tags, "Missing,Event,FEN,Round", "", "1-0", begin(9000));
    CHECK_EQ_TEXT(end(),
                  "[Event \"E\"]\n[Round \"2\"]\n[FEN \"f\"]\n[SetUp \"1\"]\n[Variant \"v\"]\n");
    note("[ECO \"C20\"]\n[Even \"x\"]\n", TAG_ANYHOW);
    tags_write_chosen(&tags, "Event,ECO,Even", "", "1-0", begin(9000));
    CHECK_EQ_TEXT(end(), "[Event \"?\"]\n[ECO \"C20\"]\n[Even \"x\"]\n");
    note(text, TAG_ANYHOW);
    tags_write_roster(&tags, "ECO", "0-1", begin(9000));
    CHECK_EQ_TEXT(end(), "[Event \"E\"]\n[Site \"?\"]\n[Date \"?\?\?\?.?\?.?\?\"]\n[Round "
                         "\"2\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"0-1\"]\n"
                         "[ECO \"C20\"]\n[FEN \"f\"]\n[SetUp \"1\"]\n[Variant \"v\"]\n");
}

TEST(there_is_room_for_so_many_tags)
{
    static char value[TAG_BYTES + 10], names[TAG_LIMIT + 2][8];
    tags_clear(&tags);
    for (int i = 0; i < TAG_LIMIT + 1; i++) {
        snprintf(names[i], sizeof names[i], "T%d", i);
        CHECK_EQ_INT(tags.too_large, false);
        tags_note(&tags, names[i], strlen(names[i]), "v", 1, TAG_ANYHOW);
    }
    CHECK(tags.too_large && tags.count == TAG_LIMIT);
    tags_clear(&tags);
    CHECK(!tags.too_large && tags.count == 0);
    for (int i = 0; i < TAG_LIMIT + 1; i++)
        tags_add(&tags, names[i], "v");
    CHECK(tags.too_large && tags.count == TAG_LIMIT);
    memset(value, 'v', sizeof value);
    for (int more = 0; more < 2; more++)
        for (int how = 0; how < 2; how++) {
            check_case("%d more, way %d", more, how);
            value[TAG_BYTES - 3 + more] = '\0';
            tags_clear(&tags);
            if (how == 0)
                tags_note(&tags, "Abc", 3, value, strlen(value), TAG_ANYHOW);
            else
                tags_add(&tags, "Abc", value);
            CHECK_EQ_INT(tags.too_large, more == 1);
            CHECK_EQ_INT(tags.count, 1 - more);
            tags_store(&tags);
            value[TAG_BYTES - 3 + more] = 'v';
        }
    check_case("%s", "");
}

TEST(stored_tags_outlive_their_text)
{
    char text[sizeof seven];
    memcpy(text, seven, sizeof seven);
    note(text, TAG_EXPORT);
    tags_add(&tags, "Added", "a");
    tags_store(&tags);
    memset(text, 'x', sizeof text);
    CHECK_EQ_TEXT(value_of("White"), "W");
    CHECK_EQ_TEXT(value_of("Added"), "a");
    tags_store(&tags);
    tags_write_pgn(&tags, "1-0", begin(9000));
    CHECK(strncmp(end(), seven, sizeof seven - 1) == 0);
    CHECK_EQ_TEXT(d.written + sizeof seven - 1, "[Added \"a\"]\n");
}

/* A short line in export format is copied if it is printable, else written byte by byte. */
TEST(a_line_is_copied_only_if_it_is_printable)
{
    static const char odd[] = {'x', '\x01', '\x1F', ' ', '\x7F', '\x7E', '\xE9', '\x80'};
    static const char *const shown[] = {"x", " ", " ", " ", " ", "~", "\xC3\xA9", "\xE2\x82\xAC"};
    static char room[300];
    for (size_t len = 1; len < 80; len++)
        for (size_t at = 0; at < len; at += at < 3 || at + 3 > len ? 1 : 7)
            for (size_t i = 0; i < sizeof odd; i++) {
                char expected[300], value[100], *tag = room + 10;
                check_case("%zu bytes, byte %zu at %zu", len, i, at);
                memset(room, '\x02', sizeof room);
                memset(value, 'v', len);
                value[len] = '\0';
                snprintf(expected, sizeof expected, "[Abcde \"%.*s%s%s\"]\n", (int)at, value,
                         shown[i], value + at + 1);
                value[at] = odd[i];
                memcpy(tag, "[Abcde \"", 8);
                memcpy(tag + 8, value, len);
                memcpy(tag + 8 + len, "\"]\n", 3);
                tags_clear(&tags);
                tags_note(&tags, tag + 1, 5, tag + 8, len, TAG_EXPORT);
                tags_write_pgn(&tags, "*", begin(9000));
                const char *line = strstr(end(), "[Abcde");
                CHECK_EQ_TEXT(line, expected);
            }
    check_case("%s", "");
}

/* ---- Reading fast ---- */

static const check_options options;
static checker c;

/* How many bytes of tags are read fast. They stand behind eight bytes, and in front of many others.
 */
static size_t taken(const char *text)
{
    static char room[2000];
    size_t len = strlen(text);
    memset(&c, 0, sizeof c);
    memset(room, 'z', sizeof room);
    memcpy(room + 8, text, len);
    c.options = &options;
    c.text = room;
    return take_export_tags(&c, 8, sizeof room - 100) - 8;
}

TEST(tags_in_export_format_are_read_fast)
{
#if HAS_WIDE
    static const struct {
        const char *text;
        size_t taken;
    } rows[] = {
        {"[N \"\"]\n", 7},      {"[N \"v\"]\r\n", 9},
        {"[N  \"v\"]\n", 0},    {"[ \"v\"]\n", 0},
        {"[N\t\"v\"]\n", 0},    {"[N \"v\" ]\n", 0},
        {"[N \"v]\n", 0},       {"[N \"v\"\n", 0},
        {"N \"v\"]\n", 0},      {"[N \"a\\\"b\"]\n", 0},
        {"[N \"a\"b\"]\n", 0},  {"[N1 \"v\"]\n", 0},
        {"[n_ \"v\"]\n", 0},    {"[Az \"v\"]\n[aZ \"w\"]\n", 18},
        {"[@a \"v\"]\n", 0},    {"[a[ \"v\"]\n", 0},
        {"[`a \"v\"]\n", 0},    {"[a{ \"v\"]\n", 0},
        {"\n[N \"v\"]\n", 0},   {"[N \"v\"]\n\n[M \"v\"]\n", 8},
        {"[N \"v\"]\r\r\n", 0}, {"[A \"\"]\n]\n", 7},
    };
    if (!machine_is_wide())
        return;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("row %zu: %s", i, rows[i].text);
        CHECK_EQ_INT(taken(rows[i].text), rows[i].taken);
    }
    char text[600];
    for (size_t name = 1; name < 40; name++)
        for (size_t value = 0; value < 300; value += value < 70 ? 1 : 13) {
            check_case("a name of %zu letters and a value of %zu", name, value);
            size_t len = (size_t)sprintf(text, "[%.*s \"%.*s\"]\n", (int)name,
                                         "NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN", (int)value,
                                         "vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv"
                                         "vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv"
                                         "vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv"
                                         "vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv"
                                         "vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv"
                                         "vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv");
            CHECK_EQ_INT(taken(text), name <= 29 ? len : 0);
            if (value == 0)
                continue;
            text[name + 3 + value / 2] = '"';
            CHECK_EQ_INT(taken(text), 0);
            text[name + 3 + value / 2] = '\\';
            CHECK_EQ_INT(taken(text), 0);
        }
    check_case("%s", "what the check needs");
    static const char all[] =
        "[Event \"E\"]\n[White \"w\"]\n[Black \"b\"]\n[Round \"r\"]\n[Result "
        "\"1-0\"]\n[FEN \"f\"]\n[Variant \"v\"]\n"
        "[Termination \"t\"]\n[Whitf \"x\"]\n[Blacc \"x\"]\n[Rounf \"x\"]\n[Resulf "
        "\"x\"]\n[FEM \"x\"]\n[Terminatiom \"x\"]\n[Varianf \"x\"]\n";
    CHECK_EQ_INT(taken(all), sizeof all - 1);
    CHECK(c.game.white.len == 1 && c.game.white.text[0] == 'w');
    CHECK(c.game.black.len == 1 && c.game.black.text[0] == 'b');
    CHECK(c.game.round.len == 1 && c.game.round.text[0] == 'r');
    CHECK(c.game.has_result && c.game.result.len == 3 && c.game.result.text[0] == '1');
    CHECK(c.game.has_fen && c.game.fen_len == 1 && c.game.fen[0] == 'f');
    CHECK(c.game.has_variant && c.game.variant.len == 1 && c.game.variant.text[0] == 'v');
    CHECK(c.game.termination.len == 1 && c.game.termination.text[0] == 't');
    check_case("%s", "");
#endif
}

int main(void)
{
    RUN(tags_are_written_in_order);
    RUN(values_are_escaped);
    RUN(chosen_tags);
    RUN(there_is_room_for_so_many_tags);
    RUN(stored_tags_outlive_their_text);
    RUN(a_line_is_copied_only_if_it_is_printable);
    RUN(tags_in_export_format_are_read_fast);
    return check_result();
}
