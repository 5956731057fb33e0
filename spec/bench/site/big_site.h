/*
 * Sites of any size for benches, mixed from the sentences and titles of real pages (material.h).
 *
 * A page depends on its number and the seed alone, so that two runs meet the same site and nothing of it has to be
 * kept: the memory is that of the material and of one page, whatever the size.
 *
 * A page has about 1.9 kB of text in five paragraphs, a heading, the site's own head and foot, and five links by words
 * that stand in its text: titles of other pages, the first or last words of such a title, or two words of a sentence,
 * which lead to one page wherever they are a link. Four more phrases stand there and are no link. Half of the links
 * lead to pages close by, the others mostly to the few that everybody links to (the cube of an evenly spread number). A
 * title is the first words of one real title and the last of another: about one new phrase a page.
 */
#ifndef COPYDESK_BENCH_BIG_SITE_H
#define COPYDESK_BENCH_BIG_SITE_H

#include "link/link.h"

struct big_site;

struct big_site_options {
    const char *corpora; /* see material_read; may be NULL */
    size_t pages;        /* at least 1 */
    uint64_t seed;
};

/* Statuses of material_read. */
enum status big_site_new(const struct big_site_options *options, struct big_site **site, struct error *err);
void big_site_free(struct big_site *site);

/* A link_next_page, whose context is a struct big_site. */
enum status big_site_next(void *site, struct link_page *page, bool *done, struct error *err);

/* From the first page again. */
void big_site_rewind(struct big_site *site);

/*
 * Content of about so many words that could be a page of the site, without links: HTML, valid until the next call of
 * big_site_next or big_site_content. Each number gives another content.
 */
struct str big_site_content(struct big_site *site, size_t words, uint64_t number);

#endif
