/* Small files of a data folder: `key` (the local account's key) and `endpoint`, by which others find a running service,
 * and `node`. */
#ifndef COPYDESK_BASE_SYSTEM_FILE_H
#define COPYDESK_BASE_SYSTEM_FILE_H

#include "base/base.h"

/* The whole file, at most 32 KiB, without white space at its ends, in the arena. E_NOT_FOUND, E_IO, E_MEMORY. */
enum status files_read(const char *folder, const char *name, struct arena *arena, const char **text, struct error *err);

/* Writes (or replaces) a file that only its owner can read; it is on the disk afterwards. */
enum status files_write(const char *folder, const char *name, const char *text, struct error *err);

void files_remove(const char *folder, const char *name);

#endif
