/* own_name.h: the address by which other servers reach this one. Layer: server. */
#ifndef ARB_SERVER_OWN_NAME_H
#define ARB_SERVER_OWN_NAME_H

#include <stdbool.h>
#include <stddef.h>

enum { OWN_NAME_LIMIT = 64 };

/* "10.0.0.1:8377" or "[fd00::1]:8377": of `advertise`, or of the address that is listened on if it
 * names one machine. False: `why` says why there is none. */
bool own_name(const char *advertise, const char *listen, unsigned port, char name[OWN_NAME_LIMIT],
              char *why, size_t cap);

#endif
