#include "research/excerpt/excerpt_run.h"

#include "base/vec.h"

static size_t frame_bytes(const struct run *run)
{
    return run->lead.len + strlen(run->open) + strlen(run->close);
}

size_t run_room(const struct run *run)
{
    return EXCERPT_MAX - frame_bytes(run);
}

/* As much of the text as has at most so many bytes: up to the last blank, else whole characters. */
static size_t piece_length(struct str text, size_t most)
{
    if (text.len <= most)
        return text.len;
    for (size_t at = most; at > most / 2; at--)
        if (ascii_is_space(text.data[at]))
            return at;
    size_t valid = utf8_valid_length((struct str){text.data, most});
    return valid ? valid : most;
}

enum status run_add(struct run *run, struct arena *arena, struct str text, bool leans, struct error *err)
{
    size_t room = run_room(run);
    do {
        size_t length = piece_length(text, room);
        struct run_row *rows = vec_room(arena, run->rows, run->count, &run->cap, sizeof *rows);
        if (!rows)
            return error_memory(err);
        run->rows = rows;
        run->rows[run->count++] = (struct run_row){{text.data, length}, leans};
        text = (struct str){text.data + length, text.len - length};
        leans = true;
    } while (text.len);
    return OK;
}

/* The bytes that each part should have, so that the last one is not much shorter than the others. */
static size_t part_bytes(const struct run *run)
{
    size_t total = 0, room = run_room(run);
    for (size_t i = 0; i < run->count; i++)
        total += run->rows[i].text.len + strlen(run->between);
    return total / (total / room + 1);
}

/* The row behind the last one of the part that begins with row `first`. */
static size_t part_end(const struct run *run, size_t first, size_t wanted)
{
    size_t bytes = 0, room = run_room(run), at = first;
    for (; at < run->count; at++) {
        size_t more = run->rows[at].text.len + (at > first ? strlen(run->between) : 0);
        if (at > first && (bytes + more > room || (bytes >= wanted && !run->rows[at].leans)))
            break;
        bytes += more;
    }
    return at;
}

static char *join_part(const struct run *run, struct arena *arena, size_t first, size_t end)
{
    struct buf text = {0};
    if (!first || run->repeats_lead)
        buf_add(&text, run->lead.data, run->lead.len);
    buf_str(&text, run->open);
    for (size_t i = first; i < end; i++) {
        buf_str(&text, i > first ? run->between : "");
        buf_add(&text, run->rows[i].text.data, run->rows[i].text.len);
    }
    buf_str(&text, run->close);
    char *copy = text.failed ? NULL : arena_copy_n(arena, buf_text(&text), text.len);
    buf_free(&text);
    return copy;
}

enum status run_join(const struct run *run, struct arena *arena, struct str **parts, size_t *count, struct error *err)
{
    size_t wanted = part_bytes(run);
    bool fits = wanted && run->count && part_end(run, 0, SIZE_MAX) == run->count;
    *parts = ARENA_ARRAY(arena, run->count + 1, struct str);
    *count = 0;
    if (!*parts)
        return error_memory(err);
    for (size_t first = 0, end; first < run->count; first = end) {
        end = fits ? run->count : part_end(run, first, wanted);
        char *text = join_part(run, arena, first, end);
        if (!text)
            return error_memory(err);
        (*parts)[(*count)++] = str_from(text);
    }
    return OK;
}
