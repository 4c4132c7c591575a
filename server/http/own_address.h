/* own_address.h: where others reach a server that listens on all addresses. Layer: server. */
#ifndef ARB_SERVER_OWN_ADDRESS_H
#define ARB_SERVER_OWN_ADDRESS_H

#include <stdbool.h>

/* Takes the address of a page, "http://192.168.1.7:8377/"; false ends it. */
typedef bool own_address_listener(const char *page);

/* Says the pages of a server on `listen`: of "0.0.0.0" and "::" one for each address of this
 * machine, first those that others reach, then the one of this machine alone. False: so did the
 * listener. */
bool own_address_each(const char *listen, unsigned port, own_address_listener *say);

#endif
