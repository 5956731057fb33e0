/*
 * research: where the facts come from. Documents are found and read into pages; pages are cut into passages and
 * excerpts.
 *
 *   search/  services that find pages for a query, one file and one row each: search/search.h
 *   read/    pages fetched, politely and side by side, and read: read/read.h
 *   library/ a folder of documents that the writer may draw from: library/library.h
 *   corpus/  sentences, passages and sections of pages, assigned to headings: corpus/corpus.h
 *   excerpt/ pieces of pages as a language model is shown them, and the ranking for a heading: excerpt/excerpt.h
 *   topic/   does a corpus speak of a keyword, and which sections do: topic/topic.h
 *   sought/  what a keyword looks for, and how far a page is about it: sought/sought.h
 *   crawl/   the pages of a site, by its sitemap or by following links, robots.txt obeyed: crawl/crawl.h
 *   page/    HTML, Markdown and text read into a title and blocks: page/page.h
 *
 * crawl/ and corpus/ stand on page/ and know nothing of each other. topic/ stands on corpus/, sought/ on topic/,
 * library/ on both, and read/ on topic/ and crawl/.
 */
#ifndef COPYDESK_RESEARCH_RESEARCH_H
#define COPYDESK_RESEARCH_RESEARCH_H

#include "research/crawl/crawl.h"
#include "research/library/library.h"
#include "research/read/read.h"
#include "research/search/search.h"

#endif
