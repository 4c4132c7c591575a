/* proxy.c: finds the client for which a trusted proxy speaks. Layer: server. */
#include "server/http/proxy.h"

#include "common/number.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- addresses ---- */

/* Maps an IPv4 address, in network byte order, into IPv6. */
static void map_four(const void *four, struct in6_addr *address)
{
    memset(address, 0, sizeof *address);
    address->s6_addr[10] = address->s6_addr[11] = 0xFF;
    memcpy(address->s6_addr + 12, four, 4);
}

static bool read_bare(const char *text, struct in6_addr *address)
{
    struct in_addr four;
    if (inet_pton(AF_INET6, text, address) == 1)
        return true;
    if (inet_pton(AF_INET, text, &four) != 1)
        return false;
    map_four(&four, address);
    return true;
}

bool proxy_read_address(const char *text, size_t len, struct in6_addr *address)
{
    char bare[INET6_ADDRSTRLEN];
    const char *colon = memchr(text, ':', len);
    if (len > 0 && text[0] == '[') { /* [::1]:80 */
        const char *end = memchr(text, ']', len);
        if (end == NULL)
            return false;
        text++;
        len = (size_t)(end - text);
    } else if (colon != NULL && memchr(colon + 1, ':', len - (size_t)(colon + 1 - text)) == NULL) {
        len = (size_t)(colon - text); /* 10.0.0.1:80 */
    }
    if (len == 0 || len >= sizeof bare)
        return false;
    memcpy(bare, text, len);
    bare[len] = '\0';
    return read_bare(bare, address);
}

bool proxy_add(proxy_list *list, const char *text)
{
    size_t len = strcspn(text, "/");
    struct in6_addr address;
    if (list->count == PROXY_LIMIT || memchr(text, '[', len) != NULL ||
        !proxy_read_address(text, len, &address))
        return false;
    bool four = IN6_IS_ADDR_V4MAPPED(&address);
    uint64_t most = four ? 32 : 128, bits = most;
    if (text[len] == '/' && !number_whole(text + len + 1, most, &bits))
        return false;
    list->list[list->count].address = address;
    list->list[list->count++].bits = (unsigned)(four ? bits + 96 : bits);
    return true;
}

bool proxy_trusts(const proxy_list *list, const struct in6_addr *address)
{
    for (size_t i = 0; i < list->count; i++) {
        unsigned bits = list->list[i].bits, bytes = bits / 8;
        const uint8_t *known = list->list[i].address.s6_addr;
        uint8_t mask = (uint8_t)(0xFF00 >> (bits % 8));
        if (memcmp(known, address->s6_addr, bytes) == 0 &&
            (bits % 8 == 0 || ((known[bytes] ^ address->s6_addr[bytes]) & mask) == 0))
            return true;
    }
    return false;
}

/* ---- headers ---- */

/* Reads the address in an element of Forwarded, quoted or not: "for=192.0.2.1;proto=https". */
static bool read_forwarded(const char *text, size_t len, struct in6_addr *address)
{
    const char *end = text + len;
    while (text < end) {
        while (text < end && (*text == ' ' || *text == ';' || *text == '\t'))
            text++;
        const char *stop = memchr(text, ';', (size_t)(end - text));
        if (stop == NULL)
            stop = end;
        if (stop - text > 4 && strncasecmp(text, "for=", 4) == 0) {
            const char *from = text + 4, *to = stop;
            while (to > from && (to[-1] == ' ' || to[-1] == '"'))
                to--;
            if (*from == '"' && from < to)
                from++;
            return proxy_read_address(from, (size_t)(to - from), address);
        }
        text = stop;
    }
    return false;
}

static bool read_listed(const char *text, size_t len, struct in6_addr *address)
{
    while (len > 0 && (*text == ' ' || *text == '\t')) {
        text++;
        len--;
    }
    while (len > 0 && (text[len - 1] == ' ' || text[len - 1] == '\t'))
        len--;
    return proxy_read_address(text, len, address);
}

typedef bool element_reader(const char *text, size_t len, struct in6_addr *address);

/* Goes through the list from the right; each trusted proxy is believed about the address to the
 * left of its own. */
static bool last_client(const proxy_list *list, const char *value, size_t len,
                        element_reader *read_element, struct in6_addr *client)
{
    size_t end = len;
    for (;;) {
        size_t start = end;
        while (start > 0 && value[start - 1] != ',')
            start--;
        if (!read_element(value + start, end - start, client))
            return false;
        if (!proxy_trusts(list, client) || start == 0)
            return true;
        end = start - 1;
    }
}

bool proxy_find_client(const proxy_list *list, const char *head, size_t len,
                       struct in6_addr *client)
{
    static const struct {
        const char *name;
        element_reader *read;
    } headers[] = {{"x-forwarded-for:", read_listed}, {"forwarded:", read_forwarded}};
    bool found = false;
    for (const char *line = head, *end = head + len; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t size = (size_t)((stop != NULL ? stop : end) - line);
        size_t used = size > 0 && line[size - 1] == '\r' ? size - 1 : size;
        for (int i = 0; i < 2; i++) {
            size_t name = strlen(headers[i].name);
            struct in6_addr named;
            if (used < name || strncasecmp(line, headers[i].name, name) != 0)
                continue;
            if (!last_client(list, line + name, used - name, headers[i].read, &named) ||
                (found && memcmp(&named, client, sizeof named) != 0))
                return false;
            *client = named;
            found = true;
        }
        line += size + 1;
    }
    return found;
}

/* ---- the PROXY protocol ---- */

static const char line_sign[] = "PROXY ";
static const char block_sign[] = "\r\n\r\n\0\r\nQUIT\n";
enum { LINE_SIGN = sizeof line_sign - 1, BLOCK_SIGN = sizeof block_sign - 1, BLOCK_HEAD = 16 };

static bool begins_like(const char *bytes, size_t len, const char *sign, size_t size)
{
    return len > 0 && memcmp(bytes, sign, len < size ? len : size) == 0;
}

bool proxy_greets(const char *bytes, size_t len)
{
    return begins_like(bytes, len, line_sign, LINE_SIGN) ||
           begins_like(bytes, len, block_sign, BLOCK_SIGN);
}

/* Reads version 1: "PROXY TCP4 1.2.3.4 5.6.7.8 1111 80\r\n". */
static int read_line(const char *bytes, size_t len, struct in6_addr *client, bool *known)
{
    const char *end = memchr(bytes, '\n', len < PROXY_LINE_LIMIT ? len : PROXY_LINE_LIMIT);
    if (end == NULL)
        return len >= PROXY_LINE_LIMIT ? -1 : 0;
    const char *at = bytes + LINE_SIGN;
    if (end < at || end[-1] != '\r')
        return -1;
    bool tcp = end - at > 5 && (memcmp(at, "TCP4 ", 5) == 0 || memcmp(at, "TCP6 ", 5) == 0);
    if (tcp) {
        at += 5;
        const char *space = memchr(at, ' ', (size_t)(end - at));
        if (space == NULL || !proxy_read_address(at, (size_t)(space - at), client))
            return -1;
        *known = true;
    } else if (end - at < 7 || memcmp(at, "UNKNOWN", 7) != 0) {
        return -1;
    }
    return (int)(end - bytes) + 1;
}

/* Reads version 2: signature, version and command, family, the length of the rest, the addresses.
 * Anything after them is ignored. */
static int read_block(const char *bytes, size_t len, struct in6_addr *client, bool *known)
{
    enum { LOCAL = 0x20, PROXIED = 0x21, TCP4 = 0x11, TCP6 = 0x21 };
    if (len < BLOCK_HEAD)
        return 0;
    const unsigned char *head = (const unsigned char *)bytes;
    size_t rest = (size_t)head[14] << 8 | head[15];
    if ((head[12] != LOCAL && head[12] != PROXIED) || BLOCK_HEAD + rest > PROXY_BLOCK_LIMIT)
        return -1;
    if (len < BLOCK_HEAD + rest)
        return 0;
    bool four = head[12] == PROXIED && head[13] == TCP4,
         six = head[12] == PROXIED && head[13] == TCP6;
    if ((four && rest < 12) || (six && rest < 36))
        return -1;
    if (six)
        memcpy(client, bytes + BLOCK_HEAD, sizeof *client);
    if (four)
        map_four(bytes + BLOCK_HEAD, client);
    *known = four || six;
    return (int)(BLOCK_HEAD + rest);
}

int proxy_read_greeting(const char *bytes, size_t len, struct in6_addr *client, bool *known)
{
    *known = false;
    if (len < LINE_SIGN)
        return 0;
    return bytes[0] == line_sign[0] ? read_line(bytes, len, client, known)
                                    : read_block(bytes, len, client, known);
}
