/* Why a link that could be made is not made: one row for each rule of choosing (choose.h). */
#ifndef COPYDESK_LINK_CHOOSE_REFUSAL_H
#define COPYDESK_LINK_CHOOSE_REFUSAL_H

/*
 * A page that is named in several ways may be refused for several reasons: what comes first here says most about what
 * would have to be changed, and tells what became of the page.
 */
enum link_refusal {
    NOT_REFUSED,
    REFUSED_SCORE, /* nothing else stands against it */
    REFUSED_COUNT, /* the same */
    REFUSED_OWN_PAGE,
    REFUSED_LINKED_PAGE, /* by the content, before */
    REFUSED_EXCLUDED_PAGE,
    REFUSED_LANGUAGE,
    REFUSED_EXCLUDED_TEXT,
    REFUSED_SHARE,
    REFUSED_SPACING,
    REFUSED_SENTENCE,
    REFUSED_PARAGRAPH,
    REFUSED_ELEMENT,
    REFUSED_NAMELESS,
    REFUSED_ADDRESS,
    REFUSED_LIST, /* a tag, a category, by a name that nobody links */
    REFUSED_HOME, /* by a name that is the whole site's */
    REFUSED_TAKEN_TEXT,
    REFUSED_BETTER_PLACE, /* of the same page */
    REFUSED_OVERLAP,
    REFUSED_PART,
    REFUSAL_COUNT
};

struct refusal {
    const char *word;     /* for programs, never changed: "low_score" */
    const char *sentence; /* for people */
    const char *clause;   /* behind a number of pages: "3 below the threshold" */
};

/* Of each, in the order of the enum. */
extern const struct refusal link_refusals[REFUSAL_COUNT];

#endif
