#include "link/index/index_format.h"

#include <math.h>

const float count_values[256] = {
#include "link/index/count_values.inc"
};

uint8_t count_code(uint32_t count)
{
    static const double step = 1.06;
    if (count <= COUNT_EXACT)
        return (uint8_t)count;
    double code = COUNT_EXACT + log((double)count / COUNT_EXACT) / log(step);
    return code < UINT8_MAX ? (uint8_t)lround(code) : UINT8_MAX;
}

void count_codes(uint8_t *codes, const uint32_t *counts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        codes[i] = count_code(counts[i]);
}

/* Fowler-Noll-Vo 1a (http://www.isthe.com/chongo/tech/comp/fnv/), over words of 8 bytes. */
uint64_t index_checksum(uint64_t sum, const void *data, size_t size)
{
    static const uint64_t prime = 0x100000001b3u;
    const unsigned char *bytes = data;
    for (size_t at = 0; at < size; at += sizeof sum) {
        uint64_t word = 0;
        memcpy(&word, bytes + at, size - at < sizeof word ? size - at : sizeof word);
        sum = (sum ^ word) * prime;
    }
    return sum;
}
