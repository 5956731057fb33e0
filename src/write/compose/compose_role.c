/* The sections of a service page: passages that speak of benefits, of how it is done, of what proves it. */
#include "write/compose/compose.h"

enum {
    ROLE_WORDS = 170, /* after which no more is added */
    MOST_PASSAGES = 8,
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

/* What is looked at by itself: a list, or a sentence that can open a paragraph with those behind it that need it. Of
 * one paragraph one sentence may tell a step and the next name a certificate. */
static size_t run_from(const struct corpus *corpus, const struct passage *passage, size_t from)
{
    size_t run = 1;
    if (passage->is_list)
        return passage->count;
    while (from + run < passage->count && !corpus->sentences[passage->first + from + run].stands_alone)
        run++;
    return run;
}

struct scored {
    const struct passage *passage;
    double score;
};

struct collecting {
    struct writing *writing;
    enum plan_role role;
    struct vector keyword;
    struct scored *list; /* of runs */
    size_t count;
};

/* A run of another subject than the keyword's is left out, but what the customer says of its brand is about its
 * service. */
static enum status add_run(struct collecting *collecting, const struct passage *whole, size_t from, size_t run)
{
    struct writing *writing = collecting->writing;
    const struct corpus *corpus = &writing->corpus;
    double about = vector_coverage(&collecting->keyword, &whole->vector), score = 0;
    for (size_t at = whole->section; at != NO_SECTION; at = corpus->sections[at].parent)
        about += vector_coverage(&collecting->keyword, &corpus->sections[at].vector);
    bool is_brand = writing->has_brand_page && whole->page + 1 == writing->page_count;
    if (!about && !is_brand)
        return OK;
    struct passage *part = ARENA_NEW(writing->arena, struct passage);
    if (!part)
        return error_memory(writing->err);
    *part = *whole;
    part->first = whole->first + from;
    part->count = run;
    part->words = 0;
    if (from + run < whole->count) {
        part->code = STR("");
        part->row_count = 0;
    }
    for (size_t i = 0; i < run; i++)
        part->words += corpus->sentences[part->first + i].words;
    enum status status = rate(writing, part, collecting->role, &score);
    if (!status && score > 0)
        collecting->list[collecting->count++] = (struct scored){part, score + about};
    return status;
}

static enum status collect(struct collecting *collecting)
{
    struct writing *writing = collecting->writing;
    struct corpus *corpus = &writing->corpus;
    enum status status = corpus_vector(corpus, writing->brief.subject, &collecting->keyword, writing->err);
    collecting->list = ARENA_ARRAY(writing->arena, corpus->sentence_count + 1, struct scored);
    if (!collecting->list)
        return error_memory(writing->err);
    for (size_t i = 0; i < corpus->passage_count && !status; i++) {
        const struct passage *passage = &corpus->passages[i];
        for (size_t from = 0, run; from < passage->count && passage->stands_alone && !status; from += run) {
            run = run_from(corpus, passage, from);
            status = add_run(collecting, passage, from, run);
        }
    }
    return status;
}

/* The best that the article does not say yet; *count: how many. */
static enum status choose(struct collecting *collecting, struct builtin_passage *chosen, size_t *count)
{
    struct writing *writing = collecting->writing;
    const struct scored *list = collecting->list;
    size_t words = 0;
    *count = 0;
    while (*count < MOST_PASSAGES && words < ROLE_WORDS) {
        size_t best = collecting->count;
        for (size_t i = 0; i < collecting->count; i++)
            if ((best == collecting->count || list[i].score > list[best].score) &&
                !compose_is_said(writing, list[i].passage))
                best = i;
        if (best == collecting->count)
            break;
        const struct passage *taken = list[best].passage;
        chosen[*count] = compose_passage(writing, taken);
        if (!chosen[(*count)++].sentences)
            return error_memory(writing->err);
        words += taken->words;
        for (size_t i = 0; i < taken->count; i++)
            used_add(&writing->used, taken->first + i);
    }
    return OK;
}

enum status compose_fits_role(struct writing *writing, enum plan_role role, bool *fits)
{
    struct collecting collecting = {.writing = writing, .role = role};
    enum status status = collect(&collecting);
    *fits = collecting.count > 0;
    return status;
}

enum status compose_role(struct composer *composer, size_t number, struct drafted *drafted)
{
    struct writing *writing = composer->writing;
    const struct planned *heading = &composer->plan->headings[number];
    struct collecting collecting = {.writing = writing, .role = heading->role};
    enum status status = collect(&collecting);
    if (status)
        return status;
    struct builtin_passage chosen[MOST_PASSAGES];
    size_t count;
    status = choose(&collecting, chosen, &count);
    if (!status)
        status = builtin_text(chosen, count, writing->arena, &drafted->text, writing->err);
    if (status || drafted->text.count)
        return status;
    return writing_note(writing, "\"%.*s\" was left out: the sources say nothing that belongs there.",
                        STR_ARG(heading->title));
}
