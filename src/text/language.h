/*
 * The languages that the service knows, as one table: names, tags, stemmers, sentence rules, function words.
 * A language with `can_write` has all that the built-in writer needs.
 */
#ifndef COPYDESK_TEXT_LANGUAGE_H
#define COPYDESK_TEXT_LANGUAGE_H

#include "base/base.h"

struct language {
    const char *name;    /* English name: "German" */
    const char *tag;     /* BCP 47: "de" */
    const char *stemmer; /* libstemmer algorithm, NULL when there is none */
    bool can_write;
    bool ordinal_dots; /* "3. Oktober": a dot after a short number does not end a sentence */
    /* Folded, NULL-terminated, in byte order; NULL when unknown. */
    const char *const *stop_words;           /* function words */
    const char *const *abbreviations;        /* without the last dot: after these a dot ends no sentence */
    const char *const *number_abbreviations; /* likewise, but only before a number: "No. 5" */
    size_t stop_word_count;
};

/* By English name or BCP 47 tag, any letter case ("German", "de", "de-AT", "pt-BR"). NULL when unknown. */
const struct language *language_find(struct str name_or_tag);

/* The whole table, ordered by name. */
const struct language *language_list(size_t *count);

/* The language, among those with function words, whose words the text is made of; NULL when it cannot be told. */
const struct language *language_detect(struct str text);

bool language_is_stop_word(const struct language *language, struct str folded_word);

#endif
