/* Numbers in as many bytes as they need: seven bits in each, the lowest first; the highest bit says that more follow.
 */
#ifndef COPYDESK_BASE_VARINT_H
#define COPYDESK_BASE_VARINT_H

#include "base/buf.h"

#include <stdint.h>

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
