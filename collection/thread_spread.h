/* thread_spread.h: threads that begin on cores of their own. Layer: collection. */
#ifndef ARB_COLLECTION_THREAD_SPREAD_H
#define ARB_COLLECTION_THREAD_SPREAD_H

#include <pthread.h>

/* Works like pthread_create: returns 0 or an error. The first thread that a caller makes has number
 * 1. */
int spread_thread(pthread_t *thread, unsigned number, void *(*work)(void *), void *context);

#endif
