/* tree_games.c: reads every game of a file into a tree, with tags, comments, NAGs and variations.
 *
 *     tree_games FILE
 *
 * prints the number of nodes. */
#include "arbiter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads the whole file; returns NULL if it cannot. */
static char *whole(const char *path, size_t *len)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long size = -1;
    if (file && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0) {
        rewind(file);
        text = malloc((size_t)size + 1);
        *len = text ? fread(text, 1, (size_t)size, file) : 0;
    }
    if (file)
        fclose(file);
    return text;
}

int main(int count, char **words)
{
    size_t len = 0, at = 0, taken = 0;
    unsigned long long nodes = 0;
    char *text = count == 2 ? whole(words[1], &len) : NULL;
    arb_tree *tree = arb_tree_new(NULL);
    if (!text || !tree) {
        fprintf(stderr, "usage: tree_games FILE\n");
        return 2;
    }
    while (at < len &&
           arb_tree_read(tree, arb_rules_find("chess", 5), text + at, len - at, &taken) == ARB_OK) {
        nodes += arb_tree_count(tree);
        at += taken;
    }
    printf("%llu\n", nodes);
    arb_tree_free(tree);
    free(text);
    return 0;
}
