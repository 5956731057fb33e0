/*
 * sources: what the article draws from: the request's URLs, each fetched once and side by side, and the library's
 * documents.
 *
 *   sources.h  this file (sources.c)
 *   found.h    the pages that were found, until they are stored: of the request (found_urls.c), of the library
 *              (found_library.c)
 *   stored.h   the sources as a stored step (stored.c), its pages (stored_json.c), what the library
 *              knows of the keyword (stored_collection.c)
 */
#ifndef COPYDESK_WRITE_SOURCES_SOURCES_H
#define COPYDESK_WRITE_SOURCES_SOURCES_H

#include "write/writing/writing.h"

/*
 * research: what an article is written from is searched for, beside the request's own addresses and the library.
 *
 *   research.h          this file: the sources of an article are gathered
 *   levels.h            how much is searched and read
 *   kinds.h             which places are asked: the web, news, scholarly ones
 *   queries.h           queries as plain words, each once; by rule what people ask of a subject (research_words.h)
 *   prompted_queries.h  queries and gaps asked of a language model
 *   gaps.h              what the pages leave open, by rule
 *   study.h             one research on its way
 *   searching.h         the searches of a round, side by side
 *   searched_json.h     what they gave, stored and reported
 *   choosing.h          which of the pages found are read
 *   reading.h           the pages of a round, read side by side
 *   using.h             which of them the article is written from
 *   pages_view.h        what they say, for the rules of gaps
 *   follow.h            the lines of questions that the agents follow
 *
 * A research is one or more rounds: queries are asked, the best pages behind their results are read, and what these
 * leave open is asked in the next round. Extended research has several agents, which follow lines of questions of their
 * own: in each round all of them ask and read side by side. Every search, every reading and every answer of a model is
 * a stored step, so that a resumed article asks nobody twice.
 *
 * What comes back is data: a query is made of a heading or an answer only where that does not speak to whoever reads it
 * as a program, and what pages say of themselves obliges to nothing.
 */

/* The article's sources (write/sources/sources.h), and with realTimeData what searches find. Statuses as of
 * sources_gather; with source_unreachable too where all searches failed and there is nothing else. */
enum status research_gather(struct writing *writing);

/* The pages that were found for an article, until they are stored: each once, and together of bounded length. */

/* What was found, until it is stored. */
struct found {
    struct arena *arena;
    struct page *pages;
    struct page_identity *identities; /* of the pages */
    size_t count;
    struct library_place library;
    struct library_answer hits;  /* of the library: pages point into them */
    const char *first_problem;   /* why the first source that cannot be used cannot; NULL: there is none */
    const char *library_problem; /* why the library cannot be searched; NULL: it can */
    const char *search_problem;  /* why no search gave anything; NULL: one did, or there was none */
    const char *searched;        /* what was asked, and answered: "3 searches of search.web"; NULL: nothing */
    struct str *questions;       /* that people ask, as searches tell */
    size_t question_count, question_cap;
    size_t named; /* the pages before it are those that the request names */
};

/* Records in the article's run what became of a source; title and detail may be NULL. */
enum status found_report(struct writing *writing, const char *url, const char *title, enum source_reason reason,
                         const char *detail);

/*
 * Counts the page that was read behind the others, unless it is one of them under another address, which is reported;
 * so is what was left out of it because it addresses a language model. url: as the request has it, and noted; NULL: the
 * page is the library's.
 */
enum status found_take(struct writing *writing, struct found *found, const char *url);

enum { FOUND_MAX_DOCUMENTS = 20 }; /* of the library in one article */

struct found;

/* What looks for more of them, behind the request's own and those of the library. */
struct sources_search {
    size_t most; /* pages that it may add to what was found (sources/found.h) */
    /* OK also when it finds nothing; any other status ends the article. */
    enum status (*search)(struct writing *writing, struct found *found, void *context);
    void *context;
};

/* Reads the sources, or loads them: writing->pages and writing->sources. search NULL: those are all. Fails with
 * source_unreachable, or with no_sources where no language model is to write: with one the article may do without. */
enum status sources_gather(struct writing *writing, const struct sources_search *search);

#endif
