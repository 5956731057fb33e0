/*
 * read: pages of the web fetched and read, side by side, and politely to the hosts that have them.
 *
 *   read.h      this file: a list of addresses becomes pages
 *   choose.h    which of the pages are used
 *   hosts.h     what is known of each host: its robots.txt, when it may be asked again, whether it answers
 *   visit.h     one page on its way, step by step
 *   fetched.h   what came is read into a page
 *   shorten.h   pages cut to a length
 *   orders.h    pages without what they say to the programs that read them
 *
 * A reader is shared by all articles: a host gets one request at a time, with a pause between two; robots.txt is obeyed
 * (RFC 9309, agent "copydesk"), but for addresses that the caller of the service named itself. A host that did not
 * answer is not asked again for a minute, a busy one not before it wants to be. Every address goes through the guard
 * (net/net.h).
 *
 * A few threads work through the list, each at the first page whose host may be asked: a slow host holds one of them.
 * What they fetched is read into pages by the thread of the caller, which is why a page costs memory only once.
 */
#ifndef COPYDESK_RESEARCH_READ_H
#define COPYDESK_RESEARCH_READ_H

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

#endif
