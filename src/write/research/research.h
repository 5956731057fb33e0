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
#ifndef COPYDESK_WRITE_RESEARCH_H
#define COPYDESK_WRITE_RESEARCH_H

#include "write/writing/writing.h"

/* The article's sources (write/sources/sources.h), and with realTimeData what searches find. Statuses as of
 * sources_gather; with source_unreachable too where all searches failed and there is nothing else. */
enum status research_gather(struct writing *writing);

#endif
