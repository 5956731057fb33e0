#include "link/index/index_format.h"

#include "link/index/index_links.h"

#include <math.h>

static const size_t record_sizes[SECTION_COUNT] = {
    [SECTION_PAGES] = sizeof(struct index_page),
    [SECTION_PAGE_TEXTS] = sizeof(struct index_page_text),
    [SECTION_TEXT] = 1,
    [SECTION_PAGE_SLOTS] = sizeof(struct index_slot),
    [SECTION_WORD_SLOTS] = sizeof(struct index_slot),
    [SECTION_TERMS] = sizeof(struct index_term),
    [SECTION_EDGES] = sizeof(struct index_edge),
    [SECTION_PHRASES] = sizeof(struct index_phrase),
    [SECTION_TARGETS] = sizeof(struct index_target),
    [SECTION_LANGUAGES] = sizeof(struct index_language),
    [SECTION_LESSONS] = sizeof(float),
    [SECTION_CONTEXTS] = 1,
    [SECTION_PAGE_LINKS] = sizeof(struct index_page_links),
    [SECTION_LINKS] = sizeof(uint32_t),
    [SECTION_LINK_ANCHORS] = sizeof(struct index_link_anchor),
    [SECTION_LINK_TEXTS] = sizeof(struct index_link_text),
    [SECTION_LINK_CHARS] = 1,
    [SECTION_BROKEN] = sizeof(struct index_broken),
    [SECTION_ADDRESSES] = sizeof(struct index_address),
    [SECTION_SUGGESTIONS] = sizeof(struct index_suggestion),
    [SECTION_LINK_TOTALS] = sizeof(struct index_link_totals),
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
