/*
 * Occurrences: the places where phrases of the index stand in content.
 *
 * Nearly all of the time goes into waiting for memory: the tables of a big site are far larger than any cache, and each
 * word of the content leads to another place in them. So the content is gone over in levels: first all terms, then all
 * phrases of one word, then of two, and so on, and in each level the memory for the words to come is asked for ahead.
 */
#ifndef COPYDESK_LINK_MATCH_OCCURRENCES_H
#define COPYDESK_LINK_MATCH_OCCURRENCES_H

#include "link/index/index.h"
#include "link/index/table.h"
#include "link/lexer/lexer.h"

struct occurrence {
    uint32_t first, last; /* lexemes, last exclusive */
    uint32_t phrase;
    bool is_covered; /* a longer phrase covers it */
};

/* A hyphen within a word, which is no part of any phrase. */
#define OCCURRENCE_SKIP (UINT32_MAX - 1)

struct occurrences {
    struct occurrence *list; /* by first lexeme, then by length */
    size_t count;
    uint32_t *terms;     /* per lexeme: its term in the index, INDEX_NO_TERM, or OCCURRENCE_SKIP */
    struct table totals; /* (phrase, 0) -> how often it stands where a link may be */
};

/* Further occurrences of the same phrase are counted, but not listed. */
enum { MAX_OCCURRENCES = 12 };

/*
 * The occurrences live in the arena. language: of the content, for the stems of words that the site has only in other
 * forms; may be NULL. E_MEMORY.
 */
enum status occurrences_find(const struct link_index *index, const struct lexed *lexed, const struct language *language,
                             struct arena *arena, struct occurrences *occurrences, struct error *err);

#endif
