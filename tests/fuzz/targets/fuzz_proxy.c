/* fuzz_proxy.c: what a trusted proxy sends: the header of the PROXY protocol and the head of a
 * request; then addresses in the form of --proxy. Layer: tests. */
#include "server/http/proxy.h"
#include "tests/fuzz/fuzz.h"

#include <arpa/inet.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_text all = {(const char *)data, size};
    char *bytes = fuzz_copy(all);
    struct in6_addr client, again;
    bool known = false;
    proxy_list list = {0};
    FUZZ_CHECK(proxy_add(&list, "10.0.0.0/8") && proxy_add(&list, "::1"));
    if (proxy_greets(bytes, size)) {
        int used = proxy_read_greeting(bytes, size, &client, &known);
        FUZZ_CHECK(used >= -1 && used <= (int)size);
        /* A prefix of the header must be read as incomplete, never as another header. */
        for (size_t len = 0; len < size && len < 64 && used > 0; len++)
            FUZZ_CHECK((int)len >= used || proxy_read_greeting(bytes, len, &again, &known) == 0);
    }
    if (proxy_find_client(&list, bytes, size, &client)) {
        char text[INET6_ADDRSTRLEN];
        FUZZ_CHECK(inet_ntop(AF_INET6, &client, text, sizeof text) != NULL);
        FUZZ_CHECK(proxy_read_address(text, strlen(text), &again));
        FUZZ_CHECK(memcmp(&client, &again, sizeof client) == 0);
    }
    for (fuzz_text left = all; left.len > 0;) {
        char word[64];
        fuzz_text line = fuzz_line(&left);
        snprintf(word, sizeof word, "%.*s", (int)(line.len < 63 ? line.len : 63), line.text);
        size_t before = list.count;
        bool added = proxy_add(&list, word);
        FUZZ_CHECK(list.count == before + added && list.count <= PROXY_LIMIT);
    }
    free(bytes);
    return 0;
}
