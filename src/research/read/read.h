/*
 * read: pages of the web fetched and read, side by side, and politely to the hosts that have them.
 *
 *   read.c    a list of addresses becomes pages; pages cut to a length
 *   visit.c   one page on its way, step by step
 *   hosts.h   what is known of each host: its robots.txt, when it may be asked again, whether it answers
 *   choose.c  which of the pages are used
 *   orders.c  pages without what they say to the programs that read them
 *
 * A reader is shared by all articles: a host gets one request at a time, with a pause between two; robots.txt is obeyed
 * (RFC 9309, agent "copydesk"), but for addresses that the caller of the service named itself. A host that did not
 * answer is not asked again for a minute, a busy one not before it wants to be. Every address goes through the guard
 * (net/net.h).
 *
 * A few threads work through the list, each at the first page whose host may be asked: a slow host holds one of them.
 * What they fetched is read into pages by the thread of the caller, which is why a page costs memory only once.
 */
#ifndef COPYDESK_RESEARCH_READ_READ_H
#define COPYDESK_RESEARCH_READ_READ_H

#include "net/net.h"
#include "research/page/page.h"

struct reader;

struct reader_options {
    struct net *net;   /* outlives the reader */
    long pause_ms;     /* between two requests to a host, unless it wants a longer one; -1: 200, 0 for this machine */
    long keep_seconds; /* how long a page is kept for the next article; 0: not at all */
    size_t keep_bytes; /* of all kept pages; 0: 32 MiB */
};

/* E_MEMORY. */
enum status reader_new(const struct reader_options *options, struct reader **reader, struct error *err);
void reader_free(struct reader *reader); /* NULL is allowed; nobody reads */

/* One page to be read, and what came of it. */
struct reading {
    const char *url;
    /* By the request itself: robots.txt is not asked, the page is fetched although it is kept, and the host is asked
     * although it did not answer to others. */
    bool is_named;
    /* --- filled in --- */
    enum status status;  /* OK, those of net_fetch, E_NOT_FOUND (HTTP status other than 200), E_DENIED (robots.txt),
                          * E_LIMIT (its host is busy), E_CORRUPT (no HTML, Markdown or text, or without any letter) */
    const char *problem; /* why it could not be read, for people; NULL: it could */
    struct page page;    /* valid with OK; its url is where it was found after redirects */
    bool is_empty;       /* E_CORRUPT, as there is no letter in it; page.title is valid */
    size_t bytes;        /* that were fetched; 0: it was kept from an earlier reading */
    double seconds;      /* that its requests took, without waits for the turn of its host */
};

struct read_options {
    size_t parallel; /* fetches at once; 0: 6 */
    /* For one page with its redirects, and for one robots.txt; 0: 20,000. Where there is a deadline a request gets at
     * most its share of the time that is left, or three seconds where that is less. */
    int timeout_ms;
    size_t max_bytes; /* of one page; 0: 8 MiB */
    /* Told after each page that was read or failed, from the thread of the caller; may be NULL. */
    void (*progress)(void *context, size_t done, size_t all);
    void *context;
};

/*
 * Reads them all, the first ones first (with `parallel` 1 on the thread of the caller alone); pages and texts live in
 * the arena of the look-up. Whatever single hosts do (send nothing, send for ever, redirect in circles, lie about their
 * length), it ends at the deadline of the look-up: what is not read by then has E_TIMEOUT. OK also when none could be
 * read; E_CANCELLED; E_MEMORY.
 */
enum status reader_read(struct reader *reader, struct reading *list, size_t count, const struct read_options *options,
                        const struct lookup *lookup);

/* --- what is cut from pages --- */

/*
 * Leaves out of the page what addresses a language model (model/check/check.h): a paragraph, an item, a row of a table
 * with a cell that does so, a table with such a head, a term with what describes it, a heading with all up to the next
 * one. A title that does so is replaced by the first heading, or by the address. The page's blocks may belong to
 * others: they are copied into the arena, not changed. *count: how many blocks were left out. E_MEMORY.
 */
enum status page_leave_out_orders(struct arena *arena, struct page *page, size_t *count, struct error *err);

/* Bytes of the text of all blocks. */
size_t page_bytes(const struct page *page);

/* Cuts the page's text to `most` bytes and says so in is_cut. Its blocks may belong to others: they are copied into the
 * arena, not changed. E_MEMORY. */
enum status page_shorten(struct arena *arena, struct page *page, size_t most, struct error *err);

/*
 * --- which are used ---
 *
 * Those that speak of what is asked for, the best first, none that says nearly the same as a better one, of bounded
 * length together.
 */

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
