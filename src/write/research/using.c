#include "write/research/using.h"

#include "research/read/choose.h"
#include "text/url.h"

static const enum source_reason reasons[PAGE_FATES] = {
    [PAGE_OUT_OF_DATE] = SOURCE_OLD,
    [PAGE_OFF_TOPIC] = SOURCE_UNFIT,
    [PAGE_REPEATS] = SOURCE_LIKE,
    [PAGE_NO_ROOM] = SOURCE_NO_ROOM,
};

static enum status using_choose(struct study *study, struct page_choice *list)
{
    struct writing *writing = study->writing;
    struct error err = {0};
    int64_t now = clock_now_ms();
    struct str *queries = ARENA_ARRAY(study->arena, study->asked.count + 1, struct str);
    if (!queries)
        return error_memory(writing->err);
    for (size_t i = 0; i < study->asked.count; i++)
        queries[i] = study->asked.list[i].text;
    const struct choose_options options = {
        .queries = queries,
        .query_count = study->asked.count,
        .language = writing->brief.language,
        .from_ms = study->age == SEARCH_ANY_AGE ? 0 : search_age_start(study->age, now),
        .max_bytes = study->level->most_bytes,
    };
    const struct lookup lookup = {.arena = study->arena, .err = &err, .cancel = writing->job->cancel};
    enum status status = read_choose(list, study->page_count, &options, &lookup);
    if (status == E_CANCELLED)
        return code_error(writing->err, status, CODE_CANCELLED, "the article was cancelled");
    if (status)
        *writing->err = err;
    return status;
}

static enum status using_leave_out(struct study *study, const struct page_choice *list, size_t number)
{
    const struct page_choice *choice = &list[number];
    const char *like = choice->fate == PAGE_REPEATS ? list[choice->like].page->url : NULL;
    return found_report(study->writing, choice->page->url, choice->page->title, reasons[choice->fate], like);
}

/* The one with the rank; NULL: there are no more. */
static const struct page_choice *at_rank(const struct page_choice *list, size_t count, size_t rank)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].fate == PAGE_USED && list[i].rank == rank)
            return &list[i];
    return NULL;
}

/* Tells the pages that the chapter lists among those that are used: what they say is on its subject. What is listed and
 * is no address is none of them. */
static void link_parts(struct found *found, size_t first, const struct page *chapter)
{
    for (size_t i = 0; i < chapter->part_count; i++) {
        const char *address = url_resolve(found->arena, chapter->url, str_from(chapter->parts[i]));
        for (size_t j = first; address && j < found->count; j++) {
            struct page *part = &found->pages[j];
            if (part == chapter || part->chapter || strcmp(part->url, address) != 0)
                continue;
            part->chapter = chapter->url;
            part->place = i + 1;
        }
    }
}

static void link_chapters(struct found *found, size_t first)
{
    for (size_t i = first; i < found->count; i++)
        if (page_is_chapter(&found->pages[i]))
            link_parts(found, first, &found->pages[i]);
}

enum status using_pages(struct study *study)
{
    struct found *found = study->found;
    struct page_choice *list = ARENA_ARRAY(study->arena, study->page_count + 1, struct page_choice);
    const struct page_choice *used;
    if (!list)
        return error_memory(study->writing->err);
    for (size_t i = 0; i < study->page_count; i++) {
        const struct read_page *read = &study->pages[i];
        int64_t own = read->page->published_ms, told = read->hit->result.published_ms;
        list[i].page = read->page;
        list[i].published_ms = own ? own : told;
    }
    size_t first = found->count;
    enum status status = study->page_count ? using_choose(study, list) : OK;
    for (size_t rank = 0; !status && (used = at_rank(list, study->page_count, rank)); rank++) {
        found->pages[found->count] = used->used;
        found->pages[found->count].published_ms = used->published_ms;
        status = found_take(study->writing, found, NULL);
    }
    if (!status)
        link_chapters(found, first);
    for (size_t i = 0; i < study->page_count && !status; i++)
        if (list[i].fate != PAGE_USED)
            status = using_leave_out(study, list, i);
    return status;
}
