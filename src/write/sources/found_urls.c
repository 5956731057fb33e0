/* Pages from the addresses of a request. */
#include "research/read/read.h"
#include "write/sources/found.h"

/* Notes for the user that a source cannot be used. When none can, the error names the first one. */
static enum status found_urls_leave_out(struct writing *writing, struct found *found, const struct reading *reading)
{
    const char *what = reading->problem;
    if (!found->first_problem)
        found->first_problem = arena_printf(found->arena, "%s: %s", reading->url, what);
    if (!found->first_problem)
        return error_memory(writing->err);
    enum status status = found_report(writing, reading->url, NULL, SOURCE_UNREACHABLE, what);
    return status ? status : writing_note(writing, "The source %s could not be read: %s.", reading->url, what);
}

static enum status take_reading(struct writing *writing, struct found *found, const struct reading *reading)
{
    enum status status = OK;
    if (reading->is_empty)
        status = found_report(writing, reading->url, reading->page.title, SOURCE_EMPTY, NULL);
    if (!status && reading->status)
        return found_urls_leave_out(writing, found, reading);
    if (status)
        return status;
    found->pages[found->count] = reading->page;
    return found_take(writing, found, reading->url);
}

/* Reads them all; others compute meanwhile. */
static enum status found_urls_read_all(struct writing *writing, const struct found *found, struct reading *list,
                                       size_t count)
{
    const struct read_options options = {0};
    const struct lookup lookup = {.arena = found->arena, .err = writing->err, .cancel = writing->job->cancel};
    writing_give_turn(writing);
    enum status status = reader_read(writing->services->reader, list, count, &options, &lookup);
    writing_take_turn(writing);
    if (status == E_CANCELLED || (!status && writing_is_cancelled(writing)))
        return code_error(writing->err, E_CANCELLED, CODE_CANCELLED, "reading the sources was called off");
    return status;
}

/* The readings of a request's URLs; another spelling of the same address is read once. */
static enum status list_readings(struct writing *writing, const json_t *urls, struct found *found,
                                 struct reading *readings, size_t *count)
{
    struct map seen;
    map_init(&seen, found->arena);
    for (size_t i = 0; i < json_array_size(urls); i++) {
        const char *url = json_string_value(json_array_get(urls, i));
        char *address = url_normalise(found->arena, str_from(url));
        void **first = map_put(&seen, str_from(address ? address : url));
        if (!first)
            return error_memory(writing->err);
        enum status status = OK;
        if (*first)
            status = writing_note(writing, "The source %s was given twice and was used once.", url);
        if (*first && !status && strcmp(*first, url) != 0)
            status = found_report(writing, url, NULL, SOURCE_SAME, *first);
        if (status)
            return status;
        if (*first)
            continue;
        *first = (void *)url;
        readings[(*count)++] = (struct reading){.url = url, .is_named = true};
    }
    return OK;
}

enum status found_from_urls(struct writing *writing, const json_t *urls, struct found *found)
{
    size_t count = 0;
    struct reading *readings = ARENA_ARRAY(found->arena, json_array_size(urls) + 1, struct reading);
    enum status status = readings ? list_readings(writing, urls, found, readings, &count) : error_memory(writing->err);
    if (!status && count)
        status = found_urls_read_all(writing, found, readings, count);
    for (size_t i = 0; i < count && !status; i++)
        status = take_reading(writing, found, &readings[i]);
    return status;
}
