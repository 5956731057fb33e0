/*
 * A growing string. A failed allocation (or passing the limit) is remembered: later appends do nothing, and the one
 * check at the end, `buf.failed`, covers all of them. Start with `struct buf buf = {0};`, end with buf_free.
 */
#ifndef COPYDESK_BASE_BUF_H
#define COPYDESK_BASE_BUF_H

#include "base/arena.h"
#include "base/str.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf {
    char *data; /* NUL-terminated once anything was appended, else NULL */
    size_t len; /* bytes before the NUL */
    size_t cap;
    size_t limit; /* most bytes it may hold; 0: no limit */
    bool failed;
};

void buf_add(struct buf *buf, const void *data, size_t length);
void buf_str(struct buf *buf, const char *text);
void buf_char(struct buf *buf, char character);
void buf_printf(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *buf, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));

/* Appends "1,234,567"; a negative number as 0. */
void buf_grouped(struct buf *buf, int64_t number);

/* Appends "1 page", "12 pages": `many` is the word for other numbers than one. */
void buf_count(struct buf *buf, int64_t number, const char *one, const char *many);

/* The text so far, "" when nothing was appended. Valid until the next append. */
const char *buf_text(const struct buf *buf);

/* Empties it; the memory is kept and a failure forgotten. */
void buf_clear(struct buf *buf);

/* Hands the memory to the caller, who frees it with free(); the buffer is empty afterwards. NULL when it failed. */
char *buf_take(struct buf *buf);

/* Moves the text into the arena; the buffer is freed. data NULL, and noted by the arena, when either has failed. */
struct str buf_keep(struct buf *buf, struct arena *arena);

void buf_free(struct buf *buf);

/* --- numbers in as many bytes as they need --- */

/* Seven bits in each byte, the lowest first; the highest bit says that more follow. */

static inline void varint_put(struct buf *out, uint32_t number)
{
    for (; number >= 0x80; number >>= 7)
        buf_char(out, (char)(number | 0x80));
    buf_char(out, (char)number);
}

/* Takes a number off the front; what is cut off reads as far as it goes, and nothing as 0. */
static inline uint32_t varint_take(struct str *from)
{
    uint32_t number = 0;
    for (unsigned shift = 0; shift < 32 && from->len; shift += 7) {
        unsigned char byte = (unsigned char)*from->data++;
        from->len--;
        number |= (uint32_t)(byte & 0x7F) << shift;
        if (byte < 0x80)
            break;
    }
    return number;
}

/* A difference of either sign: those near 0 are small numbers. */
static inline uint32_t varint_sign(uint32_t difference)
{
    return difference << 1 ^ (difference >> 31 ? UINT32_MAX : 0);
}

static inline uint32_t varint_unsign(uint32_t number)
{
    return number >> 1 ^ (number & 1 ? UINT32_MAX : 0);
}

#endif
