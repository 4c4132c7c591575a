/* Game trees where memory ends. */
#include "arbiter.h"
#include "check.h"

#include <stdlib.h>

/* Fails the n-th allocation, for every n. */
static size_t allowed;
static void *failing(void *context, void *block, size_t size)
{
    (void)context;
    if (size > 0 && allowed-- == 0) {
        allowed = 0;
        return NULL;
    }
    if (size > 0)
        return realloc(block, size);
    free(block);
    return NULL;
}

TEST(without_memory_it_says_so)
{
    const char *text = "[A \"\\\\\"]\n{a} 1. e4 (1. d4 {x}) ({y} 1. c4) e5 2. Ke3 {z 1-0";
    const arb_allocator allocator = {failing, NULL};
    bool done = false;
    for (size_t n = 0; n < 100 && !done; n++) {
        allowed = n;
        arb_tree *tree = arb_tree_new(&allocator);
        if (tree == NULL)
            continue;
        arb_status status = arb_tree_read(tree, arb_rules_at(0), text, strlen(text), NULL);
        CHECK(status == ARB_OK || (status == ARB_NO_MEMORY && arb_tree_count(tree) == 1));
        done = status == ARB_OK;
        arb_tree_free(tree);
    }
    CHECK(done);
}

int main(void)
{
    RUN(without_memory_it_says_so);
    return check_result();
}
