/* own_address.c: finds the addresses at which others reach a server that listens on all of its
 * machine's addresses. Layer: server. */
#include "server/http/own_address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

enum { PAGE_LIMIT = INET6_ADDRSTRLEN + 32 };

static bool say_page(const char *address, unsigned port, own_address_listener *say)
{
    char page[PAGE_LIMIT];
    const char *form = strchr(address, ':') ? "http://[%s]:%u/" : "http://%s:%u/";
    snprintf(page, sizeof page, form, address, port);
    return say(page);
}

/* Writes the address as text. Returns false if it is not one to type on another machine, or of a
 * family that the server does not listen to. */
static bool reachable(const struct ifaddrs *each, bool six_too, char text[INET6_ADDRSTRLEN])
{
    const struct sockaddr *any = each->ifa_addr;
    bool up = (each->ifa_flags & IFF_UP) != 0 && (each->ifa_flags & IFF_LOOPBACK) == 0;
    if (any == NULL || !up)
        return false;
    if (any->sa_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)(const void *)any;
        return inet_ntop(AF_INET, &four->sin_addr, text, INET6_ADDRSTRLEN) != NULL;
    }
    if (any->sa_family != AF_INET6 || !six_too)
        return false;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)(const void *)any;
    return !IN6_IS_ADDR_LINKLOCAL(&six->sin6_addr) && /* it needs the name of an interface */
           inet_ntop(AF_INET6, &six->sin6_addr, text, INET6_ADDRSTRLEN) != NULL;
}

bool own_address_each(const char *listen, unsigned port, own_address_listener *say)
{
    struct in6_addr six;
    bool all_six = inet_pton(AF_INET6, listen, &six) == 1 && IN6_IS_ADDR_UNSPECIFIED(&six);
    struct ifaddrs *list = NULL;
    char text[INET6_ADDRSTRLEN];
    bool said = true;
    if (!all_six && strcmp(listen, "0.0.0.0") != 0)
        return say_page(listen, port, say);
    if (getifaddrs(&list) != 0)
        list = NULL;
    for (const struct ifaddrs *each = list; each != NULL && said; each = each->ifa_next)
        if (reachable(each, all_six, text))
            said = say_page(text, port, say);
    if (list != NULL)
        freeifaddrs(list);
    return said && say_page("127.0.0.1", port, say);
}
