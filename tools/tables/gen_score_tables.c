/* gen_score_tables.c: writes src/fast/score/score_tables.c to stdout. Takes no arguments. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

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

/* File, rank, and the two diagonals. */
static const int along[4][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};

static uint64_t lines(int square, int first, int end)
{
    uint64_t set = 0;
    for (int line = first; line < end; line++)
        set |= ray(square, along[line][0], along[line][1]) |
               ray(square, -along[line][0], -along[line][1]);
    return set;
}

static uint64_t near_squares(int square, int knight)
{
    uint64_t set = 0;
    for (int files = -2; files <= 2; files++)
        for (int ranks = -2; ranks <= 2; ranks++) {
            int far = files * files + ranks * ranks;
            if (knight ? far == 5 : far == 1 || far == 2)
                set |= bit_at(square % 8 + files, square / 8 + ranks);
        }
    return set;
}

/* The squares from which a pawn that goes `up` ranks reaches a square where it stays a pawn. */
static uint64_t pawn_step(int square, int up)
{
    int file = square % 8, rank = square / 8;
    if (rank == (up > 0 ? 7 : 0))
        return 0;
    return bit_at(file, rank - up) | (rank == (up > 0 ? 3 : 4) ? bit_at(file, rank - 2 * up) : 0);
}

static uint64_t pawn_take(int square, int up)
{
    int file = square % 8, rank = square / 8;
    if (rank == (up > 0 ? 7 : 0))
        return 0;
    return bit_at(file - 1, rank - up) | bit_at(file + 1, rank - up);
}

/* In the order of arb__arrival. */
static uint64_t arrival(int how, int to)
{
    switch (how) {
    case 1:
        return pawn_step(to, 1);
    case 2:
        return near_squares(to, 1);
    case 3:
        return lines(to, 2, 4);
    case 4:
        return lines(to, 0, 2);
    case 5:
        return lines(to, 0, 4);
    case 6:
        return near_squares(to, 0);
    case 7:
        return pawn_take(to, 1);
    case 8:
        return pawn_step(to, -1);
    case 9:
        return pawn_take(to, -1);
    default:
        return 0;
    }
}

/* Returns which squares a leaper that arrives in this way attacks from its new square. */
static int looks_on(int how)
{
    static const int looks[] = {0, 9, 2, 0, 0, 0, 0, 9, 7, 7};
    return looks[how];
}

static void print_arrivals(void)
{
    printf("\nconst arb__arrival_set arb__arrivals[ARB__ARRIVALS][64] = {\n");
    for (int how = 0; how < 10; how++) {
        printf("    {\n");
        for (int to = 0; to < 64; to++)
            printf("%s{0x%016" PRIX64 "u, 0x%016" PRIX64 "u}%s", to % 2 == 0 ? "    " : " ",
                   arrival(how, to), arrival(looks_on(how), to),
                   to == 63 ? "\n" : (to % 2 == 1 ? ",\n" : ","));
        printf("    }%s\n", how == 9 ? "" : ",");
    }
    printf("};\n");
}

/* ---- letters ---- */

enum { PAWN = 1, KNIGHT, BISHOP, ROOK, QUEEN, KING, CASTLING, FILES, LETTERS = 16 };

/* The number of the letter that a move begins with: see arb__letter_of. */
static int letter_of(int c)
{
    static const char letters[LETTERS + 1] = "\0\0NBRQKOabcdefgh";
    for (int i = KNIGHT; i < LETTERS; i++)
        if (letters[i] == c)
            return i;
    return 0;
}

/* Writes a line of arb__letters: what the first letter and the length say about a move. */
static void print_letter(int black, int letter, int len)
{
    bool piece = letter >= KNIGHT && letter <= KING, file = letter >= FILES;
    int kind = piece || letter == CASTLING ? letter : file ? PAWN : 0;
    bool quiet = len == (file ? 2 : 3), takes = len == 4;
    uint64_t from = file ? UINT64_C(0x0101010101010101) << (letter - FILES) : UINT64_MAX;
    int arrives = piece ? letter : quiet ? (black ? 8 : 1) : black ? 9 : 7;
    if (len == 0 && kind != 0)
        printf("{.said = {.kind = %d}}", kind);
    else if (len >= 5 && kind != 0) /* the slow path reads it, even if it ends in a square */
        printf("{.fixed = UINT32_MAX}");
    else if ((piece || file) && (quiet || takes))
        printf("{{0x%016" PRIX64 "u, UINT64_MAX}, %s, {%d, %d, %d, %d, %d, 0, 0, 0}}", from,
               takes ? "0xFF00" : "0", -takes, -(quiet && piece), kind, quiet && file ? 16 : 255,
               arrives);
    else
        printf("{.fixed = 0}");
}

static void print_letters(void)
{
    printf("\nconst arb__letter arb__letters[2][ARB__LETTERS][8] = {\n");
    for (int row = 0; row < 2 * LETTERS; row++) {
        printf("%s    {", row % LETTERS == 0 ? "    {\n" : "");
        for (int len = 0; len < 8; len++) {
            print_letter(row / LETTERS, row % LETTERS, len);
            printf("%s", len == 7 ? "" : len % 2 == 1 ? ",\n     " : ", ");
        }
        printf("}%s\n%s", row % LETTERS == LETTERS - 1 ? "" : ",",
               row % LETTERS == LETTERS - 1 ? "    },\n" : "");
    }
    printf("};\n");
}

static void print_bytes(const char *name, int (*of)(int c))
{
    printf("\nconst uint8_t %s[256] = {\n", name);
    for (int c = 0; c < 256; c++)
        printf("%s%d%s", c % 32 == 0 ? "    " : " ", of(c), c % 32 == 31 ? ",\n" : ",");
    printf("};\n");
}

/* Classifies a byte after a move: a blank, a check mark, another byte that ends a word, or none. */
static int behind_move(int c)
{
    if (c == 0)
        return 3;
    return strchr(" \n\r", c) ? 0 : strchr("+#", c) ? 1 : strchr("\t\v\f\x1A!?$()*;{}", c) ? 2 : 3;
}

/* Prints move numbers as text, and one entry of blanks after them. */
static void print_numbers(void)
{
    printf("\nconst char arb__numbers[ARB__NUMBERS + 1][ARB__NUMBER] = {\n");
    for (int number = 0; number <= 300; number++) {
        char text[8];
        snprintf(text, sizeof text, number < 300 ? "%d.   " : "    ", number);
        printf("%s{'%c', '%c', '%c', '%c'}%s", number % 4 == 0 ? "    " : " ", text[0], text[1],
               text[2], text[3], number % 4 == 3 ? ",\n" : ",");
    }
    printf("\n};\n");
}

int main(void)
{
    printf("/* score_tables.c: written by tools/tables/gen_score_tables.c; do not edit. Layer: "
           "fast. */\n");
    printf("/* clang-format off */\n");
    printf("#include \"fast/score/score_words.h\"\n");
    print_arrivals();
    print_letters();
    print_bytes("arb__letter_of", letter_of);
    print_bytes("arb__behind_move", behind_move);
    print_numbers();
    return 0;
}
