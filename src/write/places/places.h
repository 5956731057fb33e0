/*
 * places: articles about places in a city. The front header of the folder.
 *
 *   places.h             this file
 *   places_find.c        which places, and how many
 *   places_hours.c       opening hours in the article's language
 *   places_ask.c         what a language model is shown of places
 *   places_supplement.c  sections behind the items: open on Sunday, highest rated, by kind
 *   places_roundup.c     the article
 *
 * Names, addresses, hours and ratings are always the data's own; a language model writes sentences about a place only
 * where the data describe it.
 */
#ifndef COPYDESK_WRITE_PLACES_H
#define COPYDESK_WRITE_PLACES_H

#include "media/media.h"
#include "write/catalog/catalog.h"
#include "write/writing/document/document.h"

/* `make` of the type. */
enum status places_roundup(struct writing *writing, struct article_plan *plan, struct draft *draft,
                           struct document *document);

/* --- inside --- */

struct places_item {
    const struct place *place;
    struct model_text text;
    struct str hours; /* in the article's language; empty: not known */
    bool is_open_on_sunday;
};

struct places_article {
    struct writing *writing;
    struct places_item *items;
    size_t count;
    struct str attribution, attribution_url; /* who must be named beside the places; empty: nobody */
};

/* A section behind the items. */
struct places_supplement {
    struct str title;
    struct model_text text;
};
enum { PLACES_SUPPLEMENTS = 3 };

/* Finds the places; notes when there are fewer than asked for. E_NOT_FOUND with no_places. */
enum status places_find(struct places_article *article);

/* The number that the keyword names ("5 best ..."), 0: none. */
size_t places_number(struct str keyword);

/* Reads item->place's hours into the item. */
enum status places_hours(struct writing *writing, struct places_item *item);

/* `passages` and `size` of the type: writing->subject is the article. */
enum status places_passages(struct writing *writing, struct model_excerpt **list, size_t *count);
enum status places_size(struct writing *writing, struct article_size *size);

/* "4 Ropewalk Quay, Port Almere"; data NULL: memory ran out. */
struct str places_address(struct writing *writing, const struct place *place);

/* What the data say of all of them, for the introduction: the one with the best rating, those that open on Sunday. */
void places_introduce(struct places_article *article, struct catalog_text *text);

/* The sections that the data give, at most PLACES_SUPPLEMENTS. */
enum status places_supplements(struct places_article *article, struct places_supplement *list, size_t *count);

#endif
