/* Stock phrases found among words. The public face is stock_phrase_find of check.h. */
#ifndef COPYDESK_MODEL_CHECK_PHRASES_H
#define COPYDESK_MODEL_CHECK_PHRASES_H

#include "text/pattern.h"

/* The first stock phrase at or after the word `from` that stands neither in a quotation nor in code nor in a name. */
bool phrases_find(const struct language *language, const struct worded *worded, bool is_hard, size_t from,
                  struct pattern_place *place);

#endif
