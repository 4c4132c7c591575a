/* cmd_rules.c: the command rules: lists, shows and checks rule sets. Layer: cli. */
#include "cli/command/command.h"
#include "cli/command/rule_titles.h"
#include "cli/io/io.h"

#include <stdlib.h>
#include <string.h>

static const char *title_in(arb_language language, const char *english)
{
    const char *tag = arb_language_tag(language);
    for (const rule_title *each = rule_titles; each->tag != NULL; each++)
        if (strcmp(each->tag, tag) == 0 && strcmp(each->english, english) == 0)
            return each->title;
    return english;
}

static void put_line(const arb_rules *rules, arb_language language, int width)
{
    char board[16] = "any";
    if (!rules->board.any_size)
        snprintf(board, sizeof board, "%dx%d", rules->board.size.files, rules->board.size.ranks);
    printf("%-*s %-5s  %s\n", width, rules->name, board, title_in(language, rules->title));
}

static int list(const cli_args *args)
{
    bool all = cli_given(args, "all");
    int width = all ? 15 : 13;
    if (args->count > 1)
        return cli_usage(args->command, "rules list has no use for '%s'", args->words[1]);
    for (size_t i = 0; i < (all ? arb_rules_count() : ARB_BUILT_IN); i++)
        put_line(arb_rules_at(i), cli_language(args), width);
    return CLI_OK;
}

static int show(const cli_args *args)
{
    arb_rules storage;
    if (args->count != 2)
        return cli_usage(args->command, "rules show needs one NAME or FILE");
    const arb_rules *rules = cli_rules(args->words[1], &storage);
    if (rules == NULL)
        return CLI_BAD_INPUT;
    size_t len = arb_rules_write(rules, NULL, 0);
    char *text = malloc(len + 1);
    if (text == NULL) {
        cli_error("not enough memory for the rule set");
        return CLI_INTERNAL;
    }
    arb_rules_write(rules, text, len + 1);
    fwrite(text, 1, len, stdout);
    free(text);
    return CLI_OK;
}

static void put_mistake(const arb_rules_mistake *mistake)
{
    const char *name = cli_file_name(mistake->file);
    cli_safe_text(stdout, name, strlen(name));
    printf(":%u:%u: ", mistake->line, mistake->column);
    cli_safe_text(stdout, mistake->text, strlen(mistake->text));
    putchar('\n');
}

/* Finds the line and column of a key's statement; 1:1 if it is inherited from the parent. */
static arb_rules_mistake statement_of(const char *path, const char *text, size_t len,
                                      const char *key)
{
    arb_rules_mistake place = {.file = path, .line = 1, .column = 1};
    size_t at = 0;
    for (unsigned line = 1; at < len; line++) {
        size_t word = at;
        while (word < len && (text[word] == ' ' || text[word] == '\t'))
            word++;
        if (len - word > strlen(key) && memcmp(text + word, key, strlen(key)) == 0)
            place = (arb_rules_mistake){path, word, line, (unsigned)(word - at) + 1, NULL};
        const char *end = memchr(text + at, '\n', len - at);
        at = end == NULL ? len : (size_t)(end - text) + 1;
    }
    return place;
}

/* Checks the start position: a rule set may be well formed and still start with a position that is
 * impossible, or in which the game is over. */
static bool check_start(const arb_rules *rules, const char *text, size_t len, const char *path)
{
    arb_position position;
    arb_faults faults = arb_position_start(&position, rules);
    arb_rules_mistake mistake = statement_of(path, text, len, "start");
    for (arb_faults bit = 1; bit < ARB_FAULT_ALL; bit <<= 1) {
        if (!(faults & bit))
            continue;
        char sentence[160];
        snprintf(sentence, sizeof sentence, "the start position cannot be played: %s",
                 arb_fault_text(bit));
        mistake.text = sentence;
        put_mistake(&mistake);
    }
    if (faults != 0)
        return false;
    arb_outcome outcome = arb_position_outcome(&position);
    if (outcome.result == ARB_ONGOING)
        return true;
    char end[120], sentence[160];
    arb_outcome_text(outcome, end, sizeof end);
    snprintf(sentence, sizeof sentence, "the game is over at the start position: %s", end);
    mistake.text = sentence;
    put_mistake(&mistake);
    return false;
}

/* Is every goal square on the board? Squares that are given as a whole rank may include holes. */
static bool check_goal(const arb_rules *rules, const char *text, size_t len, const char *path)
{
    const uint32_t all = (uint32_t)((UINT64_C(1) << rules->board.size.files) - 1);
    for (int rank = 0; rank < rules->board.size.ranks; rank++) {
        uint32_t goal = rules->ending.goal.rows[rank] & all;
        uint32_t holes = rules->board.holes.rows[rank] & all;
        if ((goal & holes) != 0 && (goal != all || holes == all)) {
            arb_rules_mistake mistake = statement_of(path, text, len, "goal");
            mistake.text = "a goal is on a hole of the board, where no piece can stand";
            put_mistake(&mistake);
            return false;
        }
    }
    return true;
}

static int check_file(const char *path)
{
    arb_rules rules;
    char *text = NULL;
    size_t len = 0;
    if (!cli_read_file(path, &text, &len))
        return CLI_BAD_INPUT;
    const char *name = cli_file_name(path);
    bool ok = cli_rules_read(path, &rules, text, len, put_mistake) &&
              check_goal(&rules, text, len, path) && check_start(&rules, text, len, path);
    free(text);
    if (ok) {
        cli_safe_text(stdout, name, strlen(name));
        fputs(": ok\n", stdout);
    }
    return ok ? CLI_OK : CLI_BAD_INPUT;
}

static int check(const cli_args *args)
{
    int code = CLI_OK;
    if (args->count < 2)
        return cli_usage(args->command, "rules check needs a FILE");
    for (size_t i = 1; i < args->count; i++) {
        int one = check_file(args->words[i]);
        code = one > code ? one : code;
    }
    return code;
}

static int run(const cli_args *args)
{
    static const struct {
        const char *name;
        int (*run)(const cli_args *args);
    } actions[] = {{"list", list}, {"show", show}, {"check", check}};

    if (args->count == 0)
        return list(args);
    cli_nearest nearest = cli_nearest_to(args->words[0]);
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        if (strcmp(args->words[0], actions[i].name) == 0)
            return actions[i].run(args);
        cli_nearest_try(&nearest, actions[i].name);
    }
    if (nearest.name != NULL)
        return cli_usage(args->command, "rules cannot '%s'; did you mean '%s'?", args->words[0],
                         nearest.name);
    return cli_usage(args->command, "rules cannot '%s'; it can list, show and check",
                     args->words[0]);
}

static const cli_option options[] = {
    {"all", NULL, NULL, "list the other games too: Crazyhouse, Atomic chess and more"},
    {"lang", "TAG", "en|de|fr|es|zh", "the language of the titles in the list (en)"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_rules = {
    .name = "rules",
    .arguments = "[list | show NAME|FILE | check FILE...]",
    .summary = "list, show or check rule sets",
    .help =
        "'list', the default, prints the built-in rule sets: name, board, title. --all adds every\n"
        "other rule set that is known by name: to --rules, as the parent of a file, and in the\n"
        "Variant tag of a PGN. 'show' prints a rule set as a rule-set file with all its values,\n"
        "those of its parent included. 'check' reads rule-set files and prints every mistake as\n"
        "FILE:LINE:COLUMN: what is wrong, or FILE: ok. A start position that cannot be played, or\n"
        "where the game is over, is a mistake too. The exit code is 3 if there is a mistake.\n",
    .examples = "arbiter rules --all\n"
                "arbiter rules --all --lang de\n"
                "arbiter rules show chess960\n"
                "arbiter rules check my-rules.txt\n",
    .min_words = 0,
    .max_words = CLI_ANY_WORDS,
    .options = options,
    .run = run,
};
