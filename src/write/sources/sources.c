#include "write/sources/sources.h"

#include "write/sources/stored.h"
#include "write/writing/article_type.h"

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
