/* gen_rules_tables.c: writes src/rules/shipped_tables.c to stdout: the rule-set files that it is
 * given, as constants in the order of their names. gen_rules_tables FILE... */
#include <arbiter.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 64 << 10, FILE_LIMIT = 256 };

static void say_mistake(void *context, const arb_rules_mistake *mistake)
{
    fprintf(stderr, "%s:%u:%u: %s\n", (const char *)context, mistake->line, mistake->column,
            mistake->text);
}

static void read_rules(arb_rules *rules, char *path)
{
    static char text[TEXT_LIMIT];
    FILE *file = fopen(path, "rb");
    size_t len = file != NULL ? fread(text, 1, sizeof text, file) : 0;
    if (file == NULL || ferror(file) || !arb_rules_read(rules, text, len, say_mistake, path)) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(1);
    }
    fclose(file);
}

/* Members are written only if they are not 0; they have the few types of these functions. */
static void put_number(const char *member, int64_t number)
{
    if (number != 0)
        printf(" .%s = %" PRId64 ",", member, number);
}

static void put_bits(const char *member, uint32_t bits)
{
    if (bits != 0)
        printf(" .%s = 0x%" PRIX32 "u,", member, bits);
}

static void put_text(const char *member, const char *text)
{
    if (text[0] == '\0')
        return;
    printf(" .%s = \"", member);
    for (; *text != '\0'; text++)
        printf(*text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    printf("\",");
}

static void put_area(const char *member, const arb_area *area)
{
    if (area->count == 0)
        return;
    int last = 0;
    for (int i = 0; i < ARB_SIDE_LIMIT; i++)
        last = area->rows[i] != 0 ? i : last;
    printf("\n      .%s = {.count = %" PRIu32 ", .rows = {", member, area->count);
    for (int i = 0; i <= last; i++)
        printf("0x%" PRIX32 "u, ", area->rows[i]);
    printf("}},");
}

static int last_count(const uint16_t *counts)
{
    int last = -1;
    for (int i = 0; i < ARB_KIND_LIMIT; i++)
        last = counts[i] != 0 ? i : last;
    return last;
}

/* Writes entries without gaps, the only designated initializers that g++ accepts in C++. */
static void put_row(const uint16_t *counts)
{
    printf("{");
    for (int i = 0; i <= last_count(counts); i++)
        printf("%d, ", counts[i]);
    printf("},");
}

static void put_counts(const char *member, const uint16_t *counts)
{
    if (last_count(counts) < 0)
        return;
    printf("\n      .%s = ", member);
    put_row(counts);
}

static void put_start_counts(const arb_rules *rules)
{
    const uint16_t *white = rules->board.start_count[0], *black = rules->board.start_count[1];
    if (last_count(white) < 0 && last_count(black) < 0)
        return;
    printf("\n      .start_count = {");
    put_row(white);
    printf(" ");
    put_row(black);
    printf("},");
}

static void put_steps(const char *member, const arb_step *steps, int count)
{
    if (count == 0)
        return;
    printf("\n       .%s = {", member);
    for (int i = 0; i < count; i++)
        printf("{%d, %d, %d, %d}, ", steps[i].files, steps[i].ranks, steps[i].range, steps[i].how);
    printf("},");
}

static void put_kind(int kind, const arb_kind_rule *rule)
{
    if (rule->letter == '\0') {
        printf("      [%d] = {.letter = '\\0'},\n", kind);
        return;
    }
    printf("      [%d] = {.letter = '%c',", kind, rule->letter);
    put_text("name", rule->name);
    put_number("value", rule->value);
    put_number("leap_count", rule->leap_count);
    put_number("slide_count", rule->slide_count);
    put_bits("becomes", rule->becomes);
    put_steps("leaps", rule->leaps, rule->leap_count);
    put_steps("slides", rule->slides, rule->slide_count);
    printf("},\n");
}

static void put_pair(const char *member, const int8_t *pair)
{
    printf(" .%s = {%d, %d},", member, pair[0], pair[1]);
}

/* Writes an enumeration's value with the cast that C++ needs. */
static void put_choice(const char *member, const char *type, unsigned value)
{
    if (value)
        printf(" .%s = (%s)%u,", member, type, value);
}

static void put_board(const arb_rules *rules)
{
    printf("     .board = {.size = {%d, %d},", rules->board.size.files, rules->board.size.ranks);
    put_number("any_size", rules->board.any_size);
    printf("\n     ");
    put_text("start", rules->board.start);
    put_number("max_pieces", rules->board.max_pieces);
    put_number("max_pawns", rules->board.max_pawns);
    put_bits("faults", rules->board.faults);
    put_area("holes", &rules->board.holes);
    put_start_counts(rules);
    printf("},\n");
}

static void put_pawn(const arb_rules *rules)
{
    printf("     .pawn = {");
    put_bits("double_rows", rules->pawn.double_rows);
    put_number("en_passant", rules->pawn.en_passant);
    put_bits("promotion_rows", rules->pawn.promotion_rows);
    put_bits("promotion_kinds", rules->pawn.promotion_kinds);
    put_bits("optional_rows", rules->pawn.optional_rows);
    put_choice("promotion_of", "arb_promotion_of", rules->pawn.promotion_of);
    put_area("promotion_area", &rules->pawn.promotion_area);
    put_area("double_area", &rules->pawn.double_area);
    put_bits("en_passant_rows", rules->pawn.en_passant_rows);
    put_bits("barred_rows", rules->pawn.barred_rows);
    printf("},\n");
}

static void put_castling(const arb_rules *rules)
{
    printf("     .castling = {");
    put_number("allowed", rules->castling.allowed);
    put_number("any_home", rules->castling.any_home);
    put_number("king_file", rules->castling.king_file);
    put_pair("rook_file", rules->castling.rook_file);
    put_pair("king_to", rules->castling.king_to);
    put_pair("rook_to", rules->castling.rook_to);
    put_number("row", rules->castling.row);
    printf("},\n");
}

static void put_royal_and_capture(const arb_rules *rules)
{
    printf("     .royal = {.kind = %d,", rules->royal.kind);
    put_number("safe", rules->royal.safe);
    put_number("min", rules->royal.min);
    put_number("max", rules->royal.max);
    put_bits("also", rules->royal.also);
    put_number("no_checks", rules->royal.no_checks);
    printf("},\n     .capture = {.forced = %d,", rules->capture.forced);
    put_number("explodes", rules->capture.explodes);
    put_number("to_hand", rules->capture.to_hand);
    printf("},\n");
}

static void put_ending(const arb_rules *rules)
{
    printf("     .ending = {.checkmate = (arb_effect)%d,", rules->ending.checkmate);
    put_choice("stalemate", "arb_effect", rules->ending.stalemate);
    put_choice("captured", "arb_effect", rules->ending.captured);
    put_choice("bare", "arb_effect", rules->ending.bare);
    put_number("dead_material", rules->ending.dead_material);
    put_number("claim_repetitions", rules->ending.claim_repetitions);
    put_number("auto_repetitions", rules->ending.auto_repetitions);
    put_number("claim_moves", rules->ending.claim_moves);
    put_number("auto_moves", rules->ending.auto_moves);
    put_area("goal", &rules->ending.goal);
    put_number("goal_answer", rules->ending.goal_answer);
    put_number("checks", rules->ending.checks);
    put_choice("bereft", "arb_effect", rules->ending.bereft);
    put_number("laws", rules->ending.laws);
    put_counts("extinct", rules->ending.extinct);
    printf("},\n");
}

static void put_rules(const arb_rules *rules)
{
    printf("    {");
    put_text("name", rules->name);
    put_text("title", rules->title);
    printf("\n    ");
    put_text("aliases", rules->aliases);
    printf("\n");
    put_board(rules);
    printf("     .kinds = {\n");
    int last = 0;
    for (int kind = 0; kind < ARB_KIND_LIMIT; kind++)
        last = rules->kinds[kind].letter != '\0' ? kind : last;
    for (int kind = 0; kind <= last; kind++)
        put_kind(kind, &rules->kinds[kind]);
    printf("     },\n");
    put_pawn(rules);
    put_castling(rules);
    put_royal_and_capture(rules);
    put_ending(rules);
    printf("    },\n");
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const arb_rules *)a)->name, ((const arb_rules *)b)->name);
}

int main(int argc, char **argv)
{
    static arb_rules all[FILE_LIMIT];
    int count = argc - 1;
    if (count < 1 || count > FILE_LIMIT)
        return fprintf(stderr, "usage: gen_rules_tables FILE...\n"), 2;
    for (int i = 0; i < count; i++)
        read_rules(&all[i], argv[i + 1]);
    qsort(all, (size_t)count, sizeof all[0], by_name);
    printf("/* shipped_tables.c: written by tools/tables/gen_rules_tables.c from examples/rules; do not edit.\n"
           " * Layer: rules. */\n/* clang-format off */\n#include \"rules/builtin.h\"\n\n"
           "const size_t arb__shipped_count = %d;\n\nconst arb_rules arb__shipped[] = {\n",
           count);
    for (int i = 0; i < count; i++)
        put_rules(&all[i]);
    printf("};\n");
    return 0;
}
