/* Decides which passages are candidates for a query. */
#include "research/corpus/rank.h"

/* The share of the heading's terms that a passage from elsewhere must name, or the headings around it. */
static const double heading_covered = 0.5;
static const double heading_full = 0.8; /* the same by its text alone, when the heading has passages of its own */

static const double near_duplicate = 0.5; /* share of shingles from which two sentences say the same */

bool ranking_is_same(const struct source_sentence *a, const struct source_sentence *b)
{
    return shingles_overlap(&a->shingles, &b->shingles) >= near_duplicate;
}

static bool is_used(const struct ranking *ranking, const struct passage *passage)
{
    for (size_t i = passage->first; i < passage->first + passage->count; i++)
        if (ranking->used->flags[i])
            return true;
    return false;
}

bool ranking_is_said(const struct ranking *ranking, const struct passage *passage)
{
    const struct source_sentence *sentences = ranking->corpus->sentences;
    for (size_t i = passage->first; i < passage->first + passage->count; i++)
        for (size_t j = 0; j < ranking->used->count; j++)
            if (ranking_is_same(&sentences[i], &sentences[ranking->used->list[j]]))
                return true;
    return false;
}

static bool is_kept_back(const struct passage_query *query, const struct passage *passage)
{
    return query->owner && query->owner[passage->section] == SECTION_KEPT_BACK;
}

int ranking_belongs(const struct ranking *ranking, const struct passage *passage)
{
    const struct passage_query *query = ranking->query;
    if (!query->owner || query->owner[passage->section] < 0)
        return 0;
    return query->owner[passage->section] == query->self ? 1 : -1;
}

/* The largest share of the wanted terms that one of the headings around a passage names. */
static double covered_by_titles(const struct corpus *corpus, const struct vector *wanted, const struct passage *passage)
{
    double most = 0;
    for (size_t at = passage->section; at != NO_SECTION; at = corpus->sections[at].parent) {
        double covered = vector_coverage(wanted, &corpus->sections[at].vector);
        most = covered > most ? covered : most;
    }
    return most;
}

/* Does a passage from elsewhere in the sources fit the heading? It must also have to do with the keyword. */
static bool fits_heading(const struct ranking *ranking, const struct passage *passage)
{
    const struct corpus *corpus = ranking->corpus;
    if (vector_coverage(&ranking->keyword, &passage->vector) <= 0 &&
        covered_by_titles(corpus, &ranking->keyword, passage) <= 0)
        return false;
    double covered = vector_coverage(&ranking->heading, &passage->vector);
    if (!ranking->has_own && covered >= heading_covered)
        return true;
    return covered_by_titles(corpus, &ranking->heading, passage) >= heading_covered ||
           (ranking->heading.count > 1 && covered >= heading_full);
}

/* A conclusion shows the first sentences alone, so that they must name the keyword themselves. */
static bool may_close(const struct ranking *ranking, const struct passage *passage)
{
    const struct source_sentence *first = &ranking->corpus->sentences[passage->first];
    return !passage->is_list && vector_coverage(&ranking->keyword, &first->vector) > 0;
}

bool ranking_is_candidate(const struct ranking *ranking, const struct passage *passage)
{
    const struct passage_query *query = ranking->query;
    if (!passage->stands_alone || is_kept_back(query, passage))
        return false;
    if (query->is_closing && !may_close(ranking, passage))
        return false;
    int own = ranking_belongs(ranking, passage);
    if (query->only_own && own <= 0)
        return false;
    if (own < 0 && !query->is_lead && !query->is_closing)
        return false;
    if (query->needs_heading && own <= 0 && !fits_heading(ranking, passage))
        return false;
    return !is_used(ranking, passage);
}

void ranking_look_for_own(struct ranking *ranking)
{
    const struct corpus *corpus = ranking->corpus;
    for (size_t i = 0; i < corpus->passage_count && !ranking->has_own; i++)
        ranking->has_own = corpus->passages[i].stands_alone && ranking_belongs(ranking, &corpus->passages[i]) > 0;
}
