#ifndef COPYDESK_WRITE_TYPES_TYPES_PARTS_H
#define COPYDESK_WRITE_TYPES_TYPES_PARTS_H

#include "media/media.h"
#include "write/types/catalog.h"

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

/* The number that the keyword names ("5 best ..."), 0: none. */
size_t places_number(struct str keyword);

struct list_candidate {
    struct str name;      /* lives as long as the sources */
    struct vector vector; /* of the name */
    size_t section;       /* of the sources, whose text is about it alone; NO_SECTION: none */
};

/*
 * Things of one kind that fit the keyword, best group first, at most `most`: names with names, instructions with
 * instructions, each once. *list is in the arena of the writing. The corpus is there. E_MEMORY; count 0 when the
 * sources list nothing. *are_names: they are names, not instructions or statements.
 */
enum status list_candidates(struct writing *writing, size_t most, struct list_candidate **list, size_t *count,
                            bool *are_names);

/* Does the heading name a side of a thing or a part of its page, and no thing: "Privacy", "How to choose"? E_MEMORY. */
enum status list_is_facet(struct writing *writing, struct str heading, bool *is);

/* Do the two names stand for the same thing, or one for a part of the other ("Thyme", "Common thyme")? */
bool list_is_same(const struct vector *a, const struct vector *b);

/* Lives as long as the article; read-only. Texts that are not given are empty. */
struct film {
    struct str title, url, player, author, description;
    const struct caption_segment *segments;
    size_t count; /* at least 1 */
};

/* The film of the article that is written. */
const struct film *film_of(const struct writing *writing);

/* Who speaks, for a sentence: the author, or the title where none is named. */
struct str film_speaker(const struct film *film);

/* Number of the segment that begins at the time which a text names (video_link.h); the count when there is none. */
size_t film_segment_at(const struct film *film, struct str time);

/* Segments [first, last] as excerpts, each named by its time. What speaks to a language model is left out. E_MEMORY. */
enum status film_excerpts(struct writing *writing, size_t first, size_t last, struct model_excerpt *list,
                          size_t *count);

#endif
