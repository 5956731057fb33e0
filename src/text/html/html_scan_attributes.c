#include "text/html/html_scan.h"

#include <stdlib.h>

/* Up to so many, comparing a name with each attribute is faster than hashing; with more a page could make that
 * quadratic. */
enum { MANY_ATTRIBUTES = 16 };

void html_attributes_clear(struct html_attributes *attributes)
{
    if (attributes->count > MANY_ATTRIBUTES && attributes->slots)
        memset(attributes->slots, 0, attributes->slot_count * sizeof *attributes->slots);
    attributes->count = 0;
}

void html_attributes_free(struct html_attributes *attributes)
{
    free(attributes->list);
    free(attributes->slots);
    buf_free(&attributes->key);
    *attributes = (struct html_attributes){0};
}

static bool grow_list(struct html_attributes *attributes)
{
    if (attributes->count < attributes->cap)
        return true;
    size_t cap = attributes->cap ? attributes->cap * 2 : MANY_ATTRIBUTES;
    if (cap >= UINT32_MAX / sizeof *attributes->list)
        return false;
    struct html_attribute *list = realloc(attributes->list, cap * sizeof *list);
    if (!list)
        return false;
    attributes->list = list;
    attributes->cap = cap;
    return true;
}

/* The slot that holds the name, or the free one where it belongs; NULL when memory ran out. */
static uint32_t *scan_attributes_find_slot(struct html_attributes *attributes, struct str name)
{
    buf_clear(&attributes->key);
    for (size_t i = 0; i < name.len; i++)
        buf_char(&attributes->key, ascii_lower(name.data[i]));
    if (attributes->key.failed)
        return NULL;
    size_t mask = attributes->slot_count - 1;
    size_t at = (size_t)hash_bytes(buf_text(&attributes->key), attributes->key.len) & mask;
    while (attributes->slots[at] && !str_ieq(attributes->list[attributes->slots[at] - 1].name, name))
        at = (at + 1) & mask;
    return &attributes->slots[at];
}

/* Keeps the table at most half full. */
static bool grow_slots(struct html_attributes *attributes)
{
    if (attributes->count > MANY_ATTRIBUTES && (attributes->count + 1) * 2 <= attributes->slot_count)
        return true;
    if ((attributes->count + 1) * 2 > attributes->slot_count) {
        size_t slot_count = attributes->slot_count ? attributes->slot_count * 2 : MANY_ATTRIBUTES * 4;
        free(attributes->slots);
        attributes->slots = calloc(slot_count, sizeof *attributes->slots);
        attributes->slot_count = attributes->slots ? slot_count : 0;
    }
    for (size_t i = 0; attributes->slots && i < attributes->count; i++) {
        uint32_t *slot = scan_attributes_find_slot(attributes, attributes->list[i].name);
        if (!slot)
            return false;
        *slot = (uint32_t)i + 1;
    }
    return attributes->slots != NULL;
}

static bool is_duplicate(const struct html_attributes *attributes, struct str name)
{
    for (size_t i = 0; i < attributes->count; i++)
        if (str_ieq(attributes->list[i].name, name))
            return true;
    return false;
}

bool html_attributes_add(struct html_attributes *attributes, struct str name, struct html_attribute **attribute)
{
    *attribute = NULL;
    uint32_t *slot = NULL;
    if (attributes->count >= MANY_ATTRIBUTES) {
        if (!grow_slots(attributes) || !(slot = scan_attributes_find_slot(attributes, name)))
            return false;
        if (*slot)
            return true;
    } else if (is_duplicate(attributes, name)) {
        return true;
    }
    if (!grow_list(attributes))
        return false;
    *attribute = &attributes->list[attributes->count++];
    **attribute = (struct html_attribute){.name = name};
    if (slot)
        *slot = (uint32_t)attributes->count;
    return true;
}
