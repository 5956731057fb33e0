/* Passages chosen for a query. */
#include "research/passage.h"

#include <stdlib.h>

/* BM25 with the usual parameters (Robertson, Zaragoza 2009). */
static const double bm25_k1 = 1.2, bm25_b = 0.75;

enum { LEXRANK_ITERATIONS = 40, LEXRANK_NODES = 160 };
static const double lexrank_query_weight = 0.6;

static const double mmr_lambda = 0.7;
static const double heading_covered = 0.5; /* share of a heading that a passage from elsewhere must speak of, ... */
static const double heading_full = 0.8;    /* ... and when the heading has passages of its own */
static const double from_elsewhere = 0.7;  /* what such a passage is then worth */
static const double near_duplicate = 0.5;  /* shared shingles from which two sentences say the same */
static const double near_passage = 0.75;   /* cosine from which two passages do */
static const double position_slope = 0.3;  /* how much less the end of a page counts than its beginning */
static const double deep_in_page = 0.4;    /* what a passage from the middle of a page is worth to an introduction */

static const double early_in_page =
    0.2; /* where a section without a subject of its own still belongs to the beginning */
static const double strange_page = 0.2; /* what a page whose title names nothing of the keyword is worth to it */
static const double named_first = 1.5;  /* and one that begins with the keyword */

struct trial {
    const struct passage *passage;
    double keyword, heading; /* BM25 */
    double relevance, centrality, score;
    bool is_out;
};

struct ranking {
    struct corpus *corpus;
    const struct passage_query *query;
    const struct used_sentences *used;
    struct vector keyword, heading, entities;
    bool has_own; /* passages stand under the very heading: others must fit it well */
    struct trial *trials;
    size_t count;
    struct arena *arena;
    struct error *err;
};

enum status used_init(const struct corpus *corpus, struct arena *arena, struct used_sentences *used, struct error *err)
{
    used->count = 0;
    used->flags = ARENA_ARRAY(arena, corpus->sentence_count + 1, bool);
    used->list = ARENA_ARRAY(arena, corpus->sentence_count + 1, size_t);
    return used->flags && used->list ? OK : error_memory(err);
}

void used_add(struct used_sentences *used, size_t sentence)
{
    if (!used->flags[sentence])
        used->list[used->count++] = sentence;
    used->flags[sentence] = true;
}

static double bm25(const struct corpus *corpus, const struct vector *query, const struct passage *passage)
{
    double sum = 0, length = (double)passage->words / corpus->mean_words;
    const struct vector *text = &passage->vector;
    for (size_t i = 0, j = 0; i < query->count && j < text->count;) {
        uint32_t left = query->terms[i].id, right = text->terms[j].id;
        if (left == right && left < corpus->idf_count) {
            double idf = corpus->idf[left], frequency = text->terms[j].weight / idf;
            sum += idf * frequency * (bm25_k1 + 1) / (frequency + bm25_k1 * (1 - bm25_b + bm25_b * length));
        }
        i += left <= right;
        j += right <= left;
    }
    return sum;
}

static enum status read_query(struct ranking *ranking)
{
    struct corpus *corpus = ranking->corpus;
    const struct passage_query *query = ranking->query;
    enum status status = corpus_vector(corpus, query->keyword, &ranking->keyword, ranking->err);
    if (!status)
        status = corpus_vector(corpus, query->heading, &ranking->heading, ranking->err);
    if (status)
        return status;
    vector_without(&ranking->heading, &ranking->keyword);
    struct buf joined = {0};
    for (size_t i = 0; i < query->entity_count; i++) {
        buf_add(&joined, query->entities[i].data, query->entities[i].len);
        buf_char(&joined, ' ');
    }
    char *copy = joined.failed ? NULL : arena_copy(ranking->arena, buf_text(&joined));
    buf_free(&joined);
    return copy ? corpus_vector(corpus, str_from(copy), &ranking->entities, ranking->err) : error_memory(ranking->err);
}

static bool is_used(const struct ranking *ranking, const struct passage *passage)
{
    for (size_t i = passage->first; i < passage->first + passage->count; i++)
        if (ranking->used->flags[i])
            return true;
    return false;
}

/* Does a sentence of the article say nearly the same? */
static bool says_what_is_said(const struct ranking *ranking, const struct passage *passage)
{
    const struct source_sentence *sentences = ranking->corpus->sentences;
    for (size_t i = passage->first; i < passage->first + passage->count; i++)
        for (size_t j = 0; j < ranking->used->count; j++)
            if (shingles_overlap(&sentences[i].shingles, &sentences[ranking->used->list[j]].shingles) >= near_duplicate)
                return true;
    return false;
}

static bool is_kept_back(const struct passage_query *query, const struct passage *passage)
{
    return query->owner && query->owner[passage->section] == SECTION_KEPT_BACK;
}

/* 1: the passage stands under the query's heading, 0: under none of the outline's, -1: under another. */
static int belongs(const struct ranking *ranking, const struct passage *passage)
{
    const struct passage_query *query = ranking->query;
    if (!query->owner || query->owner[passage->section] < 0)
        return 0;
    return query->owner[passage->section] == query->self ? 1 : -1;
}

/* Does a passage from elsewhere in the sources fit the heading? */
static bool fits_heading(const struct ranking *ranking, const struct passage *passage)
{
    const struct corpus *corpus = ranking->corpus;
    double covered = vector_coverage(&ranking->heading, &passage->vector);
    if (!ranking->has_own && covered >= heading_covered)
        return true;
    for (size_t at = passage->section; at != NO_SECTION; at = corpus->sections[at].parent)
        if (vector_coverage(&ranking->heading, &corpus->sections[at].vector) >= heading_covered)
            return true;
    return ranking->heading.count > 1 && covered >= heading_full;
}

static bool may_be_tried(const struct ranking *ranking, const struct passage *passage)
{
    const struct passage_query *query = ranking->query;
    if (!passage->stands_alone || is_kept_back(query, passage))
        return false;
    if (query->is_closing && passage->is_list)
        return false;
    int own = belongs(ranking, passage);
    if (query->only_own && own <= 0)
        return false;
    if (own < 0 && !query->is_lead && !query->is_closing)
        return false;
    if (query->needs_heading && own <= 0 && !fits_heading(ranking, passage))
        return false;
    return !is_used(ranking, passage);
}

static void look_for_own(struct ranking *ranking)
{
    const struct corpus *corpus = ranking->corpus;
    for (size_t i = 0; i < corpus->passage_count && !ranking->has_own; i++)
        ranking->has_own = corpus->passages[i].stands_alone && belongs(ranking, &corpus->passages[i]) > 0;
}

static enum status collect_trials(struct ranking *ranking)
{
    struct corpus *corpus = ranking->corpus;
    ranking->trials = ARENA_ARRAY(ranking->arena, corpus->passage_count + 1, struct trial);
    if (!ranking->trials)
        return error_memory(ranking->err);
    for (size_t i = 0; i < corpus->passage_count; i++) {
        const struct passage *passage = &corpus->passages[i];
        if (!may_be_tried(ranking, passage))
            continue;
        struct trial trial = {.passage = passage};
        trial.keyword = bm25(corpus, &ranking->keyword, passage);
        trial.heading = bm25(corpus, &ranking->heading, passage);
        ranking->trials[ranking->count++] = trial;
    }
    return OK;
}

/* The parts of relevance, each as a share of the best one found. */
static void rate_relevance(struct ranking *ranking)
{
    double best_keyword = 0, best_heading = 0;
    for (size_t i = 0; i < ranking->count; i++) {
        const struct trial *trial = &ranking->trials[i];
        best_keyword = trial->keyword > best_keyword ? trial->keyword : best_keyword;
        best_heading = trial->heading > best_heading ? trial->heading : best_heading;
    }
    bool has_heading = ranking->heading.count > 0;
    for (size_t i = 0; i < ranking->count; i++) {
        struct trial *trial = &ranking->trials[i];
        const struct source_section *section = &ranking->corpus->sections[trial->passage->section];
        double keyword = best_keyword > 0 ? trial->keyword / best_keyword : 0;
        double heading = best_heading > 0 ? trial->heading / best_heading : 0;
        double likeness = belongs(ranking, trial->passage) > 0 ? 1 : vector_cosine(&ranking->heading, &section->vector);
        trial->relevance = has_heading ? 0.4 * keyword + 0.2 * heading + 0.4 * likeness : keyword;
        trial->relevance += 0.3 * vector_coverage(&ranking->entities, &trial->passage->vector);
        if (!has_heading)
            trial->relevance *= vector_coverage(&ranking->keyword, &trial->passage->vector) + 0.1;
    }
}

static int by_relevance(const void *left, const void *right)
{
    const struct trial *a = left, *b = right;
    if (a->relevance != b->relevance)
        return a->relevance < b->relevance ? 1 : -1;
    return (a->passage > b->passage) - (a->passage < b->passage);
}

/* Keeps the most relevant ones that say something new; what is costly to compare is so done for few. */
static bool keep_relevant(struct ranking *ranking)
{
    size_t kept = 0;
    qsort(ranking->trials, ranking->count, sizeof *ranking->trials, by_relevance);
    for (size_t i = 0; i < ranking->count && kept < LEXRANK_NODES; i++)
        if (ranking->trials[i].relevance > 0 && !says_what_is_said(ranking, ranking->trials[i].passage))
            ranking->trials[kept++] = ranking->trials[i];
    ranking->count = kept;
    return kept > 0;
}

/* One step of the power method: next = d * relevance + (1 - d) * likeness to what is central. */
static void spread(const struct ranking *ranking, const double *likeness, const double *sums, double relevance_sum,
                   const double *now, double *next)
{
    size_t n = ranking->count;
    for (size_t i = 0; i < n; i++) {
        double inflow = 0;
        for (size_t j = 0; j < n; j++)
            inflow += likeness[j * n + i] / sums[j] * now[j];
        next[i] =
            lexrank_query_weight * ranking->trials[i].relevance / relevance_sum + (1 - lexrank_query_weight) * inflow;
    }
}

static enum status rate_centrality(struct ranking *ranking)
{
    size_t n = ranking->count;
    double *likeness = ARENA_ARRAY(ranking->arena, n * n, double), *sums = ARENA_ARRAY(ranking->arena, n, double);
    double *now = ARENA_ARRAY(ranking->arena, n, double), *next = ARENA_ARRAY(ranking->arena, n, double);
    if (!likeness || !sums || !now || !next)
        return error_memory(ranking->err);
    double relevance_sum = 0, best = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            const struct vector *a = &ranking->trials[i].passage->vector, *b = &ranking->trials[j].passage->vector;
            likeness[i * n + j] = i == j ? 1 : i < j ? vector_cosine(a, b) : likeness[j * n + i];
            sums[i] += likeness[i * n + j];
        }
        relevance_sum += ranking->trials[i].relevance;
        now[i] = 1 / (double)n;
    }
    for (int i = 0; i < LEXRANK_ITERATIONS; i++) {
        spread(ranking, likeness, sums, relevance_sum, now, next);
        double *swap = now;
        now = next;
        next = swap;
    }
    for (size_t i = 0; i < n; i++)
        best = now[i] > best ? now[i] : best;
    for (size_t i = 0; i < n; i++)
        ranking->trials[i].centrality = now[i] / best;
    return OK;
}

/* How much of the keyword a page's title speaks of, as a share of what the best one does. */
static double title_share(const struct ranking *ranking, size_t page, double best)
{
    const struct corpus *corpus = ranking->corpus;
    for (size_t i = 0; best > 0 && i < corpus->section_count; i++)
        if (corpus->sections[i].page == page)
            return vector_coverage(&ranking->keyword, &corpus->sections[i].vector) / best;
    return 1;
}

/* What a passage's page is worth where the article speaks of the keyword as a whole. */
static double title_factor(const struct ranking *ranking, const struct passage *passage, double best)
{
    return strange_page + (1 - strange_page) * title_share(ranking, passage->page, best);
}

static double best_title(const struct ranking *ranking)
{
    double best = 0;
    for (size_t i = 0; i < ranking->corpus->section_count; i++) {
        const struct source_section *section = &ranking->corpus->sections[i];
        double covered = section->depth == 0 ? vector_coverage(&ranking->keyword, &section->vector) : 0;
        best = covered > best ? covered : best;
    }
    return best;
}

/* "An indoor herb garden is ...": what begins with the keyword introduces it. */
static bool begins_with_keyword(const struct ranking *ranking, const struct passage *passage)
{
    enum { ARTICLE = 6 };
    struct str text = ranking->corpus->sentences[passage->first].text, keyword = ranking->query->keyword;
    for (size_t at = 0; at < ARTICLE && at + keyword.len <= text.len; at++)
        if (str_ieq((struct str){text.data + at, keyword.len}, keyword))
            return true;
    return false;
}

/* To an introduction, the beginnings of pages about the keyword are worth most. */
static double lead_factor(const struct ranking *ranking, const struct passage *passage, double best)
{
    const struct source_section *section = &ranking->corpus->sections[passage->section];
    double factor = title_factor(ranking, passage, best);
    if (section->depth > 0 && (!section->is_boilerplate || passage->position > early_in_page))
        factor *= deep_in_page;
    if (begins_with_keyword(ranking, passage))
        factor *= named_first;
    return passage->is_list ? factor * deep_in_page : factor;
}

static void rate(struct ranking *ranking)
{
    double best = best_title(ranking);
    for (size_t i = 0; i < ranking->count; i++) {
        struct trial *trial = &ranking->trials[i];
        const struct source_section *section = &ranking->corpus->sections[trial->passage->section];
        double place =
            ranking->query->is_lead ? trial->passage->position : trial->passage->position - section->position;
        trial->score = (trial->relevance + trial->centrality) / 2 * (1 - position_slope * place);
        if (ranking->has_own && belongs(ranking, trial->passage) <= 0)
            trial->score *= from_elsewhere;
        if (ranking->query->is_lead)
            trial->score *= lead_factor(ranking, trial->passage, best);
        if (ranking->query->is_closing)
            trial->score *= title_factor(ranking, trial->passage, best);
    }
}

static double likeness_to_used(const struct ranking *ranking, const struct passage *passage)
{
    double most = 0;
    for (size_t i = 0; i < ranking->used->count; i++) {
        double likeness = vector_cosine(&passage->vector, &ranking->corpus->sentences[ranking->used->list[i]].vector);
        most = likeness > most ? likeness : most;
    }
    return most;
}

static bool repeats(const struct corpus *corpus, const struct passage *a, const struct passage *b)
{
    if (vector_cosine(&a->vector, &b->vector) >= near_passage)
        return true;
    for (size_t i = a->first; i < a->first + a->count; i++)
        for (size_t j = b->first; j < b->first + b->count; j++)
            if (i == j ||
                shingles_overlap(&corpus->sentences[i].shingles, &corpus->sentences[j].shingles) >= near_duplicate)
                return true;
    return false;
}

/* Takes one passage: what repeats it is out, what is like it counts less. */
static void settle(struct ranking *ranking, const struct passage *taken, double *likeness, size_t taken_of_page)
{
    size_t most = ranking->query->max_per_page;
    for (size_t i = 0; i < ranking->count; i++) {
        struct trial *trial = &ranking->trials[i];
        if (trial->is_out)
            continue;
        bool page_is_full = most && trial->passage->page == taken->page && taken_of_page >= most;
        double cosine = vector_cosine(&trial->passage->vector, &taken->vector);
        likeness[i] = cosine > likeness[i] ? cosine : likeness[i];
        trial->is_out = page_is_full || repeats(ranking->corpus, trial->passage, taken);
    }
}

static struct trial *best_trial(const struct ranking *ranking, const double *likeness)
{
    struct trial *best = NULL;
    double best_value = 0;
    for (size_t i = 0; i < ranking->count; i++) {
        struct trial *trial = &ranking->trials[i];
        double value = mmr_lambda * trial->score - (1 - mmr_lambda) * likeness[i];
        bool wins = !best || value > best_value || (value == best_value && trial->passage < best->passage);
        if (trial->is_out || !wins)
            continue;
        best = trial;
        best_value = value;
    }
    return best;
}

static enum status choose(struct ranking *ranking, struct ranked_passage **ranked, size_t *count)
{
    double *likeness = ARENA_ARRAY(ranking->arena, ranking->count, double);
    size_t *of_page = ARENA_ARRAY(ranking->arena, ranking->corpus->page_count + 1, size_t);
    *ranked = ARENA_ARRAY(ranking->arena, ranking->count, struct ranked_passage);
    if (!likeness || !of_page || !*ranked)
        return error_memory(ranking->err);
    for (size_t i = 0; i < ranking->count; i++)
        likeness[i] = likeness_to_used(ranking, ranking->trials[i].passage);
    size_t words = 0;
    struct trial *best;
    while (words < ranking->query->max_words && (best = best_trial(ranking, likeness))) {
        best->is_out = true;
        words += best->passage->words;
        (*ranked)[(*count)++] = (struct ranked_passage){best->passage, best->score};
        settle(ranking, best->passage, likeness, ++of_page[best->passage->page]);
    }
    return OK;
}

enum status passages_rank(struct corpus *corpus, const struct passage_query *query, const struct used_sentences *used,
                          struct arena *arena, struct ranked_passage **ranked, size_t *count, struct error *err)
{
    struct ranking ranking = {.corpus = corpus, .query = query, .used = used, .arena = arena, .err = err};
    *ranked = NULL;
    *count = 0;
    enum status status = read_query(&ranking);
    look_for_own(&ranking);
    if (!status)
        status = collect_trials(&ranking);
    if (status)
        return status;
    rate_relevance(&ranking);
    if (!keep_relevant(&ranking))
        return OK;
    status = rate_centrality(&ranking);
    if (status)
        return status;
    rate(&ranking);
    return choose(&ranking, ranked, count);
}
