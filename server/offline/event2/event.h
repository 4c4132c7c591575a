/* event.h: replaces libevent in builds without sockets: the names that headers of the server
 * mention. Layer: server. */
#ifndef ARB_SERVER_OFFLINE_EVENT_H
#define ARB_SERVER_OFFLINE_EVENT_H

struct event_base;
struct event;

#endif
