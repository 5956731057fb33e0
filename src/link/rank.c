#include "link/rank.h"

void rank_candidates(struct candidates *candidates)
{
    for (size_t i = 0; i < candidates->count; i++)
        candidates->list[i].score = model_probability(model_score(candidates->list[i].features));
}
