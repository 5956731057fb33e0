/*
 * sources: what an article draws from: the request's URLs, each fetched once and side by side, the library's documents,
 * and with realTimeData what searches find.
 *
 *   sources.c         the pages of the request and of the library; what an article says of its sources
 *   stored.c          the sources as a stored step, and its pages as JSON
 *   sources_parts.h   what the files of a research share
 *   research.c        rounds of searching and reading; which hits are read, and which pages are used
 *   research_words.c  what people ask of a subject, by language; which places are asked
 *   study.c           one research on its way: its level, its clock, its arenas
 *   follow.c          the lines of questions that its agents follow
 *   queries.h, queries.c  plain words as queries, each once; what pages leave open, by rule and by a language model
 *   searching.c       the searches of a round, side by side
 *   reading.c         the pages of a round, read side by side
 *
 * A research is one or more rounds: queries are asked, the best pages behind their results are read, and what these
 * leave open is asked in the next round. Extended research has several agents, which follow lines of questions of their
 * own: in each round all of them ask and read side by side. Every search, every reading and every answer of a model is
 * a stored step, so that a resumed article asks nobody twice.
 *
 * What comes back is data: a query is made of a heading or an answer only where that does not speak to whoever reads it
 * as a program, and what pages say of themselves obliges to nothing.
 */
#ifndef COPYDESK_WRITE_SOURCES_SOURCES_H
#define COPYDESK_WRITE_SOURCES_SOURCES_H

#include "write/writing/writing.h"

struct found;

/* What looks for more pages, behind the request's own and those of the library. */
struct sources_search {
    size_t most; /* pages that it may add to what was found */
    /* OK also when it finds nothing; any other status ends the article. */
    enum status (*search)(struct writing *writing, struct found *found, void *context);
    void *context;
};

/* Reads the sources, or loads them: writing->pages and writing->sources. search NULL: those are all. Fails with
 * source_unreachable, or with no_sources where no language model is to write: with one the article may do without. */
enum status sources_gather(struct writing *writing, const struct sources_search *search);

/* The same, and with realTimeData what searches find. With source_unreachable too where all searches failed and there
 * is nothing else. */
enum status research_gather(struct writing *writing);

#endif
