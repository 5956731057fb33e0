/*
 * The spool: a file without a name that holds the text of a site's pages while its index is built. It is written once,
 * page after page, and read as often as passes need it.
 */
#ifndef COPYDESK_LINK_SITE_SPOOL_H
#define COPYDESK_LINK_SITE_SPOOL_H

#include "base/base.h"

#include <stdint.h>

struct spool {
    int file;
    uint64_t size;       /* bytes written or waiting */
    unsigned char *wait; /* bytes not yet in the file */
    size_t waiting;
    unsigned char *page; /* the page being put together */
    size_t length, cap;
    bool failed; /* memory ran out while it was put together */
};

/*
 * Makes the file in the folder of `path`, where there must be room for the index too. Ends with spool_close, also
 * after a failure. E_IO; E_MEMORY.
 */
enum status spool_open(struct spool *spool, const char *path, struct error *err);
void spool_close(struct spool *spool);

/*
 * Puts a page together: numbers, in as many groups of seven bits as they need, and bytes. Want of memory is told by
 * spool_end.
 */
void spool_begin(struct spool *spool);
void spool_number(struct spool *spool, uint64_t number);
void spool_bytes(struct spool *spool, const void *data, size_t size);

/* Writes the page; *place is where it begins. E_IO; E_MEMORY. */
enum status spool_end(struct spool *spool, uint64_t *place, uint32_t *size, struct error *err);

/* To be called when all pages are written. E_IO. */
enum status spool_flush(struct spool *spool, struct error *err);

/* Reads pages; any number of threads may, each with a reader of its own. Starts with .spool set, the rest zeros. */
struct spool_reader {
    const struct spool *spool;
    unsigned char *data; /* bytes [start, start + count) of the file */
    uint64_t start;
    size_t count, cap;
};

/* The bytes of a page, until the next call. E_IO; E_MEMORY. */
enum status spool_read(struct spool_reader *reader, uint64_t place, uint32_t size, const unsigned char **data,
                       struct error *err);
void spool_reader_free(struct spool_reader *reader);

/* The next number; *at moves on. Nothing behind `end` is read. */
static inline uint64_t spool_next(const unsigned char **at, const unsigned char *end)
{
    uint64_t number = 0;
    for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
        unsigned char byte = *(*at)++;
        number |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80)
            break;
    }
    return number;
}

#endif
