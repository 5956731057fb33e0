/* write_all: bytes into a file, all of them. */
#ifndef COPYDESK_BASE_SYSTEM_WRITE_ALL_H
#define COPYDESK_BASE_SYSTEM_WRITE_ALL_H

#include <stdbool.h>
#include <stddef.h>

/* Goes on where the system took a part, or was interrupted. False: errno says why; a part may be written. */
bool write_all(int file, const void *data, size_t size);

#endif
