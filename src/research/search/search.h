/*
 * search: pages that speak of a query, as services that the configuration names find them.
 *
 *   search.c          the table of backends; what they found made fit: addresses normalised, each once, plain text, no
 *                     older than asked for
 *   search_backend.h  what backends share: opening, asking, results while they are collected
 *   search_feed.h     RSS and Atom
 *   search_parts.h    the backends, a file each: for the web searxng, brave, serper and tavily; for news rss and gdelt;
 *                     for scholarly works openalex, crossref, arxiv and semanticscholar; a folder of documents for all
 *
 * A new backend is one file and one row of the table in search.c. Each configured entry is a struct search_place of its
 * own:
 *
 *     search = { web = { api = "searxng", base_url = "http://127.0.0.1:8888" }, news = {...}, scholarly = {...} }
 *
 * Any number of threads may ask one place at once; its pace, its line of waiting requests and its kept answers
 * (net/upstream/upstream.h) are shared by all of them.
 */
#ifndef COPYDESK_RESEARCH_SEARCH_SEARCH_H
#define COPYDESK_RESEARCH_SEARCH_SEARCH_H

#include "research/page/page.h"

#include <jansson.h>

enum search_kind { SEARCH_WEB, SEARCH_NEWS, SEARCH_SCHOLARLY, SEARCH_KINDS };

/* "web", "news", "scholarly": the names of the entries. */
const char *search_kind_name(enum search_kind kind);

/* How old results may be. */
enum search_age {
    SEARCH_ANY_AGE,
    SEARCH_PAST_HOUR,
    SEARCH_PAST_DAY,
    SEARCH_PAST_WEEK,
    SEARCH_PAST_MONTH,
    SEARCH_PAST_YEAR
};

/* "", "past_hour", ... as realTimeDateRange has them; false when it is none of them. */
bool search_age_parse(const char *text, enum search_age *age);

/* The earliest time that such a result may have, Unix ms; INT64_MIN for any age. */
int64_t search_age_start(enum search_age age, int64_t now_ms);

struct search_query {
    struct str text;                 /* words as a person types them */
    const struct language *language; /* that pages should be in; NULL: any */
    const char *country;             /* ISO 3166 alpha-2 in upper case; NULL: none */
    enum search_age age;
    size_t most; /* results, at least 1 */
};

/* The most that is taken of a result, in characters; what is longer is cut. */
enum { SEARCH_TITLE = 300, SEARCH_TEXT = 4000, SEARCH_QUESTION = 300 };

struct search_result {
    const char *url;      /* http or https, normalised; of a folder's document the address that it names, or its path */
    const char *title;    /* plain text on one line, may be "" */
    const char *text;     /* what the service says of it: an excerpt, a summary; plain text, may be "" */
    int64_t published_ms; /* Unix ms; 0: not said */
    bool is_whole;        /* the text is a summary by the author, to be read where the page cannot be */
    const struct page *page; /* it has been read already; NULL: it is to be fetched */
};

/* All of it lives in the arena of the look-up. */
struct search_results {
    const struct search_result *list; /* best first, each address once */
    size_t count;
    const char *const *questions; /* what people also ask, where the service says so: plain text */
    size_t question_count;
};

struct search_place;

/*
 * Opens the entry of that kind. E_INVALID: it names what is wrong and what is allowed, also an api that does not find
 * this kind; E_MEMORY. Nothing is sent before it is asked.
 */
enum status search_open(enum search_kind kind, const json_t *entry, struct search_place **place, struct error *err);
void search_close(struct search_place *place); /* NULL is allowed */

/* The api of its entry: "searxng". */
const char *search_api(const struct search_place *place);

/*
 * Asks once, whatever the number of requests that this takes. Results whose date is known and outside of the age are
 * left out, also where the service was told the age. OK with count 0: there are none. The statuses of upstream_ask; of
 * a folder those of library_ask.
 */
enum status search_ask(const struct search_place *place, const struct search_query *query, const struct lookup *lookup,
                       struct search_results *results);

/* --- for backends --- */

struct search_service;
struct search_list;

struct search_backend {
    const char *api;
    unsigned kinds; /* bits 1 << enum search_kind that it finds */

    /* Its state is the struct upstream of this service; NULL: it has open and close. */
    const struct search_service *service;

    /* Makes the state of an entry, which lives until close. name: of the entry, "search.web". E_INVALID, E_MEMORY. */
    enum status (*open)(enum search_kind kind, const char *name, const json_t *entry, void **state, struct error *err);
    void (*close)(void *state);

    /* Adds what it found. What is added may repeat an address, its addresses and texts may be as the service wrote
     * them, markup too, and there may be more than most: search.c sees to all that, and to the age. As search_ask. */
    enum status (*ask)(void *state, enum search_kind kind, const struct search_query *query,
                       const struct lookup *lookup, struct search_list *list);
};

/*
 * What a backend found, made fit for those who asked. Addresses are normalised, without what only tells where a reader
 * came from (utm_source and its like), and each stays once: http and https, with and without a last slash are one. What
 * is no http or https address, or longer than PAGE_URL_MAX, is left out, and what is known to be outside of the age.
 * Titles, texts and questions become plain text of limited length. At most query->most stay. now_ms: Unix ms. E_MEMORY:
 * *results stays as it was.
 */
enum status search_clean(struct search_results *results, const struct search_query *query, int64_t now_ms,
                         const struct lookup *lookup);

#endif
