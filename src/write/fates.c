#include "write/fates.h"

#include "write/writing/source_report.h"

static enum status fates_add(struct writing *writing, const char *url, const char *title, enum source_reason reason)
{
    const struct source_fate fate = {url, title, reason, NULL};
    return source_report_add(writing->run, &fate, writing->err);
}

enum status fates_of_excerpts(struct writing *writing)
{
    static const enum source_reason reasons[] = {
        [EXCERPT_DUPLICATE] = SOURCE_REPEATS,
        [EXCERPT_ADDRESSES_MODEL] = SOURCE_ADDRESSES,
        [EXCERPT_BOILERPLATE] = SOURCE_REASONS, /* navigation is in every page, and no reason */
    };
    enum status status = OK;
    for (size_t i = 0; i < writing->excerpts.left_out_count && !status; i++) {
        const struct excerpt_left_out *left_out = &writing->excerpts.left_out[i];
        const struct page *page = &writing->pages[left_out->page];
        if (reasons[left_out->reason] != SOURCE_REASONS)
            status = fates_add(writing, page->url, page->title, reasons[left_out->reason]);
    }
    return status;
}

static bool is_cited(const json_t *cited, struct str url)
{
    for (size_t i = 0; i < json_array_size(cited); i++)
        if (str_eq(str_from(json_string_value(json_object_get(json_array_get(cited, i), "url"))), url))
            return true;
    return false;
}

/* Was the article written with passages of the source before it? */
static bool fates_is_shown(const struct writing *writing, size_t source)
{
    bool is_shown = writing->sources[source].is_shown;
    for (size_t i = 0; writing->has_corpus && i < writing->corpus.passage_count && !is_shown; i++)
        is_shown = writing->corpus.passages[i].page == source;
    return is_shown;
}

static enum source_reason reason_of(const struct writing *writing, size_t source, const json_t *cited)
{
    if (is_cited(cited, writing->sources[source].url))
        return SOURCE_CITED;
    if (writing->sources[source].is_foreign)
        return SOURCE_FOREIGN;
    return fates_is_shown(writing, source) ? SOURCE_UNCITED : SOURCE_UNFIT;
}

enum status fates_end(struct writing *writing, const json_t *cited)
{
    enum status status = OK;
    for (size_t i = 0; i < writing->source_count && !status; i++) {
        const struct source *source = &writing->sources[i];
        const char *url = arena_copy_n(writing->arena, source->url.data, source->url.len);
        const char *title = arena_copy_n(writing->arena, source->title.data, source->title.len);
        status =
            url && title ? fates_add(writing, url, title, reason_of(writing, i, cited)) : error_memory(writing->err);
    }
    return status;
}
