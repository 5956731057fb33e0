/*
 * topic: do sources speak of a keyword, and which of their sections do? The front header of the folder.
 *
 *   topic.h           this file: a subject is looked for in a corpus; pages and sections that are about it
 *   keyword.h         what a keyword asks for
 *   subject.h         the stems of a subject: which must be there, which bear it, which may be missing
 *   match.h           texts compared with them
 *   survey.h          which pages and sections speak of it, and how well
 *
 * A page speaks of a subject when its title or a heading over text holds all stems of the subject side by side, or when
 * three of its sentences do. By a single stem less is said: it must be the noun of the heading ("user" is not what
 * "User space" is on), and a sixth of the sentences must have it. A section is about it by its heading, by one above
 * it, by its page, or by its text. The rules, their constants and what they were measured on stand where they are
 * applied.
 *
 * Written forms are one where they can be: a stem with a hyphen holds its parts and the joined word ("software-raid" is
 * "software raid" and "softwareraid"), and a German compound holds its two halves when the sources have both.
 */
#ifndef COPYDESK_RESEARCH_TOPIC_H
#define COPYDESK_RESEARCH_TOPIC_H

#include "research/corpus/corpus.h"
#include "research/topic/keyword.h"

/* How surely a page speaks of the subject. */
enum topic_tier {
    TOPIC_NOT,
    TOPIC_NEAR, /* of the subject's bearing words; of its other words little: worth a note */
    TOPIC_FULL
};

/* Why a section is about the subject, the best reason first. */
enum topic_reason { TOPIC_BY_HEADING, TOPIC_BY_PARENT, TOPIC_BY_PAGE, TOPIC_BY_TEXT };

struct topic_page {
    enum topic_tier tier;
    double score;     /* for the order of pages: title, best heading, then BM25F; 0: no word of the subject */
    size_t sentences; /* that hold the whole subject */
};

struct topic_section {
    size_t section; /* number in the corpus */
    enum topic_reason reason;
    double weight; /* for the order of sections by worth */
};

/* How often a stem occurs in a collection. */
struct topic_stem {
    struct str stem; /* with "*" behind it: all longer ones that begin with it ("postgr*" for "postgresql") */
    size_t pages;    /* that have it */
    size_t naming;   /* of them those that write it as names are: with a capital in the middle of sentences */
};

/* The collection that the pages were picked from: with it names that all of it is about are told ("... in
 * PostgreSQL"). */
struct topic_collection {
    size_t pages;
    const struct topic_stem *stems; /* those of the keyword; what is not among them no page has */
    size_t stem_count;
};

/* The share of its pages, 0-1, that have the stem; 0 for so few that they may all be on one subject. `collection` is a
 * struct topic_collection. */
double topic_collection_share(void *collection, struct str stem);

/* What is looked for. */
struct topic_query {
    struct str subject;
    /* KEYWORD_HOW_TO: its first word is what is done, and pages without that word are near it. Of the other shapes none
     * is told from KEYWORD_NOUN. */
    enum keyword_shape shape;
    const struct topic_collection *collection; /* NULL: the pages of the corpus are all there is */
};

struct topic_match;

/* A subject as it is compared with texts. Lives in the arena of topic_open and points into the corpus. */
struct topic {
    struct corpus *corpus;
    struct str subject;
    /* Stems as numbers of the corpus' vocabulary; what the corpus lacks has numbers that no text has. */
    struct terms terms;             /* the stems that must be there */
    struct terms strong;            /* of them those that bear the subject; all when none does */
    struct terms optional;          /* what the whole collection is about: left out here and in what is compared */
    enum topic_tier tier;           /* of the best page */
    struct topic_page *pages;       /* by number of the page */
    struct topic_section *sections; /* those about the subject, best first; none inside another, no heading twice */
    size_t section_count;
    /* For whoever must refuse: */
    struct str nearest; /* the heading that holds most of the subject; empty: none holds any */
    struct str missing; /* words of the subject that no heading holds, with commas between; empty: none */
    const struct topic_match *match;
};

/*
 * Looks for a subject in the corpus. All lives in the arena. A subject without a content word is found in titles that
 * equal it alone. E_MEMORY.
 */
enum status topic_open(struct corpus *corpus, const struct topic_query *query, struct arena *arena, struct topic *topic,
                       struct error *err);

/* --- a text compared with the subject; terms of the corpus --- */

/* Do so many neighbouring stems more than the subject has (`slack`) hold all of it, in any order? */
bool topic_holds(const struct topic *topic, const struct terms *terms, size_t slack);
/* Dice's coefficient of the two sets of stems, 0-1. */
double topic_likeness(const struct topic *topic, const struct terms *terms);
/* The share of the subject's stems that the text has, 0-1. */
double topic_share(const struct topic *topic, const struct terms *terms);
bool topic_has_head(const struct topic *topic, const struct terms *terms);
/* Is the stem one of the subject, or a form of one? */
bool topic_has(const struct topic *topic, uint32_t term);

#endif
