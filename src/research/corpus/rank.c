/* Passages rated for a query. */
#include "research/corpus/rank.h"

#include <stdlib.h>

/* BM25 with the usual parameters (Robertson, Zaragoza 2009). */
static const double bm25_k1 = 1.2, bm25_b = 0.75;

enum { LEXRANK_ITERATIONS = 40, LEXRANK_NODES = 160 };
static const double lexrank_query_weight = 0.6;

static const double position_slope = 0.3; /* how much less the end of a page counts than its beginning */
static const double from_elsewhere = 0.7; /* worth of a passage from elsewhere where the heading has some of its own */

/* Worth to an introduction or a conclusion. */
static const double strange_page = 0.2;  /* of a page whose title names nothing of the keyword */
static const double deep_in_page = 0.4;  /* of a passage from the middle of a page */
static const double early_in_page = 0.2; /* until here a section that names no subject belongs to the beginning */
static const double named_first = 1.5;   /* of a passage that begins with the keyword */

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

static enum status collect_trials(struct ranking *ranking)
{
    struct corpus *corpus = ranking->corpus;
    ranking->trials = ARENA_ARRAY(ranking->arena, corpus->passage_count + 1, struct trial);
    if (!ranking->trials)
        return error_memory(ranking->err);
    for (size_t i = 0; i < corpus->passage_count; i++) {
        const struct passage *passage = &corpus->passages[i];
        if (!ranking_may_try(ranking, passage))
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
        double likeness =
            ranking_belongs(ranking, trial->passage) > 0 ? 1 : vector_cosine(&ranking->heading, &section->vector);
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
        if (ranking->trials[i].relevance > 0 && !ranking_is_said(ranking, ranking->trials[i].passage))
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
        if (ranking->has_own && ranking_belongs(ranking, trial->passage) <= 0)
            trial->score *= from_elsewhere;
        if (ranking->query->is_lead)
            trial->score *= lead_factor(ranking, trial->passage, best);
        if (ranking->query->is_closing)
            trial->score *= title_factor(ranking, trial->passage, best);
    }
}

enum status passages_rank(struct corpus *corpus, const struct passage_query *query, const struct used_sentences *used,
                          struct arena *arena, struct ranked_passage **ranked, size_t *count, struct error *err)
{
    struct ranking ranking = {.corpus = corpus, .query = query, .used = used, .arena = arena, .err = err};
    *ranked = NULL;
    *count = 0;
    enum status status = read_query(&ranking);
    ranking_look_for_own(&ranking);
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
    return ranking_choose(&ranking, ranked, count);
}
