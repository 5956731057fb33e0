/* A subject ready to be compared: which of its stems each stem of the corpus holds. */
#ifndef COPYDESK_RESEARCH_TOPIC_MATCH_H
#define COPYDESK_RESEARCH_TOPIC_MATCH_H

#include "research/topic/topic.h"

enum {
    SUBJECT_STEMS = 24, /* of a longer subject the rest is not heeded */
    MANY_PAGES = 30,    /* of fewer pages most speak of the same */
};

/* Stems of the subject as bits, in the order of the subject. */
typedef uint32_t stem_set;

/* A compound of the subject as its halves stand apart in a text: "software", "raid". */
struct compound {
    uint32_t left, right;
    stem_set stem;
};

struct topic_match {
    stem_set *held;  /* by number of the vocabulary: the stems of the subject that it holds */
    stem_set *near;  /* the same, but a stem that begins another one is enough: "photo", "photograph" */
    bool *is_hidden; /* by number: a name that is left out of every text */
    bool *is_light;  /* by number: bears no subject by itself */
    size_t known;    /* entries of these */
    struct compound compounds[SUBJECT_STEMS];
    size_t compound_count;
    size_t pages;                    /* of the collection */
    size_t count;                    /* stems of the subject */
    double idf[SUBJECT_STEMS];       /* over the pages of the collection */
    struct str words[SUBJECT_STEMS]; /* as the subject writes them */
    uint32_t numbers[SUBJECT_STEMS]; /* of the vocabulary */
    stem_set needed;                 /* the stems that must be there */
    stem_set strong;                 /* those that bear the subject */
    stem_set deed;                   /* of a task: what is done; 0: nothing else would be left, or it is no task */
    bool is_light_alone;             /* no stem bears a subject, and it is no task: "deletions" */
    bool deed_is_light;              /* "to improve": it is told of without being named */
    stem_set head;                   /* the noun that the others describe */
    stem_set tail;                   /* the needed stems from the first preposition on; 0: there is none */
};

size_t stems_count(stem_set set);

/* The stems of the subject that the term at `at` holds, compounds included. */
stem_set match_at(const struct topic_match *match, const struct terms *terms, size_t at);
/* All stems of the subject that the text holds. */
stem_set match_all(const struct topic_match *match, const struct terms *terms);
/* The same, but a stem that begins another one is enough. */
stem_set match_near(const struct topic_match *match, const struct terms *terms);
/* Do so many neighbouring stems more than `wanted` has hold all of it? */
bool match_holds(const struct topic_match *match, const struct terms *terms, stem_set wanted, size_t slack);
/* Dice's coefficient of the text and the needed stems. */
double match_likeness(const struct topic_match *match, const struct terms *terms);
/* The share of the weight of the subject's stems, 0-1. */
double match_weight(const struct topic_match *match, stem_set set);

#endif
