/*
 * Words of a sentence or heading compared with the cues of its language (struct cues of text/language.h), hundreds of
 * patterns in about one look-up for each word.
 */
#ifndef COPYDESK_RESEARCH_CORPUS_CUES_H
#define COPYDESK_RESEARCH_CORPUS_CUES_H

#include "text/text.h"

/* The lists of a language. */
enum cue {
    CUE_OPENING,
    CUE_WHOLE, /* takes back an opening or a pronoun within it */
    CUE_PRONOUN,
    CUE_POINTER,
    CUE_REFERENCE,
    CUE_TALK,
    CUE_HEADING,
    CUE_LEAD_AWAY,
    CUE_EXAMPLE,
    CUE_ASIDE,
    CUE_QUESTION,
    CUE_CLOSING,
    CUE_ATTRIBUTION,
    CUE_ATTACK,
    CUE_DENIAL,
    CUE_HYPOTHESIS,
    CUE_VERSION,
    CUE_CAPTION,
    CUE_BYLINE,
    CUE_EVENT,
    CUE_PROMOTION,
    CUE_INSTRUCTION,
    CUE_CUT_OPENING,
    CUE_CUT_CLAUSE,
    CUE_CUT_BRACKET,
    CUE_STEPS,
    CUE_ANNOUNCEMENT,
    CUE_SELF,        /* struct speech: words of somebody who speaks of himself */
    CUE_IMPERATIVE,  /* struct definition_words: the reader is told to do something */
    CUE_SUBORDINATE, /* struct definition_words: a clause before the main one */
    CUE_ELSEWHERE,   /* no list: a reference that is no part of an announcement, in a language that tells them apart */
    CUES
};

#define CUE_BIT(cue) (UINT32_C(1) << (cue))

struct cue_table;

/* The cues of a language; those of English where it has none. language may be NULL. The table lives as long as the
 * process; any thread may ask. NULL when memory ran out. */
const struct cue_table *cues_of(const struct language *language);

/* A table of lists of patterns, by enum cue; a list may be NULL. It lives in the arena; NULL when memory ran out. */
struct cue_table *cue_table_new(struct arena *arena, const char *const *const lists[CUES]);

/* The bits of the lists of which a pattern matches at the word, and in `ends` by enum cue the word behind the longest
 * match of each. */
uint32_t cues_at(const struct cue_table *table, const struct worded *sentence, size_t at, size_t ends[CUES]);

/* The bits of the lists that match where they count: openings and the like at the first word, pronouns among the first
 * three, the others anywhere. A lone word of CUE_TALK that is one of CUE_SELF counts as that. CUE_ELSEWHERE is found
 * here alone. */
uint32_t cues_found(const struct cue_table *table, const struct worded *sentence);

/* Are the words exactly one of the phrases of the list? */
bool cues_is_one(const struct cue_table *table, const struct worded *heading, enum cue cue);

/* Does the heading name no subject: "Overview", "See also"? */
bool cues_name_nothing(const struct cue_table *table, const struct worded *heading);

/* "RAID means Redundant Array of Independent Disks": does the word in capitals that the sentence begins with stand for
 * a run of words behind its verb, by their first letters? Words in small letters may stand among them. */
bool cues_spell_out(const struct worded *sentence);

#endif
