/* The pages of a round, read side by side: a stored step. */
#include "write/sources/sources_parts.h"

#include <limits.h>

/* Of a page that a search found: dozens of them are in memory side by side, and an article needs little of each. */
enum { MOST_BYTES = 4 * 1024 * 1024 /* fetched */, MOST_TEXT = 128 * 1024 /* of its text, kept */ };

/* --- read, or loaded --- */

/* What became of the hits: pages and problems by their numbers. */
struct reading_batch {
    struct study *study;
    struct hit *const *hits;
    size_t count;
    json_t *value; /* of the stored step: [{url, problem, page}] */
};

static int version_of(const struct reading_batch *batch)
{
    uint64_t hash = HASH_EMPTY;
    for (size_t i = 0; i < batch->count; i++)
        hash = hash_of(str_from(batch->hits[i]->address), hash);
    return (int)(hash & INT_MAX);
}

static void tell_reading(void *context, size_t done, size_t all)
{
    found_tell(context, 0, "Reading page", done, all, "");
}

static bool is_to_be_read(const struct hit *hit)
{
    return !hit->result.page &&
           (str_starts(str_from(hit->address), STR("http://")) || str_starts(str_from(hit->address), STR("https://")));
}

static enum status reading_read_pages(struct reading_batch *batch, struct arena *arena, struct reading *list,
                                      size_t count)
{
    struct writing *writing = batch->study->writing;
    struct error err = {0};
    const struct read_options options = {.max_bytes = MOST_BYTES, .progress = tell_reading, .context = writing};
    if (!count)
        return OK;
    study_start_clock(batch->study);
    const struct lookup lookup = {
        .arena = arena, .err = &err, .cancel = writing->job->cancel, .deadline = batch->study->deadline};
    writing_give_turn(writing);
    enum status status = reader_read(writing->services->reader, list, count, &options, &lookup);
    study_stop_clock(batch->study);
    writing_take_turn(writing);
    return study_fault(batch->study, status, &err);
}

static json_t *reading_json(const struct reading *reading)
{
    json_t *page = reading->status == OK ? stored_page_json(&reading->page) : NULL;
    if (reading->status == OK && !page)
        return NULL;
    const char *problem = reading->problem ? reading->problem : status_name(reading->status);
    json_t *value = json_pack("{s:s,s:s*,s:O*}", "url", reading->url, "problem", reading->status == OK ? NULL : problem,
                              "page", page);
    json_decref(page);
    return value;
}

/* Puts what came of a reading behind the others. */
static enum status add_reading(struct reading_batch *batch, struct arena *arena, struct reading *reading)
{
    struct error *err = batch->study->writing->err;
    if (!reading->status && page_shorten(arena, &reading->page, MOST_TEXT, err))
        return error_memory(err);
    return json_array_append_new(batch->value, reading_json(reading)) ? error_memory(err) : OK;
}

/* Reads what has to be read, and stores all that came of it. arena: of the pages, which are read back from that. */
static enum status read_and_store(struct reading_batch *batch, struct arena *arena, const char *step, int version)
{
    struct writing *writing = batch->study->writing;
    int64_t began = clock_mono_ms();
    size_t count = 0;
    struct reading *list = ARENA_ARRAY(arena, batch->count + 1, struct reading);
    batch->value = list ? json_array() : NULL;
    if (!batch->value)
        return error_memory(writing->err);
    for (size_t i = 0; i < batch->count; i++)
        if (is_to_be_read(batch->hits[i]))
            list[count++] = (struct reading){.url = batch->hits[i]->result.url};
    enum status status = reading_read_pages(batch, arena, list, count);
    for (size_t i = 0; i < count && !status; i++)
        status = add_reading(batch, arena, &list[i]);
    return status ? status : step_save(writing, step, version, began, batch->value);
}

static enum status load_or_read(struct reading_batch *batch, size_t round)
{
    struct writing *writing = batch->study->writing;
    const char *step = arena_printf(batch->study->arena, "read/%zu", round);
    int version = version_of(batch);
    if (!step)
        return error_memory(writing->err);
    enum status status = step_load(writing, step, version, &batch->value);
    struct arena *arena = status == E_NOT_FOUND ? arena_new() : NULL;
    if (status == E_NOT_FOUND)
        status = arena ? read_and_store(batch, arena, step, version) : error_memory(writing->err);
    arena_free(arena);
    return status;
}

/* --- taken --- */

static void reading_leave_out(struct study *study, const struct hit *hit, enum source_reason reason, const char *detail)
{
    found_report(study->writing, hit->result.url, hit->result.title, reason, detail);
}

/* The summary of a work, as its author wrote it. */
static void make_summary(struct study *study, const struct hit *hit, struct page *page)
{
    struct block *blocks = ARENA_ARRAY(study->arena, 2, struct block);
    if (!blocks)
        return;
    blocks[0] = (struct block){.kind = BLOCK_HEADING, .level = 1, .text = str_from(hit->result.title)};
    blocks[1] = (struct block){.kind = BLOCK_PARAGRAPH, .text = str_from(hit->result.text)};
    *page = (struct page){.url = hit->result.url,
                          .title = hit->result.title,
                          .description = "",
                          .language = language_detect(blocks[1].text),
                          .blocks = blocks,
                          .count = 2,
                          .is_link = true};
}

/* A page that was read: the choice among all of them comes later. */
static void reading_take_page(struct study *study, const struct hit *hit, const struct page *page)
{
    const struct language *language = study->writing->brief.language;
    if (page->language && language && page->language != language)
        reading_leave_out(study, hit, SOURCE_FOREIGN, NULL);
    else if (!page->count)
        reading_leave_out(study, hit, SOURCE_EMPTY, NULL);
    else
        study->pages[study->page_count++] = (struct read_page){hit, page};
}

static void take_read(struct study *study, const struct hit *hit, const json_t *entry)
{
    const char *problem = json_string_value(json_object_get(entry, "problem"));
    const json_t *stored = json_object_get(entry, "page");
    struct page *page = ARENA_NEW(study->arena, struct page);
    bool has_summary = hit->result.is_whole && *hit->result.text;
    if (!page)
        return;
    if (!stored)
        reading_leave_out(study, hit, has_summary ? SOURCE_SUMMARY : SOURCE_UNREACHABLE,
                          problem ? problem : "it was not read");
    if (!stored && !has_summary)
        return;
    if (stored)
        stored_page_load(study->arena, stored, page);
    else
        make_summary(study, hit, page);
    reading_take_page(study, hit, page);
}

enum status reading_round(struct study *study, struct hit *const *hits, size_t count, size_t round)
{
    struct reading_batch batch = {.study = study, .hits = hits, .count = count};
    size_t number = 0;
    enum status status = count ? load_or_read(&batch, round) : OK;
    for (size_t i = 0; i < count && !status; i++) {
        const struct hit *hit = hits[i];
        study->reads++;
        if (hit->result.page)
            reading_take_page(study, hit, hit->result.page);
        else
            take_read(study, hit, is_to_be_read(hit) ? json_array_get(batch.value, number++) : NULL);
    }
    json_decref(batch.value);
    return study_end(study, status);
}
