/* own_address.h: finds the addresses at which others reach a server that listens on all of its
 * machine's addresses. Layer: server. */
#ifndef ARB_SERVER_OWN_ADDRESS_H
#define ARB_SERVER_OWN_ADDRESS_H

#include <stdbool.h>

/* Receives the address of a page, such as "http://192.168.1.7:8377/"; returns false to stop. */
typedef bool own_address_listener(const char *page);

/* Tells the listener the pages of a server on `listen`. For "0.0.0.0" and "::" there is one for
 * each address of this machine: first those that others reach, then the one that only this machine
 * reaches. Returns false if the listener did. */
bool own_address_each(const char *listen, unsigned port, own_address_listener *say);

#endif
