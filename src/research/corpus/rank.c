/* Rates passages for a query. */
#include "research/corpus/rank.h"

#include <stdlib.h>

/* BM25 with the usual parameters (Robertson, Zaragoza 2009). */
static const double bm25_k1 = 1.2, bm25_b = 0.75;

enum { LEXRANK_ITERATIONS = 40, LEXRANK_NODES = 160 };
static const double lexrank_query_weight = 0.6;

/* Relevance where a heading is asked for: the weights of the keyword, of the heading, and of how like it the headings
 * around the passage are. */
static const double keyword_weight = 0.4, heading_weight = 0.2, likeness_weight = 0.4;

static const double entity_weight = 0.3; /* added to the relevance of a passage that names all entities */

/* Factor on the relevance of a passage that names nothing of the keyword, where no heading is asked for. */
static const double keyword_unnamed = 0.1;

static const double position_slope = 0.3; /* how much less the end of a page counts than its beginning */

/* Factor on the score of passages under other headings, where the heading has some of its own. */
static const double from_elsewhere = 0.7;

/* Factors on the score of a passage for an introduction or a conclusion. */
static const double unrelated_page = 0.2; /* the title of its page names nothing of the keyword */
static const double deep_in_page = 0.4;   /* it stands in the middle of its page */
static const double begins_with_it = 1.5; /* it begins with the keyword */

/* Up to this share of a page a section that names no subject ("Overview") belongs to its beginning. */
static const double beginning_of_page = 0.2;

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

static enum status collect_candidates(struct ranking *ranking)
{
    struct corpus *corpus = ranking->corpus;
    ranking->candidates = ARENA_ARRAY(ranking->arena, corpus->passage_count + 1, struct candidate);
    if (!ranking->candidates)
        return error_memory(ranking->err);
    for (size_t i = 0; i < corpus->passage_count; i++) {
        const struct passage *passage = &corpus->passages[i];
        if (!ranking_is_candidate(ranking, passage))
            continue;
        struct candidate candidate = {.passage = passage};
        candidate.keyword = bm25(corpus, &ranking->keyword, passage);
        candidate.heading = bm25(corpus, &ranking->heading, passage);
        ranking->candidates[ranking->count++] = candidate;
    }
    return OK;
}

/* Sets the relevance of each passage. BM25 counts as a share of the best figure found. */
static void rate_relevance(struct ranking *ranking)
{
    double best_keyword = 0, best_heading = 0;
    for (size_t i = 0; i < ranking->count; i++) {
        const struct candidate *candidate = &ranking->candidates[i];
        best_keyword = candidate->keyword > best_keyword ? candidate->keyword : best_keyword;
        best_heading = candidate->heading > best_heading ? candidate->heading : best_heading;
    }
    bool has_heading = ranking->heading.count > 0;
    for (size_t i = 0; i < ranking->count; i++) {
        struct candidate *candidate = &ranking->candidates[i];
        const struct source_section *section = &ranking->corpus->sections[candidate->passage->section];
        double keyword = best_keyword > 0 ? candidate->keyword / best_keyword : 0;
        double heading = best_heading > 0 ? candidate->heading / best_heading : 0;
        double likeness =
            ranking_belongs(ranking, candidate->passage) > 0 ? 1 : vector_cosine(&ranking->heading, &section->vector);
        candidate->relevance = keyword;
        if (has_heading)
            candidate->relevance = keyword_weight * keyword + heading_weight * heading + likeness_weight * likeness;
        candidate->relevance += entity_weight * vector_coverage(&ranking->entities, &candidate->passage->vector);
        if (!has_heading)
            candidate->relevance *= vector_coverage(&ranking->keyword, &candidate->passage->vector) + keyword_unnamed;
    }
}

static int by_relevance(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    if (a->relevance != b->relevance)
        return a->relevance < b->relevance ? 1 : -1;
    return (a->passage > b->passage) - (a->passage < b->passage);
}

/* Keeps the most relevant passages that say something new, few enough to compare each with each. */
static bool keep_relevant(struct ranking *ranking)
{
    size_t kept = 0;
    qsort(ranking->candidates, ranking->count, sizeof *ranking->candidates, by_relevance);
    for (size_t i = 0; i < ranking->count && kept < LEXRANK_NODES; i++)
        if (ranking->candidates[i].relevance > 0 && !ranking_is_said(ranking, ranking->candidates[i].passage))
            ranking->candidates[kept++] = ranking->candidates[i];
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
        next[i] = lexrank_query_weight * ranking->candidates[i].relevance / relevance_sum +
                  (1 - lexrank_query_weight) * inflow;
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
            const struct vector *a = &ranking->candidates[i].passage->vector,
                                *b = &ranking->candidates[j].passage->vector;
            likeness[i * n + j] = i == j ? 1 : i < j ? vector_cosine(a, b) : likeness[j * n + i];
            sums[i] += likeness[i * n + j];
        }
        relevance_sum += ranking->candidates[i].relevance;
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
        ranking->candidates[i].centrality = now[i] / best;
    return OK;
}

/* How much of the keyword the title of a page names, as a share of what the best title names. */
static double title_share(const struct ranking *ranking, size_t page, double best)
{
    const struct corpus *corpus = ranking->corpus;
    for (size_t i = 0; best > 0 && i < corpus->section_count; i++)
        if (corpus->sections[i].page == page)
            return vector_coverage(&ranking->keyword, &corpus->sections[i].vector) / best;
    return 1;
}

/* The factor of the page where the article speaks of the keyword as a whole. best: of best_title. */
static double title_factor(const struct ranking *ranking, const struct passage *passage, double best)
{
    return unrelated_page + (1 - unrelated_page) * title_share(ranking, passage->page, best);
}

/* How much of the keyword the best title of a page names. */
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

/* Does the passage begin with the keyword, or with an article and the keyword? Then it introduces the subject. */
static bool begins_with_keyword(const struct ranking *ranking, const struct passage *passage)
{
    enum { ARTICLE_BYTES = 5 }; /* "This " */
    struct str text = ranking->corpus->sentences[passage->first].text, keyword = ranking->query->keyword;
    if (text.len > ARTICLE_BYTES + keyword.len)
        text.len = ARTICLE_BYTES + keyword.len;
    return str_ifind(text, keyword, 0) < text.len;
}

/* For an introduction, the beginnings of pages about the keyword count most. */
static double lead_factor(const struct ranking *ranking, const struct passage *passage, double best)
{
    const struct source_section *section = &ranking->corpus->sections[passage->section];
    double factor = title_factor(ranking, passage, best);
    if (section->depth > 0 && (!section->is_boilerplate || passage->position > beginning_of_page))
        factor *= deep_in_page;
    if (begins_with_keyword(ranking, passage))
        factor *= begins_with_it;
    return passage->is_list ? factor * deep_in_page : factor;
}

static void rate(struct ranking *ranking)
{
    double best = best_title(ranking);
    for (size_t i = 0; i < ranking->count; i++) {
        struct candidate *candidate = &ranking->candidates[i];
        const struct source_section *section = &ranking->corpus->sections[candidate->passage->section];
        double place =
            ranking->query->is_lead ? candidate->passage->position : candidate->passage->position - section->position;
        candidate->score = (candidate->relevance + candidate->centrality) / 2 * (1 - position_slope * place);
        if (ranking->has_own && ranking_belongs(ranking, candidate->passage) <= 0)
            candidate->score *= from_elsewhere;
        if (ranking->query->is_lead)
            candidate->score *= lead_factor(ranking, candidate->passage, best);
        if (ranking->query->is_closing)
            candidate->score *= title_factor(ranking, candidate->passage, best);
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
        status = collect_candidates(&ranking);
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
