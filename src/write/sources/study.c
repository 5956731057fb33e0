/* One research on its way: its level, its clock, its arenas. */
#include "write/sources/sources_parts.h"

/*
 * Breadth 3 and depth 2 or more are what deep modes of research programs use (gpt-researcher: breadth 4, depth 2;
 * open_deep_research: 3 researchers at once). A third round costs half a minute and still finds what two left open.
 */
static const struct levels_level levels[RESEARCH_LEVELS] = {
    [RESEARCH_STANDARD] = {.agents = 1,
                           .rounds = 1,
                           .queries = 3,
                           .results = 8,
                           .reads = 8,
                           .most_searches = 4,
                           .most_reads = 8,
                           .most_bytes = 600000,
                           .seconds = 60},
    [RESEARCH_DEEP] = {.agents = 1,
                       .rounds = 2,
                       .queries = 4,
                       .results = 10,
                       .reads = 10,
                       .most_searches = 10,
                       .most_reads = 20,
                       .most_bytes = 1200000,
                       .seconds = 120},
    [RESEARCH_EXTENDED] = {.agents = 3,
                           .rounds = 3,
                           .queries = 3,
                           .results = 10,
                           .reads = 6,
                           .most_searches = 36,
                           .most_reads = 54,
                           .most_bytes = 2400000,
                           .seconds = 270},
};

const struct levels_level *level_row(enum research_level level)
{
    return &levels[level];
}

enum research_level level_asked(const json_t *config)
{
    if (!config_bool(config, "enableDeepResearch"))
        return RESEARCH_STANDARD;
    return config_bool(config, "extendedResearch") ? RESEARCH_EXTENDED : RESEARCH_DEEP;
}

static const char *country_of(const json_t *config)
{
    const char *name = config_string(config, "country");
    const struct country *country = name ? country_find(str_from(name)) : NULL;
    return country ? country->alpha2 : NULL;
}

enum status study_open(struct writing *writing, struct found *found, struct study *study)
{
    const struct levels_level *level = level_row(level_asked(writing->config));
    const char *range = config_string(writing->config, "realTimeDateRange");
    *study = (struct study){
        .writing = writing,
        .arena = arena_new(),
        .level = level,
        .found = found,
        .left_ms = (int64_t)level->seconds * 1000,
        .country = country_of(writing->config),
    };
    pthread_mutex_init(&study->searching.lock, NULL);
    study->pages = study->arena ? ARENA_ARRAY(study->arena, level->most_reads + 1, struct read_page) : NULL;
    study->asked =
        (struct queries){.arena = study->arena, .language = writing->brief.language, .keyword = writing->brief.keyword};
    search_age_parse(range ? range : "", &study->age);
    return study->pages ? OK : error_memory(writing->err);
}

enum status study_end(const struct study *study, enum status status)
{
    bool has_failed = arena_failed(study->arena) || arena_failed(study->found->arena);
    return !status && has_failed ? error_memory(study->writing->err) : writing_end(study->writing, status);
}

void study_start_clock(struct study *study)
{
    study->deadline = clock_mono_ms() + study->left_ms;
}

void study_stop_clock(struct study *study)
{
    study->left_ms = study->deadline - clock_mono_ms();
}

void study_close(struct study *study)
{
    for (size_t i = 0; i < study->arena_count; i++)
        arena_free(study->arenas[i]);
    arena_free(study->arena);
    pthread_mutex_destroy(&study->searching.lock);
}

enum status study_fault(const struct study *study, enum status status, const struct error *err)
{
    if (status == E_CANCELLED)
        return code_error(study->writing->err, status, CODE_CANCELLED, "the article was cancelled");
    if (status)
        *study->writing->err = *err;
    return status;
}

struct page *study_pages(const struct study *study, int agent, struct arena *arena, size_t *count)
{
    const struct found *found = study->found;
    struct page *pages = ARENA_ARRAY(arena, found->count + study->page_count + 1, struct page);
    *count = pages ? found->count : 0;
    if (*count)
        memcpy(pages, found->pages, found->count * sizeof *pages);
    for (size_t i = 0; pages && i < study->page_count; i++)
        if (agent == EVERYBODY || study->pages[i].hit->agent == (size_t)agent)
            pages[(*count)++] = *study->pages[i].page;
    return pages;
}

struct arena *study_arena(struct study *study)
{
    struct arena **added = VEC_PUSH(study->arena, study->arenas, study->arena_count, study->arena_cap);
    if (added)
        *added = arena_new();
    if (!added || !*added)
        arena_fail(study->arena);
    return added ? *added : NULL;
}
