/* Quotations and `code` in running text: what stands there is not the writer's own wording. */
#ifndef COPYDESK_MODEL_CHECK_WORDING_QUOTATION_H
#define COPYDESK_MODEL_CHECK_WORDING_QUOTATION_H

#include "base/str.h"

/* Does a quotation or code open at `at` and close in the same paragraph? *end: behind the closing mark; *inner: what
 * stands between the marks. */
bool quotation_opens(struct str text, size_t at, struct str *inner, size_t *end);

/* Does this byte stand in a quotation or in code? */
bool quotation_holds(struct str text, size_t at);

#endif
