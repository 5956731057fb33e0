/* The sources: the request's URLs, each fetched once and side by side, and the library's relevant documents. */
#include "write/writing.h"

#include <pthread.h>

enum { MAX_FETCHES = 6, MAX_DOCUMENTS = 12 };

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

struct found {
    struct page *pages;
    size_t count, cap;
};

static void *run_fetch(void *argument)
{
    struct fetch *fetch = argument;
    const struct net_request request = {.url = fetch->url, .cancel = fetch->cancel};
    fetch->status = net_fetch(fetch->net, &request, fetch->arena, &fetch->response, &fetch->err);
    return NULL;
}

static void run_side_by_side(struct fetch *fetches, size_t count)
{
    pthread_t threads[MAX_FETCHES];
    bool started[MAX_FETCHES];
    for (size_t i = 0; i < count; i++) {
        started[i] = pthread_create(&threads[i], NULL, run_fetch, &fetches[i]) == 0;
        if (!started[i])
            run_fetch(&fetches[i]);
    }
    for (size_t i = 0; i < count; i++)
        if (started[i])
            pthread_join(threads[i], NULL);
}

/* What came back, read into a page; what cannot be used is noted for the user. */
static enum status read_answer(struct writing *writing, const struct fetch *fetch, struct found *found)
{
    const struct net_response *response = &fetch->response;
    enum page_format format;
    if (fetch->status == E_MEMORY || fetch->status == E_CANCELLED) {
        *writing->err = fetch->err;
        return fetch->status;
    }
    if (fetch->status)
        return writing_note(writing, "The source %s could not be fetched: %s.", fetch->url, fetch->err.message);
    if (response->status != 200)
        return writing_note(writing, "The source %s could not be read: it answered with status %d.", fetch->url,
                            response->status);
    if (!page_format_of_type(response->content_type, &format) && !page_format_of_name(response->url, &format))
        return writing_note(writing, "The source %s could not be read: it is neither HTML, Markdown nor text.",
                            fetch->url);
    struct page *page = &found->pages[found->count];
    enum status status =
        page_read(writing->arena, response->body, format, response->charset, response->url, page, writing->err);
    if (status == E_MEMORY)
        return status;
    if (status || page->count == 0)
        return writing_note(writing, "The source %s could not be read: no text was found in it.", fetch->url);
    found->count++;
    return OK;
}

/* Fetches a handful at once; the arenas live until the pages are stored. */
static enum status fetch_some(struct writing *writing, struct fetch *fetches, size_t count, struct found *found)
{
    enum status status = OK;
    for (size_t i = 0; i < count; i++)
        if (!(fetches[i].arena = arena_new()))
            status = error_memory(writing->err);
    if (status)
        return status;
    run_side_by_side(fetches, count);
    for (size_t i = 0; i < count && !status; i++)
        status = read_answer(writing, &fetches[i], found);
    return status;
}

static enum status fetch_urls(struct writing *writing, const json_t *urls, struct fetch *fetches, struct found *found)
{
    size_t count = json_array_size(urls);
    enum status status = OK;
    for (size_t i = 0; i < count; i++)
        fetches[i] = (struct fetch){.net = writing->services->net,
                                    .cancel = writing->job->cancel,
                                    .url = json_string_value(json_array_get(urls, i))};
    for (size_t i = 0; i < count && !status; i += MAX_FETCHES) {
        size_t some = count - i < MAX_FETCHES ? count - i : MAX_FETCHES;
        status = fetch_some(writing, fetches + i, some, found);
    }
    return status;
}

static enum status read_library(struct writing *writing, struct found *found)
{
    if (!writing->services->library)
        return OK;
    struct page *pages;
    size_t count;
    enum status status = library_read(writing->arena, writing->services->library, &pages, &count, writing->err);
    if (status == E_NOT_FOUND || status == E_IO)
        return writing_note(writing, "The library folder could not be read: %s.", writing->err->message);
    if (!status)
        status = sources_pick(writing, pages, &count, MAX_DOCUMENTS);
    if (status)
        return status;
    struct page *all = ARENA_ARRAY(writing->arena, found->count + count + 1, struct page);
    if (!all)
        return error_memory(writing->err);
    if (found->count)
        memcpy(all, found->pages, found->count * sizeof *all);
    if (count)
        memcpy(all + found->count, pages, count * sizeof *all);
    found->pages = all;
    found->count += count;
    return OK;
}

static json_t *page_json(const struct page *page)
{
    json_t *blocks = json_array();
    bool ok = blocks;
    for (size_t i = 0; i < page->count && ok; i++) {
        const struct block *block = &page->blocks[i];
        ok = json_array_append_new(
                 blocks, json_pack("[i,i,s%]", (int)block->kind, block->level, block->text.data, block->text.len)) == 0;
    }
    json_t *value = ok ? json_pack("{s:s,s:s,s:s,s:b,s:o}", "url", page->url, "title", page->title, "language",
                                   page->language ? page->language->tag : "", "link", page->is_link, "blocks", blocks)
                       : NULL;
    if (!ok)
        json_decref(blocks);
    return value;
}

static enum status store_pages(struct writing *writing, const struct found *found, json_t **value)
{
    json_t *pages = json_array();
    bool ok = pages;
    for (size_t i = 0; i < found->count && ok; i++)
        ok = json_array_append_new(pages, page_json(&found->pages[i])) == 0;
    *value = ok ? json_pack("{s:O,s:O}", "pages", pages, "notes", writing->notes) : NULL;
    json_decref(pages);
    return *value ? step_save(writing, "sources", *value) : error_memory(writing->err);
}

static enum status load_page(struct writing *writing, const json_t *value, struct page *page)
{
    const json_t *blocks = json_object_get(value, "blocks");
    page->url = arena_copy(writing->arena, json_string_value(json_object_get(value, "url")));
    page->title = arena_copy(writing->arena, json_string_value(json_object_get(value, "title")));
    page->language = language_find(str_from(json_string_value(json_object_get(value, "language"))));
    page->is_link = json_is_true(json_object_get(value, "link"));
    page->blocks = ARENA_ARRAY(writing->arena, json_array_size(blocks) + 1, struct block);
    if (!page->url || !page->title || !page->blocks)
        return error_memory(writing->err);
    for (; page->count < json_array_size(blocks); page->count++) {
        const json_t *entry = json_array_get(blocks, page->count), *text = json_array_get(entry, 2);
        char *copy = arena_copy_n(writing->arena, json_string_value(text), json_string_length(text));
        if (!copy)
            return error_memory(writing->err);
        page->blocks[page->count] =
            (struct block){.kind = (enum block_kind)json_integer_value(json_array_get(entry, 0)),
                           .level = (int)json_integer_value(json_array_get(entry, 1)),
                           .text = {copy, json_string_length(text)}};
    }
    return OK;
}

/* The pages as they were stored, fresh or by an earlier attempt: a resumed article stands on the same ground. */
static enum status load_pages(struct writing *writing, const json_t *value)
{
    const json_t *pages = json_object_get(value, "pages"), *notes = json_object_get(value, "notes");
    writing->pages = ARENA_ARRAY(writing->arena, json_array_size(pages) + 1, struct page);
    enum status status = writing->pages ? OK : error_memory(writing->err);
    for (size_t i = 0; i < json_array_size(pages) && !status; i++)
        status = load_page(writing, json_array_get(pages, i), &writing->pages[writing->page_count++]);
    for (size_t i = 0; i < json_array_size(notes) && !status; i++)
        status = writing_note(writing, "%s", json_string_value(json_array_get(notes, i)));
    return status;
}

static enum status nothing_found(struct writing *writing, size_t url_count)
{
    if (url_count)
        return error_set(writing->err, E_NOT_FOUND, "source_unreachable",
                         "none of the %zu given URLs could be read; the notes say why for each", url_count);
    if (writing->services->library)
        return error_set(writing->err, E_NOT_FOUND, "no_sources",
                         "no %s document of the library speaks of \"%.*s\"; add \"urls\" to the request, or documents "
                         "on the subject to the library folder",
                         writing->brief.language->name, STR_ARG(writing->brief.keyword));
    return error_set(writing->err, E_NOT_FOUND, "no_sources",
                     "there is nothing to write from: add \"urls\" to the request, or configure a \"library\" folder "
                     "with documents on \"%.*s\"",
                     STR_ARG(writing->brief.keyword));
}

static enum status gather(struct writing *writing, json_t **value)
{
    const json_t *urls = json_object_get(writing->config, "urls");
    size_t url_count = json_array_size(urls);
    struct fetch *fetches = ARENA_ARRAY(writing->arena, url_count + 1, struct fetch);
    struct found found = {.pages = ARENA_ARRAY(writing->arena, url_count + 1, struct page)};
    if (!fetches || !found.pages)
        return error_memory(writing->err);
    enum status status = writing_progress(writing, 0.02, "Reading the sources");
    if (!status)
        status = fetch_urls(writing, urls, fetches, &found);
    if (!status)
        status = read_library(writing, &found);
    if (!status && !found.count)
        status = nothing_found(writing, url_count);
    if (!status)
        status = store_pages(writing, &found, value);
    for (size_t i = 0; i < url_count; i++)
        arena_free(fetches[i].arena);
    return status;
}

enum status sources_gather(struct writing *writing)
{
    json_t *value = NULL;
    enum status status = step_load(writing, "sources", &value);
    if (status == E_NOT_FOUND)
        status = gather(writing, &value);
    if (!status)
        status = load_pages(writing, value);
    json_decref(value);
    return status;
}
