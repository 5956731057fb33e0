/* The words that an article's frame is made of, in each language that can be written. */
#ifndef COPYDESK_WRITE_LABELS_H
#define COPYDESK_WRITE_LABELS_H

#include "text/text.h"

struct labels {
    const char *tag;
    const char *conclusion, *faq, *takeaways, *sources;
};

/* NULL when the language has none. */
const struct labels *labels_for(const struct language *language);

#endif
