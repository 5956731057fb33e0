/* What is asked for, as words of the index. */
#ifndef COPYDESK_RESEARCH_EXCERPT_QUERY_H
#define COPYDESK_RESEARCH_EXCERPT_QUERY_H

#include "research/excerpt/excerpt_index.h"

struct query_word {
    uint32_t word; /* of the index; NO_WORD: in none of the excerpts */
    double weight; /* what the word is worth in this query */
    bool of_keyword, of_heading;
    struct str folded, stem;
};

struct query {
    struct query_word *words; /* content words, each once */
    size_t count;
    double weight; /* sum of theirs */
    /* All words of the heading, or of the keyword where there is no heading, in order, function words included: the
     * phrase that excerpts may hold as it is written. */
    struct word *phrase;
    size_t phrase_count;
    bool has_heading; /* with a content word beside those of the keyword */
};

/* All of it is in the arena. heading may be empty. E_MEMORY. */
enum status query_read(struct arena *arena, const struct excerpt_index *index, struct str keyword, struct str heading,
                       struct query *query, struct error *err);

/* Does the text hold the phrase? Ends of words may differ: "index types" is in "an index type". */
bool query_phrase_in(const struct query *query, struct str text);

#endif
