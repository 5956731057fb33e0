/*
 * A small language of patterns over folded words, for lists of phrases. A pattern is elements with a blank between:
 *
 *   word         this word, folded as words.h folds ("grosser", not "großer")
 *   begin*       a word that begins so
 *   a|b|c*       one of these
 *   ?a|b         one of these, or nothing
 *   ..4          up to four words, whatever they are
 *   #            a number: a word that begins with a digit, or a Roman numeral in capitals behind another word
 *   @            a name: a word that begins with a capital
 *   word,  word:  word.  the mark stands behind the word
 *   ^word        of the first element: a sentence begins with it
 *   /word        of the first element: a clause begins with it, behind the start of a sentence, , ; : ( or a dash
 *   Word         of the first element: a noun, which may begin with a capital within a sentence. What else begins with
 *                one there is a name and no match. For a parsed pattern letter case says nothing: cues are looked for
 *                in headings and in any language.
 *
 * A word of an element may be several CJK words without anything between them: "この記事".
 *
 * The first element is neither optional nor a gap. No element matches across the end of a sentence.
 */
#ifndef COPYDESK_TEXT_PATTERN_H
#define COPYDESK_TEXT_PATTERN_H

#include "text/words.h"

#include <stdint.h>

/* Text with its words. */
struct worded {
    struct str text;
    const struct word *words;
    size_t count;
};

/* The first byte of CJK characters, and of few others, is at least this. */
enum { CJK_LEAD = 0xE3 };

struct pattern_place {
    size_t first, end; /* words, end exclusive */
};

/* The words of the text. They live in the arena. E_MEMORY. */
enum status worded_split(struct arena *arena, struct str text, const struct language *language, struct worded *worded,
                         struct error *err);

/* The same with a memory (text/words.h), in which their forms live. */
enum status worded_split_again(struct word_memory *memory, struct arena *arena, struct str text, struct worded *worded,
                               struct error *err);

/* The function words among them. */
size_t worded_stops(const struct worded *worded);

/* Does the pattern match at the word `at`? *end: the word behind the longest match. */
bool pattern_matches(const char *pattern, const struct worded *worded, size_t at, size_t *end);

/* The first match at or after the word `from` of any pattern of the NULL-terminated list (NULL: empty), the longest of
 * those that begin there. */
bool pattern_find(const char *const *patterns, const struct worded *worded, size_t from, struct pattern_place *place);

/* Does any pattern match at the word `at`? */
bool pattern_begins(const char *const *patterns, const struct worded *worded, size_t at, size_t *end);

enum { PATTERN_ELEMENTS = 12 };

/* One element, taken apart. */
struct pattern_element {
    struct str words;     /* alternatives with | between */
    uint64_t first_bytes; /* of the alternatives, each as the bit of its lowest six: a word without its bit is none */
    unsigned char gap;    /* 0: none; else up to so many words */
    bool is_optional;
    char mark; /* that must follow; '\0': none */
};

/* A pattern taken apart, for lists that are asked of many sentences. It points into its text. */
struct pattern {
    const struct pattern_element *elements;
    size_t count;
    char binding; /* '^', '/' or '\0' */
    uint64_t
        second; /* the first bytes of what has to be the second word, as in its element; all of them: none has to */
};

/* Takes it apart into `elements`. False: it has no element, too many, or begins with an optional one or a gap. */
bool pattern_parse(const char *text, struct pattern_element elements[PATTERN_ELEMENTS], struct pattern *pattern);

/* The same with its elements in the arena; count 0: the text is no pattern. False: memory ran out. */
bool pattern_parse_kept(const char *text, struct arena *arena, struct pattern *pattern);

/* Does it match at the word `at`, whatever the letter case? The text is one sentence: a dot within it ends none. */
bool pattern_parsed_matches(const struct pattern *pattern, const struct worded *worded, size_t at, size_t *end);

/* pattern_parsed_matches where the word `at` is known to be the first element. */
bool pattern_parsed_goes_on(const struct pattern *pattern, const struct worded *worded, size_t at, size_t *end);

/* May the second word follow the word `at`? It refuses most patterns by one byte. */
bool pattern_may_go_on(const struct pattern *pattern, const struct worded *worded, size_t at);

/* Does a sentence begin with this word: is there nothing before it, or the end of a sentence? */
bool pattern_opens_sentence(const struct worded *worded, size_t word);

/* Patterns taken apart once, for lists of hundreds that are asked of many texts. */
struct pattern_table;

/* An empty table in the arena; NULL when memory ran out. */
struct pattern_table *pattern_table_new(struct arena *arena);

/* Adds the patterns of a NULL-terminated list (NULL: empty), which outlives the table. False: memory ran out. */
bool pattern_table_add(struct pattern_table *table, const char *const *patterns);

/* Does any pattern match anywhere in the text, of any number of sentences, as pattern_find has it? Any number of
 * threads may ask once nothing is added any more. */
bool pattern_table_occurs(const struct pattern_table *table, const struct worded *worded);

#endif
