#include "link/lexer/fold_quick.h"

enum rule {
    SAME,       /* no letter case */
    LOWER,      /* lower-case letters */
    UPPER_20,   /* upper-case letters; the lower-case one is 0x20 further */
    UPPER_50,   /* the same with 0x50 */
    EVEN_UPPER, /* in pairs: an upper-case letter with an even number, the lower-case one behind it */
    ODD_UPPER,  /* the same with an odd number */
};

/* Ordered. Tried against word_fold by test_link_lexer.c. */
static const struct range {
    uint16_t first, last;
    uint8_t rule;
} ranges[] = {
    {0xC0, 0xD6, UPPER_20},     {0xD8, 0xDE, UPPER_20},    {0xE0, 0xF6, LOWER},       {0xF8, 0xFF, LOWER},
    {0x100, 0x12F, EVEN_UPPER}, {0x139, 0x13E, ODD_UPPER}, {0x141, 0x148, ODD_UPPER}, {0x14A, 0x177, EVEN_UPPER},
    {0x179, 0x17E, ODD_UPPER},  {0x391, 0x3A1, UPPER_20},  {0x3A3, 0x3A9, UPPER_20},  {0x3AC, 0x3AF, LOWER},
    {0x3B1, 0x3C1, LOWER},      {0x3C3, 0x3CE, LOWER},     {0x400, 0x40F, UPPER_50},  {0x410, 0x42F, UPPER_20},
    {0x430, 0x45F, LOWER},      {0x5D0, 0x5EA, SAME},      {0x620, 0x63F, SAME},      {0x641, 0x64A, SAME},
    {0x3041, 0x3096, SAME},     {0x30A1, 0x30FA, SAME},    {0x30FC, 0x30FC, SAME},    {0x3400, 0x4DBF, SAME},
    {0x4E00, 0x9FFF, SAME},     {0xAC00, 0xD7A3, SAME},
};

static const struct range *find_range(uint32_t codepoint)
{
    size_t low = 0, high = COUNT_OF(ranges);
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ranges[middle].last < codepoint)
            low = middle + 1;
        else
            high = middle;
    }
    return low < COUNT_OF(ranges) && ranges[low].first <= codepoint ? &ranges[low] : NULL;
}

uint32_t fold_quick(uint32_t codepoint, bool *is_upper, bool *is_lower)
{
    const struct range *range = find_range(codepoint);
    *is_upper = *is_lower = false;
    if (!range)
        return 0;
    switch ((enum rule)range->rule) {
    case SAME:
        return codepoint;
    case LOWER:
        break;
    case UPPER_20:
        *is_upper = true;
        return codepoint + 0x20;
    case UPPER_50:
        *is_upper = true;
        return codepoint + 0x50;
    case EVEN_UPPER:
        *is_upper = codepoint % 2 == 0;
        *is_lower = !*is_upper;
        return codepoint | 1;
    case ODD_UPPER:
        *is_upper = codepoint % 2 == 1;
        *is_lower = !*is_upper;
        return codepoint + *is_upper;
    }
    *is_lower = true;
    return codepoint;
}
