/* The backend "file" of places: a JSON file. */
#ifndef COPYDESK_MEDIA_PLACES_FILE_H
#define COPYDESK_MEDIA_PLACES_FILE_H

#include "media/data/facts.h"
#include "media/data/word_index.h"
#include "media/places/places.h"

extern const struct place_backend places_file_backend;

/* Names of cities, or of countries, each once. */
struct place_names {
    const char **list;
    size_t count, cap;
};

/* places_file_read.c: reads one entry of the file; facts->status says whether it is right. */
void place_read(struct facts *facts, const json_t *entry, struct place *place);

/* places_file_keyword.c: the form of a name that is the same whatever the letter case. NULL when memory ran out. */
char *place_name_fold(struct arena *arena, const char *name);

/*
 * The longest of the names that the words of a keyword have in a row; NULL: none. The words are taken out of the
 * list. span: the part of the keyword.
 */
enum status place_name_take(const struct place_names *names, struct str keyword, struct word *words, size_t *count,
                            const char **name, struct str *span, struct error *err);

/* Takes the words that only praise, or say no more than that a place is sought, out of the list: "best places". */
void place_words_clean(struct word *words, size_t *count);

#endif
