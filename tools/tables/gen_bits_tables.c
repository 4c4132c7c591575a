/* gen_bits_tables.c: writes src/kernel/bits/bits_tables.c to stdout. Takes no arguments. */
#include <inttypes.h>
#include <stdio.h>

enum { PER_LINE = 4 };

static uint64_t bit_at(int file, int rank)
{
    if (file < 0 || file > 7 || rank < 0 || rank > 7)
        return 0;
    return UINT64_C(1) << (rank * 8 + file);
}

/* The squares from here to the edge of the board in one direction. */
static uint64_t ray(int square, int files, int ranks)
{
    uint64_t set = 0;
    int file = square % 8 + files;
    int rank = square / 8 + ranks;
    for (; bit_at(file, rank) != 0; file += files, rank += ranks)
        set |= bit_at(file, rank);
    return set;
}

static uint64_t lines(int square, const int (*direction)[2])
{
    uint64_t set = 0;
    for (int i = 0; i < 2; i++)
        set |= ray(square, direction[i][0], direction[i][1]) |
               ray(square, -direction[i][0], -direction[i][1]);
    return set;
}

static uint64_t steps(int square, const int (*step)[2], int count)
{
    uint64_t set = 0;
    for (int i = 0; i < count; i++)
        set |= bit_at(square % 8 + step[i][0], square / 8 + step[i][1]);
    return set;
}

static uint64_t between(int a, int b)
{
    for (int files = -1; files <= 1; files++)
        for (int ranks = -1; ranks <= 1; ranks++)
            if ((files != 0 || ranks != 0) && (ray(a, files, ranks) >> b & 1) != 0)
                return ray(a, files, ranks) & ray(b, -files, -ranks);
    return 0;
}

static void print_set(uint64_t set, int index, int last)
{
    printf("%s0x%016" PRIX64 "u%s", index % PER_LINE == 0 ? "    " : " ", set,
           index == last ? "\n" : (index % PER_LINE == PER_LINE - 1 ? ",\n" : ","));
}

static void print_lines(const char *name, const int (*direction)[2])
{
    printf("\nconst arb__line %s[64][2] = {\n", name);
    for (int square = 0; square < 64; square++) {
        printf("    {");
        for (int i = 0; i < 2; i++)
            printf("{0x%016" PRIX64 "u, 0x%016" PRIX64 "u}%s",
                   ray(square, -direction[i][0], -direction[i][1]),
                   ray(square, direction[i][0], direction[i][1]), i == 0 ? ", " : "}");
        printf("%s\n", square == 63 ? "" : ",");
    }
    printf("};\n");
}

/* Prints steps for this many squares; entries past the 64th have none. */
static void print_steps(const char *name, const int (*step)[2], int squares)
{
    printf("\nconst uint64_t %s[%d] = {\n", name, squares);
    for (int square = 0; square < squares; square++)
        print_set(square < 64 ? steps(square, step, 8) : 0, square, squares - 1);
    printf("};\n");
}

static uint64_t prey(int square, int up)
{
    return bit_at(square % 8 - 1, square / 8 + up) | bit_at(square % 8 + 1, square / 8 + up);
}

static void print_arounds(const int (*straight)[2], const int (*diagonal)[2],
                          const int (*knight)[2], const int (*king)[2])
{
    printf("\n_Alignas(64) const arb__around arb__arounds[64] = {\n");
    for (int square = 0; square < 64; square++)
        printf("    {0x%016" PRIX64 "u, 0x%016" PRIX64 "u, 0x%016" PRIX64 "u, 0x%016" PRIX64 "u,\n"
               "     {0x%016" PRIX64 "u, 0x%016" PRIX64 "u}, {0, 0}}%s\n",
               lines(square, straight), lines(square, diagonal), steps(square, knight, 8),
               steps(square, king, 8), prey(square, 1), prey(square, -1), square == 63 ? "" : ",");
    printf("};\n");
}

static void print_compass(int square, int way, const int (*straight)[2], const int (*diagonal)[2])
{
    for (int i = 0; i < 4; i++) {
        const int *direction = i < 2 ? straight[i] : diagonal[i - 2];
        printf("0x%016" PRIX64 "u%s", ray(square, way * direction[0], way * direction[1]),
               i < 3 ? ", " : "");
    }
}

static void print_compasses(const int (*straight)[2], const int (*diagonal)[2])
{
    printf("\n_Alignas(64) const arb__compass arb__compasses[64] = {\n");
    for (int square = 0; square < 64; square++) {
        printf("    {{");
        print_compass(square, 1, straight, diagonal);
        printf("},\n     {");
        print_compass(square, -1, straight, diagonal);
        printf("}}%s\n", square == 63 ? "" : ",");
    }
    printf("};\n");
}

/* Prints the moves from a square to the squares of a set. */
static void print_moves(int from, uint64_t set)
{
    int written = 0;
    printf("{");
    for (int to = 0; to < 64; to++)
        if ((set >> to & 1) != 0)
            printf("%s0x%04X", written++ > 0 ? ", " : "", (unsigned)(to << 10 | from));
    printf("}");
}

static void print_rosters(const int (*knight)[2], const int (*king)[2])
{
    printf("\n_Alignas(16) const uint16_t arb__rosters[64][2][8] = {\n");
    for (int square = 0; square < 64; square++) {
        printf("    {");
        print_moves(square, steps(square, knight, 8));
        printf(",\n     ");
        print_moves(square, steps(square, king, 8));
        printf("}%s\n", square == 63 ? "" : ",");
    }
    printf("};\n");
}

/* Prints byte shuffles that move a choice of eight two-byte numbers to the front. */
static void print_choices(void)
{
    printf("\n_Alignas(16) const uint8_t arb__choices[256][16] = {\n");
    for (unsigned set = 0; set < 256; set++) {
        int written = 0;
        printf("    {");
        for (int i = 0; i < 8; i++)
            if ((set >> i & 1) != 0)
                printf("%s%d, %d", written++ > 0 ? ", " : "", 2 * i, 2 * i + 1);
        printf("%s%s\n", written == 0 ? "0}" : "}", set == 255 ? "" : ",");
    }
    printf("};\n");
}

static void print_between(void)
{
    printf("\nconst uint64_t arb__between[64][64] = {\n");
    for (int a = 0; a < 64; a++) {
        printf("    {\n");
        for (int b = 0; b < 64; b++)
            print_set(between(a, b), b, 63);
        printf("    }%s\n", a == 63 ? "" : ",");
    }
    printf("};\n");
}

/* Returns what a slider with `below` squares below it on a line sees, given the occupancy of the
 * other squares. */
static unsigned seen(int below, unsigned pieces)
{
    unsigned set = 0;
    for (int i = below; i < 7; i++) {
        set |= 1u << i;
        if ((pieces >> i & 1) != 0)
            break;
    }
    for (int i = below - 1; i >= 0; i--) {
        set |= 1u << i;
        if ((pieces >> i & 1) != 0)
            break;
    }
    return set;
}

static void print_seen(void)
{
    printf("\nconst uint8_t arb__seen[8 * 128] = {");
    for (int i = 0; i < 8 * 128; i++)
        printf("%s0x%02X%s", i % 16 == 0 ? "\n    " : " ", seen(i / 128, (unsigned)i % 128),
               i == 8 * 128 - 1 ? "\n" : ",");
    printf("};\n");
}

static void print_packed_lines(const int (*straight)[2], const int (*diagonal)[2])
{
    printf("\nconst arb__packed_line arb__packed_lines[64][4] = {\n");
    for (int square = 0; square < 64; square++) {
        printf("    {");
        for (int i = 0; i < 4; i++) {
            const int *direction = i < 2 ? straight[i] : diagonal[i - 2];
            uint64_t below = ray(square, -direction[0], -direction[1]);
            uint64_t above = ray(square, direction[0], direction[1]);
            int count = 0;
            for (uint64_t set = below; set != 0; set &= set - 1)
                count++;
            printf("{0x%016" PRIX64 "u, %d}%s", below | above, count * 128, i < 3 ? ", " : "}");
        }
        printf("%s\n", square == 63 ? "" : ",");
    }
    printf("};\n");
}

/* ---- sliders whose moves are listed ---- */

enum { REACHES = 8192 };

static unsigned packed(uint64_t set, uint64_t mask)
{
    unsigned result = 0, place = 0;
    for (; mask != 0; mask &= mask - 1, place++)
        result |= (set & mask & -mask) != 0 ? 1u << place : 0;
    return result;
}

static uint64_t spread(unsigned set, uint64_t mask)
{
    uint64_t result = 0;
    for (; mask != 0; mask &= mask - 1, set >>= 1)
        result |= (set & 1) != 0 ? mask & -mask : 0;
    return result;
}

/* The squares in one direction as far as the first piece. */
static uint64_t seen_along(int square, int files, int ranks, uint64_t pieces)
{
    uint64_t set = 0;
    int file = square % 8 + files, rank = square / 8 + ranks;
    for (; bit_at(file, rank) != 0; file += files, rank += ranks) {
        set |= bit_at(file, rank);
        if ((pieces & bit_at(file, rank)) != 0)
            break;
    }
    return set;
}

/* The line without its ends: a piece on an end square hides nothing. */
static uint64_t inner(int square, const int *direction)
{
    uint64_t line =
        ray(square, direction[0], direction[1]) | ray(square, -direction[0], -direction[1]);
    uint64_t ends = 0;
    for (int to = 0; to < 64; to++)
        if ((line >> to & 1) != 0 && (bit_at(to % 8 + direction[0], to / 8 + direction[1]) == 0 ||
                                      bit_at(to % 8 - direction[0], to / 8 - direction[1]) == 0))
            ends |= UINT64_C(1) << to;
    return line & ~ends;
}

static unsigned reaches[REACHES];
static int reach_count;

/* Returns where the row of a line begins: an existing row if one is the same, else a new one. */
static int reach_row(int square, const int *direction, uint64_t all)
{
    unsigned row[64];
    int size = 1 << __builtin_popcountll(inner(square, direction)), same = 0, at = 0;
    for (int i = 0; i < size; i++) {
        uint64_t pieces = spread((unsigned)i, inner(square, direction));
        row[i] = packed(seen_along(square, direction[0], direction[1], pieces) |
                            seen_along(square, -direction[0], -direction[1], pieces),
                        all);
    }
    for (; at + size <= reach_count && same < size; at++)
        for (same = 0; same < size && reaches[at + same] == row[same]; same++)
            ;
    if (same == size)
        return at - 1;
    for (int i = 0; i < size; i++)
        reaches[reach_count++] = row[i];
    return reach_count - size;
}

static void print_sliders(const int (*straight)[2], const int (*diagonal)[2])
{
    printf("\n_Alignas(64) const arb__slider arb__sliders[2][64] = {\n");
    for (int sort = 0; sort < 2; sort++) {
        const int(*direction)[2] = sort == 0 ? straight : diagonal;
        printf("    {\n");
        for (int square = 0; square < 64; square++) {
            uint64_t all = lines(square, direction);
            int first = reach_row(square, direction[0], all);
            int second = reach_row(square, direction[1], all);
            printf("     {{0x%016" PRIX64 "u, 0x%016" PRIX64 "u}, 0x%016" PRIX64 "u,\n"
                   "      {%d, %d}, {0, 0}, ",
                   inner(square, direction[0]), inner(square, direction[1]), all, first, second);
            print_moves(square, all);
            printf("}%s\n", square == 63 ? "" : ",");
        }
        printf("    }%s\n", sort == 1 ? "" : ",");
    }
    printf("};\n\nconst uint16_t arb__reaches[] = {");
    for (int i = 0; i < reach_count; i++)
        printf("%s0x%04X%s", i % 12 == 0 ? "\n    " : " ", reaches[i],
               i == reach_count - 1 ? "\n" : ",");
    printf("};\n");
}

static unsigned relation(uint64_t set, int to, unsigned value)
{
    return (set >> to & 1) != 0 ? value : 0;
}

/* Prints which sliders could go from one square to another: see kernel/bits/bits_tables.h. */
static void print_relations(const int (*straight)[2], const int (*diagonal)[2],
                            const int (*knight)[2], const int (*king)[2])
{
    printf("\nconst uint16_t arb__relations[64][64] = {\n");
    for (int a = 0; a < 64; a++) {
        printf("    {");
        for (int b = 0; b < 64; b++) {
            unsigned sorts =
                relation(steps(a, knight, 8), b, 1) | relation(lines(a, diagonal), b, 2) |
                relation(lines(a, straight), b, 3) | relation(steps(a, king, 8), b, 1 << 2);
            for (int side = 0; side < 2; side++) {
                int up = side == 0 ? 1 : -1;
                unsigned first = side == 0 ? 1 << 3 : 1 << 6;
                sorts |= relation(bit_at(a % 8, a / 8 + up), b, first) |
                         relation(bit_at(a % 8, a / 8 + 2 * up), b, first << 1) |
                         relation(prey(a, up), b, first << 2);
                unsigned chess = side == 0 ? 1 << 9 : 1 << 11;
                int home = a / 8 == (side == 0 ? 1 : 6), last = b / 8 == (side == 0 ? 7 : 0);
                sorts |= last ? 0
                              : relation(bit_at(a % 8, a / 8 + up), b, chess) |
                                    relation(bit_at(a % 8, a / 8 + 2 * up), b, home ? chess : 0) |
                                    relation(prey(a, up), b, chess << 1);
            }
            printf("%s0x%04X%s", b % 8 == 0 ? "\n     " : " ", sorts, b == 63 ? "" : ",");
        }
        printf("}%s\n", a == 63 ? "" : ",");
    }
    printf("};\n");
}

int main(void)
{
    /* Each direction leads to higher square numbers, so that `above` is the ray along it. */
    static const int straight[2][2] = {{0, 1}, {1, 0}};
    static const int diagonal[2][2] = {{1, 1}, {-1, 1}};
    static const int knight[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                     {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    static const int king[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                   {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

    printf(
        "/* bits_tables.c: written by tools/tables/gen_bits_tables.c; do not edit. Layer: kernel. */\n");
    printf("/* clang-format off */\n");
    printf("#include \"kernel/bits/bits_tables.h\"\n");
    print_lines("arb__straight_lines", straight);
    print_lines("arb__diagonal_lines", diagonal);
    print_steps("arb__knight_steps", knight, 65);
    print_steps("arb__king_steps", king, 64);
    print_arounds(straight, diagonal, knight, king);
    print_compasses(straight, diagonal);
    print_between();
    print_relations(straight, diagonal, knight, king);
    print_rosters(knight, king);
    print_choices();
    print_seen();
    print_packed_lines(straight, diagonal);
    print_sliders(straight, diagonal);
    return 0;
}
