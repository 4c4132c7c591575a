/* fuzz_json.c: bodies of requests: a line with the path ("/api/games/1/moves"), then JSON up to the
 * next line "--". The server must answer each exactly once. Layer: tests. */
#include "tests/fuzz/served.h"

static fuzz_text next_body(fuzz_text *left)
{
    fuzz_text body = {left->text, 0};
    while (left->len > 0) {
        const char *begin = left->text;
        fuzz_text line = fuzz_line(left);
        if (line.len == 2 && memcmp(line.text, "--", 2) == 0) {
            body.len = (size_t)(begin - body.text);
            return body;
        }
    }
    body.len = (size_t)(left->text - body.text);
    return body;
}

static bool is_path(fuzz_text path)
{
    for (size_t i = 0; i < path.len; i++)
        if ((unsigned char)path.text[i] <= ' ' || (unsigned char)path.text[i] >= 127)
            return false;
    return path.len > 0 && path.len < 200 && path.text[0] == '/';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static served s;
    fuzz_text left = {(const char *)data, size};
    served_start(&s);
    for (int asked = 0; left.len > 0 && asked < 16; asked++) {
        fuzz_text path = fuzz_line(&left), body = next_body(&left);
        char head[1024];
        if (!is_path(path))
            break;
        int len = snprintf(head, sizeof head,
                           "POST %.*s HTTP/1.1\r\nHost: fuzz\r\nContent-Type: application/json\r\n"
                           "Authorization: Bearer " SERVED_WHITE ", " SERVED_BLACK "\r\n"
                           "Connection: close\r\nContent-Length: %zu\r\n\r\n",
                           (int)path.len, path.text, body.len);
        char *request = malloc((size_t)len + body.len + 1);
        FUZZ_CHECK(request != NULL);
        memcpy(request, head, (size_t)len);
        memcpy(request + len, body.text, body.len);
        served_ask(&s, request, (size_t)len + body.len);
        FUZZ_CHECK(served_check(s.reply, s.reply_len) == 1);
        FUZZ_CHECK(s.reply[9] != '5' || memcmp(s.reply + 9, "503", 3) == 0);
        free(request);
    }
    served_stop(&s);
    return 0;
}
