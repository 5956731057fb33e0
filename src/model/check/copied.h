/* Runs of words that two texts share. The public face of it is check_copied of check.h. */
#ifndef COPYDESK_MODEL_CHECK_COPIED_H
#define COPYDESK_MODEL_CHECK_COPIED_H

#include "text/text.h"

/* The first run of so many words of the text that stands in `source` too; length 0: there is none. E_MEMORY. */
enum status copied_find(struct arena *arena, struct str text, struct str source, size_t run, struct str *found,
                        struct error *err);

/* Words taken out of a sentence that goes on standing. */

/*
 * The text without the bytes from `first` to `end`: no two blanks, no comma at its start or before its stop, its first
 * letter a capital when it was one and the start was cut. data NULL: memory ran out.
 */
struct str cut_out(struct arena *arena, struct str text, size_t first, size_t end);

/* Figures that a writer reckoned out of others: "10 in 210, about 4.8 %". */

enum { SUM_OPERANDS = 12 };

/* The value of a figure in the one form of facts.h; negative: it is none. */
double sum_value(struct str figure);

/* Is the figure what two of the values give, one of them among the first `own`, rounded as it is written: their sum,
 * difference, product or ratio, or the share of one in the other or in both, in per cent? A single digit is not looked
 * into: too much gives it by chance. */
bool sum_gives(const double *values, size_t own, size_t count, struct str figure);

/* Stock phrases found among words. The public face is stock_phrase_find of check.h. */

/* The first stock phrase at or after the word `from` that stands neither in a quotation nor in code nor in a name. */
bool phrases_find(const struct language *language, const struct worded *worded, bool is_hard, size_t from,
                  struct pattern_place *place);

#endif
