/* Pages from the addresses of a request, a few fetched side by side. */
#include "write/sources/found.h"

#include <pthread.h>

enum { MAX_FETCHES = 6 };

/* One URL, fetched on a thread of its own with memory of its own. */
struct fetch {
    struct net *net;
    const atomic_bool *cancel;
    const char *url;
    struct arena *arena;
    struct net_response response;
    struct error err;
    enum status status;
};

static void *run_fetch(void *argument)
{
    struct fetch *fetch = argument;
    const struct net_request request = {.url = fetch->url, .cancel = fetch->cancel};
    fetch->status = net_fetch(fetch->net, &request, fetch->arena, &fetch->response, &fetch->err);
    return NULL;
}

static void run_side_by_side(struct writing *writing, struct fetch *fetches, size_t count)
{
    pthread_t threads[MAX_FETCHES];
    bool started[MAX_FETCHES];
    writing_give_turn(writing);
    for (size_t i = 0; i < count; i++) {
        started[i] = pthread_create(&threads[i], NULL, run_fetch, &fetches[i]) == 0;
        if (!started[i])
            run_fetch(&fetches[i]);
    }
    for (size_t i = 0; i < count; i++)
        if (started[i])
            pthread_join(threads[i], NULL);
    writing_take_turn(writing);
}

/* Notes for the user that a source cannot be used. When none can, the error names the first one. */
static enum status leave_out(struct writing *writing, struct found *found, const struct fetch *fetch, const char *what)
{
    if (!found->first_problem)
        found->first_problem = arena_printf(found->arena, "%s: %s", fetch->url, what);
    if (!found->first_problem)
        return error_memory(writing->err);
    enum status status = found_report(writing, fetch->url, NULL, SOURCE_UNREACHABLE, what);
    return status ? status : writing_note(writing, "The source %s could not be read: %s.", fetch->url, what);
}

/* Binary data that was served as text has no letters. */
static bool has_letter(const struct page *page)
{
    for (size_t i = 0; i < page->count; i++) {
        struct str text = page->blocks[i].text;
        uint32_t codepoint;
        for (size_t at = 0; at < text.len; at += utf8_decode(text, at, &codepoint))
            if (utf8_decode(text, at, &codepoint) && unicode_is_letter(codepoint))
                return true;
    }
    return false;
}

/* Reads a response into a page. */
static enum status read_answer(struct writing *writing, const struct fetch *fetch, struct found *found)
{
    const struct net_response *response = &fetch->response;
    enum page_format format;
    char what[80];
    struct error problem;
    if (fetch->status == E_MEMORY || fetch->status == E_CANCELLED) {
        *writing->err = fetch->err;
        return fetch->status;
    }
    if (fetch->status)
        return leave_out(writing, found, fetch, fetch->err.message);
    snprintf(what, sizeof what, "it answered with status %d", response->status);
    if (response->status != 200)
        return leave_out(writing, found, fetch, what);
    if (!page_format_of_type(response->content_type, &format) && !page_format_of_name(response->url, &format))
        return leave_out(writing, found, fetch, "it is neither HTML, Markdown nor text");
    struct page *page = &found->pages[found->count];
    const char *url = strlen(response->url) <= PAGE_URL_MAX ? response->url : fetch->url;
    enum status status = page_read(found->arena, response->body, format, response->charset, url, page, &problem);
    if (status == E_MEMORY)
        return error_memory(writing->err);
    if (status)
        return leave_out(writing, found, fetch, problem.message);
    if (!has_letter(page)) {
        status = found_report(writing, fetch->url, page->title, SOURCE_EMPTY, NULL);
        return status ? status : leave_out(writing, found, fetch, "no text was found in it");
    }
    return found_take(writing, found, fetch->url);
}

/* Fetches up to MAX_FETCHES URLs side by side, and frees each response when it is read. */
static enum status fetch_some(struct writing *writing, struct fetch *fetches, size_t count, struct found *found)
{
    enum status status = OK;
    for (size_t i = 0; i < count; i++)
        if (!(fetches[i].arena = arena_new()))
            status = error_memory(writing->err);
    if (!status)
        run_side_by_side(writing, fetches, count);
    for (size_t i = 0; i < count; i++) {
        if (!status && writing_is_cancelled(writing))
            status = code_error(writing->err, E_CANCELLED, CODE_CANCELLED, "reading the sources was called off");
        if (!status)
            status = read_answer(writing, &fetches[i], found);
        arena_free(fetches[i].arena);
    }
    return status;
}

/* The fetches of a request's URLs; another spelling of the same address is fetched once. */
static enum status list_fetches(struct writing *writing, const json_t *urls, struct found *found, struct fetch *fetches,
                                size_t *count)
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
        fetches[(*count)++] = (struct fetch){.net = writing->services->net, .cancel = writing->job->cancel, .url = url};
    }
    return OK;
}

enum status found_from_urls(struct writing *writing, const json_t *urls, struct found *found)
{
    size_t count = 0;
    struct fetch *fetches = ARENA_ARRAY(found->arena, json_array_size(urls) + 1, struct fetch);
    enum status status = fetches ? list_fetches(writing, urls, found, fetches, &count) : error_memory(writing->err);
    for (size_t i = 0; i < count && !status; i += MAX_FETCHES) {
        size_t some = count - i < MAX_FETCHES ? count - i : MAX_FETCHES;
        status = fetch_some(writing, fetches + i, some, found);
    }
    return status;
}
