/* gen_key_tables.c: writes src/position/key/key_tables.c to stdout. Takes no arguments. */
#include "position/key/key.h"

#include <inttypes.h>
#include <stdio.h>

static void print_keys(const uint64_t *keys, int count)
{
    for (int i = 0; i < count; i++)
        printf("%s0x%016" PRIX64 "u,%s", i % 4 == 0 ? "    " : " ", keys[i],
               i % 4 == 3 ? "\n" : "");
}

static void print_pieces(void)
{
    printf("\nconst uint64_t arb__key_chess[2][8][64] = {\n");
    for (int colour = 0; colour < 2; colour++) {
        printf("    {");
        for (arb_kind kind = ARB_NO_KIND; kind < 8; kind++) {
            uint64_t keys[64] = {0};
            bool is_piece = kind >= ARB_PAWN && kind <= ARB_KING;
            for (arb_square square = 0; is_piece && square < 64; square++)
                keys[square] = arb__key_piece(square, arb_piece_of((arb_colour)colour, kind));
            printf("{\n");
            print_keys(keys, is_piece ? 64 : 1);
            printf("%s},%s", is_piece ? "    " : "\n    ", kind == 7 ? "" : " ");
        }
        printf("},\n");
    }
    printf("};\n");
}

static void print_passed(void)
{
    uint64_t keys[64];
    for (arb_square square = 0; square < 64; square++)
        keys[square] = arb__key_en_passant(square);
    printf("\nconst uint64_t arb__key_passed[64] = {\n");
    print_keys(keys, 64);
    printf("};\n");
}

/* Bit 2 * colour + side is a right; its rook is named by its file. */
static void print_rights(void)
{
    uint64_t keys[16];
    for (unsigned rights = 0; rights < 16; rights++) {
        uint64_t said = 0;
        for (unsigned i = 0; i < 4; i++)
            said = arb__say_right(said, (rights >> i & 1u) != 0, i % 2 == ARB_KING_SIDE ? 7 : 0);
        keys[rights] = arb__key_of_rights(said);
    }
    printf("\nconst uint64_t arb__key_home_rights[16] = {\n");
    print_keys(keys, 16);
    printf("};\n");
}

int main(void)
{
    printf(
        "/* key_tables.c: written by tools/tables/gen_key_tables.c; do not edit. Layer: position. */\n");
    printf("/* clang-format off */\n");
    printf("#include \"position/key/key.h\"\n");
    print_pieces();
    print_passed();
    print_rights();
    return 0;
}
