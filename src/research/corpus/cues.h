/* Words of a sentence or heading compared with the cues of its language (struct cues of text/language.h). */
#ifndef COPYDESK_RESEARCH_CORPUS_CUES_H
#define COPYDESK_RESEARCH_CORPUS_CUES_H

#include "text/text.h"

/* The cues of a language; those of English where it has none. language may be NULL. */
const struct cues *cues_for(const struct language *language);

/* Does one of the phrases begin at a word before `limit`? */
bool cues_any_before(const struct word *words, size_t count, size_t limit, const char *const *phrases);

/* Are the words exactly one of the phrases? */
bool cues_is_one(const struct word *words, size_t count, const char *const *phrases);

#endif
