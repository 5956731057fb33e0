#include "link/index/table.h"

#include "link/index/index_format.h"

enum { FIRST_SLOTS = 1024 };

static size_t table_find_slot(const struct table *table, uint32_t a, uint32_t b)
{
    size_t at = index_hash_edge(a, b) & (table->cap - 1);
    while (table->slots[at].value && (table->slots[at].a != a || table->slots[at].b != b))
        at = (at + 1) & (table->cap - 1);
    return at;
}

static bool resize(struct table *table, size_t cap)
{
    struct table larger = {.arena = table->arena, .count = table->count, .cap = cap};
    larger.slots = ARENA_ARRAY(table->arena, larger.cap, struct table_slot);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < table->cap; i++)
        if (table->slots[i].value)
            larger.slots[table_find_slot(&larger, table->slots[i].a, table->slots[i].b)] = table->slots[i];
    *table = larger;
    return true;
}

bool table_reserve(struct table *table, size_t count)
{
    size_t cap = FIRST_SLOTS;
    while (cap < count * 2)
        cap *= 2;
    return cap <= table->cap || resize(table, cap);
}

struct table_slot *table_put(struct table *table, uint32_t a, uint32_t b)
{
    if ((table->count + 1) * 2 > table->cap && !resize(table, table->cap ? table->cap * 2 : FIRST_SLOTS))
        return NULL;
    struct table_slot *slot = &table->slots[table_find_slot(table, a, b)];
    if (!slot->value) {
        slot->a = a;
        slot->b = b;
        table->count++;
    }
    return slot;
}

uint32_t table_get(const struct table *table, uint32_t a, uint32_t b)
{
    return table->cap ? table->slots[table_find_slot(table, a, b)].value : 0;
}
