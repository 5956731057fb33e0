#include "research/crawl/frontier.h"

void frontier_init(struct frontier *frontier, struct arena *arena, size_t limit)
{
    *frontier = (struct frontier){.arena = arena, .limit = limit};
    map_init(&frontier->seen, arena);
}

bool frontier_mark(struct frontier *frontier, const char *url, bool *fresh)
{
    *fresh = false;
    if (map_get(&frontier->seen, str_from(url)) || frontier->seen.count >= frontier->limit)
        return true;
    char *copy = arena_copy(frontier->arena, url);
    void **place = copy ? map_put(&frontier->seen, str_from(copy)) : NULL;
    if (!place)
        return false;
    *place = copy;
    *fresh = true;
    return true;
}

bool frontier_add(struct frontier *frontier, const char *url, bool is_canonical)
{
    bool fresh;
    if (!frontier_mark(frontier, url, &fresh))
        return false;
    if (!fresh)
        return true;
    if (frontier->count == frontier->cap) {
        size_t cap = frontier->cap ? frontier->cap * 2 : 256;
        struct frontier_entry *entries = ARENA_ARRAY(frontier->arena, cap, struct frontier_entry);
        if (!entries)
            return false;
        if (frontier->count)
            memcpy(entries, frontier->entries, frontier->count * sizeof *entries);
        frontier->entries = entries;
        frontier->cap = cap;
    }
    const char *copy = map_get(&frontier->seen, str_from(url));
    frontier->entries[frontier->count++] = (struct frontier_entry){copy, is_canonical};
    return true;
}

bool frontier_take(struct frontier *frontier, struct frontier_entry *entry)
{
    if (frontier->next == frontier->count)
        return false;
    *entry = frontier->entries[frontier->next++];
    return true;
}
