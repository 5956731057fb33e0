/* The sources of an article: of the request, of the library, and what a search adds to them. */
#include "write/sources/sources_parts.h"

enum {
    MAX_TEXT = 4 * 1024 * 1024, /* bytes of all sources together; each gets an equal share */
    MOST_DOCUMENTS = 20,        /* of the library in an article: of a list, each of whose things may have a page */
    USUAL_DOCUMENTS = 12        /* of any other */
};

/* How far the article is while its sources are read: nothing is written yet. */
static const double at_sources = 0.02;

void found_report(struct writing *writing, const char *url, const char *title, enum source_reason reason,
                  const char *detail)
{
    const struct source_fate fate = {url, title, reason, detail};
    writing_made(writing, source_report_add(writing->run, &fate, writing->err));
}

void found_tell(struct writing *writing, double fraction, const char *what, size_t done, size_t all, const char *units)
{
    struct error *err = writing->err, ignored;
    writing->err = &ignored;
    writing_progress(writing, fraction, "%s %zu of %zu%s", what, done, all, units);
    writing->err = err;
}

/* The page before it that is the same as the last one; NULL: there is none. */
static const struct page *same_as(const struct found *found, const struct page_identity *identity)
{
    for (size_t i = 0; i < found->count; i++)
        if (page_is_same(&found->identities[i], identity))
            return &found->pages[i];
    return NULL;
}

void found_take(struct writing *writing, struct found *found, const char *url)
{
    struct page_identity *identity = &found->identities[found->count];
    struct page *page = &found->pages[found->count];
    size_t orders = 0;
    if (!writing_made(writing, page_leave_out_orders(found->arena, page, &orders, writing->err)) ||
        !writing_made(writing, page_identify(found->arena, page, identity, writing->err)))
        return;
    const struct page *same = same_as(found, identity);
    found->count += !same;
    if (same)
        found_report(writing, url ? url : page->url, page->title, SOURCE_SAME, same->url);
    else if (orders)
        found_report(writing, url ? url : page->url, page->title, SOURCE_ADDRESSES, NULL);
    if (same && url)
        writing_note(writing, "The source %s is the same as %s and was used once.", url, same->url);
}

/* An article needs little of a book. A bound for each source bounds the time and the memory of an article too. */
static void found_shorten(struct writing *writing, struct found *found)
{
    for (size_t i = 0; i < found->count; i++) {
        struct page *page = &found->pages[i];
        if (!writing_made(writing, page_shorten(found->arena, page, MAX_TEXT / found->count, writing->err)) ||
            !page->is_cut)
            continue;
        if (i < found->named)
            writing_note(writing, "Of the source %s only the beginning was read: it is too long.", page->url);
        found_report(writing, page->url, page->title, SOURCE_CUT, NULL);
    }
}

/* --- pages of the service's library --- */

static void tell_reading(void *context, size_t done, size_t all)
{
    found_tell(context, at_sources, "Reading the library for the first time:", done, all, " documents");
}

/* Notes why the library cannot be searched. */
static void leave_out_library(struct writing *writing, struct found *found)
{
    found->library_problem = arena_copy(found->arena, writing->err->message);
    writing_note(writing, "The library folder could not be read: %s.", writing->err->message);
}

/* The documents of the library that speak of the keyword, if there is a library; one that cannot be read is noted. */
static enum status found_from_library(struct writing *writing, struct found *found)
{
    if (!writing->services->library)
        return OK;
    const struct library_request request = {.keyword = writing->brief.keyword,
                                            .language = writing->brief.language,
                                            .max_pages = writing->brief.is_list ? MOST_DOCUMENTS : USUAL_DOCUMENTS,
                                            .is_wide = writing->brief.is_list,
                                            .cancel = writing->job->cancel,
                                            .progress = tell_reading,
                                            .context = writing};
    enum status status = library_ask(&found->library, &request, found->arena, &found->hits, writing->err);
    if (status == E_NOT_FOUND || status == E_IO || status == E_CORRUPT || status == E_INTERNAL) {
        leave_out_library(writing, found);
        return OK;
    }
    if (status)
        return status;
    if (found->count) /* the pages are not picked from the library alone */
        found->hits.collection.pages = 0;
    for (size_t i = 0; i < found->hits.count; i++) {
        found->pages[found->count] = found->hits.pages[i];
        found_take(writing, found, NULL);
    }
    return OK;
}

/* --- pages of the request's addresses --- */

/* Notes for the user that a source cannot be used. When none can, the error names the first one. */
static void found_urls_leave_out(struct writing *writing, struct found *found, const struct reading *reading)
{
    const char *what = reading->problem;
    if (!found->first_problem)
        found->first_problem = arena_printf(found->arena, "%s: %s", reading->url, what);
    found_report(writing, reading->url, NULL, SOURCE_UNREACHABLE, what);
    writing_note(writing, "The source %s could not be read: %s.", reading->url, what);
}

static void take_reading(struct writing *writing, struct found *found, const struct reading *reading)
{
    if (reading->is_empty)
        found_report(writing, reading->url, reading->page.title, SOURCE_EMPTY, NULL);
    if (reading->status) {
        found_urls_leave_out(writing, found, reading);
        return;
    }
    found->pages[found->count] = reading->page;
    found_take(writing, found, reading->url);
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

/* The readings of a request's URLs; another spelling of the same address is read once. Returns how many. */
static size_t list_readings(struct writing *writing, const json_t *urls, struct found *found, struct reading *readings)
{
    struct map seen;
    size_t count = 0;
    map_init(&seen, found->arena);
    for (size_t i = 0; i < json_array_size(urls); i++) {
        const char *url = json_string_value(json_array_get(urls, i));
        char *address = url_normalise(found->arena, str_from(url));
        void **first = map_put(&seen, str_from(address ? address : url));
        if (!first) {
            arena_fail(found->arena);
            return count;
        }
        if (!*first) {
            *first = (void *)url;
            readings[count++] = (struct reading){.url = url, .is_named = true};
            continue;
        }
        writing_note(writing, "The source %s was given twice and was used once.", url);
        if (strcmp(*first, url) != 0)
            found_report(writing, url, NULL, SOURCE_SAME, *first);
    }
    return count;
}

/* Reads the addresses, a few side by side, each once however it is spelt. One that cannot be used is noted and left
 * out. E_CANCELLED, E_MEMORY. */
static enum status found_from_urls(struct writing *writing, const json_t *urls, struct found *found)
{
    struct reading *readings = ARENA_ARRAY(found->arena, json_array_size(urls) + 1, struct reading);
    size_t count = readings ? list_readings(writing, urls, found, readings) : 0;
    enum status status = arena_failed(found->arena) ? error_memory(writing->err) : writing_end(writing, OK);
    if (!status && count)
        status = found_urls_read_all(writing, found, readings, count);
    for (size_t i = 0; i < count && !status; i++)
        take_reading(writing, found, &readings[i]);
    return status;
}

/* --- all of them --- */

/* What an article says of its sources stays when the pages go. */
static void name_sources(struct writing *writing)
{
    writing->sources = ARENA_ARRAY(writing->arena, writing->page_count + 1, struct source);
    writing->source_count = writing->sources ? writing->page_count : 0;
    for (size_t i = 0; i < writing->source_count; i++) {
        const struct page *page = &writing->pages[i];
        writing->sources[i] = (struct source){
            .url = str_from(arena_copy(writing->arena, page->url)),
            .title = heading_clean(str_from(arena_copy(writing->arena, page->title))),
            .is_link = page->is_link,
            .is_foreign = page->language && page->language != writing->brief.language,
        };
    }
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
    size_t most = url_count + MOST_DOCUMENTS + LIBRARY_PARTS + (search ? search->most : 0);
    found->pages = ARENA_ARRAY(found->arena, most, struct page);
    found->identities = ARENA_ARRAY(found->arena, most, struct page_identity);
    enum status status = found->pages && found->identities
                             ? writing_progress(writing, at_sources, "Reading the sources")
                             : error_memory(writing->err);
    if (!status)
        status = found_from_urls(writing, urls, found);
    found->named = found->count;
    if (!status && wants_library(writing, url_count))
        status = found_from_library(writing, found);
    if (!status && search)
        status = find_more(writing, search, found);
    if (!status)
        found_shorten(writing, found);
    bool may_be_empty = writing->model || (writing->type->draws_on_brand && writing->brand.knowledge.len);
    bool has_failed = !status && arena_failed(found->arena);
    status = has_failed ? error_memory(writing->err) : writing_end(writing, status);
    if (!status && !found->count && (url_count || found->search_problem || !may_be_empty))
        status = nothing_found(writing, found, url_count);
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

static enum status find_and_store(struct writing *writing, const struct sources_search *search, json_t **value)
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
        status = find_and_store(writing, search, &value);
    if (!status)
        status = source_report_merge(writing->run, json_object_get(value, "run"), writing->err);
    if (!status && !json_array_size(writing->searches) &&
        json_array_extend(writing->searches, json_object_get(value, "searches")))
        status = error_memory(writing->err);
    if (!status)
        status = stored_load(writing, value);
    if (!status)
        name_sources(writing);
    json_decref(value);
    return writing_end(writing, status);
}
