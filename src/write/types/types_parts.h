/* What the files of a type share with each other. */
#ifndef COPYDESK_WRITE_TYPES_TYPES_PARTS_H
#define COPYDESK_WRITE_TYPES_TYPES_PARTS_H

#include "media/media.h"
#include "write/types/catalog.h"
#include "write/types/types.h"

/* --- lists --- */

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

/* Does the heading name a side of a thing or a part of its page, and no thing: "Privacy", "How to choose"? */
bool list_is_facet(struct writing *writing, struct str heading);

/* Do the two names stand for the same thing, or one for a part of the other ("Thyme", "Common thyme")? */
bool list_is_same(const struct vector *a, const struct vector *b);

/* --- films --- */

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

/* Number of the segment that begins at the time which a text names (video_time_add); the count when there is none. */
size_t film_segment_at(const struct film *film, struct str time);

/* Segments [first, last] as excerpts, each named by its time. What speaks to a language model is left out. Returns how
 * many there are. */
size_t film_excerpts(struct writing *writing, size_t first, size_t last, struct model_excerpt *list);

/* A time as viewers read it: "2:05", "1:02:05". */
void video_time_add(struct buf *out, int64_t ms);

/* The address that starts the film at this time; empty where its site is not known to take one. data NULL: memory ran
 * out. */
struct str video_link_at(struct arena *arena, struct str url, int64_t ms);

/* --- pages written anew: columns of an article type (writing/writing.h) --- */

enum status rewrite_complete(struct writing *writing, struct manuscript *manuscript);
enum status rewrite_mark(struct writing *writing, struct model_text *text);

/* --- places --- */

/* The number that the keyword names ("5 best ..."), 0: none. */
size_t places_number(struct str keyword);

#endif
