/*
 * research: where the facts come from. Documents are found and read into pages; pages are held against a keyword and
 * cut into passages and excerpts.
 *
 *   search/  services that find pages for a query, one file and one row each
 *   library/ a folder of documents, found by its full-text index
 *   read/    pages of the web fetched, politely and side by side, and chosen from
 *   topic/   does a page, or a corpus, speak of a keyword, and where?
 *   corpus/  sentences, passages and sections of pages, for the writer that needs no model
 *   excerpt/ pieces of pages as a language model is shown them
 *   crawl/   the pages of a site, by its sitemap or by following links
 *   page/    HTML, Markdown and text become a title and blocks
 *
 * Each uses those below it, but for excerpt/ and crawl/, which stand on page/ alone.
 */
#ifndef COPYDESK_RESEARCH_RESEARCH_H
#define COPYDESK_RESEARCH_RESEARCH_H

#include "research/crawl/crawl.h"
#include "research/library/library.h"
#include "research/read/read.h"
#include "research/search/search.h"

#endif
