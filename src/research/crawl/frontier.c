#include "research/crawl/frontier.h"

#include "base/vec.h"

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
    struct frontier_entry *entries =
        vec_room(frontier->arena, frontier->entries, frontier->count, &frontier->cap, sizeof *entries);
    if (!entries)
        return false;
    frontier->entries = entries;
    const char *copy = map_get(&frontier->seen, str_from(url));
    entries[frontier->count++] = (struct frontier_entry){copy, is_canonical};
    return true;
}

bool frontier_take(struct frontier *frontier, struct frontier_entry *entry)
{
    if (frontier->next == frontier->count)
        return false;
    *entry = frontier->entries[frontier->next++];
    return true;
}
