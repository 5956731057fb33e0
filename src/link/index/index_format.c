#include "link/index/index_format.h"

#include "link/index/index_audit.h"

#include <math.h>

static const size_t record_sizes[SECTION_COUNT] = {
    [SECTION_PAGES] = sizeof(struct index_page),
    [SECTION_PAGE_TEXTS] = sizeof(uint32_t),
    [SECTION_TEXT] = 1,
    [SECTION_SYMBOLS] = sizeof(struct index_symbol),
    [SECTION_PAGE_SLOTS] = sizeof(uint32_t),
    [SECTION_WORD_SLOTS] = sizeof(struct index_slot),
    [SECTION_TERMS] = sizeof(struct index_term),
    [SECTION_EDGES] = sizeof(struct index_edge),
    [SECTION_PHRASES] = sizeof(struct index_phrase),
    [SECTION_TARGETS] = sizeof(struct index_target),
    [SECTION_LANGUAGES] = sizeof(struct index_language),
    [SECTION_LINKS] = sizeof(uint32_t),
    [SECTION_CONTEXTS] = sizeof(struct index_context),
    [SECTION_LESSONS] = sizeof(float),
    [SECTION_FRAME] = sizeof(uint32_t),
    [SECTION_AUDIT_LINKS] = 1,
    [SECTION_AUDIT_CHARS] = 1,
    [SECTION_AUDIT_BROKEN] = sizeof(struct audit_broken),
    [SECTION_AUDIT_ADDRESSES] = sizeof(struct audit_known),
    [SECTION_AUDIT_SUGGESTIONS] = sizeof(struct audit_suggestion),
    [SECTION_AUDIT_TOTALS] = sizeof(struct audit_totals),
};

size_t index_record_size(enum index_section_id section)
{
    return record_sizes[section];
}

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
