#include "research/excerpt/excerpt_said.h"

enum { RUN = 4, FIRST_SLOTS = 1024 /* a power of two */ };

/* Fowler-Noll-Vo 1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
static uint64_t hash_word(uint64_t hash, struct str word)
{
    for (size_t i = 0; i < word.len; i++)
        hash = (hash ^ (unsigned char)word.data[i]) * UINT64_C(1099511628211);
    return (hash ^ 0xFF) * UINT64_C(1099511628211);
}

/* Of the run of words that begins at `at`; a text of fewer words is one run. Never 0. */
static uint64_t hash_run(const struct word *words, size_t count, size_t at)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = at; i < count && i < at + RUN; i++)
        hash = hash_word(hash, words[i].stem);
    return hash ? hash : 1;
}

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
static bool has_fact(const struct word *words, size_t count, size_t at)
{
    for (size_t i = at; i < count && i < at + RUN; i++)
        for (size_t j = 0; j < words[i].stem.len; j++)
            if (words[i].stem.data[j] == '_' || ascii_is_digit(words[i].stem.data[j]))
                return true;
    return false;
}

enum status said_before(struct said *said, const struct word *words, size_t count, bool *is_said, struct error *err)
{
    size_t runs = count >= RUN ? count - RUN + 1 : count > 0, met = 0;
    enum status status = make_room(said, runs, err);
    if (status)
        return status;
    bool has_news = false;
    for (size_t i = 0; i < runs; i++) {
        bool is_met = said->slots[slot_of(said, hash_run(words, count, i))] != 0;
        met += is_met;
        has_news = has_news || (!is_met && has_fact(words, count, i));
    }
    *is_said = runs && !has_news && met * 5 >= runs * 4;
    for (size_t i = 0; i < runs && !*is_said; i++)
        put(said, hash_run(words, count, i));
    return OK;
}
