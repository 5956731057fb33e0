#include "link/candidates.h"

#include <math.h>

const double model_threshold = 0.18;

void candidates_score(struct candidates *candidates)
{
    for (size_t i = 0; i < candidates->count; i++) {
        const float *f = candidates->list[i].features;
        double z = f[FEATURE_SITE_LINKS] > 0 ? exp(f[FEATURE_LINK_SHARE]) : 0.2 * (f[FEATURE_TITLE_KIND] == 0);
        candidates->list[i].score = z > 1 ? 1 : z;
    }
}
