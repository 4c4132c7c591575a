/* test_rule_names.c: finds every rule set by each of its names, and parents by name and by file.
 * The names that programs use are in tests/data/variant_names.tsv. */
#include "arbiter.h"
#include "table.h"

static const arb_rules *found(const char *name)
{
    return arb_rules_find(name, strlen(name));
}

TEST(every_name_and_alias_belongs_to_one_rule_set)
{
    for (size_t i = 0; i < arb_rules_count(); i++) {
        const arb_rules *rules = arb_rules_at(i);
        const char *at = rules->aliases;
        CHECK(found(rules->name) == rules);
        while (*at != '\0') {
            size_t len = strcspn(at, ",");
            check_case("%s: %.*s", rules->name, (int)len, at);
            CHECK(len > 0);
            for (size_t k = 0; k < arb_rules_count(); k++)
                CHECK_EQ_INT(arb_rules_named(arb_rules_at(k), at, len), k == i);
            at += len;
            at += strspn(at, ", ");
        }
    }
}

TEST(names_are_known_as_programs_write_them)
{
    static table t;
    if (!CHECK(table_open(&t, "tests/data/variant_names.tsv")))
        return;
    while (table_next(&t)) {
        const char *name = t.column[0];
        const arb_rules *rules = found(name);
        CHECK_EQ_TEXT(rules ? rules->name : "-", t.column[1]);
        CHECK(arb_rules_of_variant(name, strlen(name)) == rules);
    }
}

TEST(a_variant_that_says_nothing_is_chess)
{
    static const char *const values[] = {"", " ", "?", "-", " ? "};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        CHECK(arb_rules_of_variant(values[i], strlen(values[i])) == arb_rules_at(0));
        CHECK(found(values[i]) == NULL);
    }
}

static size_t read_shipped(const arb_rules *rules, char *text, size_t cap)
{
    char path[128];
    snprintf(path, sizeof path, "examples/rules/%s.rules", rules->name);
    FILE *file = fopen(path, "rb");
    if (!CHECK(file != NULL))
        return 0;
    size_t len = fread(text, 1, cap, file);
    fclose(file);
    return len;
}

TEST(shipped_rule_sets_are_what_their_files_say)
{
    static char text[65536], own[16384], read[16384];
    static arb_rules rules;
    for (size_t i = ARB_BUILT_IN; i < arb_rules_count(); i++) {
        check_case("%s", arb_rules_at(i)->name);
        size_t len = read_shipped(arb_rules_at(i), text, sizeof text);
        CHECK(arb_rules_read(&rules, text, len, NULL, NULL));
        arb_rules_write(arb_rules_at(i), own, sizeof own);
        arb_rules_write(&rules, read, sizeof read);
        CHECK_EQ_TEXT(own, read);
    }
}

TEST(a_parent_is_any_rule_set_by_any_name)
{
    static arb_rules rules;
    for (size_t i = 0; i < arb_rules_count(); i++) {
        const arb_rules *parent = arb_rules_at(i);
        char text[128];
        int len = snprintf(text, sizeof text, "name = mine\nparent = %.*s\n",
                           (int)strcspn(parent->aliases[0] ? parent->aliases : parent->name, ","),
                           parent->aliases[0] ? parent->aliases : parent->name);
        check_case("%s", text);
        CHECK(arb_rules_read(&rules, text, (size_t)len, NULL, NULL));
        CHECK_EQ_TEXT(rules.board.start, parent->board.start);
        CHECK_EQ_TEXT(rules.aliases, "");
        CHECK(!arb_rules_named(&rules, parent->name, strlen(parent->name)));
    }
}

/* ---- parents that are files ---- */

typedef struct {
    const char *name;
    const char *text;
} paper; /* a file of the test */

typedef struct {
    const paper *papers;
    size_t count;
    char heard[256];
} drawer;

static bool find_paper(void *context, const arb_rules_file *file, const char *parent, size_t len,
                       arb_rules_file *result)
{
    const drawer *d = context;
    CHECK(file->name != NULL);
    for (size_t i = 0; i < d->count; i++)
        if (strlen(d->papers[i].name) == len && memcmp(d->papers[i].name, parent, len) == 0) {
            *result =
                (arb_rules_file){d->papers[i].name, d->papers[i].text, strlen(d->papers[i].text)};
            return true;
        }
    return false;
}

static void hear(void *context, const arb_rules_mistake *mistake)
{
    drawer *d = context;
    size_t len = strlen(d->heard);
    snprintf(d->heard + len, sizeof d->heard - len, "%s:%u:%u: %s\n", mistake->file, mistake->line,
             mistake->column, mistake->text);
}

static const char *read_first(arb_rules *rules, drawer *d)
{
    arb_rules_file file = {d->papers[0].name, d->papers[0].text, strlen(d->papers[0].text)};
    d->heard[0] = '\0';
    bool ok = arb_rules_read_file(rules, &file, find_paper, hear, d);
    CHECK_EQ_INT(ok, d->heard[0] == '\0');
    return d->heard;
}

TEST(a_parent_may_be_a_file)
{
    static const paper papers[] = {
        {"a", "name = a\nparent = b\nen-passant = no\n"},
        {"b", "name = b\naliases = Bee\nparent = c\nstalemate = loses\n"},
        {"c", "name = c\nparent = Crazyhouse\nchecks-win = 3\n"},
    };
    static arb_rules rules;
    drawer d = {.papers = papers, .count = 3};
    CHECK_EQ_TEXT(read_first(&rules, &d), "");
    CHECK_EQ_TEXT(rules.name, "a");
    CHECK_EQ_TEXT(rules.aliases, "");
    CHECK(!rules.pawn.en_passant && rules.capture.to_hand);
    CHECK_EQ_INT(rules.ending.checks, 3);
    CHECK_EQ_INT(rules.ending.stalemate, ARB_LOSES);
}

TEST(parents_that_cannot_be_are_told_with_their_file)
{
    static const struct {
        paper papers[3];
        const char *expected;
    } cases[] = {
        {{{"a", "name = a\nparent = a\n"}},
         "a:2:10: the parent 'a' has this file among its own parents\n"},
        {{{"a", "parent = b\nname = a\n"}, {"b", "parent = a\nname = b\n"}},
         "b:1:10: the parent 'a' has this file among its own parents\n"},
        {{{"a", "parent = b\nname = a\n"}, {"b", "name = b\nbord = 6x6\n"}},
         "b:2:1: there is no key 'bord'; did you mean 'board'?\n"},
        {{{"a", "parent = nowhere\nname = a\n"}},
         "a:1:10: there is no rule set or file 'nowhere'\n"},
        {{{"a", "parent = ches\nname = a\n"}},
         "a:1:10: there is no rule set or file 'ches'; did you mean 'chess'?\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        arb_rules rules = *arb_rules_at(0);
        drawer d = {.papers = cases[i].papers, .count = cases[i].papers[1].name ? 2 : 1};
        check_case("%s", cases[i].papers[0].text);
        CHECK_EQ_TEXT(read_first(&rules, &d), cases[i].expected);
        CHECK_EQ_TEXT(rules.name, "chess");
    }
}

TEST(a_file_has_at_most_seven_files_above_it)
{
    static char texts[ARB_PARENT_LIMIT + 1][64];
    static const char names[][3] = {"f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8"};
    static arb_rules rules;
    paper papers[ARB_PARENT_LIMIT + 1];
    for (int count = ARB_PARENT_LIMIT; count <= ARB_PARENT_LIMIT + 1; count++) {
        for (int i = 0; i < count; i++) {
            snprintf(texts[i], sizeof texts[i], "name = %s\nparent = %s\n", names[i],
                     i + 1 < count ? names[i + 1] : "chess");
            papers[i] = (paper){names[i], texts[i]};
        }
        drawer d = {.papers = papers, .count = (size_t)count};
        CHECK_EQ_TEXT(read_first(&rules, &d),
                      count == ARB_PARENT_LIMIT ? ""
                                                : "f7:2:10: the parent 'f8' is one file too many: "
                                                  "a file has at most 7 above it\n");
    }
}

int main(void)
{
    RUN(every_name_and_alias_belongs_to_one_rule_set);
    RUN(names_are_known_as_programs_write_them);
    RUN(a_variant_that_says_nothing_is_chess);
    RUN(shipped_rule_sets_are_what_their_files_say);
    RUN(a_parent_is_any_rule_set_by_any_name);
    RUN(a_parent_may_be_a_file);
    RUN(parents_that_cannot_be_are_told_with_their_file);
    RUN(a_file_has_at_most_seven_files_above_it);
    return check_result();
}
