/* What pages leave open, told by rule: usual questions that nothing answers, headings with hardly anything below. */
#ifndef COPYDESK_WRITE_RESEARCH_GAPS_H
#define COPYDESK_WRITE_RESEARCH_GAPS_H

#include "write/research/queries.h"

enum { GAP_THIN = 60 /* words below a heading that are too few for a section of an article */ };

/* A heading of the pages, or of the outline that they give. */
struct gap_heading {
    struct str title;
    size_t words;    /* below it */
    bool is_planned; /* the article would have it */
};

/* What is known by now. */
struct gap_view {
    const struct language *language; /* may be NULL */
    struct str subject;
    const struct asked_aspect *aspects;
    size_t aspect_count;
    const struct gap_heading *headings;
    size_t heading_count;
    const struct str *sentences; /* on the subject */
    size_t sentence_count;
};

/*
 * Queries for what is open, the most pressing first: planned headings that are thin; usual questions that neither a
 * heading nor two sentences speak of; other headings that are thin. A query of a heading is the subject and what the
 * heading says beside it. The same thing may be there twice. E_MEMORY.
 */
enum status gaps_by_rule(struct arena *arena, const struct gap_view *view, struct str **queries, size_t *count,
                         struct error *err);

#endif
