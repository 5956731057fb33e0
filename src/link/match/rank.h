/* The ranker: how likely an author of the site would make the link that a candidate stands for. */
#ifndef COPYDESK_LINK_RANK_H
#define COPYDESK_LINK_RANK_H

#include "link/match/candidates.h"

/* Sets the score of each candidate from its features, and by what the site taught. Returns the site's own threshold. */
double rank_candidates(const struct link_index *index, struct candidates *candidates);

#endif
