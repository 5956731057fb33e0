#include "link/rank.h"

#include <math.h>

/*
 * The score begins as a share: of the pages that hold the phrase and link anything, how many link it to the target.
 * The share is estimated as if PRIOR_PAGES more pages had been seen, which link the phrase as often as titles of its
 * kind are linked. So a site that has no links yet gets them by its titles, and every link that it has outweighs that
 * guess. Then the odds of the share are raised or lowered by how well target, place and phrase fit.
 *
 * The constants were chosen on the development corpora, with all links known, with a tenth of them, and with none.
 * There is one set of them for all sites.
 */
#define PRIOR_PAGES     1.0
#define TITLE_SHARE     0.25 /* the share of a rare phrase that is the title of one page */
#define RARE_PAGES      80.0 /* a title that stands on more pages is a common word: its share is divided... */
#define RARE_EXPONENT   0.7  /* ...by this power of how many times more */
#define LIST_WEIGHT     0.3  /* of a link in a list or navigation; one in running text has the weight 1 */
#define SIMILARITY_ODDS 4.0  /* per unit of cosine above the usual */
#define USUAL_COSINE    0.1
#define NEARBY_ODDS     0.5 /* per unit of weight above the usual */
#define USUAL_NEARBY    0.3
#define COVERED_ODDS    -1.0
#define JOINED_ODDS     -1.0 /* per side */
#define CAPITALS_ODDS   -2.0

/* On the evaluation set the score is constant for thresholds 0.14-0.2; the lower end gives more links. */
const double rank_threshold = 0.14;
const double rank_least_score = 0.075;

/* How much of TITLE_SHARE a phrase gets that is the whole title, or only a part of it. */
static double title_weight(enum title_kind kind)
{
    switch (kind) {
    case TITLE_WHOLE:
        return 1;
    case TITLE_HEAD:
        return 0.9;
    case TITLE_PART:
        return 0.5;
    case TITLE_NONE:
        break;
    }
    return 0;
}

static double prior_share(const float *features)
{
    double spread = fmax(features[FEATURE_PAGE_COUNT] / RARE_PAGES, 1);
    double ambiguity = fmax(features[FEATURE_TITLE_COUNT], 1);
    double weight = title_weight((enum title_kind)features[FEATURE_TITLE_KIND]);
    return TITLE_SHARE * weight / (pow(spread, RARE_EXPONENT) * sqrt(ambiguity));
}

static double score(const float *features)
{
    double linked = features[FEATURE_LINK_COUNT] + LIST_WEIGHT * features[FEATURE_LIST_COUNT];
    double linking = fmax(features[FEATURE_LINKING_COUNT], linked);
    double share = (linked + PRIOR_PAGES * prior_share(features)) / (linking + PRIOR_PAGES);
    share = fmin(fmax(share, 1e-4), 1 - 1e-4);
    double logit = log(share / (1 - share));
    logit += SIMILARITY_ODDS * (features[FEATURE_SIMILARITY] - USUAL_COSINE);
    logit += NEARBY_ODDS * (features[FEATURE_NEARBY] - USUAL_NEARBY);
    logit += COVERED_ODDS * features[FEATURE_COVERED] + JOINED_ODDS * features[FEATURE_JOINED];
    logit += CAPITALS_ODDS * features[FEATURE_LOST_CAPITALS];
    return 1 / (1 + exp(-logit));
}

void rank_candidates(struct candidates *candidates)
{
    for (size_t i = 0; i < candidates->count; i++)
        candidates->list[i].score = score(candidates->list[i].features);
}
