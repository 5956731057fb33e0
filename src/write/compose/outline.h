/* Which sections of the sources an article is made of, and in which order: sections on their way into the plan. */
#ifndef COPYDESK_WRITE_COMPOSE_OUTLINE_H
#define COPYDESK_WRITE_COMPOSE_OUTLINE_H

#include "write/compose/compose.h"

enum {
    OUTLINE_USUAL = 7,  /* sections of an article of the usual length */
    OUTLINE_INSIDE = 3, /* most headings inside a section */
    OUTLINE_PARTS = 12  /* most parts of a page that is taken apart */
};

/* A section on its way into the plan. */
struct chosen {
    size_t section;
    double worth;
    size_t turn;   /* of its page: the one that speaks best of the subject comes first */
    size_t place;  /* of its page in the chapter that lists it; 0: it is in none, or the chapter is not the subject */
    size_t side;   /* of a comparison: 0 where it is about both sides, else 1 or 2 */
    bool is_whole; /* its heading is the subject: it comes first */
};

/* --- sections of the topic --- */

/* Adds the sections that the topic found. */
void outline_add(const struct writing *writing, const struct topic *topic, struct chosen *list, size_t *count);

/* Puts the parts of pages in their place, where there are fewer than wanted. `list` has room for OUTLINE_PARTS of each.
 */
void outline_split(const struct writing *writing, struct chosen *list, size_t *count, size_t wanted);

/* Adds the best page with a section on the subject where nothing is there. */
void outline_add_page(const struct writing *writing, struct chosen *list, size_t *count);

/* Sections right inside one that keep their headings: a subject of their own, and text. `inside` has room for
 * OUTLINE_INSIDE; returns how many. */
size_t outline_inside(const struct writing *writing, size_t outer, size_t *inside);

/* --- chapters: pages that list others as their parts --- */

/* The number of the page whose title is the subject, and whose table of contents lists the page; NO_PAGE: there is
 * none. */
size_t outline_chapter(const struct writing *writing, size_t page);

/* Is there a chapter on the subject whose parts were read? */
bool outline_has_chapter(const struct writing *writing);

/* Adds what a chapter on the subject lists: each page as a whole. */
void outline_add_chapters(const struct writing *writing, struct chosen *list, size_t *count);

/* --- comparisons --- */

/* Adds what is about either side of a comparison, and first what is about both. has_side: which side has a section of
 * its own, or one with the other. */
void outline_add_sides(const struct writing *writing, struct chosen *list, size_t *count, bool has_side[2]);

/* --- the choice --- */

/* The best so many, in the order of the article. Returns how many. */
size_t outline_order(const struct writing *writing, struct chosen *list, size_t count, size_t most);

#endif
