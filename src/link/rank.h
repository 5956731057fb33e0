/* The ranker: how likely an author of the site would make the link that a candidate stands for. */
#ifndef COPYDESK_LINK_RANK_H
#define COPYDESK_LINK_RANK_H

#include "link/candidates.h"

/* Sets the score of each candidate from its features. */
void rank_candidates(struct candidates *candidates);

#endif
