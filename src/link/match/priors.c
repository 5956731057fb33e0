#include "link/match/match.h"

#include <string.h>

/*
 * Radix sort, a byte a pass: the bits of floats that are not negative, read as a whole number, are in the same
 * order as the floats. Inverted, the highest comes first.
 */
enum { RADIX_BITS = 8, RADIX = 1 << RADIX_BITS };

static uint32_t bits_of(float prior)
{
    uint32_t bits;
    memcpy(&bits, &prior, sizeof bits);
    return ~bits;
}

static void sort_by(const float *from, float *to, size_t count, unsigned shift)
{
    uint32_t places[RADIX] = {0};
    for (size_t i = 0; i < count; i++)
        places[bits_of(from[i]) >> shift & (RADIX - 1)]++;
    for (uint32_t i = 0, place = 0; i < RADIX; i++) {
        uint32_t next = place + places[i];
        places[i] = place;
        place = next;
    }
    for (size_t i = 0; i < count; i++)
        to[places[bits_of(from[i]) >> shift & (RADIX - 1)]++] = from[i];
}

bool match_sort_priors(struct arena *arena, float *priors, size_t count)
{
    float *other = ARENA_ARRAY(arena, count + 1, float);
    if (!other)
        return false;
    for (unsigned shift = 0; shift < 32; shift += 2 * RADIX_BITS) {
        sort_by(priors, other, count, shift);
        sort_by(other, priors, count, shift + RADIX_BITS);
    }
    return true;
}

float match_nth(struct arena *arena, float *priors, size_t count, size_t n)
{
    return priors && n < count && match_sort_priors(arena, priors, count) ? priors[n] : -1;
}
