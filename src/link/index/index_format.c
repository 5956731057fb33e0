#include "link/index/index_format.h"

static const size_t record_sizes[SECTION_COUNT] = {
    [SECTION_TEXT] = 1,
    [SECTION_PAGES] = sizeof(struct index_page),
    [SECTION_WORDS] = sizeof(struct index_word),
    [SECTION_WORD_SLOTS] = sizeof(uint32_t),
    [SECTION_EDGES] = sizeof(struct index_edge),
    [SECTION_NODES] = sizeof(uint32_t),
    [SECTION_PHRASES] = sizeof(struct index_phrase),
    [SECTION_TARGETS] = sizeof(struct index_target),
    [SECTION_TERMS] = sizeof(struct index_term),
};

size_t index_record_size(enum index_section_id section)
{
    return record_sizes[section];
}

/*
 * Fowler-Noll-Vo 1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/); the upper half is folded in for small
 * tables.
 */
uint64_t index_hash_text(struct str text)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < text.len; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * 0x100000001b3u;
    return hash ^ hash >> 32;
}

/* The finalizer of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). */
uint64_t index_hash_edge(uint32_t node, uint32_t word)
{
    uint64_t z = (uint64_t)node << 32 | word;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
