/* Which sentences of a source may stand in another text: whole ones, that need nothing around them. */
#ifndef COPYDESK_RESEARCH_CORPUS_SIEVE_H
#define COPYDESK_RESEARCH_CORPUS_SIEVE_H

#include "research/corpus/cues.h"

/* Characters are bounded too: one "word" may be as long as its page. */
enum { SIEVE_MIN_WORDS = 5, SIEVE_MAX_WORDS = 60, SIEVE_MAX_CHARACTERS = 1000 };

enum sentence_use {
    USE_NONE,     /* a fragment, code, a reference to what is not there, talk about the page itself */
    USE_FOLLOWS,  /* sound, but points back: only right behind its predecessor */
    USE_OPENS,    /* stands by itself */
    USE_LEADS,    /* stands by itself and announces a list: ends in a colon */
    USE_QUESTION, /* a question that stands by itself */
    USE_PHRASE    /* no sentence, but sound as an item of a list */
};

/* words: of the sentence. max_words: longest allowed sentence. */
enum sentence_use sieve_sentence(struct str text, const struct word *words, size_t count, size_t max_words,
                                 const struct cues *cues);

#endif
