/* How the sources write words: small or with a capital, where neither is owed to the start of a sentence. English
 * only: of ASCII words. */
#ifndef COPYDESK_MODEL_BUILTIN_CASES_H
#define COPYDESK_MODEL_BUILTIN_CASES_H

#include "text/text.h"

#include <stdint.h>

struct cases {
    struct arena *arena;
    struct map words;      /* in small letters -> struct case_counts */
    struct map names;      /* of several words, the same */
    uint32_t initials[32]; /* by the first letter of a name: the first letters of its second word, as bits */
};

void cases_init(struct cases *cases, struct arena *arena);

/* Makes the words of a text known: only known words are counted. E_MEMORY. */
enum status cases_know(struct cases *cases, struct str text, struct error *err);

/* Counts how the known words are written in a text. */
void cases_count(struct cases *cases, struct str text);

/* The text with small letters where the sources write them: all words behind the first of a heading, and the first as
 * well when it is not the start of what is written. Names of several words ("Sender Policy Framework") and words with
 * capitals, digits or signs inside stay as they are. In the arena; data NULL when memory ran out. */
struct str cases_sentence(const struct cases *cases, struct str text, bool keeps_first);

/* --- letters of ASCII --- */

static inline bool case_is_small(char character)
{
    return character >= 'a' && character <= 'z';
}

static inline bool case_is_large(char character)
{
    return character >= 'A' && character <= 'Z';
}

/* Behind a small letter or a comma and a blank a word stands in mid-sentence. */
bool case_is_mid_sentence(struct str text, size_t at);

#endif
