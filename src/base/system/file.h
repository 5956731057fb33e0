/* Small files of a data folder: `key` (the local account's key) and `endpoint`, by which others find a running service,
 * and `node`. */
#ifndef COPYDESK_BASE_SYSTEM_FILE_H
#define COPYDESK_BASE_SYSTEM_FILE_H

#include "base/base.h"

#include <stdbool.h>
#include <stddef.h>

/* The whole file, at most 32 KiB, without white space at its ends, in the arena. E_NOT_FOUND, E_IO, E_MEMORY. */
enum status files_read(const char *folder, const char *name, struct arena *arena, const char **text, struct error *err);

/* Writes (or replaces) a file that only its owner can read; it is on the disk afterwards. */
enum status files_write(const char *folder, const char *name, const char *text, struct error *err);

void files_remove(const char *folder, const char *name);

/* E_IO "WHAT PATH: why", by errno. */
enum status file_failed(const char *what, const char *path, struct error *err);

/* --- bytes into a file, all of them --- */

/* Goes on where the system took a part, or was interrupted. False: errno says why; a part may be written. */
bool write_all(int file, const void *data, size_t size);

/* --- temporary files without a name, that nobody finds and that are gone with their last descriptor --- */

/*
 * Opens one for reading and writing, in the folder of `path`, so that it lies on the same disk. Where the file system
 * makes no file without a name it is called like `path` with ".XXXXXX" behind for a moment; a process that is killed in
 * that moment leaves it. The descriptor is closed on exec; it is -1 after a failure. E_IO, E_MEMORY.
 */
enum status unnamed_open(const char *path, int *file, struct error *err);

/* --- large pages for large arrays --- */

/*
 * Where an array of many megabytes is read all over, each read would look for the address
 * of another page of 4 KiB first; with pages of 2 MiB that is known. Advice only: nothing changes but time.
 */

/* To be called for memory of malloc or realloc, before it is written. Small arrays are left alone. */
void huge_advise(void *data, size_t size);

/* calloc, and that. */
void *huge_calloc(size_t count, size_t size);

#endif
