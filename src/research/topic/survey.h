/*
 * A corpus looked through for a subject: its stems, and texts compared with them (subject.c); headings taken apart, the
 * order of pages, the sections that are taken (survey.c); what sentences say of it, and which pages speak of it
 * (survey_pages.c). For the files of the folder alone.
 *
 * The arena of the topic notes where memory runs out, and what is made then is less than it should be: topic_open asks
 * behind each step.
 */
#ifndef COPYDESK_RESEARCH_TOPIC_SURVEY_H
#define COPYDESK_RESEARCH_TOPIC_SURVEY_H

#include "research/topic/topic_parts.h"

/* --- a subject ready to be compared: which of its stems each stem of the corpus holds --- */

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

/* Reads the query's subject into topic (terms, strong, optional) and match. */
void topic_subject_read(struct topic *topic, const struct topic_query *query, struct arena *arena,
                        struct topic_match *match);

/* Lists the needed and the strong stems in the topic. */
void topic_subject_list(struct topic *topic, const struct topic_match *match, struct arena *arena);

/* --- the survey --- */

/* What the sentences of a section say of the subject; with `all` also those of sections inside it. */
struct section_count {
    size_t sentences, words;
    size_t phrases; /* sentences that hold all of the subject side by side */
    size_t heads;   /* sentences that hold its head */
    size_t names;   /* sentences that hold what is left out, as all pages are about it */
    double share;   /* sum of the sentences' shares of the needed stems */
};

struct survey {
    struct topic *topic;
    struct topic_match *match;
    struct arena *arena;
    struct section_count *own, *all; /* by section */
    stem_set *about; /* by page: the stems that it is asked for: all that are needed, or those of one side */
};

/*
 * Counts, and fills topic->pages and topic->tier. Of a task that no page speaks of fully, pages that speak of what it
 * is done with and name the deed are near: what is done is then no more needed.
 */
void survey_pages(struct survey *survey);

/* Fills the scores of topic->pages. */
void survey_score(struct survey *survey);

/* Fills topic->sections from the pages that speak of the subject. */
void survey_sections(struct survey *survey);

/* --- headings --- */

enum { HEADING_PARTS = 8, HEADING_WORDS = 14 /* a longer heading is a caption or a sentence */ };

/* The whole heading, then its parts when it has more than one. */
struct heading_parts {
    struct terms list[HEADING_PARTS + 1];
    size_t count;
};

/* Takes the title of a section apart at ": , ; / ( ) –" and at "and", "or". The terms live in the arena. */
struct heading_parts heading_parts_of(const struct corpus *corpus, const struct source_section *section,
                                      struct arena *arena);

/* What a title names before a dash or a colon: "json" of "json — JSON encoder and decoder"; without one all of it. */
struct str heading_name(const struct source_section *section);

/* Is the title short enough for a heading? */
bool heading_is_short(const struct source_section *section);

/* Is it neither a light word nor a name that is left out? */
bool term_bears(const struct topic_match *match, uint32_t term);

/* Does the heading, or one of its parts, name what bears the subject and at most one other bearing word: none where one
 * word bears it? *without: the needed stems that it lacks. Stems match also where one begins the other. */
bool heading_names(const struct topic_match *match, const struct heading_parts *parts, stem_set *without);

/* The stems of the subject that a part of the heading names, and nothing else: of the part that names most of what
 * bears it. */
stem_set heading_names_only(const struct topic_match *match, const struct heading_parts *parts);

/* The stems of the subject that the text names, and nothing else; 0: it holds something else. Stems match also where
 * one begins the other. */
stem_set terms_name_only(const struct topic_match *match, const struct terms *terms);

/* The same as heading_names of one text, with at most so many other bearing words. */
bool terms_name(const struct topic_match *match, const struct terms *terms, size_t most_others, stem_set *without);

#endif
