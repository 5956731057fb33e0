#include "write/sources/sources.h"

#include "write/sources/stored.h"

enum { MAX_TEXT = 4 * 1024 * 1024 }; /* bytes of all sources together; each gets an equal share */

enum status found_report(struct writing *writing, const char *url, const char *title, enum source_reason reason,
                         const char *detail)
{
    const struct source_fate fate = {url, title, reason, detail};
    return source_report_add(writing->run, &fate, writing->err);
}

/* The page before it that is the same as the last one; NULL: there is none. */
static const struct page *same_as(const struct found *found, const struct page_identity *identity)
{
    for (size_t i = 0; i < found->count; i++)
        if (page_is_same(&found->identities[i], identity))
            return &found->pages[i];
    return NULL;
}

enum status found_take(struct writing *writing, struct found *found, const char *url)
{
    struct page_identity *identity = &found->identities[found->count];
    struct page *page = &found->pages[found->count];
    size_t orders = 0;
    enum status status = page_leave_out_orders(found->arena, page, &orders, writing->err);
    if (!status)
        status = page_identify(found->arena, page, identity, writing->err);
    if (status)
        return status;
    const struct page *same = same_as(found, identity);
    found->count += !same;
    if (!same)
        return orders ? found_report(writing, url ? url : page->url, page->title, SOURCE_ADDRESSES, NULL) : OK;
    status = found_report(writing, url ? url : page->url, page->title, SOURCE_SAME, same->url);
    if (status || !url)
        return status;
    return writing_note(writing, "The source %s is the same as %s and was used once.", url, same->url);
}

/* An article needs little of a book. A bound for each source bounds the time and the memory of an article too. */
static enum status found_shorten(struct writing *writing, struct found *found)
{
    enum status status = OK;
    for (size_t i = 0; i < found->count && !status; i++) {
        struct page *page = &found->pages[i];
        status = page_shorten(found->arena, page, MAX_TEXT / found->count, writing->err);
        if (!status && page->is_cut && i < found->named)
            status = writing_note(writing, "Of the source %s only the beginning was read: it is too long.", page->url);
        if (!status && page->is_cut)
            status = found_report(writing, page->url, page->title, SOURCE_CUT, NULL);
    }
    return status;
}

/* Pages from the service's library. */

enum { USUAL_DOCUMENTS = 12 }; /* a list gets more: each of its things may have a page */

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

/*
 * found_library.c: the documents of the library that speak of the keyword, if there is a library; one that cannot be
 * read is noted.
 */
static enum status found_from_library(struct writing *writing, struct found *found)
{
    if (!writing->services->library)
        return OK;
    const struct library_request request = {.keyword = writing->brief.keyword,
                                            .language = writing->brief.language,
                                            .max_pages = writing->brief.is_list ? FOUND_MAX_DOCUMENTS : USUAL_DOCUMENTS,
                                            .is_wide = writing->brief.is_list,
                                            .cancel = writing->job->cancel,
                                            .progress = tell_reading,
                                            .context = writing};
    enum status status = library_ask(&found->library, &request, found->arena, &found->hits, writing->err);
    if (status == E_NOT_FOUND || status == E_IO || status == E_CORRUPT || status == E_INTERNAL)
        return leave_out_library(writing, found);
    if (found->count) /* the pages are not picked from the library alone */
        found->hits.collection.pages = 0;
    for (size_t i = 0; i < found->hits.count && !status; i++) {
        found->pages[found->count] = found->hits.pages[i];
        status = found_take(writing, found, NULL);
    }
    return status;
}

/* Pages from the addresses of a request. */

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

/*
 * found_urls.c: reads the addresses, a few side by side, each once however it is spelt. One that cannot be used is
 * noted and left out. E_CANCELLED, E_MEMORY.
 */
static enum status found_from_urls(struct writing *writing, const json_t *urls, struct found *found)
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
                          url_count == 1 ? "the given URL could not be read: %s"
                                         : "none of the given URLs could be read: %s",
                          found->first_problem);
    if (found->search_problem)
        return code_error(writing->err, E_NOT_FOUND, CODE_SOURCE_UNREACHABLE,
                          "there is nothing to write from: no search was answered: %s", found->search_problem);
    if (found->searched)
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES,
                          "there is nothing to write from: %s found no page on \"%.*s\" that can be used; the run "
                          "tells why",
                          found->searched, STR_ARG(writing->brief.keyword));
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

/* "custom": the request's own addresses and nothing else, where it names some. */
static bool wants_library(const struct writing *writing, size_t url_count)
{
    bool is_custom = url_count && config_is(writing->config, "realTimeDataSource", "custom");
    return !(writing->type->needs & NEEDS_PAGE) && !is_custom;
}

/* The pages are not picked from the library alone when a search adds some. */
static enum status find_more(struct writing *writing, const struct sources_search *search, struct found *found)
{
    size_t before = found->count;
    enum status status = search->search(writing, found, search->context);
    if (found->count > before)
        found->hits.collection.pages = 0;
    return status;
}

static enum status find_sources(struct writing *writing, const json_t *urls, const struct sources_search *search,
                                struct found *found, json_t **value)
{
    int64_t began = clock_mono_ms();
    size_t url_count = json_array_size(urls);
    size_t most = url_count + FOUND_MAX_DOCUMENTS + LIBRARY_PARTS + (search ? search->most : 0);
    found->pages = ARENA_ARRAY(found->arena, most, struct page);
    found->identities = ARENA_ARRAY(found->arena, most, struct page_identity);
    enum status status = found->pages && found->identities ? writing_progress(writing, 0.02, "Reading the sources")
                                                           : error_memory(writing->err);
    if (!status)
        status = found_from_urls(writing, urls, found);
    found->named = found->count;
    if (!status && wants_library(writing, url_count))
        status = found_from_library(writing, found);
    if (!status && search)
        status = find_more(writing, search, found);
    bool may_be_empty = writing->model || (writing->type->draws_on_brand && writing->brand.knowledge.len);
    if (!status && !found->count && (url_count || found->search_problem || !may_be_empty))
        status = nothing_found(writing, found, url_count);
    if (!status)
        status = found_shorten(writing, found);
    return status ? status : stored_save(writing, found, began, value);
}

/* The addresses that the request names: of its sources, or of the one page that is rewritten. */
static enum status sources_find(struct writing *writing, const struct sources_search *search, struct found *found,
                                json_t **value)
{
    bool is_page = writing->type->needs & NEEDS_PAGE;
    json_t *urls = is_page ? json_pack("[O]", json_object_get(writing->config, "articleUrl"))
                           : json_incref(json_object_get(writing->config, "urls"));
    enum status status =
        is_page && !urls ? error_memory(writing->err) : find_sources(writing, urls, search, found, value);
    json_decref(urls);
    return status;
}

static enum status sources_sources_gather(struct writing *writing, const struct sources_search *search, json_t **value)
{
    struct found found = {.arena = arena_new(), .library = {writing->services->library, writing->services->libraries}};
    enum status status = found.arena ? sources_find(writing, search, &found, value) : error_memory(writing->err);
    arena_free(found.arena);
    return status;
}

enum status sources_gather(struct writing *writing, const struct sources_search *search)
{
    json_t *value = NULL;
    enum status status = stored_find(writing, &value);
    if (status == E_NOT_FOUND)
        status = sources_sources_gather(writing, search, &value);
    if (!status)
        status = source_report_merge(writing->run, json_object_get(value, "run"), writing->err);
    if (!status && !json_array_size(writing->searches))
        status =
            json_array_extend(writing->searches, json_object_get(value, "searches")) ? error_memory(writing->err) : OK;
    if (!status)
        status = stored_load(writing, value);
    if (!status)
        status = name_sources(writing);
    json_decref(value);
    return status;
}
