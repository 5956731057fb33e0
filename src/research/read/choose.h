/*
 * Which of the pages that were read are used: those that speak of what is asked for, the best first, none that says
 * nearly the same as a better one, of bounded length together.
 *
 *   choose_fit.h   how much pages speak of queries
 */
#ifndef COPYDESK_RESEARCH_READ_CHOOSE_H
#define COPYDESK_RESEARCH_READ_CHOOSE_H

#include "base/lookup.h"
#include "research/page/page.h"

/* What becomes of a page. */
enum page_fate {
    PAGE_USED,
    PAGE_OUT_OF_DATE, /* its date is known, and before or after the range */
    PAGE_OFF_TOPIC,   /* it holds no more than half of the words of any query, or half without its noun as heading */
    PAGE_REPEATS,     /* it says nearly the same as a better one: choice.like */
    PAGE_NO_ROOM,     /* better ones fill what may be used */
    PAGE_FATES
};

/* In words, to follow "the page": "speaks of something else". Static. */
const char *page_fate_words(enum page_fate fate);

struct page_choice {
    const struct page *page;
    int64_t published_ms; /* Unix; 0: unknown */
    /* --- filled in --- */
    enum page_fate fate;
    size_t rank;      /* of a used one: 0 is the best */
    size_t like;      /* PAGE_REPEATS: the number of the page that it repeats */
    double score;     /* how well it speaks of the best of the queries; for comparing pages of one call */
    struct page used; /* of a used one: the page, cut where it is too long (is_cut); points into it */
};

struct choose_options {
    const struct str *queries; /* the keyword, and what else was looked for: a page may be found by any of them */
    size_t query_count;
    const struct language *language; /* of the article; pages in other languages are asked for the same words */
    int64_t from_ms, to_ms;          /* Unix, both included; 0: open */
    size_t max_pages;                /* 0: any number */
    size_t max_bytes;                /* of the text of all used pages; 0: any length */
    size_t max_page_bytes;           /* of one, the rest is cut off; 0: a quarter of max_bytes */
};

/* Fills in the choices. What is new lives in the arena of the look-up. Ties go to the earlier page. E_MEMORY,
 * E_CANCELLED, E_TIMEOUT. */
enum status read_choose(struct page_choice *list, size_t count, const struct choose_options *options,
                        const struct lookup *lookup);

#endif
