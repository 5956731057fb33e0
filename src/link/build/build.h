/*
 * build: makes the index file of a site, by passes over its pages (link/site).
 *
 *   build.h     the passes
 *   build.c     link_build (link/link.h), which runs them one after the other; what the pages share, which no content
 *               stands in; and what the site's own links teach
 *   names.c     what names a page: how many titles and headings hold the same words; then the phrases themselves
 *   links.c     who links to whom, and what titles and links say of phrases and targets
 *   counts.c    how often phrases stand where, linked or not; in which surroundings they are linked
 *   vectors.c   what each page is about; for reports, which pages could link to the weakest ones
 *   write.c     the file
 *
 * The passes: the frame is learned; titles and headings are counted; names are added, and the graph; links; phrases;
 * contexts; vectors. What the site's own links teach is learned once the frame is, from indexes that are made in the
 * same way of a part of the pages, some of them without their links.
 */
#ifndef COPYDESK_LINK_BUILD_BUILD_H
#define COPYDESK_LINK_BUILD_BUILD_H

#include "link/site/site.h"

/* --- passes, in this order: E_CANCELLED; E_IO; E_LIMIT; E_MEMORY, which site_fail may have noted alone --- */

/* Counts parts of titles and headings, and takes a sample of URLs and titles, by which they are coded. */
enum status count_names(struct site *site, struct error *err);

/* Adds the names of all pages, and makes site->links; counts PAGE_OUT, PAGE_IN and site->linking_pages. */
enum status find_names(struct site *site, struct error *err);

/* What titles and links say of phrases and their targets. */
enum status count_links(struct site *site, struct error *err);

/* How often phrases stand where, linked or not, and how often the pages that they name are linked. */
enum status count_phrases(struct site *site, struct error *err);

/*
 * Makes site->contexts: in which surroundings phrases are linked (enum context_kind). A sample of the pages is enough,
 * and keeps the table small.
 */
enum status count_contexts(struct site *site, struct error *err);

/* What each page is about, once it is known how many pages hold each term. */
enum status find_vectors(struct site *site, struct error *err);

/* --- names of a page: its title and parts of it, the last part of its URL, its headings --- */

struct name {
    const struct site_item *items;
    size_t length;
    enum title_kind kind;
    uint8_t cover; /* how much of the title it is, in 255ths */
};

typedef void (*name_visitor)(struct site *site, const struct site_text *text, const struct name *name);

/* Calls the visitor for each name of the page, some of them more than once, when count_names is done. */
void names_each(struct site *site, const struct site_text *text, name_visitor visit);

/*
 * Makes phrases of the names and of the links' texts, and counts how many pages hold each term; to be called for each
 * page, in order.
 */
void names_add(struct site *site, const struct site_text *text);

/* --- for reports: which pages could link to the weakest ones --- */

/* Behind the first pass: what leads where is known now. E_LIMIT; E_IO; E_MEMORY. */
enum status audit_find(struct site *site, struct error *err);

/* With the names, and with the vectors. */
void audit_learn_names(struct site *site, const struct site_text *text);

/* --- the file: what the passes have found, as the records of link/index/index.h --- */

/* Writes the index file. E_LIMIT; E_IO; E_MEMORY. */
enum status write_index(struct site *site, struct error *err);

/* Writes it to a temporary file beside, and opens that; the file is gone at once. E_IO; E_LIMIT; E_MEMORY. */
enum status write_temporary(struct site *site, struct link_index **index, struct error *err);

#endif
