/*
 * What tells a sentence that can stand by itself from one that cannot, as one table per writable language: phrases of folded
 * words. In a phrase "#" stands for a word that begins with a digit.
 */
#ifndef COPYDESK_RESEARCH_CORPUS_CUES_H
#define COPYDESK_RESEARCH_CORPUS_CUES_H

#include "text/text.h"

struct cues {
    const char *tag;
    const char *const *openings;   /* at the start they point back: "however", "for example" */
    const char *const *pronouns;   /* among the first three words they point back: "this", "it" */
    const char *const *pointers;   /* anywhere they point back: "in this case" */
    const char *const *references; /* anywhere they point to what is not there: "shown above", "section #" */
    const char *const *talk;       /* anywhere: the author speaks, or the page about itself: "we", "this article" */
    const char *const *headings;   /* headings that name no subject: "introduction", "see also" */
    const char *const *examples;   /* headings of worked examples */
    const char *const *asides;     /* headings of boxes inside the text: "note", "tip" */
    const char *const *questions;  /* headings of collections of questions: "faq" */
};

/* The cues of a language; those of English where there are none. */
const struct cues *cues_for(const struct language *language);

/* Do the words from `at` on begin with the phrase? */
bool cues_phrase_at(const struct word *words, size_t count, size_t at, const char *phrase);

/* Does one of the phrases begin at a word before `limit`? */
bool cues_any_before(const struct word *words, size_t count, size_t limit, const char *const *phrases);

/* Are the words exactly one of the phrases? */
bool cues_is_one(const struct word *words, size_t count, const char *const *phrases);

#endif
