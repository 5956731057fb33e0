/* Words as cases.c and cases_names.c look at them. */
#ifndef COPYDESK_MODEL_BUILTIN_CASES_WORDS_H
#define COPYDESK_MODEL_BUILTIN_CASES_WORDS_H

#include "model/builtin/cases.h"

enum { CASE_LONGEST = 40 /* bytes of a word */ };

static inline bool case_is_small(char character)
{
    return character >= 'a' && character <= 'z';
}

static inline bool case_is_large(char character)
{
    return character >= 'A' && character <= 'Z';
}

/* Bytes of a mark that quotes, at the start of the text; 0: there is none. */
size_t case_quote_length(struct str text);

/* Bytes of the word at the start of the text, up to the next blank, without marks behind it; 0: it begins with a mark.
 */
size_t case_word_length(struct str text);

/* Only letters, the first small or large and the others small, or several such words with hyphens between: nothing but
 * the place decides the large ones. */
bool case_is_plain(struct str word);

/* Behind a small letter or a comma and a blank a word stands in mid-sentence. */
bool case_is_mid_sentence(struct str text, size_t at);

#endif
