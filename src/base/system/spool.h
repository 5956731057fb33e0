/*
 * spool: a file without a name that holds records, here called pages, for which there is no room in memory. It is
 * written once, page after page, and read as often as they are needed.
 */
#ifndef COPYDESK_BASE_SYSTEM_SPOOL_H
#define COPYDESK_BASE_SYSTEM_SPOOL_H

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
 * Makes the file in the folder of `path`, which is where what is made of it will be. Ends with spool_close, also
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

/* Bytes, with their number before them. */
void spool_text(struct spool *spool, struct str text);

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

/* The next text, where it was read to. */
static inline struct str spool_next_text(const unsigned char **at, const unsigned char *end)
{
    size_t length = (size_t)spool_next(at, end), left = (size_t)(end - *at);
    struct str text = {(const char *)*at, length < left ? length : left};
    *at += text.len;
    return text;
}

#endif
