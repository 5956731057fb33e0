#include "research/excerpt/excerpt_said.h"

#include "text/shingles.h"

enum { FIRST_SLOTS = 1024 /* a power of two */ };

static size_t slot_of(const struct said *said, uint64_t hash)
{
    size_t slot = (size_t)(hash ^ hash >> 29) & (said->cap - 1);
    while (said->slots[slot] && said->slots[slot] != hash)
        slot = (slot + 1) & (said->cap - 1);
    return slot;
}

static void put(struct said *said, uint64_t hash)
{
    size_t slot = slot_of(said, hash);
    said->count += !said->slots[slot];
    said->slots[slot] = hash;
}

/* Makes room for so many more, at most half full. */
static enum status make_room(struct said *said, size_t more, struct error *err)
{
    size_t cap = said->cap ? said->cap : FIRST_SLOTS;
    while (cap / 2 < said->count + more)
        cap *= 2;
    if (cap == said->cap)
        return OK;
    struct said larger = {said->arena, ARENA_ARRAY(said->arena, cap, uint64_t), 0, cap};
    if (!larger.slots)
        return error_memory(err);
    for (size_t i = 0; i < said->cap; i++)
        if (said->slots[i])
            put(&larger, said->slots[i]);
    *said = larger;
    return OK;
}

/* Does the run tell by a figure or an identifier what it is about? Definitions of two settings may be alike in all
 * else.
 */
static bool has_fact(const struct word *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < words[i].stem.len; j++)
            if (words[i].stem.data[j] == '_' || ascii_is_digit(words[i].stem.data[j]))
                return true;
    return false;
}

enum status said_before(struct said *said, struct arena *scratch, const struct word *words, size_t count, bool *is_said,
                        struct error *err)
{
    size_t run = count < SHINGLE_EXCERPT ? count : SHINGLE_EXCERPT, met = 0;
    uint64_t *list = ARENA_ARRAY(scratch, count, uint64_t);
    if (!list)
        return error_memory(err);
    for (size_t i = 0; i < count; i++)
        list[i] = hash_of(words[i].stem, HASH_EMPTY);
    size_t runs = count ? shingles_roll(list, count, run) : 0;
    enum status status = make_room(said, runs, err);
    if (status)
        return status;
    bool has_news = false;
    for (size_t i = 0; i < runs; i++) {
        bool is_met = said->slots[slot_of(said, list[i])] != 0;
        met += is_met;
        has_news = has_news || (!is_met && has_fact(words + i, run));
    }
    *is_said = runs && !has_news && met * 5 >= runs * 4;
    for (size_t i = 0; i < runs && !*is_said; i++)
        put(said, list[i]);
    return OK;
}
