/* The pages that were found for an article, until they are stored: each once, and together of bounded length. */
#ifndef COPYDESK_WRITE_SOURCES_FOUND_H
#define COPYDESK_WRITE_SOURCES_FOUND_H

#include "research/page/page_same.h"
#include "write/writing/source_report.h"
#include "write/writing/writing.h"

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

/* Cuts each page to its share of what an article reads, with a note. */
enum status found_shorten(struct writing *writing, struct found *found);

/*
 * found_urls.c: reads the addresses, a few side by side, each once however it is spelt. One that cannot be used is
 * noted and left out. E_CANCELLED, E_MEMORY.
 */
enum status found_from_urls(struct writing *writing, const json_t *urls, struct found *found);

enum { FOUND_MAX_DOCUMENTS = 20 }; /* of the library in one article */

/*
 * found_library.c: the documents of the library that speak of the keyword, if there is a library; one that cannot be
 * read is noted.
 */
enum status found_from_library(struct writing *writing, struct found *found);

#endif
