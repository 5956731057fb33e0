/* Quotations and `code` in running text: what stands there is not the writer's own wording. */
#ifndef COPYDESK_MODEL_CHECK_WORDING_QUOTATION_H
#define COPYDESK_MODEL_CHECK_WORDING_QUOTATION_H

#include "base/str.h"

/* Does a quotation or code open at `at` and close in the same paragraph? *end: behind the closing mark; *inner: what
 * stands between the marks. */
bool quotation_opens(struct str text, size_t at, struct str *inner, size_t *end);

/* The quotations of a text that is asked of one byte after another. Begin with the text alone. */
struct quotations {
    struct str text;
    size_t next; /* what was not looked at yet */
    size_t end;  /* behind the last that opened before it */
};

/* Does this byte, which is not before the one asked last, stand in a quotation or in code? */
bool quotations_hold(struct quotations *quotations, size_t at);

/* The same of a single byte. */
bool quotation_holds(struct str text, size_t at);

#endif
