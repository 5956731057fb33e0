/* The ranker: how likely an author of the site would make the link that a candidate stands for. */
#ifndef COPYDESK_LINK_RANK_H
#define COPYDESK_LINK_RANK_H

#include "link/candidates.h"

/* Sets the score of each candidate from its features. */
void rank_candidates(struct candidates *candidates);

/* The score from which a link is worth making, chosen on the development corpora. */
extern const double rank_threshold;

/* The score from which a link is made while the text has less than one for each RANK_WORDS_PER_LINK words. */
extern const double rank_least_score;
enum { RANK_WORDS_PER_LINK = 200 };

#endif
