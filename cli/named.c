/* named.c: the rule set and the position that a call names. Layer: cli. */
#include "cli/command.h"
#include "cli/io.h"
#include "server/assets.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void say_mistake(void *context, const arb_rules_mistake *mistake)
{
    const char *const *path = context;
    cli_error_at(*path, mistake->line, mistake->column, "%s", mistake->text);
}

static bool read_rules(const char *path, arb_rules *storage)
{
    char *text = NULL;
    size_t len = 0;
    if (!cli_read_file(path, &text, &len))
        return false;
    bool ok = arb_rules_read(storage, text, len, say_mistake, &path);
    free(text);
    return ok;
}

/* The files of examples/rules are part of the program. */
bool cli_more_rules(size_t index, arb_rules *storage)
{
    static const char folder[] = "/rules/";
    for (size_t i = 0; i < asset_count; i++)
        if (strncmp(assets[i].path, folder, sizeof folder - 1) == 0 && index-- == 0)
            return arb_rules_read(storage, (const char *)assets[i].bytes, assets[i].len, NULL,
                                  NULL);
    return false;
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
    char close[ARB_NAME_LIMIT] = "";
    for (size_t i = 0; cli_more_rules(i, storage); i++) {
        const char *before = nearest.name;
        if (strcmp(storage->name, name_or_file) == 0)
            return storage;
        cli_nearest_try(&nearest, storage->name);
        if (nearest.name != before)
            nearest.name = memcpy(close, storage->name, sizeof close);
    }
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
    size_t len = strlen(fen);
    size_t cut = cli_trim(&fen, &len);
    if (len == strlen("start") && memcmp(fen, "start", len) == 0) {
        arb_setup_start(setup, rules);
        return CLI_OK;
    }
    if (arb_fen_read(setup, rules, fen, len, &error) == ARB_OK)
        return CLI_OK;
    cli_error_at("FEN", 1, cut + error.offset + 1, "%s", error.text);
    return CLI_BAD_INPUT;
}

int cli_position(const char *fen, const arb_rules *rules, arb_kernel kernel, arb_faults accept,
                 arb_position *position)
{
    arb_setup setup;
    int code = cli_setup(fen, rules, &setup);
    if (code != CLI_OK)
        return code;
    arb_faults faults = arb_position_set(position, rules, &setup, kernel, accept);
    for (arb_faults bit = 1; bit < ARB_FAULT_ALL; bit <<= 1)
        if (faults & bit)
            cli_error_at("FEN", 0, 0, "%s (%s)", arb_fault_text(bit), arb_fault_name(bit));
    return faults == 0 ? CLI_OK : CLI_NO;
}
