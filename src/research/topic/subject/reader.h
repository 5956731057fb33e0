/* A subject while it is read. */
#ifndef COPYDESK_RESEARCH_TOPIC_SUBJECT_READER_H
#define COPYDESK_RESEARCH_TOPIC_SUBJECT_READER_H

#include "research/topic/subject/match.h"
#include "text/word_forms.h"

/* A stem of the subject while it is read. */
struct subject_piece {
    struct str stem, written; /* written: folded */
    struct str behind_hyphen; /* what is left of it in the stem of a longer word: "fil" in "apt-fil" */
    struct str bare;          /* of a phrasal verb its stem without the particle, which texts do not keep; else empty */
    size_t word;              /* number of its word in the subject */
    bool is_light, is_optional;
    bool is_beginning; /* of the name that it stands for: words that begin with it are left out too */
};

struct subject_reader {
    struct topic *topic;
    const struct topic_query *query;
    struct arena *arena;
    struct topic_match *match;
    const struct language *language;
    const struct keyword_words *frames; /* never NULL */
    struct stemmer *stemmer;
    struct word *words;
    size_t word_count;
    struct subject_piece pieces[SUBJECT_STEMS];
    size_t count;
    size_t pages; /* of the collection */
    struct error *err;
};

static inline stem_set stem_bit(size_t at)
{
    return (stem_set)1 << at;
}

#endif
