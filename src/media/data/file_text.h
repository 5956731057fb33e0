/* A whole file as text. */
#ifndef COPYDESK_MEDIA_DATA_FILE_TEXT_H
#define COPYDESK_MEDIA_DATA_FILE_TEXT_H

#include "base/base.h"

/* Reads a regular file of at most so many bytes into the arena, NUL-terminated. E_NOT_FOUND, E_IO, E_LIMIT,
 * E_MEMORY. */
enum status file_text(struct arena *arena, const char *path, size_t most, struct str *text, struct error *err);

#endif
