/* The file: what the passes have found, as the records of index/index_format.h. */
#ifndef COPYDESK_LINK_BUILD_WRITE_H
#define COPYDESK_LINK_BUILD_WRITE_H

#include "link/site/site.h"

/* Writes the index file; what is written is freed on the way. E_LIMIT; E_IO; E_MEMORY. */
enum status write_index(struct site *site, const char *path, struct error *err);

/* Writes it to a temporary file beside the path, and opens that; the file is gone at once. E_IO; E_LIMIT; E_MEMORY. */
enum status write_temporary(struct site *site, const char *path, struct link_index **index, struct error *err);

#endif
