/* own_name.c: the address by which other servers reach this one. Layer: server. */
#include "server/fleet/own_name.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

bool own_name(const char *advertise, const char *listen, unsigned port, char name[OWN_NAME_LIMIT],
              char *why, size_t cap)
{
    unsigned char bytes[16];
    const char *address = advertise != NULL ? advertise : listen;
    bool four = inet_pton(AF_INET, address, bytes) == 1;
    if (!four && inet_pton(AF_INET6, address, bytes) != 1) {
        snprintf(why, cap, "'%s' is no address: --advertise takes one of this machine", address);
        return false;
    }
    if (strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0) {
        snprintf(why, cap, "other servers must reach this one: name its address with --advertise");
        return false;
    }
    snprintf(name, OWN_NAME_LIMIT, four ? "%.45s:%u" : "[%.45s]:%u", address, port);
    return true;
}
