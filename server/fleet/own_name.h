/* own_name.h: the address by which other servers reach this one. Layer: server. */
#ifndef ARB_SERVER_OWN_NAME_H
#define ARB_SERVER_OWN_NAME_H

#include <stdbool.h>
#include <stddef.h>

enum { OWN_NAME_LIMIT = 64 };

/* Finds this server's address, "10.0.0.1:8377" or "[fd00::1]:8377": from `advertise`, or from the
 * address that it listens on if that names one machine. Returns false if there is none; `why` says
 * why. */
bool own_name(const char *advertise, const char *listen, unsigned port, char name[OWN_NAME_LIMIT],
              char *why, size_t cap);

#endif
