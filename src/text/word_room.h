/* Room in an arena for the bytes of many words, so that none costs an allocation of its own. */
#ifndef COPYDESK_TEXT_WORD_ROOM_H
#define COPYDESK_TEXT_WORD_ROOM_H

#include "base/arena.h"
#include "base/str.h"

struct word_room {
    struct arena *arena;
    char *free; /* what is not used up yet; NULL at first */
    size_t left;
    size_t size; /* of a new piece of the arena */
};

/* Makes room for so many bytes at `free`, without using them up. False: memory ran out. */
bool word_room_reserve(struct word_room *room, size_t length);

/* Keeps the text: copies it into the room, unless it stands at `free` already. data NULL: memory ran out. */
struct str word_room_keep(struct word_room *room, struct str text);

#endif
