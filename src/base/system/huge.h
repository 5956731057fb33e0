/*
 * Large pages for large arrays. Where an array of many megabytes is read all over, each read would look for the address
 * of another page of 4 KiB first; with pages of 2 MiB that is known. Advice only: nothing changes but time.
 */
#ifndef COPYDESK_SYSTEM_HUGE_H
#define COPYDESK_SYSTEM_HUGE_H

#include <stddef.h>

/* To be called for memory of malloc or realloc, before it is written. Small arrays are left alone. */
void huge_advise(void *data, size_t size);

/* calloc, and that. */
void *huge_calloc(size_t count, size_t size);

#endif
