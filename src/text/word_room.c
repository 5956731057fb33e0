#include "text/word_room.h"

bool word_room_reserve(struct word_room *room, size_t length)
{
    if (room->left >= length)
        return true;
    room->left = length > room->size ? length : room->size;
    room->free = arena_alloc(room->arena, room->left);
    if (!room->free)
        room->left = 0;
    return room->free != NULL;
}

struct str word_room_keep(struct word_room *room, struct str text)
{
    if (text.data != room->free) {
        if (!word_room_reserve(room, text.len))
            return (struct str){NULL, 0};
        memcpy(room->free, text.data, text.len);
    }
    struct str kept = {room->free, text.len};
    room->free += text.len;
    room->left -= text.len;
    return kept;
}
