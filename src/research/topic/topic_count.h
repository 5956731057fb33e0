/* What the sentences of each section say of the subject, counted. */
#ifndef COPYDESK_RESEARCH_TOPIC_TOPIC_COUNT_H
#define COPYDESK_RESEARCH_TOPIC_TOPIC_COUNT_H

#include "research/topic/subject/match.h"

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
    /* By page: the stems that it is asked for. All that are needed, but of a page that is only akin one less. */
    stem_set *about;
    struct error *err;
};

/* Fills survey->own and survey->all for the stems that each page is asked for (survey->about). E_MEMORY. */
enum status topic_count(struct survey *survey);

/* Does the section, with those inside it and the headings above, have each of the stems more than once? */
bool topic_speaks_of(const struct survey *survey, stem_set stems, size_t section);

#endif
