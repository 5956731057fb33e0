/* Which sections of an article get a picture, and which a film: rules that know no section's text. */
#ifndef COPYDESK_WRITE_MEDIA_FILMS_H
#define COPYDESK_WRITE_MEDIA_FILMS_H

#include "write/writing/writing.h"

enum media_kind { MEDIA_NOTHING, MEDIA_PICTURE, MEDIA_FILM };

/* A section that may get something. */
struct media_slot {
    size_t heading; /* its number in the draft */
    bool is_item;   /* of a list */
    enum media_kind kind;
    size_t film; /* with MEDIA_FILM: its number */
};

/* How well a film fits a section: more is better, 0: not at all. */
struct media_match {
    size_t slot, film;
    double fit;
};

struct media_wish {
    bool is_chosen;         /* "auto": whatever suits each section */
    size_t pictures, films; /* at most so many; 0: none are wanted */
};

/* Most pictures of an article whose request names no maxImages: of a list one for each item; and most films. */
enum { USUAL_PICTURES = 6, MOST_PICTURES = 20, USUAL_FILMS = 2, CHOSEN_FILMS = 1 };

/* What a config asks for; items: of the list that the article is, 0: it is none. */
struct media_wish media_wish_read(const json_t *config, size_t items);

/* Gives films to sections that have nothing, the best match first, each film and each section once; of equal ones the
 * earlier section, then the film with the smaller number. Sorts the matches. Returns how many were given, at most
 * `most`. */
size_t media_place_films(struct media_slot *slots, size_t count, struct media_match *matches, size_t match_count,
                         size_t most);

/* Chooses sections that have nothing for pictures: items in their order, then the others, spread over the article
 * from the first on. Returns how many, at most `most`. */
size_t media_place_pictures(struct media_slot *slots, size_t count, size_t most);

#endif
