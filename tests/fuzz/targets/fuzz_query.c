/* fuzz_query.c: the language of `convert --where`: a query is read, or its first mistake is
 * reported with the place. Layer: tests. */
#include "collection/query/query.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static query q;
    query_error error;
    unsigned node;
    char *text = malloc(size + 1);
    FUZZ_CHECK(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    memset(&q, 0, sizeof q);
    if (query_parse(&q, text, &node, &error)) {
        FUZZ_CHECK(node < q.node_count && q.test_count <= QUERY_TESTS);
        query_require(&q, node);
        query_prepare(&q);
    } else {
        FUZZ_CHECK(error.column >= 1 && error.column <= strlen(text) + 1);
        FUZZ_CHECK(error.text[0] != '\0'); /* the command escapes what this quotes */
    }
    free(text);
    return 0;
}
