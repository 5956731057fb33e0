/* The sources: the request's URLs, each fetched once and side by side, and the library's relevant documents. */
#include "write/sources.h"

#include "research/page/page_same.h"
#include "write/sources_collection.h"
#include "write/writing/article_type.h"
#include "write/writing/source_report.h"

#include <pthread.h>

enum {
    MAX_FETCHES = 6,
    USUAL_DOCUMENTS = 12,
    MAX_DOCUMENTS = 20,         /* for a list, whose things may each have a page */
    MAX_TEXT = 4 * 1024 * 1024, /* bytes of all sources together; each gets an equal share */
    SOURCES_VERSION = 3,
};

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

/* What was found, until it is stored. */
struct found {
    struct arena *arena;
    struct page *pages;
    struct page_identity *identities; /* of the pages */
    size_t count;
    struct search_place library;
    struct search_hits hits;     /* of the library: pages point into them */
    const char *first_problem;   /* why the first source that cannot be used cannot; NULL: there is none */
    const char *library_problem; /* why the library cannot be searched; NULL: it can */
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

static enum status report(struct writing *writing, const char *url, const char *title, enum source_reason reason,
                          const char *detail)
{
    const struct source_fate fate = {url, title, reason, detail};
    return source_report_add(writing->run, &fate, writing->err);
}

/* --- from the request's URLs --- */

/* Notes for the user that a source cannot be used. When none can, the error names the first one. */
static enum status leave_out(struct writing *writing, struct found *found, const struct fetch *fetch, const char *what)
{
    if (!found->first_problem)
        found->first_problem = arena_printf(found->arena, "%s: %s", fetch->url, what);
    if (!found->first_problem)
        return error_memory(writing->err);
    enum status status = report(writing, fetch->url, NULL, SOURCE_UNREACHABLE, what);
    return status ? status : writing_note(writing, "The source %s could not be read: %s.", fetch->url, what);
}

/* The page before it that is the same as the last one; NULL: there is none. */
static const struct page *same_as(const struct found *found, const struct page_identity *identity)
{
    for (size_t i = 0; i < found->count; i++)
        if (page_is_same(&found->identities[i], identity))
            return &found->pages[i];
    return NULL;
}

/* Counts the page that was read behind the others, unless it is one of them under another address. */
static enum status take_page(struct writing *writing, struct found *found, const char *url, struct str html)
{
    struct page_identity *identity = &found->identities[found->count];
    enum status status = page_identify(found->arena, &found->pages[found->count], html, identity, writing->err);
    if (status)
        return status;
    const struct page *same = same_as(found, identity);
    found->count += !same;
    if (!same)
        return OK;
    const struct page *page = &found->pages[found->count];
    status = report(writing, url ? url : page->url, page->title, SOURCE_SAME, same->url);
    if (status || !url)
        return status;
    return writing_note(writing, "The source %s is the same as %s and was used once.", url, same->url);
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
        status = report(writing, fetch->url, page->title, SOURCE_EMPTY, NULL);
        return status ? status : leave_out(writing, found, fetch, "no text was found in it");
    }
    return take_page(writing, found, fetch->url, format == PAGE_HTML ? response->body : STR(""));
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
            status = report(writing, url, NULL, SOURCE_SAME, *first);
        if (status)
            return status;
        if (*first)
            continue;
        *first = (void *)url;
        fetches[(*count)++] = (struct fetch){.net = writing->services->net, .cancel = writing->job->cancel, .url = url};
    }
    return OK;
}

static enum status fetch_urls(struct writing *writing, const json_t *urls, struct found *found)
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

/* --- from the library --- */

/* That it cannot be told is no reason to stop: a search that was called off says so itself. */
static void tell_reading(void *context, size_t done, size_t all)
{
    struct writing *writing = context;
    struct error *err = writing->err, ignored;
    writing->err = &ignored;
    writing_progress(writing, 0.02, "Reading the library for the first time: %zu of %zu documents", done, all);
    writing->err = err;
}

/* Notes why the library cannot be searched. */
static enum status leave_out_library(struct writing *writing, struct found *found)
{
    found->library_problem = arena_copy(found->arena, writing->err->message);
    if (!found->library_problem)
        return error_memory(writing->err);
    return writing_note(writing, "The library folder could not be read: %s.", found->library_problem);
}

static enum status read_library(struct writing *writing, struct found *found)
{
    if (!writing->services->library)
        return OK;
    const struct search_query query = {.keyword = writing->brief.keyword,
                                       .language = writing->brief.language,
                                       .max_pages = writing->brief.is_list ? MAX_DOCUMENTS : USUAL_DOCUMENTS,
                                       .is_wide = writing->brief.is_list,
                                       .cancel = writing->job->cancel,
                                       .progress = tell_reading,
                                       .context = writing};
    const struct search_place *library = &found->library;
    enum status status = library->backend->find(library->state, &query, found->arena, &found->hits, writing->err);
    if (status == E_NOT_FOUND || status == E_IO || status == E_CORRUPT || status == E_INTERNAL)
        return leave_out_library(writing, found);
    if (found->count) /* the pages are not picked from the library alone */
        found->hits.collection.pages = 0;
    for (size_t i = 0; i < found->hits.count && !status; i++) {
        found->pages[found->count] = found->hits.pages[i];
        status = take_page(writing, found, NULL, STR(""));
    }
    return status;
}

/* --- stored --- */

/* Cuts the page's text to `most` bytes. Its blocks may belong to a shared library: they are copied, not changed. */
static enum status shorten(struct writing *writing, struct arena *arena, struct page *page, size_t most)
{
    size_t bytes = 0, count = 0;
    while (count < page->count && bytes + page->blocks[count].text.len <= most)
        bytes += page->blocks[count++].text.len;
    if (count == page->count)
        return OK;
    struct block *blocks = ARENA_ARRAY(arena, count + 1, struct block);
    if (!blocks)
        return error_memory(writing->err);
    memcpy(blocks, page->blocks, (count + 1) * sizeof *blocks);
    struct str *last = &blocks[count].text;
    last->len = utf8_valid_length((struct str){last->data, most - bytes});
    blocks[count].spans.count = 0; /* some may reach over the end */
    page->blocks = blocks;
    page->count = count + (last->len > 0);
    page->is_cut = true;
    return OK;
}

/* An article needs little of a book. A bound for each source bounds the time and the memory of an article too. */
static enum status shorten_all(struct writing *writing, struct found *found)
{
    enum status status = OK;
    for (size_t i = 0; i < found->count && !status; i++) {
        struct page *page = &found->pages[i];
        status = shorten(writing, found->arena, page, MAX_TEXT / found->count);
        if (!status && page->is_cut)
            status = writing_note(writing, "Of the source %s only the beginning was read: it is too long.", page->url);
        if (!status && page->is_cut)
            status = report(writing, page->url, page->title, SOURCE_CUT, NULL);
    }
    return status;
}

static enum status store_pages(struct writing *writing, const struct found *found, int64_t began, json_t **value)
{
    json_t *pages = json_array();
    bool ok = pages;
    for (size_t i = 0; i < found->count && ok; i++)
        ok = json_array_append_new(pages, sources_page_json(&found->pages[i])) == 0;
    json_t *collection = ok ? sources_collection_json(&found->hits.collection) : NULL;
    *value = collection ? json_pack("{s:O,s:O,s:O,s:O}", "pages", pages, "notes", writing->notes, "run", writing->run,
                                    "collection", collection)
                        : NULL;
    json_decref(collection);
    json_decref(pages);
    return *value ? step_save(writing, "sources", SOURCES_VERSION, began, *value) : error_memory(writing->err);
}

/* What the customer says of its brand, as a page; it stands behind the others. */
static enum status add_brand_page(struct writing *writing)
{
    const struct writing_brand *brand = &writing->brand;
    struct page *page = &writing->pages[writing->page_count];
    struct error problem;
    writing->has_brand_page = false;
    if (!writing->type->draws_on_brand || !brand->name.len || !(brand->knowledge.len + brand->description.len))
        return OK;
    char *url = arena_copy_n(writing->research, brand->url.len ? brand->url.data : brand->name.data,
                             brand->url.len ? brand->url.len : brand->name.len);
    char *text = arena_printf(writing->research, "# %.*s\n\n%.*s\n\n%.*s\n", STR_ARG(brand->name),
                              STR_ARG(brand->description), STR_ARG(brand->knowledge));
    if (!url || !text)
        return error_memory(writing->err);
    enum status status = page_read(writing->research, str_from(text), PAGE_MARKDOWN, "utf-8", url, page, &problem);
    if (status == E_MEMORY)
        return error_memory(writing->err);
    if (status || !page->count)
        return OK; /* the store bounds these texts: they can be read, or say nothing */
    writing->page_count++;
    writing->has_brand_page = true;
    return OK;
}

/* Reads the pages from the stored step even when this attempt made it, so that a resumed article has the same
 * sources. */
static enum status load_pages(struct writing *writing, const json_t *value)
{
    const json_t *pages = json_object_get(value, "pages"), *notes = json_object_get(value, "notes");
    writing->page_count = 0;
    writing->pages = ARENA_ARRAY(writing->research, json_array_size(pages) + 2, struct page);
    enum status status = writing->pages ? OK : error_memory(writing->err);
    for (size_t i = 0; i < json_array_size(pages) && !status; i++)
        status = sources_page_load(writing->research, json_array_get(pages, i), &writing->pages[writing->page_count++],
                                   writing->err);
    if (!status)
        status = sources_collection_load(writing->research, json_object_get(value, "collection"), &writing->collection,
                                         writing->err);
    if (!status)
        status = add_brand_page(writing);
    for (size_t i = 0; i < json_array_size(notes) && !status; i++)
        status = writing_note(writing, "%s", json_string_value(json_array_get(notes, i)));
    return status;
}

/* What an article says of its sources stays when the pages go. */
static enum status name_sources(struct writing *writing)
{
    writing->sources = ARENA_ARRAY(writing->arena, writing->page_count + 1, struct source);
    if (!writing->sources)
        return error_memory(writing->err);
    for (size_t i = 0; i < writing->page_count; i++) {
        const struct page *page = &writing->pages[i];
        const char *url = arena_copy(writing->arena, page->url), *title = arena_copy(writing->arena, page->title);
        if (!url || !title)
            return error_memory(writing->err);
        writing->sources[i] = (struct source){
            .url = str_from(url),
            .title = heading_clean(str_from(title)),
            .is_link = page->is_link,
            .is_foreign = page->language && page->language != writing->brief.language,
        };
    }
    writing->source_count = writing->page_count;
    return OK;
}

static enum status nothing_found(struct writing *writing, const struct found *found, size_t url_count)
{
    if (writing->type->needs & NEEDS_PAGE)
        return code_error(writing->err, E_NOT_FOUND, CODE_SOURCE_UNREACHABLE,
                          "the article that is to be rewritten could not be read: %s", found->first_problem);
    if (url_count)
        return code_error(writing->err, E_NOT_FOUND, CODE_SOURCE_UNREACHABLE,
                          "none of the %zu given URLs could be read: %s", url_count, found->first_problem);
    if (found->library_problem)
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES,
                          "there is nothing to write from: the library folder could not be read: %s",
                          found->library_problem);
    if (writing->services->library)
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES,
                          "no %s document of the library speaks of \"%.*s\"; add \"urls\" to the request, or documents "
                          "on the subject to the library folder",
                          writing->brief.language->name, STR_ARG(writing->brief.keyword));
    return code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES,
                      "there is nothing to write from: add \"urls\" to the request, or configure a \"library\" folder "
                      "with documents on \"%.*s\"",
                      STR_ARG(writing->brief.keyword));
}

static enum status find_sources(struct writing *writing, const json_t *urls, struct found *found, json_t **value)
{
    int64_t began = clock_mono_ms();
    bool is_page = writing->type->needs & NEEDS_PAGE;
    size_t url_count = json_array_size(urls);
    found->pages = ARENA_ARRAY(found->arena, url_count + MAX_DOCUMENTS + SEARCH_PARTS, struct page);
    found->identities = ARENA_ARRAY(found->arena, url_count + MAX_DOCUMENTS + SEARCH_PARTS, struct page_identity);
    enum status status = found->pages && found->identities ? writing_progress(writing, 0.02, "Reading the sources")
                                                           : error_memory(writing->err);
    if (!status)
        status = fetch_urls(writing, urls, found);
    if (!status && !is_page)
        status = read_library(writing, found);
    bool may_be_empty = writing->model || (writing->type->draws_on_brand && writing->brand.knowledge.len);
    if (!status && !found->count && (url_count || !may_be_empty))
        status = nothing_found(writing, found, url_count);
    if (!status)
        status = shorten_all(writing, found);
    return status ? status : store_pages(writing, found, began, value);
}

/* The addresses that the request names: of its sources, or of the one page that is rewritten. */
static enum status find(struct writing *writing, struct found *found, json_t **value)
{
    bool is_page = writing->type->needs & NEEDS_PAGE;
    json_t *urls = is_page ? json_pack("[O]", json_object_get(writing->config, "articleUrl"))
                           : json_incref(json_object_get(writing->config, "urls"));
    enum status status = is_page && !urls ? error_memory(writing->err) : find_sources(writing, urls, found, value);
    json_decref(urls);
    return status;
}

static enum status gather(struct writing *writing, json_t **value)
{
    struct search_folder folder = {writing->services->library, writing->services->libraries};
    struct found found = {.arena = arena_new(), .library = {search_backend_find(STR("folder")), &folder}};
    enum status status = found.arena ? find(writing, &found, value) : error_memory(writing->err);
    arena_free(found.arena);
    return status;
}

enum status sources_gather(struct writing *writing)
{
    json_t *value = NULL;
    enum status status = step_load(writing, "sources", SOURCES_VERSION, &value);
    if (status == E_NOT_FOUND)
        status = gather(writing, &value);
    if (!status)
        status = source_report_merge(writing->run, json_object_get(value, "run"), writing->err);
    if (!status)
        status = load_pages(writing, value);
    if (!status)
        status = name_sources(writing);
    json_decref(value);
    return status;
}

enum status sources_again(struct writing *writing)
{
    json_t *value = NULL;
    if (writing->page_count)
        return OK;
    if (!writing->research && !(writing->research = arena_new()))
        return error_memory(writing->err);
    enum status status = step_load(writing, "sources", SOURCES_VERSION, &value);
    if (!status)
        status = load_pages(writing, value);
    json_decref(value);
    return status;
}
