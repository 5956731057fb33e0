/* The sections of a service page: passages that speak of benefits, of how it is done, of what proves it. */
#include "write/compose/compose.h"

enum {
    ROLE_WORDS = 170, /* after which no more is added */
    MOST_PASSAGES = 6,
    TITLE_HITS = 3, /* what a word in a heading counts */
    ROLE_LISTS = 3,
};

/* The beginnings of words for a role; NULL: the role has none. */
static const char *const *words_of(const struct cues *cues, enum plan_role role)
{
    return role == ROLE_BENEFITS  ? cues->benefits
           : role == ROLE_PROCESS ? cues->process
           : role == ROLE_PROOF   ? cues->proof
                                  : NULL;
}

static enum status count_hits(struct writing *writing, const char *const *beginnings, struct str text, size_t *hits)
{
    struct word *words;
    size_t count;
    enum status status = words_split(writing->arena, text, writing->brief.language, &words, &count, writing->err);
    for (size_t i = 0; i < count && !status; i++)
        for (const char *const *list = beginnings; *list; list++)
            if (str_starts(words[i].folded, str_from(*list))) {
                *hits += 1;
                break;
            }
    return status;
}

/* How often a passage and the headings around it name what belongs to the role. */
static enum status hits_of(struct writing *writing, const struct passage *passage, enum plan_role role, size_t *hits)
{
    const struct corpus *corpus = &writing->corpus;
    const char *const *beginnings = words_of(writing->brief.language->cues, role);
    size_t in_titles = 0;
    enum status status = OK;
    *hits = 0;
    for (size_t i = 0; i < passage->count && !status; i++)
        status = count_hits(writing, beginnings, corpus->sentences[passage->first + i].text, hits);
    for (size_t at = passage->section; at != NO_SECTION && corpus->sections[at].depth > 0 && !status;
         at = corpus->sections[at].parent)
        status = count_hits(writing, beginnings, corpus->sections[at].title, &in_titles);
    *hits += TITLE_HITS * in_titles;
    return status;
}

/* 0: it does not fit the role, or fits another one better. */
static enum status rate(struct writing *writing, const struct passage *passage, enum plan_role role, double *score)
{
    static const enum plan_role roles[ROLE_LISTS] = {ROLE_PROOF, ROLE_PROCESS, ROLE_BENEFITS};
    size_t own = 0, hits;
    enum status status = hits_of(writing, passage, role, &own);
    *score = 0;
    for (size_t i = 0; i < ROLE_LISTS && own && !status; i++) {
        status = hits_of(writing, passage, roles[i], &hits);
        if (roles[i] != role && hits > own)
            return status;
    }
    *score = (double)own / (double)(1 + passage->count) + (own ? 1 - passage->position / 4 : 0);
    return status;
}

/* Every passage that fits, with its score; those of another subject than the keyword's are left out, but what the
 * customer says of its brand is about its service. */
static enum status collect(struct writing *writing, enum plan_role role, struct ranked_passage *list, size_t *count)
{
    struct corpus *corpus = &writing->corpus;
    struct vector keyword;
    enum status status = corpus_vector(corpus, writing->brief.subject, &keyword, writing->err);
    for (size_t i = 0; i < corpus->passage_count && !status; i++) {
        const struct passage *passage = &corpus->passages[i];
        double about = vector_coverage(&keyword, &passage->vector), score = 0;
        for (size_t at = passage->section; at != NO_SECTION; at = corpus->sections[at].parent)
            about += vector_coverage(&keyword, &corpus->sections[at].vector);
        bool is_brand = writing->has_brand_page && passage->page + 1 == writing->page_count;
        if (passage->stands_alone && (about > 0 || is_brand))
            status = rate(writing, passage, role, &score);
        if (!status && score > 0)
            list[(*count)++] = (struct ranked_passage){passage, score + about};
    }
    return status;
}

/* Moves the best that the article does not say yet to the front; returns how many. */
static size_t choose(struct writing *writing, struct ranked_passage *list, size_t count)
{
    size_t chosen = 0, words = 0;
    while (chosen < MOST_PASSAGES && words < ROLE_WORDS) {
        size_t best = count;
        for (size_t i = chosen; i < count; i++)
            if (!compose_is_said(writing, list[i].passage) && (best == count || list[i].score > list[best].score))
                best = i;
        if (best == count)
            break;
        struct ranked_passage taken = list[best];
        list[best] = list[chosen];
        list[chosen++] = taken;
        words += taken.passage->words;
        for (size_t i = 0; i < taken.passage->count; i++)
            used_add(&writing->used, taken.passage->first + i);
    }
    return chosen;
}

enum status compose_role(struct composer *composer, size_t number, struct drafted *drafted)
{
    struct writing *writing = composer->writing;
    const struct planned *heading = &composer->plan->headings[number];
    struct ranked_passage *list = ARENA_ARRAY(writing->arena, writing->corpus.passage_count + 1, struct ranked_passage);
    size_t count = 0;
    if (!list)
        return error_memory(writing->err);
    enum status status = collect(writing, heading->role, list, &count);
    if (status)
        return status;
    const struct builtin_text_request request = {.part = PART_SECTION, .heading = heading->title};
    status = compose_text(writing, &request, list, choose(writing, list, count), &drafted->text);
    if (status || drafted->text.count)
        return status;
    return writing_note(writing, "\"%.*s\" was left out: the sources say nothing that belongs there.",
                        STR_ARG(heading->title));
}
