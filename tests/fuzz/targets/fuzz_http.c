/* fuzz_http.c: the bytes of a connection, given to the real reader and handlers. Every answer must
 * be a complete HTTP response, and the server must still work afterwards. Layer: tests. */
#include "tests/fuzz/served.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char health[] = "GET /healthz HTTP/1.1\r\nHost: fuzz\r\n\r\n";
    static served s;
    served_start(&s);
    served_ask(&s, (const char *)data, size);
    served_check(s.reply, s.reply_len);
    served_ask(&s, health, sizeof health - 1);
    FUZZ_CHECK(memcmp(s.reply, "HTTP/1.1 200 OK\r\n", 17) == 0);
    served_stop(&s);
    return 0;
}
