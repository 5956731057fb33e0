#include "research/library/library_copies.h"

#include "research/library/library_entry.h"
#include "research/page/page.h"

#include <stdlib.h>

enum {
    MOST_READ = 64 * 1024, /* bytes of a body: copies are alike from the beginning */
    RUN = 3,               /* stems */
    FEWEST_RUNS = 100      /* short pages made by one template are no copies */
};

static int by_value(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static bool is_between(char byte)
{
    return byte == ' ' || byte == '\n' || byte == LIBRARY_SECTION_END;
}

/* Markup that is left in a text moves the ends of sentences, so that runs go on over them. */
static size_t list_runs(struct str body, uint64_t *list)
{
    uint64_t last[RUN] = {0};
    size_t stems = 0, count = 0;
    for (size_t i = 0, end; i < body.len; i = end) {
        end = i + 1;
        if (is_between(body.data[i]))
            continue;
        while (end < body.len && !is_between(body.data[end]))
            end++;
        for (size_t j = 1; j < RUN; j++)
            last[j - 1] = last[j];
        last[RUN - 1] = library_hash((struct str){body.data + i, end - i});
        uint64_t hash = 0;
        for (size_t j = 0; j < RUN; j++)
            hash = (hash ^ last[j]) * UINT64_C(1099511628211);
        if (++stems >= RUN)
            list[count++] = hash;
    }
    return count;
}

enum status library_runs_read(struct arena *arena, const char *body, struct library_runs *runs, struct error *err)
{
    struct str text = str_from(body);
    if (text.len > MOST_READ)
        text.len = MOST_READ;
    runs->list = ARENA_ARRAY(arena, text.len / 2 + 1, uint64_t);
    runs->count = 0;
    if (!runs->list)
        return error_memory(err);
    size_t count = list_runs(text, runs->list);
    if (count)
        qsort(runs->list, count, sizeof *runs->list, by_value);
    for (size_t i = 0; i < count; i++)
        if (!runs->count || runs->list[runs->count - 1] != runs->list[i])
            runs->list[runs->count++] = runs->list[i];
    return OK;
}

double library_runs_held(const struct library_runs *one, const struct library_runs *other)
{
    size_t shared = 0;
    if (one->count < FEWEST_RUNS)
        return 0;
    for (size_t i = 0, j = 0; i < one->count && j < other->count;) {
        uint64_t a = one->list[i], b = other->list[j];
        shared += a == b;
        i += a <= b;
        j += b <= a;
    }
    return (double)shared / (double)one->count;
}

bool library_is_html(const char *path)
{
    enum page_format format;
    return page_format_of_name(path, &format) && format == PAGE_HTML;
}
