/* unnamed: a temporary file without a name, that nobody finds and that is gone with its last descriptor. */
#ifndef COPYDESK_BASE_SYSTEM_UNNAMED_H
#define COPYDESK_BASE_SYSTEM_UNNAMED_H

#include "base/base.h"

/*
 * Opens one for reading and writing, in the folder of `path`, so that it lies on the same disk. Where the file system
 * makes no file without a name it is called like `path` with ".XXXXXX" behind for a moment; a process that is killed in
 * that moment leaves it. The descriptor is closed on exec; it is -1 after a failure. E_IO, E_MEMORY.
 */
enum status unnamed_open(const char *path, int *file, struct error *err);

#endif
