#include "store/notices/batch.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { ENTRY_MAX = 400 };

bool batch_is_empty(const struct batch *batch)
{
    return !batch->is_everything && !batch->entries.count;
}

void batch_clear(struct batch *batch)
{
    arena_free(batch->arena);
    *batch = (struct batch){0};
}

void batch_add_everything(struct batch *batch)
{
    batch_clear(batch);
    batch->is_everything = true;
}

/* --- entries --- */

static bool batch_is_plain(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '_' || c == '.';
}

/* False: it is too long. */
static bool batch_write_entry(const char *kind, const char *id, char out[ENTRY_MAX])
{
    size_t length = (size_t)snprintf(out, ENTRY_MAX, "%s:", kind);
    for (; *id && length + 3 < ENTRY_MAX; id++)
        length += (size_t)snprintf(out + length, ENTRY_MAX - length, batch_is_plain(*id) ? "%c" : "%%%02X",
                                   (unsigned char)*id);
    return !*id && length < ENTRY_MAX;
}

/* In place. False: it is none. */
static bool batch_decode(char *id)
{
    char *to = id;
    for (; *id; id++) {
        if (*id == '%') {
            char digits[3] = {id[1], id[1] ? id[2] : '\0', '\0'};
            if (!isxdigit((unsigned char)digits[0]) || !isxdigit((unsigned char)digits[1]))
                return false;
            if (!(*to++ = (char)strtol(digits, NULL, 16)))
                return false;
            id += 2;
        } else if (batch_is_plain(*id)) {
            *to++ = *id;
        } else {
            return false;
        }
    }
    *to = '\0';
    return true;
}

/* NULL: no memory. *is_new: it was not there. */
static void *batch_keep(struct batch *batch, const char *entry, bool *is_new)
{
    if (!batch->arena) {
        if (!(batch->arena = arena_new()))
            return NULL;
        map_init(&batch->entries, batch->arena);
    }
    void *known = map_get(&batch->entries, str_from(entry));
    *is_new = !known;
    if (known)
        return known;
    char *copy = arena_copy(batch->arena, entry);
    void **place = copy ? map_put(&batch->entries, str_from(copy)) : NULL;
    if (place)
        *place = copy;
    return place;
}

bool batch_add(struct batch *batch, const char *kind, const char *id)
{
    char entry[ENTRY_MAX];
    bool is_new = true;
    if (batch->is_everything)
        return false;
    if (!batch_write_entry(kind, id, entry) || !batch_keep(batch, entry, &is_new)) {
        batch_add_everything(batch);
        return true;
    }
    if (!is_new)
        return false;
    batch->bytes += strlen(entry) + 1;
    if (batch->bytes > (size_t)BATCH_TEXT_MAX * (BATCH_TEXTS_MAX - 1))
        batch_add_everything(batch);
    return true;
}

/* --- writing --- */

static void begin_text(struct buf *out, const char *channel, const char *node, bool is_first)
{
    buf_printf(out, "%spg_notify(%s, '%s", is_first ? "" : "'), ", channel, node);
}

void batch_write(const struct batch *batch, const char *channel, const char *node, struct buf *out)
{
    size_t length = strlen(node);
    begin_text(out, channel, node, true);
    if (batch->is_everything)
        buf_str(out, " *");
    for (size_t i = 0; i < batch->entries.count; i++) {
        struct str entry = batch->entries.entries[i].key;
        if (length + 1 + entry.len > BATCH_TEXT_MAX) {
            begin_text(out, channel, node, false);
            length = strlen(node);
        }
        buf_char(out, ' ');
        buf_add(out, entry.data, entry.len);
        length += 1 + entry.len;
    }
    buf_str(out, "')");
}

/* --- reading --- */

/* False: it cannot be read. */
static bool batch_read_entry(struct str text, batch_receive receive, void *context)
{
    char entry[ENTRY_MAX];
    if (text.len >= sizeof entry)
        return false;
    snprintf(entry, sizeof entry, "%.*s", (int)text.len, text.data);
    char *colon = strchr(entry, ':');
    if (!colon || colon == entry || !batch_decode(colon + 1))
        return false;
    *colon = '\0';
    receive(context, entry, colon + 1);
    return true;
}

void batch_read(const char *text, const char *node, batch_receive receive, void *context)
{
    struct str rest = str_from(text), piece = {0};
    if (str_split(&rest, ' ', &piece) && str_eq(piece, str_from(node)))
        return;
    while (str_split(&rest, ' ', &piece))
        if (!batch_read_entry(piece, receive, context))
            receive(context, NULL, NULL);
}
