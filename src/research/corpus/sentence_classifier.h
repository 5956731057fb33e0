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
    USE_QUESTION, /* a question that stands by itself */
    USE_PHRASE    /* no sentence, but usable as an item of a list */
};

/* What else is told of a sentence, as bits. */
enum sentence_sign {
    SIGN_LEADS = 1,      /* announces what must stand right behind it: ends in a colon */
    SIGN_ANNOUNCES = 2,  /* announces what may stand right behind it: "for example" */
    SIGN_REFERS = 4,     /* refers to what stands elsewhere */
    SIGN_ATTRIBUTES = 8, /* says what others say */
    SIGN_ATTACKS = 16,   /* tells of an attack */
    SIGN_DENIES = 32,    /* takes back the sentence before it */
    SIGN_SUPPOSES = 64,  /* supposes, or works an example */
    SIGN_IS_OWN = 128,   /* its author speaks of himself */
    SIGN_ORDERS = 256,   /* tells the reader to do something */
    SIGN_STEPS = 512,    /* announces steps */
    SIGN_BESIDE = 1024   /* beside the subject: a note on versions, an event, talk about the page */
};

/* A sentence as it is judged. */
struct sentence_view {
    struct str text;
    struct spans spans;   /* of the text */
    size_t length;        /* its words as readers count them (words_count) */
    struct worded worded; /* its words, in a text of which it may be a part */
    size_t start;         /* where it begins in the text of the words */
    struct str name;      /* what its page is about, where that is a name in small letters: "dropdb"; else empty */
    bool is_inflected;    /* its language is (text/language.h) */
    bool is_item; /* it is in a list: what it points back to is there, and it may be a phrase in small letters */
};

struct sentence_judgment {
    enum sentence_use use;
    unsigned signs; /* enum sentence_sign */
};

/* found: the cues of the sentence (cues_found). max_words: a longer one is USE_NONE. One that refers to what it
 * announces can be used, but only with that right behind it. */
struct sentence_judgment classify_sentence(const struct sentence_view *view, uint32_t found, size_t max_words);

#endif
