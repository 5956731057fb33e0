/* How a sentence of a source may be used in another text: only a whole one that needs nothing around it may open a
 * passage. */
#ifndef COPYDESK_RESEARCH_CORPUS_SENTENCE_CLASSIFIER_H
#define COPYDESK_RESEARCH_CORPUS_SENTENCE_CLASSIFIER_H

#include "research/corpus/cues.h"

/* Characters are bounded too: one "word" may be as long as its page. */
enum { SENTENCE_MIN_WORDS = 5, SENTENCE_MAX_WORDS = 60, SENTENCE_MAX_CHARACTERS = 1000 };

enum sentence_use {
    USE_NONE,     /* a fragment, code, a reference to what is not there, talk about the page itself */
    USE_FOLLOWS,  /* whole, but points back: only right behind the sentence before it */
    USE_OPENS,    /* stands by itself */
    USE_LEADS,    /* stands by itself and announces a list: ends in a colon */
    USE_QUESTION, /* a question that stands by itself */
    USE_PHRASE    /* no sentence, but usable as an item of a list */
};

/* words: those of the sentence. max_words: a longer sentence is USE_NONE. cues: of its language, never NULL. */
enum sentence_use classify_sentence(struct str text, const struct word *words, size_t count, size_t max_words,
                                    const struct cues *cues);

#endif
