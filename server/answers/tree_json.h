/* tree_json.h: a game with variations and comments as JSON, and changes to it. Layer: server. */
#ifndef ARB_SERVER_TREE_JSON_H
#define ARB_SERVER_TREE_JSON_H

#include "arbiter.h"
#include "common/text_builder.h"

#include <jansson.h>

/* Writes "tags":…,"result":…,"nodes":[…],"faults":[…]; `text` is what the tree was read from. */
void tree_put(text_builder *out, const arb_tree *tree, arb_language language, const char *text,
              size_t len);

/* Makes one change; *node becomes the node that it leaves selected. Returns NULL, or what is wrong
 * with it. */
const char *tree_edit(arb_tree *tree, json_t *edit, arb_node *node);

/* The path from the root to a node, by the numbers of alternatives, and back. */
enum { TREE_PATH_LIMIT = 100000 };
size_t tree_path(const arb_tree *tree, arb_node node, uint32_t *path, size_t cap);
arb_node tree_follow(const arb_tree *tree, const uint32_t *path, size_t count);

#endif
