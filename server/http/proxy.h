/* proxy.h: whom a trusted proxy speaks for. Layer: server. Knows no sockets.
 *
 * A proxy that --proxy names says in Forwarded (RFC 7239), in X-Forwarded-For or in the first bytes
 * of the connection (the PROXY protocol) which address its client has. Nobody else is believed. */
#ifndef ARB_SERVER_PROXY_H
#define ARB_SERVER_PROXY_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>

enum { PROXY_LIMIT = 16, PROXY_LINE_LIMIT = 107, /* with CR LF */ PROXY_BLOCK_LIMIT = 1024 };

/* Addresses of IPv4 are kept as those of IPv6 that map them. */
typedef struct {
    struct {
        struct in6_addr address;
        unsigned bits;
    } list[PROXY_LIMIT];
    size_t count;
} proxy_list;

/* Adds "10.0.0.1", "10.0.0.0/8", "::1" or "fd00::/8". False: it is none, or there are too many. */
bool proxy_add(proxy_list *list, const char *text);
bool proxy_trusts(const proxy_list *list, const struct in6_addr *address);

/* An address as it stands in a header, with brackets and a port or without. */
bool proxy_read_address(const char *text, size_t len, struct in6_addr *address);

/* The client that a complete request head names: in each header the last address that is no trusted
 * proxy. If two headers disagree there is none, because the client may have written one of them. */
bool proxy_find_client(const proxy_list *list, const char *head, size_t len,
                       struct in6_addr *client);

/* The PROXY protocol, version 1 (a line) or 2 (a block): may these first bytes of a connection be
 * its beginning? */
bool proxy_greets(const char *bytes, size_t len);
/* Its length, 0 if more must come, -1 if it is wrong. `known` says whether it names an address. */
int proxy_read_greeting(const char *bytes, size_t len, struct in6_addr *client, bool *known);

#endif
