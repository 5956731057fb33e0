/* Which pages speak of the subject, and how well. */
#ifndef COPYDESK_RESEARCH_TOPIC_TOPIC_PAGES_H
#define COPYDESK_RESEARCH_TOPIC_TOPIC_PAGES_H

#include "research/topic/topic_match.h"

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

/*
 * Counts, and fills topic->pages and topic->tier. Of a task that no page speaks of fully, pages that speak of what it
 * is done with and name the deed are near: what is done is then no more needed. Where a page speaks of a subject of
 * three stems or more, others are near whose titles hold all but one of them: "Text search functions" for "full text
 * search". E_MEMORY.
 */
enum status topic_pages_judge(struct survey *survey);

#endif
