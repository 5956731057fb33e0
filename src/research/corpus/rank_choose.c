/* Chooses passages by maximal marginal relevance. */
#include "research/corpus/rank.h"

static const double mmr_lambda = 0.7;
static const double near_passage = 0.75; /* cosine from which two passages say the same */

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
            if (i == j || ranking_is_same(&corpus->sentences[i], &corpus->sentences[j]))
                return true;
    return false;
}

/* After a passage was taken: leaves out what repeats it, and notes how like it the others are. */
static void mark_taken(struct ranking *ranking, const struct passage *taken, double *likeness, size_t taken_of_page)
{
    size_t most = ranking->query->max_per_page;
    for (size_t i = 0; i < ranking->count; i++) {
        struct candidate *candidate = &ranking->candidates[i];
        if (candidate->is_out)
            continue;
        bool page_is_full = most && candidate->passage->page == taken->page && taken_of_page >= most;
        double cosine = vector_cosine(&candidate->passage->vector, &taken->vector);
        likeness[i] = cosine > likeness[i] ? cosine : likeness[i];
        candidate->is_out = page_is_full || repeats(ranking->corpus, candidate->passage, taken);
    }
}

static struct candidate *best_candidate(const struct ranking *ranking, const double *likeness)
{
    struct candidate *best = NULL;
    double best_value = 0;
    for (size_t i = 0; i < ranking->count; i++) {
        struct candidate *candidate = &ranking->candidates[i];
        double value = mmr_lambda * candidate->score - (1 - mmr_lambda) * likeness[i];
        bool wins = !best || value > best_value || (value == best_value && candidate->passage < best->passage);
        if (candidate->is_out || !wins)
            continue;
        best = candidate;
        best_value = value;
    }
    return best;
}

enum status ranking_choose(struct ranking *ranking, struct ranked_passage **ranked, size_t *count)
{
    double *likeness = ARENA_ARRAY(ranking->arena, ranking->count, double);
    size_t *of_page = ARENA_ARRAY(ranking->arena, ranking->corpus->page_count + 1, size_t);
    *ranked = ARENA_ARRAY(ranking->arena, ranking->count, struct ranked_passage);
    if (!likeness || !of_page || !*ranked)
        return error_memory(ranking->err);
    for (size_t i = 0; i < ranking->count; i++)
        likeness[i] = likeness_to_used(ranking, ranking->candidates[i].passage);
    size_t words = 0;
    struct candidate *best;
    while (words < ranking->query->max_words && (best = best_candidate(ranking, likeness))) {
        best->is_out = true;
        words += best->passage->words;
        (*ranked)[(*count)++] = (struct ranked_passage){best->passage, best->score};
        mark_taken(ranking, best->passage, likeness, ++of_page[best->passage->page]);
    }
    return OK;
}
