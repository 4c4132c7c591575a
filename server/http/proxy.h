/* proxy.h: finds the client for which a trusted proxy speaks. Layer: server. Knows no sockets.
 *
 * A proxy that --proxy names tells the address of its client, in Forwarded (RFC 7239), in
 * X-Forwarded-For or in the first bytes of the connection (the PROXY protocol). No other sender is
 * believed. */
#ifndef ARB_SERVER_PROXY_H
#define ARB_SERVER_PROXY_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>

enum { PROXY_LIMIT = 16, PROXY_LINE_LIMIT = 107, /* with CR LF */ PROXY_BLOCK_LIMIT = 1024 };

/* IPv4 addresses are kept mapped into IPv6. */
typedef struct {
    struct {
        struct in6_addr address;
        unsigned bits;
    } list[PROXY_LIMIT];
    size_t count;
} proxy_list;

/* Adds "10.0.0.1", "10.0.0.0/8", "::1" or "fd00::/8". Returns false if the text is not an address,
 * or if there are too many. */
bool proxy_add(proxy_list *list, const char *text);
bool proxy_trusts(const proxy_list *list, const struct in6_addr *address);

/* Reads an address as a header contains it, with or without brackets and a port. */
bool proxy_read_address(const char *text, size_t len, struct in6_addr *address);

/* Finds the client that a complete request head names: in each header the last address that is not
 * a trusted proxy. If two headers disagree there is none, because the client may have written one
 * of them. */
bool proxy_find_client(const proxy_list *list, const char *head, size_t len,
                       struct in6_addr *client);

/* May these first bytes of a connection be the beginning of the PROXY protocol, version 1 (a line)
 * or 2 (a block)? */
bool proxy_greets(const char *bytes, size_t len);
/* Returns the length of the greeting, 0 if more must come, -1 if it is wrong. `known` says whether
 * it names an address. */
int proxy_read_greeting(const char *bytes, size_t len, struct in6_addr *client, bool *known);

#endif
