/* gen_bits_tables.c: writes src/kernel/bits_tables.c to stdout. Takes no arguments. */
#include <inttypes.h>
#include <stdio.h>

enum { PER_LINE = 4 };

static uint64_t bit_at(int file, int rank)
{
    if (file < 0 || file > 7 || rank < 0 || rank > 7)
        return 0;
    return UINT64_C(1) << (rank * 8 + file);
}

/* The squares met by going on and on in one direction. */
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

static void print_steps(const char *name, const int (*step)[2])
{
    printf("\nconst uint64_t %s[64] = {\n", name);
    for (int square = 0; square < 64; square++)
        print_set(steps(square, step, 8), square, 63);
    printf("};\n");
}

static uint64_t prey(int square, int up)
{
    return bit_at(square % 8 - 1, square / 8 + up) | bit_at(square % 8 + 1, square / 8 + up);
}

static void print_prey(void)
{
    printf("\nconst uint64_t arb__pawn_prey[2][64] = {\n");
    for (int side = 0; side < 2; side++) {
        printf("    {\n");
        for (int square = 0; square < 64; square++)
            print_set(prey(square, side == 0 ? 1 : -1), square, 63);
        printf("    }%s\n", side == 1 ? "" : ",");
    }
    printf("};\n");
}

static void print_rays(const int (*straight)[2], const int (*diagonal)[2])
{
    printf("\nconst uint64_t arb__empty_rays[64][2] = {\n");
    for (int square = 0; square < 64; square++)
        printf("    {0x%016" PRIX64 "u, 0x%016" PRIX64 "u}%s\n", lines(square, straight),
               lines(square, diagonal), square == 63 ? "" : ",");
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

/* What sorts of pieces could go from one square to another: see kernel/bits_tables.h. */
static unsigned relation(int from, int to, uint64_t set, int sort)
{
    return from != to && (set >> to & 1) != 0 ? 1u << sort : 0;
}

static void print_relations(const int (*straight)[2], const int (*diagonal)[2],
                            const int (*knight)[2], const int (*king)[2])
{
    printf("\nconst uint16_t arb__relations[64][64] = {\n");
    for (int a = 0; a < 64; a++) {
        int file = a % 8, rank = a / 8;
        printf("    {");
        for (int b = 0; b < 64; b++) {
            unsigned sorts =
                relation(a, b, lines(a, straight), 0) | relation(a, b, lines(a, diagonal), 1) |
                relation(a, b, steps(a, knight, 8), 2) | relation(a, b, steps(a, king, 8), 3);
            for (int side = 0; side < 2; side++) {
                int up = side == 0 ? 1 : -1;
                sorts |= relation(a, b, bit_at(file, rank + up), 4 + 3 * side) |
                         relation(a, b, bit_at(file, rank + 2 * up), 5 + 3 * side) |
                         relation(a, b, prey(a, up), 6 + 3 * side);
            }
            printf("%s0x%03X%s", b % 8 == 0 ? "\n     " : " ", sorts, b == 63 ? "" : ",");
        }
        printf("}%s\n", a == 63 ? "" : ",");
    }
    printf("};\n");
}

int main(void)
{
    /* Each direction goes up in square numbers, so that `above` is the ray along it. */
    static const int straight[2][2] = {{0, 1}, {1, 0}};
    static const int diagonal[2][2] = {{1, 1}, {-1, 1}};
    static const int knight[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                     {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    static const int king[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                   {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

    printf(
        "/* bits_tables.c: written by tools/gen_bits_tables.c; do not edit. Layer: kernel. */\n");
    printf("/* clang-format off */\n");
    printf("#include \"kernel/bits_tables.h\"\n");
    print_lines("arb__straight_lines", straight);
    print_lines("arb__diagonal_lines", diagonal);
    print_steps("arb__knight_steps", knight);
    print_steps("arb__king_steps", king);
    print_prey();
    print_rays(straight, diagonal);
    print_between();
    print_relations(straight, diagonal, knight, king);
    return 0;
}
