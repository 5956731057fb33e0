/* Why a section is about the subject. */
#ifndef COPYDESK_RESEARCH_TOPIC_TOPIC_REASONS_H
#define COPYDESK_RESEARCH_TOPIC_TOPIC_REASONS_H

#include "research/topic/topic_count.h"

struct chooser {
    struct survey *survey;
    const struct corpus *corpus;
    struct topic_match *match; /* its needed stems are those of the page that is looked at */
    bool *by_heading;          /* by section: its heading passes */
    bool *is_named;            /* by section: what its heading names before a dash is the subject */
    bool *is_replaced;         /* by section: its parts stand for it */
    bool *is_part;             /* by section: it stands for the section around it */
    bool takes_mentions;       /* nothing else was found: sections of pages that mention the subject are taken too */
    struct topic_section *found;
    size_t found_count;
    double best; /* score of a page */
};

/* Fills chooser->by_heading for the section. E_MEMORY. */
enum status topic_heading_judge(struct chooser *chooser, size_t number);

/* Is the section about the subject, and for which reason? */
bool topic_reason_find(const struct chooser *chooser, size_t number, enum topic_reason *reason);

/* Does the title of the page say so? */
bool topic_page_is_about(const struct chooser *chooser, size_t root);

static inline const struct section_count *count_of(const struct chooser *chooser, size_t section)
{
    return &chooser->survey->all[section];
}

static inline double share_of(size_t some, size_t all)
{
    return all ? (double)some / (double)all : 0;
}

static inline double mean_share(const struct section_count *count)
{
    return count->sentences ? count->share / (double)count->sentences : 0;
}

#endif
