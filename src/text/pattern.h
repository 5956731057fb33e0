/*
 * A small language of patterns over folded words, for lists of phrases. A pattern is elements with a blank between:
 *
 *   word         this word, folded as words.h folds ("grosser", not "großer")
 *   begin*       a word that begins so
 *   a|b|c*       one of these
 *   ?a|b         one of these, or nothing
 *   ..4          up to four words, whatever they are
 *   word,  word: the mark stands behind the word
 *   ^word        of the first element: a sentence begins with it
 *   Word         of the first element: a noun, which may begin with a capital within a sentence. What else begins with
 *                one there is a name and no match.
 *
 * A word of an element may be several CJK words without anything between them: "この記事".
 *
 * The first element is neither optional nor a gap. No element matches across the end of a sentence.
 */
#ifndef COPYDESK_TEXT_PATTERN_H
#define COPYDESK_TEXT_PATTERN_H

#include "text/words.h"

/* Text with its words. */
struct worded {
    struct str text;
    const struct word *words;
    size_t count;
};

struct pattern_place {
    size_t first, end; /* words, end exclusive */
};

/* The words of the text. They live in the arena. E_MEMORY. */
enum status worded_split(struct arena *arena, struct str text, const struct language *language, struct worded *worded,
                         struct error *err);

/* Does the pattern match at the word `at`? *end: the word behind the longest match. */
bool pattern_matches(const char *pattern, const struct worded *worded, size_t at, size_t *end);

/* The first match at or after the word `from` of any pattern of the NULL-terminated list (NULL: empty), the longest of
 * those that begin there. */
bool pattern_find(const char *const *patterns, const struct worded *worded, size_t from, struct pattern_place *place);

/* Does any pattern match at the word `at`? */
bool pattern_begins(const char *const *patterns, const struct worded *worded, size_t at, size_t *end);

/* Does a sentence begin with this word: is there nothing before it, or the end of a sentence? */
bool pattern_opens_sentence(const struct worded *worded, size_t word);

#endif
