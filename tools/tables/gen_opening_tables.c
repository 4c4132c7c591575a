/* gen_opening_tables.c: writes src/notation/opening_tables.c to stdout: the named positions of
 * data/openings.tsv (ECO code, name, moves from the usual start). gen_opening_tables FILE
 *
 * A name is "Family: Variation, Line, Line". Most parts occur in many names, so each is stored once,
 * and a name is a part that follows another name. */
#include <arbiter.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPENINGS = 8000, NAMES = 8000, POOL = 65536, LINE = 1000, BUCKETS = 4096 };

typedef struct {
    uint64_t key;
    int plies;
    unsigned name, eco;
} opening;

typedef struct {
    unsigned before, text; /* the name that it follows, or 0; the place of its text in the pool */
} part;

static opening openings[OPENINGS];
static size_t opening_count;
static part names[NAMES];
static size_t name_count = 1; /* 0 is no name */
static char pool[POOL];
static size_t pool_used = 1;
static unsigned line_number;

static void fail(const char *text)
{
    fprintf(stderr, "line %u: %s\n", line_number, text);
    exit(1);
}

static unsigned pool_add(const char *text, size_t len)
{
    for (size_t at = 1; at < pool_used; at += strlen(pool + at) + 1)
        if (strlen(pool + at) == len && memcmp(pool + at, text, len) == 0)
            return (unsigned)at;
    if (pool_used + len + 1 > POOL)
        fail("the pool of names is full");
    size_t at = pool_used;
    memcpy(pool + at, text, len);
    pool_used += len + 1;
    return (unsigned)at;
}

static unsigned name_part(unsigned before, const char *text, size_t len)
{
    unsigned at = pool_add(text, len);
    for (size_t i = 1; i < name_count; i++)
        if (names[i].before == before && names[i].text == at)
            return (unsigned)i;
    if (name_count == NAMES)
        fail("too many names");
    names[name_count] = (part){before, at};
    return (unsigned)name_count++;
}

static unsigned name_add(const char *text)
{
    const char *between = ": ";
    unsigned name = 0;
    for (;;) {
        const char *end = strstr(text, between);
        name = name_part(name, text, end ? (size_t)(end - text) : strlen(text));
        if (!end)
            return name;
        text = end + 2;
        between = ", ";
    }
}

static unsigned eco_of(const char *text)
{
    if (strlen(text) != 3 || text[0] < 'A' || text[0] > 'E')
        fail("this is no ECO code");
    return (unsigned)((text[0] - 'A') * 100 + (text[1] - '0') * 10 + (text[2] - '0'));
}

/* Plays the moves and returns their number. */
static int play(arb_position *position, const char *moves)
{
    arb_pgn_reader reader = arb_pgn_reader_on(moves, strlen(moves));
    int plies = 0;
    for (;;) {
        arb_pgn_token token = arb_pgn_next(&reader);
        arb_undo undo;
        arb_san san;
        if (token.kind == ARB_PGN_END)
            return plies;
        if (token.kind == ARB_PGN_NUMBER)
            continue;
        if (arb_san_read(position, moves + token.begin, token.end - token.begin, &san) != ARB_OK)
            fail("this is no legal line");
        arb_position_make(position, san.move, &undo);
        plies++;
    }
}

/* If a position has two names, the one reached by fewer moves is taken, else the first. */
static void opening_add(const char *eco, const char *name, const char *moves)
{
    arb_position position;
    arb_position_start(&position, arb_rules_at(0));
    opening added = {.plies = play(&position, moves), .name = name_add(name), .eco = eco_of(eco)};
    added.key = arb_position_key(&position);
    for (size_t i = 0; i < opening_count; i++)
        if (openings[i].key == added.key) {
            fprintf(stderr, "line %u: this position has a name already\n", line_number);
            if (added.plies < openings[i].plies)
                openings[i] = added;
            return;
        }
    if (opening_count == OPENINGS)
        fail("too many openings");
    openings[opening_count++] = added;
}

static void read_openings(FILE *file)
{
    char line[LINE];
    for (line_number = 1; fgets(line, sizeof line, file); line_number++) {
        line[strcspn(line, "\r\n")] = '\0';
        char *name = strchr(line, '\t');
        char *moves = name ? strchr(name + 1, '\t') : NULL;
        if (!moves)
            fail("three columns are expected");
        *name++ = *moves++ = '\0';
        if (line_number > 1) /* the first names the columns */
            opening_add(line, name, moves);
    }
}

static int by_key(const void *a, const void *b)
{
    uint64_t x = ((const opening *)a)->key, y = ((const opening *)b)->key;
    return x < y ? -1 : x > y;
}

static void put_buckets(void)
{
    size_t at = 0;
    printf("\nconst uint16_t arb__opening_buckets[%d] = {", BUCKETS + 1);
    for (uint64_t bucket = 0; bucket <= BUCKETS; bucket++) {
        while (at < opening_count && openings[at].key >> 52 < bucket)
            at++;
        printf("%s%zu,", bucket % 16 == 0 ? "\n    " : " ", at);
    }
    printf("\n};\n");
}

/* Writes the pool byte by byte, because C compilers need not accept strings this long. */
static void put_pool(void)
{
    printf("\nconst uint8_t arb__opening_pool[%zu] = {", pool_used);
    for (size_t at = 0; at < pool_used; at++)
        printf("%s%u,", at % 24 == 0 ? "\n    " : " ", (unsigned char)pool[at]);
    printf("\n};\n");
}

static void put_tables(void)
{
    printf("/* opening_tables.c: written by tools/tables/gen_opening_tables.c from data/openings.tsv; do not\n"
           " * edit. Layer: notation. %zu bytes. */\n/* clang-format off */\n"
           "#include \"notation/opening.h\"\n\n"
           "const uint64_t arb__opening_keys[%zu] = {",
           opening_count * 12 + (BUCKETS + 1) * 2 + name_count * 4 + pool_used, opening_count);
    for (size_t i = 0; i < opening_count; i++)
        printf("%s0x%016" PRIX64 "u,", i % 4 == 0 ? "\n    " : " ", openings[i].key);
    printf("\n};\n\nconst arb__opening arb__openings[%zu] = {", opening_count);
    for (size_t i = 0; i < opening_count; i++)
        printf("%s{%u, %u},", i % 8 == 0 ? "\n    " : " ", openings[i].name, openings[i].eco);
    printf("\n};\n");
    put_buckets();
    printf("\nconst arb__opening_part arb__opening_names[%zu] = {", name_count);
    for (size_t i = 0; i < name_count; i++)
        printf("%s{%u, %u},", i % 8 == 0 ? "\n    " : " ", names[i].before, names[i].text);
    printf("\n};\n");
    put_pool();
    printf("\nconst unsigned arb__opening_count = %zu;\n", opening_count);
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!file)
        return fprintf(stderr, "usage: gen_opening_tables FILE\n"), 2;
    read_openings(file);
    fclose(file);
    qsort(openings, opening_count, sizeof openings[0], by_key);
    put_tables();
    return 0;
}
