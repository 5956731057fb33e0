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
#include "text/language.h"

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

/*
 * --- what they are found by, used only inside this folder ---
 *
 * occurrences_terms.c sets terms[i] to the term of lexeme i, INDEX_NO_TERM when the site does not have it in any form:
 * as it is, by its stem, or without accents. The term of a hyphen within a word is OCCURRENCE_SKIP, and wholes[i] that
 * of both words as one, "email" for "e-mail"; no other of the wholes is set. The records of the terms are on their way
 * to the cache. E_MEMORY.
 */
enum status terms_find(const struct link_index *index, const struct lexed *lexed, const struct language *language,
                       struct arena *arena, uint32_t *terms, uint32_t *wholes, struct error *err);

/*
 * What no link may cut in half (occurrences_halves.c): words that signs join ("in-process", "Node.js", "C++"),
 * quotations of a few words, which are names, and pairs of brackets or quotation marks.
 */
struct halves {
    const struct lexed *lexed;
    uint32_t *partners;   /* per lexeme: the sign that closes or opens this one, plus one; 0: it is no such sign */
    uint32_t *quotations; /* per lexeme: the sign that opens the short quotation in which it stands, plus one */
};

/* What it finds lives in the arena. False: memory ran out. */
bool halves_find(const struct lexed *lexed, struct arena *arena, struct halves *halves);

/* Would a link from the lexeme `first` to before `last` cut anything in half? */
bool halves_are_cut(const struct halves *halves, size_t first, size_t last);

#endif
