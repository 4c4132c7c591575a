/* offline.h: what the parts of the browser's referee share. Layer: server, in the browser. */
#ifndef ARB_SERVER_OFFLINE_H
#define ARB_SERVER_OFFLINE_H

#define EXPORT(name) __attribute__((export_name(#name))) name

/* The bytes that the page has written for the next call. */
const char *text_given(void);

#endif
