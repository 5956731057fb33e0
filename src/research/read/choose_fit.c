#include "research/read/choose_fit.h"

#include "research/topic/topic.h"

enum {
    JUDGED_BYTES = 64 * 1024, /* of a page: what it is about stands in its beginning */
    TIER_WORTH = 100,         /* more than any score within a tier */
};

/* The pages of one language, and where they stand in the list. */
struct choose_fit_group {
    const struct language *language;
    struct page *pages;
    size_t *numbers;
    size_t count;
};

struct choose_fit_judge {
    struct arena *arena;
    const struct lookup *lookup;
    const struct str *queries;
    size_t query_count;
    const struct language *language; /* of the queries */
    struct page_fit *fits;
};

/* As many of its first blocks as are judged. */
static struct page beginning_of(const struct page *page)
{
    struct page beginning = *page;
    size_t bytes = 0;
    beginning.count = 0;
    while (beginning.count < page->count && bytes < JUDGED_BYTES)
        bytes += page->blocks[beginning.count++].text.len;
    return beginning;
}

/* Marks the stems of the subject that the text has. */
static void mark_stems(const struct topic *topic, const struct terms *text, bool *has)
{
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < topic->terms.count && topic_has(topic, text->ids[i]); j++)
            has[j] = has[j] || topic->terms.ids[j] == text->ids[i];
}

/* Marks the pages with the noun of the subject in their title or a main heading. */
static void mark_headed(const struct topic *topic, bool *is_headed)
{
    const struct corpus *corpus = topic->corpus;
    for (size_t i = 0; i < corpus->section_count; i++) {
        const struct source_section *section = &corpus->sections[i];
        if (section->depth <= 1 && topic_has_head(topic, &section->terms))
            is_headed[section->page] = true;
    }
}

/*
 * Has each page most of the stems of the subject, in its text or its headings? One of two is not enough: most pages on
 * databases have the "table" of "table partitioning". Half of them is, where its noun is among them and stands in the
 * title or a main heading: "Editing layer masks" need not say again that it is in GIMP.
 */
static enum status find_stems(struct choose_fit_judge *judge, const struct topic *topic,
                              const struct choose_fit_group *group)
{
    const struct corpus *corpus = topic->corpus;
    size_t stems = topic->terms.count;
    bool *has = ARENA_ARRAY(judge->arena, group->count * stems + 1, bool);
    bool *is_headed = ARENA_ARRAY(judge->arena, group->count + 1, bool);
    if (!has || !is_headed)
        return error_memory(judge->lookup->err);
    mark_headed(topic, is_headed);
    for (size_t i = 0; i < corpus->section_count; i++)
        mark_stems(topic, &corpus->sections[i].terms, &has[corpus->sections[i].page * stems]);
    for (size_t i = 0; i < corpus->statement_count; i++)
        mark_stems(topic, &corpus->statements[i].terms,
                   &has[corpus->sections[corpus->statements[i].section].page * stems]);
    for (size_t i = 0; i < group->count; i++) {
        size_t held = 0;
        for (size_t j = 0; j < stems; j++)
            held += has[i * stems + j];
        bool is_near =
            topic->pages[i].tier != TOPIC_NOT || held * 2 > stems || (is_headed[i] && held * 2 == stems) || !stems;
        struct page_fit *fit = &judge->fits[group->numbers[i]];
        fit->is_on_topic = fit->is_on_topic || is_near;
    }
    return OK;
}

static enum status judge_by(struct choose_fit_judge *judge, struct corpus *corpus, const struct choose_fit_group *group,
                            struct str query)
{
    struct keyword keyword;
    struct topic topic;
    struct error *err = judge->lookup->err;
    enum status status = keyword_read(judge->arena, query, judge->language, &keyword, err);
    if (status)
        return status;
    const struct topic_query asked = {.subject = keyword.subject, .shape = keyword.shape};
    status = topic_open(corpus, &asked, judge->arena, &topic, err);
    for (size_t i = 0; i < group->count && !status; i++) {
        double score = topic.pages[i].tier * (double)TIER_WORTH + topic.pages[i].score;
        struct page_fit *fit = &judge->fits[group->numbers[i]];
        fit->score = score > fit->score ? score : fit->score;
    }
    return status ? status : find_stems(judge, &topic, group);
}

static enum status judge_group(struct choose_fit_judge *judge, const struct choose_fit_group *group)
{
    struct corpus corpus;
    const struct corpus_options options = {.language = group->language, .cancel = judge->lookup->cancel};
    enum status status = corpus_build(judge->arena, group->pages, group->count, &options, &corpus, judge->lookup->err);
    for (size_t i = 0; i < judge->query_count && !status; i++) {
        status = lookup_check(judge->lookup);
        if (!status)
            status = judge_by(judge, &corpus, group, judge->queries[i]);
    }
    return status;
}

/* Takes the pages of the language of the first page that is not taken yet. */
static bool next_group(struct choose_fit_group *group, const struct page *const *pages, size_t count,
                       const struct language *usual, bool *is_taken)
{
    group->count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct language *language = pages[i]->language ? pages[i]->language : usual;
        if (is_taken[i] || (group->count && language != group->language))
            continue;
        is_taken[i] = true;
        group->language = language;
        group->pages[group->count] = beginning_of(pages[i]);
        group->numbers[group->count++] = i;
    }
    return group->count > 0;
}

enum status pages_fit(const struct page *const *pages, size_t count, const struct str *queries, size_t query_count,
                      const struct language *language, const struct lookup *lookup, struct page_fit *fits)
{
    struct arena *arena = arena_new();
    struct choose_fit_judge judge = {arena, lookup, queries, query_count, language, fits};
    struct choose_fit_group group = {.pages = arena ? ARENA_ARRAY(arena, count + 1, struct page) : NULL,
                                     .numbers = arena ? ARENA_ARRAY(arena, count + 1, size_t) : NULL};
    bool *is_taken = arena ? ARENA_ARRAY(arena, count + 1, bool) : NULL;
    enum status status = group.pages && group.numbers && is_taken ? OK : error_memory(lookup->err);
    for (size_t i = 0; i < count; i++)
        fits[i] = (struct page_fit){.is_on_topic = !query_count};
    while (!status && next_group(&group, pages, count, language, is_taken))
        status = judge_group(&judge, &group);
    arena_free(arena);
    return status;
}
