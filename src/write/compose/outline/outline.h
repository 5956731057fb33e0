/*
 * outline: which sections of the sources an article is made of, and in which order. The front header of the folder.
 *
 *   outline.h          this file: sections on their way into the plan
 *   outline_worth.c    which sections may stand, and what each is worth
 *   outline_parts.c    a page, or a section, taken apart
 *   outline_chapter.c  the parts of chapters that are the subject
 *   outline_versus.c   what a comparison is made of
 *   outline_order.c    which of them stay, and their order
 */
#ifndef COPYDESK_WRITE_COMPOSE_OUTLINE_H
#define COPYDESK_WRITE_COMPOSE_OUTLINE_H

#include "write/writing/draft.h"

enum {
    OUTLINE_USUAL = 7,  /* sections of an article of the usual length */
    OUTLINE_INSIDE = 3, /* most headings inside a section */
    OUTLINE_ROW = 8,    /* the same where they are a row of short ones */
    OUTLINE_PARTS = 12  /* most parts of a page that is taken apart */
};

/* A section on its way into the plan. */
struct chosen {
    size_t section;
    double worth;
    size_t turn;     /* of its page: the one that speaks best of the subject comes first */
    size_t place;    /* of its page in the chapter that lists it; 0: it is in none, or the chapter is not the subject */
    size_t side;     /* of a comparison: 0 where it is about both sides, else 1 or 2 */
    bool defines;    /* it says what the subject is */
    bool opens;      /* it holds the sentence that is fit to open the article */
    bool is_aside;   /* it is a little of a page whose title has nothing of the subject: it comes last */
    bool is_whole;   /* its heading is the subject: it comes first */
    bool is_named;   /* its heading names half of what is to be done: of the sections of a page it comes first */
    bool is_row;     /* it is a page of which each part says a little: they stand inside it, all of them */
    bool is_opening; /* it is what stands before the first heading inside it */
};

/* --- outline_worth.c --- */

/* Is the section the outer one, or inside it? */
bool outline_is_inside(const struct corpus *corpus, size_t section, size_t outer);

/* Is its text kept for the FAQ? Questions of a section that names the subject with the title of its page may stand in
 * the body. */
bool outline_is_kept_back(const struct writing *writing, size_t section);

/* Has the section words enough, a heading, and nothing that another part of the article is made of? */
bool outline_is_fit(const struct writing *writing, size_t section);

/* Adds the sections that the topic found. */
void outline_add(const struct writing *writing, const struct topic *topic, struct chosen *list, size_t *count);

/* --- outline_chapter.c --- */

/* The number of the page whose title is the subject, and whose table of contents lists the page; NO_PAGE: there is
 * none. */
size_t outline_chapter(const struct writing *writing, size_t page);

/* Is there a chapter on the subject whose parts were read? */
bool outline_has_chapter(const struct writing *writing);

/* Adds what a chapter on the subject lists: each page of which nothing is there yet as a whole. Of a task nothing else
 * stays then that does not speak of the whole of it. */
void outline_add_chapters(const struct writing *writing, struct chosen *list, size_t *count);

/* --- outline_parts.c --- */

/* Puts the parts of pages in their place, where there are fewer than wanted or the page is one of questions. `list` has
 * room for OUTLINE_PARTS of each. E_MEMORY. */
enum status outline_split(struct writing *writing, struct chosen *list, size_t *count, size_t wanted);

/* Puts a page in the place of its parts where it is a row of short ones, or where nothing else is there. */
void outline_join(const struct writing *writing, struct chosen *list, size_t *count);

/* Sections right inside one that keep their headings: a subject of their own, and text. `inside` has room for
 * OUTLINE_ROW; returns how many. */
size_t outline_inside(const struct writing *writing, const struct chosen *outer, size_t *inside);

/* --- outline_versus.c --- */

/* Adds what is about either side of a comparison, and first what is about both. has_side: which side has a section of
 * its own, or one with the other. */
void outline_add_sides(const struct writing *writing, struct chosen *list, size_t *count, bool has_side[2]);

/* --- outline_order.c --- */

/* What a page says under the subject itself before it goes into parts comes first, unless it is there as a whole. */
void outline_add_opening(const struct writing *writing, struct chosen *list, size_t *count);

/* The best so many, in the order of the article. Returns how many. */
size_t outline_order(const struct writing *writing, struct chosen *list, size_t count, size_t most);

#endif
