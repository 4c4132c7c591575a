/* named_rules.c: finds the rule set and the position that a call names. Layer: cli. */
#include "cli/command/command.h"
#include "cli/io/io.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A rule-set file and the files above it, which are kept until it has been read. */
typedef struct {
    cli_rules_handler *handler;
    char *texts[ARB_PARENT_LIMIT];
    char *paths[ARB_PARENT_LIMIT];
    size_t count;
} rule_files;

static void tell_mistake(void *context, const arb_rules_mistake *mistake)
{
    const rule_files *files = context;
    files->handler(mistake);
}

/* The parent's path, relative to the folder of the file; NULL if there is no memory. */
static char *path_beside(const char *file, const char *parent, size_t len)
{
    const char *slash = parent[0] == '/' ? NULL : strrchr(file, '/');
    size_t folder = slash != NULL ? (size_t)(slash - file) + 1 : 0;
    char *path = malloc(folder + len + 1);
    if (path == NULL)
        return NULL;
    memcpy(path, file, folder);
    memcpy(path + folder, parent, len);
    path[folder + len] = '\0';
    return path;
}

static bool find_parent(void *context, const arb_rules_file *file, const char *parent, size_t len,
                        arb_rules_file *found)
{
    rule_files *files = context;
    if (files->count == ARB_PARENT_LIMIT)
        return false;
    char *path = path_beside(file->name, parent, len), *text = NULL;
    if (path == NULL || access(path, F_OK) != 0 || !cli_read_file(path, &text, &found->len)) {
        free(path);
        return false;
    }
    found->name = files->paths[files->count] = path;
    found->text = files->texts[files->count++] = text;
    return true;
}

bool cli_rules_read(const char *path, arb_rules *rules, const char *text, size_t len,
                    cli_rules_handler *handler)
{
    rule_files files = {.handler = handler};
    arb_rules_file file = {.name = path, .text = text, .len = len};
    bool ok = arb_rules_read_file(rules, &file, find_parent, tell_mistake, &files);
    for (size_t i = 0; i < files.count; i++) {
        free(files.texts[i]);
        free(files.paths[i]);
    }
    return ok;
}

static void say_mistake(const arb_rules_mistake *mistake)
{
    cli_error_at(mistake->file, mistake->line, mistake->column, "%s", mistake->text);
}

static bool read_rules(const char *path, arb_rules *storage)
{
    char *text = NULL;
    size_t len = 0;
    if (!cli_read_file(path, &text, &len))
        return false;
    bool ok = cli_rules_read(path, storage, text, len, say_mistake);
    free(text);
    return ok;
}

const arb_rules *cli_rules(const char *name_or_file, arb_rules *storage)
{
    const arb_rules *rules = arb_rules_find(name_or_file, strlen(name_or_file));
    if (rules != NULL)
        return rules;
    if (strcmp(name_or_file, "-") == 0 || access(name_or_file, F_OK) == 0)
        return read_rules(name_or_file, storage) ? storage : NULL;
    cli_nearest nearest = cli_nearest_to(name_or_file);
    for (size_t i = 0; i < arb_rules_count(); i++)
        cli_nearest_try(&nearest, arb_rules_at(i)->name);
    if (nearest.name != NULL)
        cli_error("there is no rule set or file '%s'; did you mean '%s'?", name_or_file,
                  nearest.name);
    else
        cli_error("there is no rule set or file '%s'; 'arbiter rules --all' lists them",
                  name_or_file);
    return NULL;
}

int cli_setup(const char *fen, const arb_rules *rules, arb_setup *setup)
{
    arb_error error;
    uint32_t forgiven;
    size_t len = strlen(fen);
    size_t cut = cli_trim(&fen, &len);
    if (len == strlen("start") && memcmp(fen, "start", len) == 0) {
        arb_setup_start(setup, rules);
        return CLI_OK;
    }
    if (arb_fen_read_lenient(setup, rules, fen, len, &forgiven, &error) != ARB_OK) {
        cli_error_at("FEN", 1, cut + error.offset + 1, "%s", error.text);
        return CLI_BAD_INPUT;
    }
    for (uint32_t bit = 1; bit < ARB_FEN_FORGIVEN_ALL; bit <<= 1)
        if (forgiven & bit)
            cli_error_of("FEN", "note: %s", arb_fen_forgiven_text(bit));
    return CLI_OK;
}

int cli_position(const char *fen, const arb_rules *rules, arb_kernel kernel, arb_faults accept,
                 arb_position *position)
{
    arb_setup setup;
    int code = cli_setup(fen, rules, &setup);
    if (code != CLI_OK)
        return code;
    uint32_t dropped = arb_setup_repair(&setup, rules);
    for (uint32_t bit = 1; bit <= ARB_DROPPED_EN_PASSANT; bit <<= 1)
        if (dropped & bit)
            cli_error_of("FEN", "note: %s", arb_dropped_text(bit));
    arb_faults faults = arb_position_set(position, rules, &setup, kernel, accept);
    for (arb_faults bit = 1; bit < ARB_FAULT_ALL; bit <<= 1)
        if (faults & bit)
            cli_error_of("FEN", "%s (%s)", arb_fault_text(bit), arb_fault_name(bit));
    return faults == 0 ? CLI_OK : CLI_NO;
}
