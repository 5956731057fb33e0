/*
 * research: where the facts come from. Pages are read into headings and paragraphs; the passages of all pages are ranked.
 *
 *   page.h      HTML, Markdown and text read into a struct page
 *   library.h   a folder of documents; library_cache.h keeps what was read of it
 *   crawl.h     the pages of a site: sitemap or links, robots.txt obeyed
 *   passage.h   passages of pages, ranked for a query
 */
#ifndef COPYDESK_RESEARCH_H
#define COPYDESK_RESEARCH_H

#include "research/corpus/corpus.h"
#include "research/crawl/crawl.h"
#include "research/page/page.h"
#include "research/search/library_cache.h"

#endif
