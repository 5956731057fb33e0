/* The backend "file" of places: a JSON file. */
#ifndef COPYDESK_MEDIA_PLACES_FILE_H
#define COPYDESK_MEDIA_PLACES_FILE_H

#include "media/data/facts.h"
#include "media/data/word_index.h"
#include "media/places/places.h"
#include "media/places/places_keyword.h"

extern const struct place_backend places_file_backend;

/* places_file_read.c: reads one entry of the file; facts->status says whether it is right. */
void place_read(struct media_facts *facts, const json_t *entry, struct place *place);

#endif
