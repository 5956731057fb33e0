/* A research: rounds of searching and reading; which hits are read, and which pages are used. */
#include "write/sources/sources_parts.h"

#include <stdlib.h>

/* --- which pages are used --- */

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
    return study_fault(study, status, &err);
}

static void using_leave_out(struct study *study, const struct page_choice *list, size_t number)
{
    const struct page_choice *choice = &list[number];
    const char *like = choice->fate == PAGE_REPEATS ? list[choice->like].page->url : NULL;
    found_report(study->writing, choice->page->url, choice->page->title, reasons[choice->fate], like);
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

/* Puts the best pages behind those that were found before (read_choose): on what was asked for, of the age that was
 * asked for, each thing once, of bounded length together. Why others are left out is in the run. E_MEMORY, E_CANCELLED.
 */
static enum status using_pages(struct study *study)
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
        found_take(study->writing, found, NULL);
    }
    if (!status)
        link_chapters(found, first);
    for (size_t i = 0; i < study->page_count && !status; i++)
        if (list[i].fate != PAGE_USED)
            using_leave_out(study, list, i);
    return study_end(study, status);
}

/* --- which hits are read --- */

enum { OF_A_HOST = 3 /* pages, while other hosts have some that fit */ };

/* Of the subject's words: a page of another host with fewer is no reason to leave out the fourth page of a good one. */
static const double fits = 0.5;

/* What a hit is worth that says nothing of the subject, beside one that says all of it: its snippet may be short. */
static const double unfit = 0.25;

struct hit_candidate {
    struct hit *hit;
    double value;
    struct str host, path;
};

static int by_value(const void *left, const void *right)
{
    const struct hit_candidate *a = left, *b = right;
    bool is_first = a->hit->rank == 1 && a->hit->share >= fits, other_is = b->hit->rank == 1 && b->hit->share >= fits;
    if (is_first != other_is)
        return is_first ? -1 : 1;
    if (a->value != b->value)
        return a->value < b->value ? 1 : -1;
    return (a->hit > b->hit) - (a->hit < b->hit);
}

/* The share of the content words of what was looked for that title and text have; 1 where it has none. */
static struct worded study_words(const struct study *study, struct str text)
{
    return query_words(study->arena, text, study->writing->brief.language);
}

static bool has_stem_of(const struct worded *worded, const struct word *word)
{
    for (size_t i = 0; i < worded->count; i++)
        if (str_eq(worded->words[i].stem, word->stem))
            return true;
    return false;
}

/* The share of the content words of what was looked for that title and text have; 1 where it has none. */
static double fit_to(struct study *study, const struct hit *hit, struct str sought)
{
    size_t content = 0, shared = 0;
    const char *text = arena_printf(study->arena, "%s. %s", hit->result.title, hit->result.text);
    struct worded asked = study_words(study, sought), words = study_words(study, str_from(text));
    for (size_t i = 0; i < asked.count; i++) {
        content += !asked.words[i].is_stop;
        shared += !asked.words[i].is_stop && has_stem_of(&words, &asked.words[i]);
    }
    return content ? (double)shared / (double)content : 1;
}

/* A hit of a query that asks for a gap need not have the subject's own words. */
static double choosing_fit(struct study *study, const struct hit *hit)
{
    double of_subject = fit_to(study, hit, study->writing->brief.sought), of_query = fit_to(study, hit, hit->query);
    return of_query > of_subject ? of_query : of_subject;
}

static size_t choosing_rate(struct study *study, struct hit_candidate *list)
{
    size_t count = 0;
    for (size_t i = 0; i < study->hit_count; i++) {
        struct hit *hit = &study->hits[i];
        struct url parts;
        if (hit->is_used)
            continue;
        if (hit->share < 0)
            hit->share = choosing_fit(study, hit);
        struct hit_candidate *candidate = &list[count++];
        *candidate = (struct hit_candidate){.hit = hit, .value = hit->value * (unfit + hit->share)};
        if (!url_parse(str_from(hit->address), &parts, NULL)) {
            candidate->host = parts.host;
            candidate->path = parts.path;
        }
    }
    qsort(list, count, sizeof *list, by_value);
    return count;
}

static size_t of_host(const struct hit_candidate *list, const bool *is_chosen, size_t count, struct str host)
{
    size_t number = 0;
    for (size_t i = 0; i < count && host.len; i++)
        number += is_chosen[i] && str_eq(list[i].host, host);
    return number;
}

/* The same page at another host: of a manual in several languages, or a mirror. "/" and "/en/" tell nothing. */
static bool is_at(const struct hit *hit, const struct hit_candidate *candidate)
{
    struct url parts;
    if (candidate->path.len < 2 || str_ends(candidate->path, STR("/")) ||
        str_ends(candidate->path, STR("/index.html")) || url_parse(str_from(hit->address), &parts, NULL))
        return false;
    return str_eq(parts.path, candidate->path) && !str_eq(parts.host, candidate->host);
}

static bool is_elsewhere(const struct study *study, const struct hit_candidate *candidate)
{
    for (size_t i = 0; i < study->hit_count; i++)
        if (study->hits[i].is_used && is_at(&study->hits[i], candidate))
            return true;
    return false;
}

/* Who found it first, or, where that one has enough to read, whoever has least. */
static size_t agent_for(const struct study *study, const struct hit *hit, const size_t *taken, size_t each)
{
    size_t agent = hit->agent;
    for (size_t i = 0; taken[hit->agent] >= each && i < study->level->agents; i++)
        if (taken[i] < taken[agent])
            agent = i;
    return agent;
}

size_t choosing_hits(struct study *study, size_t each, size_t most, struct hit **list)
{
    struct hit_candidate *candidates = ARENA_ARRAY(study->arena, study->hit_count + 1, struct hit_candidate);
    bool *is_chosen = ARENA_ARRAY(study->arena, study->hit_count + 1, bool);
    size_t *taken = ARENA_ARRAY(study->arena, study->level->agents, size_t);
    size_t count = 0;
    if (!candidates || !is_chosen || !taken)
        return 0;
    size_t candidate_count = choosing_rate(study, candidates);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < candidate_count && count < most; i++) {
            struct hit *hit = candidates[i].hit;
            size_t agent = agent_for(study, hit, taken, each);
            bool is_many = of_host(candidates, is_chosen, candidate_count, candidates[i].host) >= OF_A_HOST;
            bool waits = pass == 0 && (is_many || hit->share < fits || is_elsewhere(study, &candidates[i]));
            if (is_chosen[i] || taken[agent] >= each || waits)
                continue;
            is_chosen[i] = hit->is_used = true;
            hit->agent = agent;
            taken[agent]++;
            list[count++] = hit;
        }
    return count;
}

/* --- a round --- */

/* The queries of all agents as searches: each at the first kind of place, and the first of them at the second too. */
static struct ask *plan_asks(struct study *study, const struct question_line *lines, size_t round, size_t *count)
{
    const struct levels_level *level = study->level;
    size_t room = level->agents * level->queries + 1, left = level->most_searches - study->searches;
    struct ask *asks = ARENA_ARRAY(study->arena, room, struct ask);
    *count = 0;
    for (size_t i = 0; asks && i < level->queries; i++)
        for (size_t agent = 0; agent < level->agents && *count < left; agent++)
            if (i < lines[agent].count)
                asks[(*count)++] =
                    (struct ask){.query = lines[agent].queries[i], .kind = study->kinds.first, .agent = agent};
    if (study->kinds.has_second && *count && *count < left && *count < room) {
        asks[*count] = asks[0];
        asks[(*count)++].kind = study->kinds.second;
    }
    for (size_t i = 0; i < *count; i++)
        asks[i].step = arena_printf(study->arena, "search/%zu-%zu", round, i + 1);
    return asks;
}

/* With "auto" the results may tell what the keyword did not: one more search then. */
static enum status ask_second(struct study *study, const struct ask *first, size_t round)
{
    const struct search_result **results =
        ARENA_ARRAY(study->arena, study->hit_count + 1, const struct search_result *);
    bool had_second = study->kinds.has_second;
    struct ask ask = {.query = first->query, .agent = first->agent};
    if (!results)
        return study_end(study, OK);
    for (size_t i = 0; i < study->hit_count; i++)
        results[i] = &study->hits[i].result;
    kinds_add(study->writing, &study->kinds, kinds_of_results(results, study->hit_count, clock_now_ms()));
    if (had_second || !study->kinds.has_second || study->searches >= study->level->most_searches)
        return OK;
    ask.kind = study->kinds.second;
    ask.step = arena_printf(study->arena, "search/%zu-second", round);
    return searching_round(study, &ask, 1);
}

static enum status read_best(struct study *study, size_t round)
{
    size_t left = study->level->most_reads - study->reads, most = study->level->reads * study->level->agents;
    most = most < left ? most : left;
    struct hit **list = ARENA_ARRAY(study->arena, most + 1, struct hit *);
    size_t count = list ? choosing_hits(study, study->level->reads, most, list) : 0;
    enum status status = study_end(study, OK);
    return status ? status : reading_round(study, list, count, round);
}

static enum status do_round(struct study *study, const struct question_line *lines, size_t round)
{
    size_t count;
    struct ask *asks = plan_asks(study, lines, round, &count);
    enum status status = study_end(study, OK);
    if (!status && count)
        status = searching_round(study, asks, count);
    if (!status && count && round == 1)
        status = ask_second(study, &asks[0], round);
    if (!status)
        status = read_best(study, round);
    study->rounds += !status;
    return status;
}

/* --- all of them --- */

static bool is_over(const struct study *study)
{
    return study->left_ms <= 0 || study->searches >= study->level->most_searches;
}

/* Pages that were found and not read are told in the run too. */
static void tell_unread(struct study *study)
{
    for (size_t i = 0; i < study->hit_count; i++)
        if (!study->hits[i].is_used)
            found_report(study->writing, study->hits[i].result.url, study->hits[i].result.title, SOURCE_NOT_READ, NULL);
}

static enum status do_rounds(struct study *study)
{
    const struct levels_level *level = study->level;
    struct question_line *lines = ARENA_ARRAY(study->arena, level->agents, struct question_line);
    size_t round = 1;
    enum status status = lines ? follow_begin(study, lines) : error_memory(study->writing->err);
    study->searching.planned = level->agents * level->queries * level->rounds;
    if (!status)
        status = do_round(study, lines, round);
    while (!status && round < level->rounds && !is_over(study)) {
        size_t count = 0;
        status = follow_on(study, lines, &count);
        if (!status && !count)
            break;
        if (!status)
            status = do_round(study, lines, ++round);
    }
    if (!status && study->left_ms <= 0)
        writing_note(study->writing,
                     "The research ended after %d seconds, before all of its searches were "
                     "done.",
                     level->seconds);
    if (!status)
        status = using_pages(study);
    if (!status)
        tell_unread(study);
    return status;
}

/* That nothing could be searched is told where there is nothing else to write from. */
static enum status end_study(const struct study *study)
{
    struct found *found = study->found;
    const struct kinds *kinds = &study->kinds;
    if (study->failed == study->searches)
        found->search_problem = arena_copy(found->arena, study->problem ? study->problem : "nothing was searched for");
    else
        found->searched = arena_printf(found->arena, "%zu searches of search.%s%s%s", study->searches,
                                       search_kind_name(kinds->first), kinds->has_second ? " and search." : "",
                                       kinds->has_second ? search_kind_name(kinds->second) : "");
    return study_end(study, OK);
}

static enum status research_search(struct writing *writing, struct found *found, void *context)
{
    struct study *study = context;
    enum status status = study_open(writing, found, study);
    if (!status)
        status = kinds_choose(writing, &study->kinds);
    if (status == E_NOT_FOUND)
        return OK;
    if (!status && !study->kinds.is_custom)
        status = do_rounds(study);
    return status ? status : end_study(study);
}

enum status research_gather(struct writing *writing)
{
    struct study study = {.writing = NULL};
    const struct levels_level *level = level_row(level_asked(writing->config));
    const struct sources_search more = {.most = level->most_reads, .search = research_search, .context = &study};
    bool is_asked = config_bool(writing->config, "realTimeData") && (writing->type->needs & NEEDS_SOURCES);
    enum status status = sources_gather(writing, is_asked ? &more : NULL);
    if (study.writing)
        study_close(&study);
    return status;
}
