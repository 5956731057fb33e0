/* Figures that a writer reckoned out of others: "10 in 210, about 4.8 %". */
#ifndef COPYDESK_MODEL_CHECK_SUMS_H
#define COPYDESK_MODEL_CHECK_SUMS_H

#include "base/base.h"

enum { SUM_OPERANDS = 12 };

/* The value of a figure in the one form of facts.h; negative: it is none. */
double sum_value(struct str figure);

/* Is the figure what two of the values give, one of them among the first `own`, rounded as it is written: their sum,
 * difference, product or ratio, or the share of one in the other or in both, in per cent? A single digit is not looked
 * into: too much gives it by chance. */
bool sum_gives(const double *values, size_t own, size_t count, struct str figure);

#endif
